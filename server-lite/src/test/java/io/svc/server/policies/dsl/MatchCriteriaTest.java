package io.svc.server.policies.dsl;

import static io.svc.server.policies.dsl.Sample.call;
import static io.svc.server.policies.dsl.Sample.matches;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatchCriteriaTest {
  private static FactsBuilder completeFacts() {
    return call()
        .platform("n8n")
        .server("Stripe")
        .tool("create_payment")
        .operation("create")
        .method("POST")
        .destination("https://api.example.com:8443/v1/Charges?x=1")
        .classification(List.of("public", "PII"))
        .agent(new Facts.Agent("agt_1", "Invoice-Bot", List.of("a", "finance"), "ann", "e", "l"))
        .environment("production")
        .user("Ann@example.com")
        .peer("helper");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{action: tool_call}",
        "{action: [http_request, tool_*]}",
        "{action: TOOL_CALL}",
        "{platform: [zapier, n8n]}",
        "{server: stripe}",
        "{tool: [\"create_payment*\", refund]}",
        "{tool: CREATE_PAYMENT}",
        "{operation: create}",
        "{method: post}",
        "{path: /v1/*}",
        "{destination: {}}",
        "{destination: {host: api.example.com}}",
        "{destination: {host: [\"*.example.com\"]}}",
        "{destination: {host_not: [\"*.corp.example\"]}}",
        "{destination: {host_not: []}}",
        "{destination: {port: [443, 8000-8999]}}",
        "{destination: {port: 8443}}",
        "{destination: {scheme: HTTPS}}",
        "{destination: {url: \"https://api.example.com:8443/v1/Ch*\"}}",
        "{data: {classification: pii}}",
        "{agent: {id: agt_1}}",
        "{agent: {name: invoice-*}}",
        "{agent: {tags: [finance]}}",
        "{agent: {owner: ann}}",
        "{environment: production}",
        "{user: \"*@example.com\"}",
        "{peer: {agent: helper}}",
        "{time: {days: wed}}",
        "{time: {days: [mon-fri], hours: \"09:00-17:00\"}}",
        "{time: {hours: \"11:00-12:00\", tz: Europe/Stockholm}}",
        "{action: tool_call, server: stripe, environment: prod*}"
      })
  void matches_what_it_names(String match) {
    assertThat(matches(match, completeFacts())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{action: http_request}",
        "{platform: zapier}",
        "{server: stripe2}",
        "{tool: create}",
        "{operation: \"?\"}",
        "{method: GET}",
        "{path: /v1/charges}",
        "{destination: {host: example.com}}",
        "{destination: {host_not: [\"*.example.com\"]}}",
        "{destination: {port: 443}}",
        "{destination: {scheme: http}}",
        "{destination: {url: \"https://api.example.com/*\"}}",
        "{destination: {cidr: 0.0.0.0/0}}",
        "{data: {classification: secret}}",
        "{agent: {id: agt_2}}",
        "{agent: {name: invoice}}",
        "{agent: {tags: financ}}",
        "{agent: {owner: bob}}",
        "{environment: staging}",
        "{user: bob@example.com}",
        "{peer: {agent: other}}",
        "{time: {days: [mon, tue, thu-sun]}}",
        "{time: {hours: \"11:00-12:00\"}}",
        "{action: tool_call, server: other}"
      })
  void does_not_match_anything_else(String match) {
    assertThat(matches(match, completeFacts())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{platform: \"*\"}",
        "{server: \"*\"}",
        "{tool: \"*\"}",
        "{path: \"*\"}",
        "{destination: {host: a.example}}",
        "{destination: {host_not: [a.example]}}",
        "{destination: {host_not: []}}",
        "{destination: {cidr: 0.0.0.0/0}}",
        "{destination: {port: 1-65535}}",
        "{destination: {url: \"*\"}}",
        "{data: {classification: \"*\"}}",
        "{agent: {tags: \"*\"}}",
        "{user: \"*\"}",
        "{peer: {agent: \"*\"}}"
      })
  void what_is_not_known_is_matched_by_nothing(String match) {
    assertThat(matches(match, call())).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "169.254.169.254/32, http://2852039166/, true",
    "169.254.169.254, http://[::ffff:a9fe:a9fe]/, true",
    "169.254.169.254, http://[64:ff9b::a9fe:a9fe]/, true",
    "10.0.0.0/8, 10.255.0.1, true",
    "10.0.0.0/8, 11.0.0.1, false",
    "fd00::/8, 'http://[fd12::1]/', true",
    "fd00::/8, 10.0.0.1, false",
    "::ffff:10.0.0.0, 10.0.0.0, true",
    "0.0.0.0/0, internal.example, false"
  })
  void cidr_blocks_match_addresses_and_no_names(String cidr, String to, boolean matches) {
    assertThat(matches("{destination: {cidr: [\"" + cidr + "\"]}}", call().destination(to)))
        .isEqualTo(matches);
  }

  @Test
  void a_destination_that_cannot_be_read_is_none_of_the_excluded() {
    assertThat(
            matches(
                "{destination: {host_not: [\"*.corp.example\"]}}",
                call().destination("http://a b.corp.example/")))
        .isTrue();
  }

  @Test
  void a_time_zone_moves_its_clock_in_summer() {
    String match = "{time: {hours: \"09:00-10:00\", tz: Europe/Stockholm}}";

    assertThat(matches(match, Facts.of("a", Instant.parse("2026-01-07T08:30:00Z")))).isTrue();
    assertThat(matches(match, Facts.of("a", Instant.parse("2026-07-07T07:30:00Z")))).isTrue();
    assertThat(matches(match, Facts.of("a", Instant.parse("2026-07-07T08:30:00Z")))).isFalse();
  }
}
