package io.svc.server.discovery.platform;

import static io.svc.server.discovery.platform.Recorded.CANARY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.discovery.AssetSource;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.SightingConnector;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What people save from a platform, and what else they may send. */
@Tag("thorough")
class ExportReaderTest extends PlatformsFixture {
  private static final List<JsonNode> LEAVES =
      List.of(
          JsonNodeFactory.instance.nullNode(),
          JsonNodeFactory.instance.numberNode(-1L),
          JsonNodeFactory.instance.booleanNode(true),
          JsonNodeFactory.instance.textNode(""),
          JsonNodeFactory.instance.textNode("\ud800 =\u0000{{"),
          JsonNodeFactory.instance.arrayNode(),
          JsonNodeFactory.instance.objectNode());

  @Test
  void all_zaps_of_an_account_are_read_from_its_export() {
    assertThat(show(IntegrationType.ZAPIER, "zapier-export.json", Optional.empty())).isEqualTo(2);

    Sighting seen = notes.named("Hook to chat");
    assertThat(seen.externalId()).isEqualTo("104826178");
    assertThat(seen.active()).isTrue();
    assertThat(seen.triggers()).containsExactly("webhook");
    assertThat(seen.usesAi()).isTrue();
    assertThat(seen.connectors())
        .contains(
            new SightingConnector(
                "Slack", List.of("channel_message"), List.of(), Optional.of("4815162")));
    assertThat(seen.evidence().get(0).basis()).isEqualTo("export");
    assertThat(notes.named("Off").active()).isFalse();
    assertThat(Json.text(notes.seen)).doesNotContain(CANARY);
  }

  @Test
  void the_names_of_apps_are_reported_without_versions() {
    assertThat(ZapReader.app("SlackCLIAPI@1.48.0")).isEqualTo("Slack");
    assertThat(ZapReader.app("GoogleSheetsV2CLIAPI@2.1.0")).isEqualTo("GoogleSheets");
    assertThat(ZapReader.app("EmailAPI")).isEqualTo("Email");
    assertThat(ZapReader.app("API")).isEqualTo("API");
  }

  @Test
  void a_flow_of_a_solution_has_the_name_that_it_is_sent_with() {
    show(IntegrationType.POWER_AUTOMATE, "power-automate-solution.json", Optional.of("Daily post"));

    Sighting seen = notes.named("Daily post");
    assertThat(seen.externalId()).isEqualTo("name:Daily post");
    assertThat(seen.triggers()).containsExactly("schedule");
    assertThat(seen.connectors())
        .containsExactly(
            new SightingConnector(
                "teams",
                List.of("PostMessageToConversation"),
                List.of("as:embedded"),
                Optional.of("cr_teams_1")));
  }

  @Test
  void a_flow_without_a_name_cannot_be_distinguished_from_others() {
    show(IntegrationType.POWER_AUTOMATE, "power-automate-solution.json", Optional.empty());

    assertThat(notes.seen).isEmpty();
    assertThat(notes.unreadable).containsExactly(Optional.empty());
  }

  @Test
  void an_export_of_another_platform_contains_nothing() {
    assertThat(show(IntegrationType.MAKE, "zapier-export.json", Optional.empty())).isZero();
    assertThat(show(IntegrationType.N8N, "power-automate-flow.json", Optional.empty())).isZero();
  }

  @Test
  void whatever_a_platform_reports_is_read_or_counted_and_breaks_nothing() {
    Random random = new Random(4711);
    for (int round = 0; round < 60; round++) {
      JsonNode workflows = broken(random, Recorded.json("n8n-workflows-1.json")).path("data");
      JsonNode flow = broken(random, Recorded.json("power-automate-flow.json"));
      JsonNode blueprint =
          broken(random, Recorded.json("make-blueprint.json")).path("response").path("blueprint");
      JsonNode scenarios = broken(random, Recorded.json("make-scenarios.json")).path("scenarios");
      JsonNode zaps = broken(random, Recorded.json("zapier-zaps.json")).path("data");
      JsonNode exported = broken(random, Recorded.json("zapier-export.json")).path("zaps");
      for (JsonNode first : workflows) {
        read(
            () ->
                new N8nWorkflowReader(context(AssetSource.N8N), Optional.empty())
                    .read(first, Optional.empty()));
      }
      read(
          () ->
              new CloudFlowReader(context(AssetSource.POWER_AUTOMATE))
                  .read(flow, Optional.of("e"), Optional.empty()));
      for (JsonNode first : scenarios) {
        read(
            () ->
                new MakeScenarioReader(
                        context(AssetSource.MAKE), Optional.of("https://eu1.make.com"))
                    .read(first, Optional.of(blueprint)));
      }
      for (JsonNode first : zaps) {
        read(() -> new ZapReader(context(AssetSource.ZAPIER)).read(first));
      }
      for (JsonNode first : exported) {
        read(() -> new ZapReader(context(AssetSource.ZAPIER)).exported(first));
      }
    }
    assertThat(notes.seen).hasSizeGreaterThan(200);
    assertThat(notes.unreadable).isNotEmpty();
    assertThat(Json.text(notes.seen)).doesNotContain(CANARY);
  }

  @FunctionalInterface
  private interface Reading {
    Sighting of() throws UnreadableException;
  }

  private void read(Reading reading) {
    try {
      notes.see(List.of(reading.of()));
    } catch (UnreadableException e) {
      notes.unreadable(e.externalId());
    }
  }

  private static SightingContext context(AssetSource source) {
    return new SightingContext(source, "itg_1", false, new Masking(), text -> "h", Instant.EPOCH);
  }

  /** The same with something else in some places. */
  private static JsonNode broken(Random random, JsonNode node) {
    if (random.nextInt(60) == 0) {
      return LEAVES.get(random.nextInt(LEAVES.size()));
    }
    if (node.isObject()) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(member -> copy.set(member.getKey(), broken(random, member.getValue())));
      return copy;
    }
    if (node.isArray()) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> copy.add(broken(random, element)));
      return copy;
    }
    return node;
  }
}
