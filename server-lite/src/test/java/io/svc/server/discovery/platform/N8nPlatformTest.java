package io.svc.server.discovery.platform;

import static io.svc.server.discovery.platform.Recorded.CANARY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.AssetSource;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.SightingConnector;
import io.svc.server.discovery.platform.PlatformException.Kind;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Against what n8n 1.121.3 answered. */
class N8nPlatformTest extends PlatformsFixture {
  private static final String FIRST = "GET /api/v1/workflows?limit=100&excludePinnedData=true";

  @Test
  void all_pages_are_read_with_the_key_of_the_integration() throws PlatformException {
    recorded.n8n();
    PlatformListing listing = list();

    assertThat(listing).isEqualTo(new PlatformListing(true, ""));
    assertThat(notes.seen)
        .filteredOn(one -> one.kind() == AssetKind.WORKFLOW)
        .extracting(Sighting::name)
        .containsExactly("Invoice intake", "Nightly ledger", "Third one");
    assertThat(recorded.header("x-n8n-api-key")).isEqualTo("key");
    assertThat(recorded.requests()).hasSize(3);
  }

  @Test
  void a_workflow_is_described_by_what_it_uses() throws PlatformException {
    recorded.n8n();
    list();
    Sighting seen = notes.named("Invoice intake");

    assertThat(seen.source()).isEqualTo(AssetSource.N8N);
    assertThat(seen.externalId()).isEqualTo("47aieGyt1vNhJjHT");
    assertThat(seen.url()).contains(recorded.url() + "/workflow/47aieGyt1vNhJjHT");
    assertThat(seen.active()).isFalse();
    assertThat(seen.steps()).as("without the one that is switched off").isEqualTo(4);
    assertThat(seen.triggers()).containsExactly("webhook");
    assertThat(seen.connectors())
        .containsExactly(
            new SightingConnector(
                "httpRequest", List.of("POST"), List.of("host:books.example"), Optional.empty()),
            new SightingConnector(
                "langchain.lmChatOpenAi",
                List.of(),
                List.of("openAiApi"),
                Optional.of("dyTUHYnBb7KN4ejW")));
    assertThat(seen.settings())
        .containsEntry("timezone", "Europe/Berlin")
        .containsEntry("callerPolicy", "workflowsFromSameOwner")
        .containsEntry("webhookAuthentication", "none")
        .containsEntry("models", "gpt-4o-mini")
        .containsKey("parameters");
    assertThat(seen.envelope().scope()).containsExactly("n8n:workflows");
    assertThat(seen.envelope().permissionsUsed()).containsExactly("workflow:list");
  }

  @Test
  void an_agent_is_believed_for_reasons() throws PlatformException {
    recorded.n8n();
    list();
    Sighting seen = notes.named("Invoice intake");

    assertThat(seen.usesAi()).isTrue();
    assertThat(seen.evidence())
        .extracting("detail")
        .containsExactly(
            "Listed by the platform",
            "The node \"Agent\" (agent) is an AI agent",
            "The node \"Model\" (lmChatOpenAi) uses a model or serves one");
    assertThat(notes.named("Nightly ledger").usesAi()).isFalse();
  }

  @Test
  void sub_workflows_error_workflows_and_operations_are_seen() throws PlatformException {
    recorded.n8n();
    list();
    Sighting seen = notes.named("Nightly ledger");

    assertThat(seen.triggers()).containsExactly("schedule");
    assertThat(seen.subWorkflows()).containsExactly("SUBFLOW1");
    assertThat(seen.settings()).containsEntry("errorWorkflow", "ERRFLOW");
    assertThat(seen.connectors())
        .containsExactly(
            new SightingConnector(
                "slack",
                List.of("message.post"),
                List.of("slackApi"),
                Optional.of("Qm4v0pTkZr8yXs1B")));
  }

  @Test
  void what_nodes_are_given_is_hashed_and_never_returned() throws PlatformException {
    recorded.n8n();
    list();

    assertThat(Json.text(notes.seen)).doesNotContain(CANARY, "canary");
    assertThat(notes.named("Invoice intake").settings().get("parameters"))
        .startsWith("hmac-sha256:")
        .isEqualTo(notes.named("Third one").settings().get("parameters"))
        .isNotEqualTo(notes.named("Nightly ledger").settings().get("parameters"));
  }

  @Test
  void credentials_are_known_from_workflows_where_they_may_not_be_listed()
      throws PlatformException {
    recorded.n8n();
    list();
    Sighting seen = notes.named("OpenAI of ops");

    assertThat(seen.kind()).isEqualTo(AssetKind.CONNECTION);
    assertThat(seen.externalId()).isEqualTo("credential:dyTUHYnBb7KN4ejW");
    assertThat(seen.envelope().scope()).containsExactly("n8n:credentials:not_permitted");
    assertThat(seen.evidence()).extracting("detail").containsExactly("Workflows refer to it");
  }

  @Test
  void credentials_that_are_listed_are_seen_by_name_and_type() throws PlatformException {
    recorded
        .n8n()
        .on(
            "GET /api/v1/credentials?limit=100",
            200,
            "{\"data\": [{\"id\": \"c1\", \"name\": \"Unused\", \"type\": \"githubApi\","
                + " \"data\": {\"token\": \"canary\"}}], \"nextCursor\": null}");
    list();

    Sighting seen = notes.named("Unused");
    assertThat(seen.connectors()).extracting(SightingConnector::name).containsExactly("githubApi");
    assertThat(seen.envelope().permissionsUsed()).containsExactly("credential:list");
    assertThat(Json.text(notes.seen)).doesNotContain("canary");
  }

  @Test
  void the_same_answer_gives_the_same_sightings_whatever_the_order_of_members()
      throws PlatformException {
    recorded.n8n();
    list();
    List<Sighting> first = List.copyOf(notes.seen);
    notes.seen.clear();
    String message = Recorded.text("n8n-workflows-1.json");
    String turned =
        message.replaceFirst("(\"path\": \"invoice\"),(\\s+)(\"options\": \\{})", "$3,$2$1");
    assertThat(turned).isNotEqualTo(message);
    recorded.on(FIRST, 200, turned);
    list();

    assertThat(notes.seen).isEqualTo(first);
  }

  @Test
  void an_old_version_that_rejects_parameters_is_asked_without_them() throws PlatformException {
    recorded
        .on(FIRST, 400, "{\"message\": \"Unknown query parameter 'excludePinnedData'\"}")
        .on("GET /api/v1/workflows?limit=100", "n8n-workflows-2.json");
    list();

    assertThat(notes.seen).extracting(Sighting::name).contains("Third one");
  }

  @Test
  void pages_that_are_too_long_are_asked_for_in_smaller_ones() throws PlatformException {
    recorded
        .on(FIRST, 200, "[\"" + "x".repeat(9 << 20) + "\"]")
        .on("GET /api/v1/workflows?limit=10&excludePinnedData=true", "n8n-workflows-2.json");
    list();

    assertThat(notes.seen).extracting(Sighting::name).contains("Third one");
  }

  @Test
  void what_is_no_workflow_is_counted_and_the_rest_is_read() throws PlatformException {
    recorded.on(
        FIRST,
        200,
        "{\"data\": [7, null, {\"id\": \"w9\", \"nodes\": \"none\"}, {\"name\": \"no id\"},"
            + " {\"id\": 12, \"name\": \"ok\", \"nodes\": [null, {\"type\": 3}, {}]}]}");
    list();

    assertThat(notes.seen).extracting(Sighting::externalId).containsExactly("12");
    assertThat(notes.unreadable)
        .containsExactlyInAnyOrder(
            Optional.empty(), Optional.empty(), Optional.of("w9"), Optional.of("name:no id"));
  }

  @Test
  void refusals_and_failures_are_distinguished() {
    assertThat(failure(401, Map.of()).kind()).isEqualTo(Kind.CREDENTIALS);
    assertThat(failure(403, Map.of())).hasMessage("n8n responded with 403.");
    PlatformException busy = failure(429, Map.of("Retry-After", "30"));
    assertThat(busy.kind()).isEqualTo(Kind.BUSY);
    assertThat(busy.retryAfter()).contains(Duration.ofSeconds(30));
    assertThat(failure(500, Map.of())).hasMessage("n8n responded with 500; expected a 2xx status.");
    assertThat(failure(302, Map.of("Location", "http://169.254.169.254/")).kind())
        .isEqualTo(Kind.FAILED);
    recorded.on(FIRST, 200, "<html>canary</html>");
    assertThatThrownBy(this::list).hasMessage("n8n sent a response that is not JSON.");
    recorded.on(FIRST, 200, "{\"data\": {}}");
    assertThatThrownBy(this::list)
        .hasMessage("The response of n8n has no list of workflows; expected \"data\".");
  }

  @Test
  void nothing_is_asked_for_who_wants_no_more() {
    notes.isEnded = true;

    assertThatThrownBy(this::list)
        .isInstanceOfSatisfying(
            PlatformException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ENDED));
    assertThat(recorded.requests()).isEmpty();
  }

  private PlatformException failure(int status, Map<String, String> headers) {
    recorded.on(FIRST, status, headers, "{\"message\": \"canary\"}");
    try {
      list();
      throw new AssertionError("listed");
    } catch (PlatformException e) {
      assertThat(e.getMessage()).doesNotContain("canary");
      return e;
    }
  }

  private PlatformListing list() throws PlatformException {
    return list(IntegrationType.N8N, Map.of("baseUrl", recorded.url() + "/", "apiKey", "key"));
  }
}
