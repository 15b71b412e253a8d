package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.platform.PlatformException.Kind;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.OutgoingException;
import io.svc.server.egress.OutgoingRequest;
import io.svc.server.egress.OutgoingResponse;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A JSON client for the API of one platform. Responses are limited in size and not included in
 * error messages.
 */
final class PlatformApi {
  private static final int LARGEST = 8 << 20;
  private static final int MAX_REQUESTS = 10_000;
  private static final long LONGEST_WAIT_SECONDS = Duration.ofDays(1).toSeconds();

  private final OutgoingClient client;
  private final PlainHttpPolicy plain;
  private final String platformName;
  private final String base;
  private final Map<String, String> headers;
  private final BooleanSupplier isEnded;
  private int requests;

  /**
   * Creates a client.
   *
   * @param platformName name of the platform in messages
   * @param base the base URL
   * @param headers headers with the credentials
   */
  PlatformApi(
      OutgoingClient client,
      PlainHttpPolicy plain,
      String platformName,
      String base,
      Map<String, String> headers,
      BooleanSupplier isEnded) {
    this.client = client;
    this.plain = plain;
    this.platformName = platformName;
    this.base = withoutSlash(base);
    this.headers = new LinkedHashMap<>(headers);
    this.headers.putIfAbsent("Accept", "application/json");
    this.isEnded = isEnded;
  }

  static String withoutSlash(String address) {
    return address.replaceAll("/+$", "");
  }

  String base() {
    return base;
  }

  /** Returns a client with another header instead of the current ones. */
  PlatformApi with(String header, String value) {
    return new PlatformApi(client, plain, platformName, base, Map.of(header, value), isEnded);
  }

  /** Requests a path with its query. */
  JsonNode get(String path) throws PlatformException {
    return json(send(OutgoingRequest.get(URI.create(base + path), headers)));
  }

  /** Requests a path; empty when it does not exist or is not permitted. */
  Optional<JsonNode> find(String path) throws PlatformException {
    OutgoingResponse reply = send(OutgoingRequest.get(URI.create(base + path), headers));
    return switch (reply.status()) {
      case 403, 404, 405 -> Optional.empty();
      default -> Optional.of(json(reply));
    };
  }

  /** Submits a form. */
  JsonNode post(String path, byte[] form) throws PlatformException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Type", "application/x-www-form-urlencoded");
    return json(send(new OutgoingRequest("POST", URI.create(base + path), all, form)));
  }

  private OutgoingResponse send(OutgoingRequest request) throws PlatformException {
    if (isEnded.getAsBoolean()) {
      throw new PlatformException(Kind.ENDED, "The scan was stopped.");
    }
    if (++requests > MAX_REQUESTS) {
      throw new PlatformException(
          Kind.FAILED,
          "The scan required more than " + MAX_REQUESTS + " requests to " + platformName + ".");
    }
    try {
      return client.send(request, plain, LARGEST);
    } catch (OutgoingException e) {
      Kind kind = e.reason() == OutgoingException.Reason.TOO_LARGE ? Kind.TOO_LARGE : Kind.FAILED;
      throw new PlatformException(kind, e.getMessage());
    }
  }

  private JsonNode json(OutgoingResponse reply) throws PlatformException {
    int status = reply.status();
    if (status == 401 || status == 403) {
      throw failure(Kind.CREDENTIALS, platformName + " responded with " + status + ".", reply);
    }
    if (status == 429 || status == 503) {
      throw failure(
          Kind.BUSY, platformName + " responded with " + status + ": too many requests.", reply);
    }
    if (!reply.isSuccess()) {
      throw failure(
          Kind.FAILED,
          platformName + " responded with " + status + "; expected a 2xx status.",
          reply);
    }
    try {
      return Json.read(reply.body());
    } catch (BadJsonException e) {
      throw failure(Kind.FAILED, platformName + " sent a response that is not JSON.", reply);
    }
  }

  private static PlatformException failure(Kind kind, String message, OutgoingResponse reply) {
    return new PlatformException(
        kind, message, reply.status(), reply.header("retry-after").flatMap(PlatformApi::wait));
  }

  /**
   * Parses {@code Retry-After} (RFC 9110, section 10.2.3) in seconds; dates are ignored, because
   * scans are polled anyway.
   */
  private static Optional<Duration> wait(String text) {
    return text.matches("\\d{1,9}")
        ? Optional.of(Duration.ofSeconds(Math.min(Long.parseLong(text), LONGEST_WAIT_SECONDS)))
        : Optional.empty();
  }
}
