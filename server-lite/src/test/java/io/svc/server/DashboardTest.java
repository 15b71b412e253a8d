package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages as a browser asks for them. */
class DashboardTest {
  private static final Pattern ASSET =
      Pattern.compile("(?:src|href)=\"(/assets/[0-9a-f]{12}/[^\"]+)\"");

  @TempDir static Path directory;
  private static TestServer server;
  private static Client browser;

  @BeforeAll
  static void start() {
    server = TestServer.start(directory);
    browser = server.visitor().with("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/login",
        "/invite",
        "/overview",
        "/agents/agt_1",
        "/mcp/findings",
        "/policies/pol_1/rollout",
        "/settings/keys"
      })
  void every_page_is_there_under_its_own_address(String path) {
    Answer answer = server.visitor().get(path);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).hasValue("text/html;charset=utf-8");
    assertThat(answer.header("Cache-Control")).hasValue("no-store");
    assertThat(answer.text()).startsWith("<!doctype html>");
  }

  @Test
  void only_what_the_server_sent_runs_in_a_page() {
    String policy = browser.get("/overview").header("Content-Security-Policy").orElseThrow();

    assertThat(policy)
        .contains("default-src 'none'", "script-src 'self' 'sha256-", "style-src 'self';")
        .contains("require-trusted-types-for 'script'; trusted-types 'none'")
        .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'")
        .doesNotContain("unsafe");
  }

  @Test
  void files_of_a_page_exist_and_are_cached_permanently() {
    Matcher asset = ASSET.matcher(browser.get("/login").text());
    int found = 0;
    while (asset.find()) {
      found++;
      Answer answer = browser.get(asset.group(1));
      assertThat(answer.status()).as(asset.group(1)).isEqualTo(200);
      assertThat(answer.header("Cache-Control")).hasValue("public, max-age=31536000, immutable");
      assertThat(answer.header("X-Content-Type-Options")).hasValue("nosniff");
    }
    assertThat(found).isGreaterThan(10);
  }

  @Test
  void text_is_sent_compressed_to_who_reads_that() {
    Matcher asset = ASSET.matcher(browser.get("/login").text());
    assertThat(asset.find()).isTrue();
    String path = asset.group(1).replaceAll("/[^/]+$", "/app.js");

    Answer zipped = browser.with("Accept-Encoding", "gzip, br").get(path);
    Answer plain = browser.with("Accept-Encoding", "identity").get(path);

    assertThat(zipped.header("Content-Encoding")).hasValue("gzip");
    assertThat(plain.header("Content-Encoding")).isEmpty();
    assertThat(plain.header("Vary").orElseThrow()).contains("Accept-Encoding");
    assertThat(plain.text()).contains("import { render } from \"preact\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/nothing",
        "/v1/nothing",
        "/assets/nothing.js",
        "/assets/000000000000/app.js",
        "/metrics/nothing"
      })
  void what_programs_ask_for_is_rejected_in_their_language(String path) {
    Answer answer = browser.get(path);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).isEqualTo("not_found");
  }

  @Test
  void an_unknown_page_returns_404_as_html_and_json() {
    Answer page = browser.get("/nothing/here");
    Answer json = server.visitor().get("/nothing/here");

    assertThat(page.status()).isEqualTo(404);
    assertThat(page.text()).startsWith("<!doctype html>");
    assertThat(json.status()).isEqualTo(404);
    assertThat(json.code()).isEqualTo("not_found");
  }

  @Test
  void a_page_is_read_and_not_written() {
    assertThat(browser.post("/overview", Map.of()).code()).isEqualTo("not_found");
  }
}
