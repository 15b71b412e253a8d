package io.svc.server.discovery.platform;

import static io.svc.server.discovery.platform.Recorded.CANARY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.SightingConnector;
import io.svc.server.discovery.platform.PlatformException.Kind;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Make, Zapier and Power Automate, against the shapes that their documentation has. */
@Tag("thorough")
class OtherPlatformsTest extends PlatformsFixture {
  private static final String MAKE_PAGE =
      "GET /api/v2/scenarios?organizationId=11&pg%5Blimit%5D=100&pg%5Boffset%5D=";
  private static final String ZAPS =
      "GET /v2/zaps?expand=steps.action%2Csteps.action.app&include_shared=true&limit=50&offset=";
  private static final String FLOWS =
      "/providers/Microsoft.ProcessSimple/scopes/admin/environments/Default-1";
  private static final String VERSION = "?api-version=2016-11-01";

  @Test
  void scenarios_of_make_are_read_with_their_blueprints() throws PlatformException {
    make();
    PlatformListing listing = list(IntegrationType.MAKE, makeSettings());

    assertThat(listing.isComplete()).isTrue();
    assertThat(recorded.header("authorization")).isEqualTo("Token t");
    Sighting seen = notes.named("Leads to sheet");
    assertThat(seen.externalId()).isEqualTo("4673570");
    assertThat(seen.url()).contains(recorded.url() + "/895/scenarios/4673570/edit");
    assertThat(seen.owner()).contains("dana@example.com");
    assertThat(seen.active()).isTrue();
    assertThat(seen.steps()).isEqualTo(6);
    assertThat(seen.triggers()).containsExactly("webhook");
    assertThat(seen.usesAi()).isTrue();
    assertThat(seen.settings())
        .containsEntry("maxErrors", "3")
        .containsEntry("scheduling", "immediately");
    assertThat(seen.connectors())
        .containsExactly(
            new SightingConnector(
                "google-sheets", List.of("addRow"), List.of(), Optional.of("8110896")),
            new SightingConnector(
                "http", List.of("ActionSendData"), List.of("host:crm.example"), Optional.empty()),
            new SightingConnector(
                "openai-gpt-3", List.of("CreateCompletion"), List.of(), Optional.of("2417312")));
    assertThat(Json.text(notes.seen)).doesNotContain(CANARY);
  }

  @Test
  void a_scenario_whose_blueprint_is_not_permitted_is_known_by_its_packages()
      throws PlatformException {
    make().on("GET /api/v2/scenarios/4673571/blueprint", 403, "{}");
    list(IntegrationType.MAKE, makeSettings());
    Sighting seen = notes.named("Hidden from this token");

    assertThat(seen.active()).isFalse();
    assertThat(seen.usesAi()).isTrue();
    assertThat(seen.connectors())
        .extracting(SightingConnector::name)
        .containsExactly("anthropic-claude", "gmail");
    assertThat(seen.envelope().scope()).contains("make:blueprint:not_permitted");
  }

  @Test
  void pages_of_make_continue_until_one_is_not_full() throws PlatformException {
    StringBuilder full = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      full.append(i == 0 ? "" : ",").append("{\"id\": ").append(i).append("}");
    }
    recorded
        .on("GET /api/v2/organizations", 200, "{\"organizations\": [{\"id\": 11}]}")
        .on(MAKE_PAGE + 0, 200, "{\"scenarios\": [" + full + "]}")
        .on(MAKE_PAGE + 100, 200, "{\"scenarios\": [{\"id\": 100}, {\"name\": \"no id\"}]}");
    list(IntegrationType.MAKE, makeSettings());

    assertThat(notes.seen).hasSize(101);
    assertThat(notes.unreadable).containsExactly(Optional.empty());
  }

  @Test
  void a_platform_that_asks_to_wait_in_the_middle_is_left_alone_and_nothing_is_missed()
      throws PlatformException {
    make();
    // The round of nine o'clock begins with the second of two.
    recorded
        .on("GET /api/v2/scenarios/4673570/blueprint", 429, Map.of("Retry-After", "60"), "{}")
        .on("GET /api/v2/scenarios/4673571/blueprint", 429, Map.of("Retry-After", "60"), "{}");
    assertThatThrownBy(() -> list(IntegrationType.MAKE, makeSettings()))
        .isInstanceOfSatisfying(
            PlatformException.class, e -> assertThat(e.kind()).isEqualTo(Kind.BUSY));

    int asked = recorded.requests().size();
    String first = recorded.requests().get(asked - 1);
    recorded.on(first, 404, "{}");
    PlatformListing listing = list(IntegrationType.MAKE, makeSettings());
    assertThat(listing.isComplete()).isTrue();
    assertThat(listing.note())
        .isEqualTo(
            "The platform requested a delay after 1 of 2; the others are read in later scans.");
    assertThat(notes.seen).hasSize(1);
    assertThat(notes.existing).hasSize(1);
  }

  @Test
  void zaps_are_read_page_by_page_by_their_apps() throws PlatformException {
    recorded
        .on(
            ZAPS + 0,
            200,
            Recorded.text("zapier-zaps.json")
                .replace("\"next\": null", "\"next\": \"https://evil.example/v2/zaps?offset=2\""))
        .on(ZAPS + 2, 200, "{\"data\": [{\"id\": \"z3\"}], \"links\": {\"next\": null}}");
    list(IntegrationType.ZAPIER, Map.of("baseUrl", recorded.url(), "accessToken", "t"));

    assertThat(recorded.header("authorization")).isEqualTo("Bearer t");
    Sighting seen = notes.named("Mail to answer");
    assertThat(seen.triggers()).containsExactly("Gmail");
    assertThat(seen.usesAi()).isTrue();
    assertThat(seen.steps()).isEqualTo(2);
    assertThat(seen.connectors())
        .containsExactly(
            new SightingConnector(
                "ChatGPT (OpenAI)", List.of("conversation"), List.of(), Optional.of("BRn9rRg")),
            new SightingConnector(
                "Gmail", List.of("new_email"), List.of(), Optional.of("b3eYnwl")));
    assertThat(notes.named("Not expanded").connectors())
        .extracting(SightingConnector::name)
        .containsExactly("uag:1f188536");
    assertThat(notes.unreadable).containsExactly(Optional.of("z3"));
    assertThat(Json.text(notes.seen)).doesNotContain(CANARY);
  }

  @Test
  void flows_are_read_from_each_environment_with_a_token_of_the_application()
      throws PlatformException {
    recorded
        .on("POST /tenant/oauth2/v2.0/token", 200, "{\"access_token\": \"abc\"}")
        .on(
            "GET /providers/Microsoft.ProcessSimple/environments" + VERSION,
            200,
            "{\"value\": [{\"name\": \"Default-1\"}]}")
        .on(
            "GET " + FLOWS + "/v2/flows" + VERSION,
            200,
            "{\"value\": [{\"name\": \"00afcb83-df7b-4fe0-ab9c-1542a1dc66a9\","
                + " \"properties\": {\"displayName\": \"Invoice approval\"}}], \"nextLink\": \""
                + recorded.url()
                + FLOWS
                + "/v2/flows?page=2\"}")
        .on(
            "GET " + FLOWS + "/v2/flows?page=2",
            200,
            "{\"value\": [{\"name\": \"f2\", \"properties\": {\"displayName\": \"Summary only\","
                + " \"state\": \"Stopped\", \"definitionSummary\": {\"triggers\": [{\"type\":"
                + " \"Recurrence\"}], \"actions\": [{\"type\": \"OpenApiConnection\","
                + " \"swaggerOperationId\": \"SendEmailV2\", \"api\": {\"name\":"
                + " \"shared_office365\"}}]}}}]}")
        .on(
            "GET " + FLOWS + "/flows/00afcb83-df7b-4fe0-ab9c-1542a1dc66a9" + VERSION,
            "power-automate-flow.json");
    PlatformListing listing = list(IntegrationType.POWER_AUTOMATE, flowSettings());

    assertThat(listing.isComplete()).isTrue();
    assertThat(recorded.header("authorization")).isEqualTo("Bearer abc");
    Sighting seen = notes.named("Invoice approval");
    assertThat(seen.owner()).contains("9f3c");
    assertThat(seen.triggers()).containsExactly("office365");
    assertThat(seen.subWorkflows()).containsExactly("7e1d");
    assertThat(seen.steps()).isEqualTo(8);
    assertThat(seen.usesAi()).isTrue();
    assertThat(seen.connectors())
        .containsExactly(
            new SightingConnector(
                "http", List.of("POST"), List.of("host:api.openai.com"), Optional.empty()),
            new SightingConnector(
                "office365",
                List.of("OnNewEmailV3"),
                List.of("as:embedded"),
                Optional.of("shared-office365-8f21")),
            new SightingConnector(
                "sql",
                List.of("PostItem_V2"),
                List.of("as:invoker"),
                Optional.of("shared-sql-1c77")));
    assertThat(Json.text(notes.seen)).doesNotContain(CANARY);

    Sighting summary = notes.named("Summary only");
    assertThat(summary.active()).isFalse();
    assertThat(summary.triggers()).containsExactly("Recurrence");
    assertThat(summary.envelope().scope()).contains("power_automate:definition:not_permitted");
  }

  @Test
  void the_token_of_the_application_goes_to_no_other_address() throws PlatformException {
    recorded
        .on("POST /tenant/oauth2/v2.0/token", 200, "{\"access_token\": \"abc\"}")
        .on(
            "GET " + FLOWS + "/v2/flows" + VERSION,
            200,
            "{\"value\": [], \"nextLink\": \"" + recorded.url() + ".evil.example/flows\"}");
    PlatformListing listing =
        list(
            IntegrationType.POWER_AUTOMATE,
            Map.of(
                "tenantId", "tenant",
                "clientId", "c",
                "clientSecret", "s",
                "environmentId", "Default-1",
                "apiUrl", recorded.url(),
                "loginUrl", recorded.url()));

    assertThat(listing.isComplete()).isFalse();
    assertThat(recorded.requests()).hasSize(2);
  }

  @Test
  void a_client_that_the_sign_in_rejects_has_wrong_credentials() {
    recorded.on("POST /tenant/oauth2/v2.0/token", 400, "{\"error\": \"invalid_client\"}");

    assertThatThrownBy(() -> list(IntegrationType.POWER_AUTOMATE, flowSettings()))
        .isInstanceOfSatisfying(
            PlatformException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CREDENTIALS))
        .hasMessage("power_automate rejected the client with status 400.");
  }

  private Recorded make() {
    return recorded
        .on("GET /api/v2/organizations", 200, "{\"organizations\": [{\"id\": 11}]}")
        .on(MAKE_PAGE + 0, "make-scenarios.json")
        .on("GET /api/v2/scenarios/4673570/blueprint", "make-blueprint.json");
  }

  private Map<String, String> makeSettings() {
    return Map.of("baseUrl", recorded.url(), "apiToken", "t");
  }

  private Map<String, String> flowSettings() {
    return Map.of(
        "tenantId", "tenant",
        "clientId", "c",
        "clientSecret", "s",
        "apiUrl", recorded.url(),
        "loginUrl", recorded.url());
  }
}
