package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.svc.server.db.StoreReads;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Client;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost of a decision in the thread of its request, in units that no machine changes. */
class EvalRequestCostTest {
  private static final int WARM_UP = 300;
  private static final int DECISIONS = 200;

  private static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: payments}
      rules:
        - id: large
          effect: warn
          match: {server: [stripe], tool: ["create_*"]}
          when: args.amount > 500
      """;

  /** About a tenth above what {@code -Xint} allocates; compiled code allocates less. */
  private static final long MAX_BYTES = 52_000;

  /** API keys and agents are cached for a second of this clock, policies until they change. */
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-20T09:28:30.123Z"), ZoneOffset.UTC);

  @TempDir private Path directory;

  @Test
  void a_decision_reads_nothing_from_the_store_and_allocates_little() {
    try (TestServer server = TestServer.start(directory, Map.of(), CLOCK)) {
      Governed governed = new Governed(server);
      governed.policy("observe", DSL);
      Client agent = governed.tenancy().program(Role.OPERATOR, Scope.EVAL_WRITE);
      StoreReads reads = StoreReads.of(server.database());
      decide(agent, WARM_UP);

      int readsBefore = reads.count();
      Map<Long, Long> bytesBefore = allocatedByRequests();
      decide(agent, DECISIONS);

      assertThat(reads.count() - readsBefore).isZero();
      long bytes = 0;
      for (Map.Entry<Long, Long> thread : allocatedByRequests().entrySet()) {
        bytes += thread.getValue() - bytesBefore.getOrDefault(thread.getKey(), 0L);
      }
      assertThat(bytes / DECISIONS).isBetween(1L, MAX_BYTES);
      governed.tenancy().admin().get("/api/agents");
      assertThat(reads.count()).as("other requests read the store").isGreaterThan(readsBefore);
    }
  }

  private static void decide(Client agent, int times) {
    for (int i = 0; i < times; i++) {
      Governed.expect(
          200,
          agent.post(
              "/v1/eval",
              """
              {"agent_id":"invoice-bot","platform":"n8n","session_id":"run-%d","action":{
              "type":"tool_call","server":"stripe","tool":"create_payment","destination":
              "https://api.stripe.example/v1/charges","arguments":{"amount":900,
              "currency":"EUR","note":"invoice %d"}}}\
              """
                  .formatted(i % 8, i)));
    }
  }

  private static Map<Long, Long> allocatedByRequests() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Map<Long, Long> bytes = new HashMap<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("http-")) {
        bytes.put(thread.getId(), threads.getThreadAllocatedBytes(thread.getId()));
      }
    }
    return bytes;
  }
}
