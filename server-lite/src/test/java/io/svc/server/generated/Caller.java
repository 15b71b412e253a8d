package io.svc.server.generated;

import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.RawClient;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Somebody with a workspace of his own, and keys of all roles, who sends what is made for him over
 * a connection of his own. Who locked himself out begins anew.
 */
final class Caller implements AutoCloseable {
  private static final String PASSWORD = "plenty of horses 7";
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final URI server;
  private final Random random;
  private Optional<RawClient.Connection> connection = Optional.empty();
  private Client admin;
  private List<String> keys = List.of();

  Caller(URI server, long seed) {
    this.server = server;
    this.random = new Random(seed);
    this.admin = registered();
  }

  /**
   * What became of a request.
   *
   * @param answer empty when there was none
   * @param trouble why there was none
   */
  record Outcome(Optional<Answer> answer, String trouble, long micros) {}

  private Client registered() {
    Client client = Client.of(server, answer -> {});
    String name = "caller" + NUMBER.incrementAndGet() + "x" + random.nextInt(1_000_000);
    Answer answer =
        client.post(
            "/api/auth/register",
            Map.of(
                "username",
                name,
                "email",
                name + "@example.com",
                "password",
                PASSWORD,
                "workspaceName",
                "Workspace of " + name));
    if (answer.status() != 200) {
      throw new AssertionError(answer.toString());
    }
    List<String> created = new ArrayList<>();
    for (Role role : List.of(Role.ADMIN, Role.ADMIN, Role.OPERATOR, Role.VIEWER)) {
      created.add(
          client
              .post(
                  "/api/admin/api-keys",
                  Map.of(
                      "name",
                      "generated",
                      "role",
                      role.toString(),
                      "scopes",
                      Stream.of(Scope.values()).map(Scope::toString).toList()))
              .json()
              .path("key")
              .asText());
    }
    keys = List.copyOf(created);
    return client;
  }

  /** Who still has a workspace; made anew when he has none. */
  Client admin() {
    if (admin.get("/api/auth/session").status() != 200
        || admin.get("/api/admin/api-keys").status() != 200) {
      admin = registered();
    }
    return admin;
  }

  /** The header by which he says who he is, mostly one that the operation takes. */
  String credential(Operation operation) {
    Set<String> ways = operation.credentials();
    int chance = random.nextInt(100);
    if (chance < 3 || (ways.isEmpty() && chance < 50)) {
      return "";
    }
    if (chance < 5) {
      return "Cookie: svc_session=" + "A".repeat(43);
    }
    if ((ways.contains("session") || ways.isEmpty()) && chance < 80) {
      return session();
    }
    String key = keys.get(random.nextInt(keys.size()));
    return ways.contains("bearerKey") && chance % 2 == 0
        ? "Authorization: Bearer " + key
        : "X-Api-Key: " + key;
  }

  private String session() {
    return "Cookie: svc_session=" + admin.cookie("svc_session");
  }

  /** Whether a header is of who he is now. */
  boolean isOwnCredential(String credential) {
    return credential.equals(session()) || keys.stream().anyMatch(credential::endsWith);
  }

  /** Sends it, and once more over a new connection where the old one had gone. */
  Outcome send(Request request, String credential) {
    byte[] bytes = request.bytes(server.getAuthority(), credential);
    boolean wasOpen = connection.isPresent();
    Outcome outcome = once(request, bytes);
    return wasOpen && outcome.trouble().startsWith("closed") ? once(request, bytes) : outcome;
  }

  private Outcome once(Request request, byte[] bytes) {
    long start = System.nanoTime();
    try {
      if (connection.isEmpty()) {
        connection = Optional.of(RawClient.connect(server));
      }
      Answer read = connection.get().send(bytes);
      long micros = (System.nanoTime() - start) / 1_000;
      if (!request.isWell() || read.header("Connection").isPresent()) {
        close();
      }
      Answer answer =
          new Answer(
              request.method() + " " + request.target(),
              read.status(),
              read.headers(),
              read.bytes());
      return new Outcome(Optional.of(answer), "", micros);
    } catch (SocketTimeoutException e) {
      close();
      return new Outcome(Optional.empty(), "no answer in 10 s", 0);
    } catch (EOFException | SocketException e) {
      close();
      return new Outcome(Optional.empty(), "closed without an answer", 0);
    } catch (IOException | RuntimeException | AssertionError e) {
      close();
      return new Outcome(Optional.empty(), "the answer cannot be read: " + e, 0);
    }
  }

  @Override
  public void close() {
    connection.ifPresent(
        open -> {
          try {
            open.close();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    connection = Optional.empty();
  }
}
