package io.svc.cli.upload;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/**
 * Sends reports to one service, one request each. Retries requests that may succeed later. The
 * service identifies a report by its id, so that retries are idempotent.
 */
public final class ReportUploader {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** Responses are short; a longer one is not from the service. */
  private static final int LONGEST_ANSWER = 1 << 16;

  private final ServiceAddress service;
  private final UploadKey key;
  private final RetryPolicy timeout;
  private final String userAgent;
  private final Consumer<String> notes;
  private final ProxyRules proxies;
  private final HttpClient client;
  private final Random random = new Random();

  /**
   * Creates an uploader.
   *
   * @param environment the source of {@code HTTPS_PROXY}, {@code NO_PROXY} and {@code
   *     SSL_CERT_FILE}
   * @param userAgent the value of the User-Agent header
   * @param notes receives a line for each failed attempt
   * @throws UploadException if the environment names an unusable proxy or certificate file
   */
  public ReportUploader(
      ServiceAddress service,
      UploadKey key,
      RetryPolicy timeout,
      Map<String, String> environment,
      String userAgent,
      Consumer<String> notes) {
    this.service = service;
    this.key = key;
    this.timeout = timeout;
    this.userAgent = userAgent;
    this.notes = notes;
    this.proxies = ProxyRules.of(environment);
    // The JDK rejects Basic authentication at proxies for https unless this is set. It is always
    // set, because the first client of a process reads it for all clients.
    System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            // The key is for this service, not for the target of a redirect.
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(proxies);
    String authorities = environment.getOrDefault("SSL_CERT_FILE", "");
    if (!authorities.isEmpty()) {
      builder.sslContext(TrustedAuthorities.inFile(Path.of(authorities)));
    }
    this.client = builder.build();
  }

  /**
   * Sends a report and waits for the response.
   *
   * @throws UploadException if the service rejects it or all attempts fail
   */
  public UploadReceipt upload(ReportFile.Report report) {
    HttpRequest request = request(report);
    for (int failures = 1; ; failures++) {
      String problem;
      Optional<String> retryAfter = Optional.empty();
      try {
        HttpResponse<InputStream> response =
            client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        UploadResponse answer = UploadResponse.of(response.statusCode(), body(response));
        if (answer.isAccepted()) {
          return UploadReceipt.of(report.id(), answer, service);
        }
        if (!answer.isPassing()) {
          throw responseError(report, answer, response);
        }
        problem = "the service responded with " + answer.problem();
        retryAfter = response.headers().firstValue("Retry-After");
      } catch (SSLException e) {
        throw new UploadException(
            "no secure connection to "
                + service.authority()
                + ": its certificate is not trusted, or it does not support TLS; set SSL_CERT_FILE"
                + " to use your own certificate authority");
      } catch (IOException e) {
        problem = "cannot reach " + target() + ": " + reason(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UploadException("the upload was interrupted");
      }
      if (failures >= timeout.tries()) {
        throw new UploadException(
            "report " + report.id() + " was not uploaded: " + problem + tries(failures));
      }
      pause(failures, retryAfter, problem);
    }
  }

  private HttpRequest request(ReportFile.Report report) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service.upload())
            .timeout(timeout.timeout())
            .header("Authorization", key.authorization())
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .header("Idempotency-Key", report.id())
            .header("User-Agent", userAgent)
            .POST(HttpRequest.BodyPublishers.ofString(report.json(), StandardCharsets.UTF_8));
    Optional<String> proxyUser = proxies.authorization(service.base());
    if (proxyUser.isPresent()) {
      request.header("Proxy-Authorization", proxyUser.get());
    }
    return request.build();
  }

  private static String body(HttpResponse<InputStream> response) throws IOException {
    try (InputStream in = response.body()) {
      return new String(in.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
    }
  }

  private UploadException responseError(
      ReportFile.Report report, UploadResponse answer, HttpResponse<InputStream> response) {
    String detail =
        switch (answer.status()) {
          case 401 -> "the service rejected the API key";
          case 403 -> "the API key does not have permission to upload this report";
          case 404 -> "no report service found at " + service.upload();
          case 407 ->
              "the proxy requires a user name and password; add them to the HTTPS_PROXY"
                  + " address";
          case 409 -> "the service already has a different report " + report.id();
          case 413 -> "report " + report.id() + " exceeds the size limit of the service";
          default ->
              answer.status() / 100 == 3
                  ? "the service has moved to "
                      + response.headers().firstValue("Location").orElse("an unknown address")
                      + "; use the new address"
                  : "the service rejected report " + report.id();
        };
    return new UploadException(detail + " (" + answer.problem() + ")");
  }

  private String target() {
    Optional<URI> proxy = proxies.proxyOf(service.base());
    return proxy.isPresent()
        ? service.authority() + " through the proxy " + proxy.get().getHost()
        : service.authority();
  }

  /** A separate message: the runtime's message is a class name or empty. */
  private static String reason(IOException failure) {
    if (failure instanceof HttpTimeoutException) {
      return "the request timed out";
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
        return "unknown host";
      }
    }
    return failure instanceof ConnectException
        ? "connection refused"
        : "the connection was interrupted";
  }

  private static String tries(int failures) {
    return failures == 1 ? "" : " (tried " + failures + " times)";
  }

  private void pause(int failures, Optional<String> retryAfter, String problem) {
    Duration pause = timeout.pause(failures, retryAfter, Instant.now(), random);
    notes.accept(problem + "; retrying in " + tenths(pause) + " s");
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UploadException("the upload was interrupted");
    }
  }

  private static String tenths(Duration pause) {
    long tenths = Math.round(pause.toMillis() / 100.0);
    return tenths / 10 + "." + tenths % 10;
  }
}
