package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.db.StoreCounts;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost of recording decisions in SQLite, in counts that do not depend on the machine. */
class DecisionCostTest {
  /** One decision is recorded alone, and the others are recorded together. */
  private static final int CALLS = 33;

  private static final List<String> TABLES = List.of("decision", "event", "evidence");

  @TempDir private Path directory;

  @Test
  void a_group_of_decisions_costs_few_rows_pages_statements_and_one_commit() throws Exception {
    try (TestServer server = TestServer.start(directory)) {
      Client program = DecisionContract.program(new Tenancy(server));
      StoreCounts counts = new StoreCounts(server.database(), server.directory());
      // Registers the agent, creates the sessions and prepares the statements for groups.
      program.post(DecisionContract.EVAL, call(0));
      callTogether(server, program);

      counts.begin();
      callTogether(server, program);
      StoreCounts.Counts cost = counts.end();

      assertThat(counts.trees(TABLES)).as("B-trees").isLessThanOrEqualTo(15);
      assertThat(cost.rows() / CALLS).as("rows for each decision").isLessThanOrEqualTo(7);
      assertThat(cost.statements()).as("prepared statements").isLessThanOrEqualTo(4);
      assertThat(cost.pagesOfCommits()).as("commits").hasSizeLessThanOrEqualTo(6);
      assertThat(Collections.max(cost.pagesOfCommits()))
          .as("pages of the group")
          .isLessThanOrEqualTo(60);
    }
  }

  /** Sends calls that all wait for the store before one of them is recorded. */
  private static void callTogether(TestServer server, Client program) throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Thread blocker = new Thread(() -> server.database().change(tx -> await(release)));
    blocker.start();
    Thread observer =
        new Thread(
            () -> {
              while (waitingDecisions() < CALLS) {
                Thread.onSpinWait();
              }
              release.countDown();
            });
    observer.start();
    List<Answer> answers = AtOnce.run(CALLS, i -> program.post(DecisionContract.EVAL, call(i)));
    blocker.join();
    observer.join();
    assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
  }

  private static String call(int number) {
    return DecisionContract.calling("bash")
        .replace("{\"agent_id\"", "{\"session_id\": \"run-" + number + "\", \"agent_id\"");
  }

  private static long waitingDecisions() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                Arrays.stream(stack)
                    .anyMatch(
                        frame ->
                            frame.getClassName().equals(DecisionRecorder.class.getName())
                                && frame.getMethodName().equals("record")))
        .count();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
