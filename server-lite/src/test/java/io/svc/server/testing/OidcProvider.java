package io.svc.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A real OpenID provider, the certified {@code oidc-provider} of npm, on a free port of the
 * loopback address. It knows one client and the users that a test defines; any callback on
 * 127.0.0.1 is good to it. It ends with {@link #close}, or with the JVM.
 *
 * <p>Tests that start it are skipped where Node.js is missing or the package cannot be had; where
 * {@code CI} is {@code true} they fail.
 */
public final class OidcProvider implements AutoCloseable {
  /** How the provider differs from one that makes everything easy. */
  public enum Habit {
    /** The ID token holds no more than it must. */
    CLAIMS_ONLY_AT_USERINFO,
    /** The client's secret goes into the body. */
    SECRET_IN_BODY
  }

  /** Somebody who can sign in there. */
  public record User(
      String subject, String email, boolean emailVerified, String name, List<String> groups) {}

  /** The first key of every provider: the generation of a key takes seconds. */
  private static final RSAKey FIRST_KEY = newKey();

  private static final class Other {
    static final RSAKey KEY = newKey();
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_SECONDS = 120;

  private final List<Habit> habits;
  private final int port = freePort();
  private final Map<String, User> users = new LinkedHashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private RSAKey key = FIRST_KEY;
  private Process process;

  private OidcProvider(List<Habit> habits) {
    this.habits = habits;
  }

  /** Starts a provider with no users yet. */
  public static OidcProvider start(Habit... habits) {
    OidcProvider provider = new OidcProvider(List.of(habits));
    provider.start();
    return provider;
  }

  public URI issuer() {
    return URI.create("http://127.0.0.1:" + port);
  }

  public String clientId() {
    return "svc";
  }

  public String clientSecret() {
    return "secret of the client: %+/";
  }

  /** Lets somebody sign in from now on, or changes what is known of them. */
  public void define(User user) {
    users.put(user.subject(), user);
    Map<String, Object> claims = new LinkedHashMap<>();
    claims.put("email", user.email());
    claims.put("email_verified", user.emailVerified());
    claims.put("name", user.name());
    claims.put("groups", user.groups());
    put("/testing/users/" + user.subject(), json(claims));
  }

  /** Goes through the provider's pages as a user would, and returns the final callback's URL. */
  public String signIn(URI authorizationUri, String subject) {
    return new SignIn(authorizationUri, subject).callback().toString();
  }

  /** The key by which ID tokens are signed, for those that a test makes up. */
  public RSAKey key() {
    return key;
  }

  /** Puts another ID token into the next answer that holds one. */
  public void replaceNextIdToken(String token) {
    put("/testing/next-id-token", token);
  }

  /** Goes on at the same address with another key; sessions and codes are forgotten. */
  public void restartWithNewKey() {
    close();
    key = otherKey();
    start();
    List.copyOf(users.values()).forEach(this::define);
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void start() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("issuer", issuer().toString());
    settings.put("port", port);
    settings.put("clientId", clientId());
    settings.put("clientSecret", clientSecret());
    settings.put("claimsOnlyAtUserInfo", habits.contains(Habit.CLAIMS_ONLY_AT_USERINFO));
    settings.put(
        "authenticationMethod",
        habits.contains(Habit.SECRET_IN_BODY) ? "client_secret_post" : "client_secret_basic");
    settings.put("key", key.toJSONObject());
    try {
      process =
          new ProcessBuilder(
                  NpmPackages.OIDC.node().toString(),
                  script().toString(),
                  NpmPackages.OIDC.file("oidc-provider/lib/index.js").toString(),
                  json(settings))
              .redirectErrorStream(true)
              .start();
      awaitReady(process.inputReader(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitReady(BufferedReader output) throws IOException {
    StringBuilder said = new StringBuilder();
    for (String line = output.readLine(); !"ready".equals(line); line = output.readLine()) {
      if (line == null) {
        throw new IllegalStateException("The OpenID provider did not start:\n" + said);
      }
      said.append(line).append('\n');
    }
    // What else it says must find a reader, or it would wait for one.
    Thread reader = new Thread(() -> output.lines().forEach(line -> {}), "oidc-provider");
    reader.setDaemon(true);
    reader.start();
  }

  private static Path script() {
    try {
      return Path.of(OidcProvider.class.getResource("/oidc/provider.mjs").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private void put(String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(issuer().resolve(path)).PUT(BodyPublishers.ofString(body)).build();
    try {
      int status = http.send(request, BodyHandlers.discarding()).statusCode();
      if (status != 204) {
        throw new IllegalStateException("The OpenID provider answered " + status + " to " + path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A key that no provider has before {@link #restartWithNewKey}. */
  public static RSAKey otherKey() {
    return Other.KEY;
  }

  private static RSAKey newKey() {
    try {
      return new RSAKeyGenerator(2048)
          .algorithm(JWSAlgorithm.RS256)
          .keyUse(KeyUse.SIGNATURE)
          .keyIDFromThumbprint(true)
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
