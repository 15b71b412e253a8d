package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.rules.RuleSource;
import io.svc.scanner.scan.McpScanReport;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** What the HTML renderer makes of samples, as text and as a document. */
final class HtmlText {
  private static final Pattern ASSET =
      Pattern.compile("(<style>|<script>).*?(</style>|</script>)", Pattern.DOTALL);
  private static final Pattern HASH = Pattern.compile("'sha256-[^']+'");

  private HtmlText() {}

  static String of(McpScanReport... reports) {
    return TestReports.rendered(renderer(), Terminal.PLAIN, reports);
  }

  static String of(BaselineDiff diff) {
    return TestReports.rendered(renderer(), Terminal.PLAIN, diff);
  }

  static Document parsed(String html) {
    return Jsoup.parse(html);
  }

  static Renderer renderer(RuleSource... customRules) {
    return new HtmlRenderer(List.of(customRules));
  }

  /** The page without style and script, which are read best where they stand, and their hashes. */
  static String withoutAssets(String html) {
    String bare = ASSET.matcher(html).replaceAll("$1…$2");
    String unhashed = HASH.matcher(bare).replaceAll("'sha256-…'");
    // The version is the build's, and would have to be approved anew with each release.
    return unhashed.replace(
        ToolMetadata.NAME + " " + ToolMetadata.version(), ToolMetadata.NAME + " …");
  }
}
