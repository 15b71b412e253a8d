package io.svc.server.decisions;

import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.DecisionBudget;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.redaction.TenantRedactions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds that one decision takes inside of the engine: from facts to verdict, nothing written.
 * The yardstick is a tenant without policies.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class EngineBenchmark {
  /** Policies, and rules in each of them. */
  @Param({"0x0", "1x10", "1x100", "2x500", "100x10"})
  public String size;

  /**
   * What the call is about: the tool of one rule with a condition, or a tool that no rule names.
   */
  @Param({"one_rule", "no_rule"})
  public String call;

  private Snapshot snapshot;
  private Facts facts;
  private ActingAgent agent;

  /** Makes the policies. */
  @Setup
  public void prepare() {
    String[] numbers = size.split("x");
    PolicyDsl dsl = new PolicyDsl();
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(numbers[0]); i++) {
      CompiledPolicy policy =
          dsl.check(document(i, Integer.parseInt(numbers[1]))).compiled().orElseThrow();
      members.add(new Member("pol_" + i, 1, Stage.ENFORCE, false, Set.of(), Optional.of(policy)));
    }
    snapshot = new Snapshot(1, members, TenantRedactions.usual());
    agent = new ActingAgent("agt_1", "n8n", Facts.Agent.NONE, Optional.empty());
    facts =
        Facts.of("tool_call", Instant.parse("2026-11-20T09:00:00Z"))
            .server("stripe")
            .tool(call.equals("one_rule") ? "create_payment_7" : "list_invoices")
            .destination("https://api.stripe.example/v1/charges")
            .args(Map.of("amount", 900L, "currency", "EUR"))
            .build();
  }

  private static String document(int policy, int rules) {
    StringBuilder text =
        new StringBuilder("version: 1\nkind: agent_policy\nmetadata: { name: p" + policy + " }\n");
    text.append("rules:\n");
    for (int rule = 0; rule < rules; rule++) {
      int tool = policy * 1_000 + rule;
      text.append("  - id: rule-").append(rule).append('\n');
      text.append("    effect: ").append(rule % 2 == 0 ? "deny" : "warn").append('\n');
      text.append("    match: { server: [stripe], tool: [create_payment_").append(tool);
      text.append(", \"refund_").append(tool).append("_*\"] }\n");
      text.append("    when: args.amount > ").append(500 + rule).append('\n');
    }
    return text.toString();
  }

  /** One decision. */
  @Benchmark
  public Object decide() {
    return Engine.decide(
        snapshot, facts, agent, Set.of(RoutingMode.INLINE), DecisionBudget.repeatable());
  }
}
