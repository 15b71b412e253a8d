package io.svc.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a text that is looked for means, the same over both stores. */
abstract class SearchContract extends McpContract {
  /** More than one page looks at. */
  private static final int MANY = 6_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "token|one two",
        "ToKeN|one two",
        "100%_sure|one",
        "100xysure|",
        "%|one",
        "_|one three",
        "%%|",
        "0%_|one",
        "a_b|three",
        "axb|",
        "!|two",
        "!!|",
        "\"quoted\"|two",
        "d\" o|two",
        "''''|three",
        "*|three",
        "ÄRGER|two",
        "ger über|two",
        "日本|three",
        "日本語|three",
        "本語の|three",
        "🔑|two",
        "🔑🔒🔑|two",
        "zz|",
        "token AND two|",
        "ken is not|one",
      })
  void a_text_is_found_wherever_it_is_whatever_signs_it_has(String text, String types) {
    upload(
        report()
            .finding("one", "low", "a", f -> f.put("detail", "A TOKEN is not 100%_sure."))
            .finding(
                "two", "low", "b", f -> f.put("detail", "token! \"quoted\" or Ärger über 🔑🔒🔑"))
            .finding("three", "low", "c", f -> f.put("detail", "a_b * it's 日本語のテキスト")));

    JsonNode page = get("/api/mcp/findings?q=" + encoded(text));

    List<String> found = new ArrayList<>(texts(page.path("findings"), "finding_type"));
    assertThat(found).containsExactlyInAnyOrder(types == null ? new String[0] : types.split(" "));
    assertThat(page.path("total_size").asInt()).isEqualTo(found.size());
    assertThat(page.path("total_is_minimum").asBoolean()).isFalse();
  }

  @Test
  void a_text_that_changed_is_found_by_its_new_words_alone() {
    upload(report().finding("one", "low", "a", f -> f.put("detail", "version elderberry")));
    upload(report().finding("one", "low", "a", f -> f.put("detail", "version gooseberry")));

    assertThat(get("/api/mcp/findings?q=elderberry").path("findings")).isEmpty();
    assertThat(get("/api/mcp/findings?q=gooseberry").path("findings")).hasSize(1);
  }

  @Test
  void a_text_is_searched_in_one_tenant_only() {
    upload(report().finding("one", "low", "ours", f -> f.put("detail", "elderberry")));
    site.client("other", Role.ADMIN)
        .post(UPLOAD, Sample.of(site.org("other")).finding("two", "low", "theirs").json());

    for (String text : List.of("elderberry", "ours", "e")) {
      JsonNode theirs = site.client("other", Role.ADMIN).get("/api/mcp/findings?q=" + text).json();
      assertThat(texts(theirs.path("findings"), "finding_type"))
          .isEqualTo(text.equals("e") ? List.of("two") : List.of());
    }
    assertThat(site.client("other", Role.ADMIN).get("/api/mcp?q=ours").json().path("servers"))
        .isEmpty();
    assertThat(get("/api/mcp?q=ours").path("servers")).hasSize(1);
  }

  @Test
  void a_text_and_other_conditions_must_all_be_true() {
    upload(report().finding("one", "high", "a").finding("two", "low", "a"));

    for (String text : List.of("found", "fo")) {
      JsonNode page = get("/api/mcp/findings?severity=low,medium&server=a&q=" + text);
      assertThat(texts(page.path("findings"), "finding_type")).containsExactly("two");
      assertThat(page.path("total_size").asInt()).isEqualTo(1);
    }
  }

  @Test
  void pages_of_what_is_found_follow_each_other_however_many_findings_lie_between() {
    upload(report().finding("needle", "low", "first"));
    fill();
    upload(report().with("config_path", "/last").finding("needle", "low", "last"));

    assertThat(servers("needle")).containsExactly("last", "first");
    // Too short for the index: pages may have fewer than were asked for, and lose nothing.
    assertThat(servers("dl")).containsExactly("last", "first");
    JsonNode common = get("/api/mcp/findings?q=haystack&page_size=10");
    assertThat(common.path("findings")).hasSize(10);
    assertThat(common.path("total_size").asInt()).isBetween(10, MANY);
    assertThat(common.path("total_is_minimum").asBoolean()).isTrue();
  }

  /** Findings as an upload makes them, but all at once. */
  private void fill() {
    site.database()
        .change(
            tx -> {
              tx.handle()
                  .createUpdate(
                      """
                      INSERT INTO mcp_finding (org_id, finding_key, finding_id, seq, file_key,
                        server_id, server, finding_type, severity, status, is_own, search, finding,
                        report_id, first_seen_at, last_seen_at, fixed_at)
                      WITH RECURSIVE number (n) AS (
                        SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n <= :many)
                      SELECT org_id, finding_key || n, finding_id || n, n, 'x', server_id, 'hay',
                        'hay', severity, 'fixed', is_own, 'haystack ' || n, finding, report_id,
                        first_seen_at, last_seen_at, last_seen_at
                      FROM mcp_finding, number WHERE org_id = :org AND seq = 1
                      """)
                  .bind("org", site.org("acme"))
                  .bind("many", MANY)
                  .execute();
              tx.on(InventoryCounts.CountStore.class)
                  .add(site.org("acme"), InventoryCounts.FINDING_SEQ, MANY);
            });
  }

  private List<String> servers(String text) {
    List<String> servers = new ArrayList<>();
    String token = "";
    do {
      JsonNode page = get("/api/mcp/findings?page_size=1&q=" + text + "&page_token=" + token);
      servers.addAll(texts(page.path("findings"), "server"));
      token = page.path("next_page_token").asText();
    } while (!token.isEmpty());
    return servers;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
