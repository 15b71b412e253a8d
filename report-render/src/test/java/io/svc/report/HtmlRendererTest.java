package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.RuleLoader;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

class HtmlRendererTest {
  private static final int MAX_BYTES_OF_ASSETS = 40_000;

  @Test
  void a_name_cannot_end_the_script() {
    McpScanReport report = TestReports.of(TestFindings.of("</script><script>x()</script>"));

    Document page = HtmlText.parsed(HtmlText.of(report));

    assertThat(page.select("script")).hasSize(1);
    assertThat(page.select(".where code").text()).isEqualTo("</script><script>x()</script>");
  }

  @Test
  void a_finding_contains_all_details() {
    Finding finding = TestFindings.secret();

    Document page = HtmlText.parsed(HtmlText.of(TestReports.of(finding)));

    Element row = page.selectFirst(".finding");
    assertThat(row.selectFirst(".tag").text()).isEqualTo("High");
    assertThat(row.selectFirst("h3").text())
        .isEqualTo("The file contains a credential in plain text");
    assertThat(row.selectFirst(".what > p").text()).isEqualTo(finding.detail());
    assertThat(row.select(".where").text()).isEqualTo("github line 12:25");
    assertThat(row.select("dt").eachText()).containsExactly("Fix", "Place", "Fingerprint", "Check");
    assertThat(row.select("dd").eachText())
        .containsExactly(
            finding.remediation(),
            TestFindings.PATH + ":12:25 /mcpServers/github/env/GITHUB_TOKEN",
            TestFindings.HASH,
            "hardcoded_secret secrets/github-pat");
  }

  @Test
  void a_check_and_a_rule_are_explained_once_however_often_they_are_found() {
    McpScanReport report = TestReports.of(TestFindings.secret(), TestFindings.secret());

    Document page = HtmlText.parsed(HtmlText.of(report));

    assertThat(page.select(".check").eachAttr("id"))
        .containsExactly("check-hardcoded_secret", "rule-secrets/github-pat");
    Element rule = page.getElementById("rule-secrets/github-pat");
    assertThat(rule.select("h3").text()).isEqualTo("GitHub personal access token (classic)");
    assertThat(rule.select("dt").eachText())
        .containsExactly("Issued by", "Description", "How to revoke it", "More information");
    assertThat(rule.select("a").attr("href")).startsWith("https://docs.github.com/");
  }

  @Test
  void a_rule_of_a_users_own_is_explained_like_any_other() throws IOException {
    var own =
        RuleLoader.load(
            "lanternfish-api-key.yaml",
            Files.readString(ProjectFiles.of("examples/rules/lanternfish-api-key.yaml")));
    Finding finding =
        TestFindings.secretWith(Map.of("rule_id", own.rule().id(), "fingerprint", "f"));

    Document page =
        HtmlText.parsed(
            TestReports.rendered(HtmlText.renderer(own), Terminal.PLAIN, TestReports.of(finding)));

    assertThat(page.getElementById("rule-" + own.rule().id()).select("dd").eachText())
        .contains(own.provider());
  }

  @Test
  void a_finding_without_an_explanation_shows_its_type() {
    Document page = HtmlText.parsed(HtmlText.of(TestReports.of(TestFindings.of("server"))));

    assertThat(page.select(".finding h3").text()).isEqualTo("unheard_of");
    assertThat(page.select(".check")).isEmpty();
  }

  @Test
  void suppressed_findings_stand_apart_with_the_reason_and_are_not_counted() {
    Document page = HtmlText.parsed(HtmlText.of(TestReports.withFindings()));

    Element suppressed = page.getElementById("suppressed");
    assertThat(suppressed.select(".finding")).hasSize(1);
    assertThat(suppressed.select(".what > p").eachText())
        .containsExactly(
            "The command is below /tmp.",
            "Suppressed by .svc/preflight.yaml:7: Only on the *build* machine");
    assertThat(page.select("#file-1 .finding")).hasSize(5);
    assertThat(page.select(".tile b").eachText()).containsExactly("1", "1", "1", "1", "1");
  }

  @Test
  void a_partial_file_is_named_first_and_with_what_was_skipped() {
    Document page = HtmlText.parsed(HtmlText.of(TestReports.clean(), TestReports.partial()));

    assertThat(page.select(".notice").text()).startsWith("Partially read: " + TestFindings.PATH);
    assertThat(page.select(".notice a").attr("href")).isEqualTo("#file-2");
    assertThat(page.select("#file-2 .notes li").eachText())
        .containsExactly("broken: \"command\" is a number", "odd: not an object");
  }

  @Test
  void a_clean_page_lists_what_was_searched() {
    Document page = HtmlText.parsed(HtmlText.of(TestReports.clean()));

    assertThat(page.select(".empty h2").text()).isEqualTo("No findings");
    assertThat(page.select(".empty li").eachText())
        .contains(
            "The file contains a credential in plain text", "Tools run without user approval");
    assertThat(page.select("#tools, .pick")).isEmpty();
  }

  @Test
  void a_diff_marks_what_differs_within_a_field() {
    Document page = HtmlText.parsed(HtmlText.of(TestDiffs.drift()));

    Element arguments = page.select("#modified tr:contains(args)").first();
    assertThat(arguments.select(".before div").eachText())
        .containsExactly("-y", "@acme/files@1.2.0", "/srv");
    assertThat(arguments.select("del").eachText()).containsExactly("@acme/files@1.2.0", "/srv");
    assertThat(arguments.select("ins").eachText()).containsExactly("@acme/files@1.3.0", "/");
    assertThat(page.select("#modified tr:contains(value_hashes) td").text())
        .isEqualTo("changed, values not shown");
  }

  @Test
  void style_and_script_stay_small_and_cannot_end_early() {
    HtmlAssets assets = HtmlAssets.ofReport();

    assertThat(assets.style().length() + assets.script().length()).isLessThan(MAX_BYTES_OF_ASSETS);
    assertThat(assets.style()).doesNotContain("</", "@import", "url(").isASCII();
    assertThat(assets.script()).doesNotContain("</", "<!--", "innerHTML", "fetch(").isASCII();
  }
}
