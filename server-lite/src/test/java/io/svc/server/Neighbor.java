package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A tenant that requests decisions continuously while another tenant sends hostile input. */
public final class Neighbor {
  private static final String CALL =
      "{\"agent_id\": \"bot\", \"action\": {\"type\": \"tool_call\", \"tool\": \"bash\"}}";

  private final Client client;

  /**
   * The responses of the neighbor while hostile input was processed.
   *
   * @param result of the hostile input
   * @param decided the decisions that were complete when the hostile input was
   * @param slowest the time of the slowest decision
   */
  public record Meanwhile<T>(T result, int decided, Duration slowest) {}

  /** Registers its agent, so that only decisions are measured. */
  public Neighbor(TestServer server) {
    this.client = new Tenancy(server).program(Role.OPERATOR, Scope.EVAL_WRITE);
    decide();
  }

  private void decide() {
    Answer answer = client.post("/v1/eval", CALL);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
  }

  /** Sends hostile input while the neighbor decides; fails when one of its decisions does. */
  public <T> Meanwhile<T> during(Supplier<T> hostile) {
    AtomicBoolean isFinished = new AtomicBoolean();
    AtomicInteger decided = new AtomicInteger();
    CompletableFuture<Duration> slowest =
        CompletableFuture.supplyAsync(() -> decide(isFinished, decided), task -> start(task));
    try {
      T result = hostile.get();
      int before = decided.get();
      isFinished.set(true);
      return new Meanwhile<>(result, before, slowest.join());
    } finally {
      isFinished.set(true);
    }
  }

  private static void start(Runnable task) {
    new Thread(task, "neighbor").start();
  }

  private Duration decide(AtomicBoolean isFinished, AtomicInteger decided) {
    Duration slowest = Duration.ZERO;
    do {
      long begun = System.nanoTime();
      decide();
      Duration duration = Duration.ofNanos(System.nanoTime() - begun);
      slowest = slowest.compareTo(duration) > 0 ? slowest : duration;
      decided.incrementAndGet();
    } while (!isFinished.get());
    return slowest;
  }
}
