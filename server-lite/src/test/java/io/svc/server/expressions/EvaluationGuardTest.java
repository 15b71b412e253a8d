package io.svc.server.expressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import io.svc.server.db.Database;
import io.svc.server.policies.dsl.DecisionBudget;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.testing.StoreContract;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing that a tenant wrote is evaluated inside of a transaction, on both stores. */
class EvaluationGuardTest extends StoreContract {
  private static final String POLICY =
      """
      version: 1
      kind: agent_policy
      metadata: {name: sample}
      rules:
        - {id: a, effect: deny, reason: No., match: {tool: [b*]}}
      """;
  private static final String TEST =
      "tests: [{name: t, input: {action: x, tool: bash}, expect: {effect: deny}}]\n";

  private Database database;

  @BeforeEach
  void open() {
    database = store.open();
  }

  private static Expression expression() {
    ExpressionLanguage language = new ExpressionLanguage(Map.of("a", SimpleType.STRING), 100);
    try {
      return language.compile(language.check("a == 'b'").getAst());
    } catch (CelValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private void isRejectedInTransactions(Runnable evaluation) {
    for (Runnable inside :
        List.<Runnable>of(
            () -> database.read(tx -> done(evaluation)),
            () -> database.write(tx -> done(evaluation)))) {
      assertThatThrownBy(inside::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("an evaluation inside a transaction");
      // The rejected transaction has ended.
      assertThatCode(evaluation::run).doesNotThrowAnyException();
    }
  }

  private static boolean done(Runnable evaluation) {
    evaluation.run();
    return true;
  }

  @Test
  void an_expression_is_not_evaluated_in_a_transaction() {
    Expression expression = expression();

    isRejectedInTransactions(() -> expression.evaluate(Map.of("a", "b"), CostBudget.of(1_000)));
  }

  @Test
  void an_expression_is_not_evaluated_in_a_transaction_with_a_budget_that_was_used_before() {
    Expression expression = expression();
    CostBudget used = CostBudget.of(1_000_000);
    expression.evaluate(Map.of("a", "b"), used);

    isRejectedInTransactions(() -> expression.evaluate(Map.of("a", "b"), used));
  }

  @Test
  void the_match_of_a_policy_is_not_evaluated_in_a_transaction() {
    var policy = new PolicyDsl().load(POLICY);
    Facts facts = Facts.of("tool_call", Instant.EPOCH).tool("bash").build();

    isRejectedInTransactions(
        () ->
            assertThat(policy.evaluate(facts, DecisionBudget.repeatable()).effect())
                .isEqualTo(Effect.DENY));
  }

  @Test
  void the_tests_of_a_policy_are_not_run_in_a_transaction() {
    PolicyDsl dsl = new PolicyDsl();

    isRejectedInTransactions(() -> dsl.check(POLICY + TEST));
  }
}
