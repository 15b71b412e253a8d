package io.svc.server.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.scanner.address.MetadataAddresses;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyCheckResult;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.policies.dsl.PolicyProblem;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TemplatesTest {
  private static final PolicyDsl DSL = new PolicyDsl();

  static List<Template> all() {
    return Templates.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void each_is_a_policy_without_errors_or_warnings_whose_tests_pass(Template template) {
    assertThat(template.examples()).hasSizeGreaterThanOrEqualTo(2);
    for (Map<String, JsonNode> example : template.examples()) {
      PolicyCheckResult checked = DSL.check(template.render(example));

      assertThat(checked.errors()).as("with %s", example).isEmpty();
      assertThat(checked.warnings()).as("with %s", example).isEmpty();
      assertThat(checked.tests()).hasSizeGreaterThanOrEqualTo(2).allMatch(test -> test.passed());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void each_template_has_a_description_and_uses_every_parameter(Template template) {
    assertThat(template.id()).matches("tpl_[a-z_]+");
    assertThat(template.name()).isNotBlank();
    assertThat(template.description()).endsWith(".");
    assertThat(template.category()).matches("[a-z_]+");
    assertThat(template.frameworks()).isNotEmpty();
    for (TemplateParameter parameter : template.parameters()) {
      assertThat(template.source()).contains("${" + parameter.name() + "}");
      assertThat(parameter.description()).endsWith(".");
      assertThat(template.examples()).anyMatch(example -> example.containsKey(parameter.name()));
    }
    assertThat(Templates.find(template.id())).contains(template);
  }

  @Test
  void every_file_is_offered_once() throws IOException, URISyntaxException {
    Path directory =
        Path.of(TemplatesTest.class.getResource("/policies/templates/payments.yaml").toURI())
            .getParent();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".yaml", "")))
          .containsExactlyInAnyOrderElementsOf(Templates.FILES);
    }
    assertThat(Templates.all()).extracting(Template::id).doesNotHaveDuplicates();
    assertThat(Templates.all()).hasSizeGreaterThanOrEqualTo(12);
    assertThat(Templates.find("tpl_none")).isEmpty();
  }

  @Test
  void the_metadata_template_denies_every_metadata_address_that_the_scanner_knows() {
    String dsl = template("tpl_cloud_metadata").render(Map.of("allowLinkLocal", Json.tree(true)));
    for (String address : MetadataAddresses.texts()) {
      String host = address.indexOf(':') < 0 ? address : "[" + address + "]";
      Facts facts =
          Facts.of("http_request", Instant.EPOCH).destination("http://" + host + "/").build();

      assertThat(DSL.check(dsl).compiled().orElseThrow().evaluate(facts).effect())
          .as(address)
          .isEqualTo(Effect.DENY);
    }
  }

  private static Template template(String id) {
    return Templates.find(id).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tpl_payments | {\"threshold\": \"500\"} | Parameter \"threshold\" is \"500\"; expected a"
            + " number",
        "tpl_payments | {\"threshold\": -1} | Parameter \"threshold\" is -1; expected at least 0",
        "tpl_payments | {\"treshold\": 1} | Template \"tpl_payments\" has no parameter"
            + " \"treshold\"; expected servers, threshold, currencies, approverGroup",
        "tpl_payments | {\"servers\": \"stripe\"} | Parameter \"servers\" is \"stripe\"; expected a"
            + " list of at most 500 texts of at most 500 characters",
        "tpl_payments | {\"servers\": [1]} | Parameter \"servers\" is [1]; expected a list of at"
            + " most 500 texts of at most 500 characters",
        "tpl_payments | {\"approverGroup\": \"\"} | Parameter \"approverGroup\" is \"\"; expected a"
            + " text of at most 500 characters",
        "tpl_payments | {\"approverGroup\": null} | Parameter \"approverGroup\" is null; expected a"
            + " text of at most 500 characters",
        "tpl_bulk_export | {\"rowLimit\": 1.5} | Parameter \"rowLimit\" is 1.5; expected a whole"
            + " number",
        "tpl_bulk_export | {\"rowLimit\": 0} | Parameter \"rowLimit\" is 0; expected at least 1 at"
            + " most 1000000000",
        "tpl_cloud_metadata | {\"allowLinkLocal\": \"yes\"} | Parameter \"allowLinkLocal\" is"
            + " \"yes\"; expected true or false"
      })
  void values_of_another_type_are_rejected(String id, String values, String message) {
    Map<String, JsonNode> given =
        Json.readStored(values).properties().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

    assertThatThrownBy(() -> template(id).render(given))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "x\"] }\\n  - id: evil",
        "${tools}",
        "a: b # c",
        "it's \"quoted\" \\\\ \\u0041",
        "\\u2028\\u0085\\u0000\\u007f\\ufeff",
        "😀 ünï",
        "') || true || ('"
      })
  void a_text_stays_that_text_in_yaml_and_in_conditions(String written) {
    JsonNode value =
        Json.readStored("\"" + written.replace("\"", "\\\"").replace("\\\\\"", "\\\"") + "\"");
    String text = value.textValue();
    String dsl =
        template("tpl_unknown_mcp_server").render(Map.of("knownServers", Json.tree(List.of(text))));
    PolicyCheckResult checked = DSL.check(dsl);

    assertThat(checked.errors()).extracting(PolicyProblem::message).isEmpty();
    assertThat(checked.compiled().orElseThrow().rules()).hasSize(2);
    assertThat(
            checked
                .compiled()
                .orElseThrow()
                .evaluate(Facts.of("tool_call", Instant.EPOCH).platform("mcp").server(text).build())
                .effect())
        .isEqualTo(Effect.ALLOW);

    PolicyCheckResult boxed =
        DSL.check(template("tpl_shell_in_container").render(Map.of("profile", Json.tree(text))));
    boolean isValid = text.codePointCount(0, text.length()) <= 120;
    assertThat(isValid).isTrue();
    assertThat(boxed.errors()).extracting(PolicyProblem::message).isEmpty();
    assertThat(
            boxed
                .compiled()
                .orElseThrow()
                .evaluate(Facts.of("tool_call", Instant.EPOCH).tool("bash").build())
                .route()
                .orElseThrow()
                .profile())
        .contains(text);
  }

  @Test
  void an_answer_has_the_defaults_by_name_and_no_inner_parts() {
    JsonNode json = Json.tree(template("tpl_pii_egress"));

    assertThat(json.at("/parameters/0/default").isArray()).isTrue();
    assertThat(json.path("severity").asText()).isEqualTo("high");
    assertThat(json.has("source")).isFalse();
    assertThat(json.has("examples")).isFalse();
    assertThat(json.path("dsl").asText()).contains("host_not: []");
  }
}
