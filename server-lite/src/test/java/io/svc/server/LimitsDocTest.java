package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of docs/security/limits.md are those of the code. */
class LimitsDocTest {
  private static final Path PAGE =
      Path.of(System.getProperty("project.root", ".."), "docs", "security", "limits.md");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
          | conditions (`when`);                 # units;         policies.dsl.DecisionBudget.CONDITIONS
          | conditions (`when`);                 deadline of # s; decisions.Decisions.EVALUATION
          | `match` of all rules;                # units;         policies.dsl.DecisionBudget.MATCHING
          | iterations of all loops;             # |;             expressions.EvaluationFrame.MAX_ITERATIONS
          | text that is parsed;                 # characters;    expressions.Operations.LONGEST_PARSED
          | length and nesting of a condition;   # characters;    policies.dsl.Conditions.LONGEST
          | length and nesting of a condition;   # levels;        expressions.ExpressionLanguage.MAX_NESTED
          | a pattern of `matches`;              # steps;         policies.dsl.RegexSize.LARGEST
          | expensive evaluations;               than # units;    expressions.CostBudget.EXPENSIVE
          | expensive evaluations;               # for each;      decisions.ExpensiveEvaluations.PER_TENANT
          | expensive evaluations;               # in all;        decisions.ExpensiveEvaluations.IN_ALL
          | changes of policies;                 # attempts;      decisions.Decisions.ATTEMPTS
          One unit is one step;                  or # characters; expressions.CostBudget.CHARACTERS
          | a policy document;                   # rules;         policies.dsl.RuleReader.MAX
          | a policy document;                   # tests;         policies.dsl.TestReader.MAX
          | a policy document;                   # levels;        policies.dsl.YamlDocument.DEPTH
          | names of a criterion;                #, of;           policies.dsl.MatchReader.MAX
          | names of a criterion;                # characters;    policies.dsl.MatchReader.LONGEST
          | trying a policy;                     # decisions;     rollout.PolicyImpact.MAX
          | a replay;                            # at once;       rollout.Replays.MAX_RUNNING
          | a replay;                            # with those;    rollout.Replays.MAX_IN_PROGRESS
          | an expensive condition;              # characters;    expressions.CostEstimate.TEXT
          | an expensive condition;              # items;         expressions.CostEstimate.ITEMS
          | filters of all alert rules;          # units;         alerts.AlertFilters.UNITS
          | filters of all alert rules;          # alerts;        alerts.AlertRoutingQueue.ALERTS
          | alert rules;                         #, with;         alerts.AlertRules.MAX
          | alert rules;                         # characters;    alerts.AlertFilters.LONGEST
          | own patterns for redaction;          # patterns;      redaction.RedactionSettingsReader.MAX_RECOGNIZERS
          | own patterns on one text;            # steps;         redaction.TenantRedaction.MAX_WORK
          | texts of `/v1/redact`;               # texts;         redaction.RedactReader.MAX_TEXTS
          | detection;                           # observations;  detection.DetectionRound.MAX
          | saved views;                         # filters;       discovery.SavedViewRoutes.MAX_FILTERS
          | a scan report;                       # findings;      mcp.ReportReader.MAX_FINDINGS
          | telemetry |;                         # spans;         telemetry.SpanReader.MAX
          | telemetry of all tenants;            # items;         telemetry.TelemetryRecorder.MAX_WAITING
          | mappings of credentials;             #, of;           credentials.Mappings.MAX
          | mappings of credentials;             # characters;    credentials.EgressPattern.LONGEST
          | reports and CSV;                     # rows;          reports.ReportQueue.MAX_ROWS
          | reports and CSV;                     # running;       reports.ReportQueue.MAX_RUNNING
          | calls through the proxy;             # for an agent;  proxy.ConcurrencyLimits.PER_AGENT
          | calls through the proxy;             # for a tenant;  proxy.ConcurrencyLimits.PER_TENANT
          | calls through the proxy;             # in all;        proxy.ConcurrencyLimits.IN_ALL
          | calls through the proxy;             of # characters; proxy.Target.LONGEST
          """)
  void a_line_states_the_limit_of_the_code(String line, String limit, String constant)
      throws Exception {
    String number = String.format(Locale.ROOT, "%,d", value(constant));

    assertThat(lines(line)).singleElement().asString().contains(limit.replace("#", number));
  }

  private static List<String> lines(String start) throws IOException {
    return Files.readAllLines(PAGE).stream().filter(line -> line.startsWith(start)).toList();
  }

  private static long value(String constant) throws ReflectiveOperationException {
    int dot = constant.lastIndexOf('.');
    Field field =
        Class.forName("io.svc.server." + constant.substring(0, dot))
            .getDeclaredField(constant.substring(dot + 1));
    field.setAccessible(true);
    Object value = field.get(null);
    return value instanceof Duration time ? time.toSeconds() : ((Number) value).longValue();
  }
}
