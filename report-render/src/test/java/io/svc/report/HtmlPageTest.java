package io.svc.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.ParseError;
import org.jsoup.parser.Parser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every page, whatever is in it. */
class HtmlPageTest {
  static List<String> pages() {
    return List.of(
        HtmlText.of(),
        HtmlText.of(TestReports.clean()),
        HtmlText.of(TestReports.withFindings(), TestReports.partial(), TestReports.withNote()),
        HtmlText.of(TestReports.hostile()),
        HtmlText.of(TestDiffs.drift()),
        HtmlText.of(TestDiffs.noDrift()),
        HtmlText.of(TestDiffs.hostile()));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_is_well_formed(String html) {
    Parser parser = Parser.htmlParser().setTrackErrors(10);

    parser.parseInput(html, "");

    assertThat(parser.getErrors()).extracting(ParseError::toString).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void the_policy_allows_the_style_and_the_script_of_the_page_and_nothing_else(String html) {
    Document page = HtmlText.parsed(html);

    assertThat(page.select("style, script")).hasSize(2);
    assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .isEqualTo(
            "default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none';"
                + " form-action 'none'",
            hash(page.selectFirst("style").data()), hash(page.selectFirst("script").data()));
    assertThat(page.select("meta[name=referrer]").attr("content")).isEqualTo("no-referrer");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_refers_to_nothing_but_its_own_parts_and_the_web(String html) {
    Document page = HtmlText.parsed(html);

    for (Element element : page.getAllElements()) {
      for (Attribute attribute : element.attributes()) {
        assertThat(attribute.getKey())
            .doesNotStartWith("on")
            .isNotIn("style", "src", "srcset", "action", "formaction", "ping", "poster", "data");
      }
    }
    for (Element element : page.select("[href]")) {
      String target = element.attr("href");
      if (target.startsWith("#")) {
        assertThat(page.getElementById(target.substring(1))).as(target).isNotNull();
      } else {
        assertThat(target).startsWith("https://");
        assertThat(element.attr("rel")).isEqualTo("noreferrer noopener");
      }
    }
    assertThat(
            page.select("link, iframe, object, embed, img, form, base, meta[http-equiv=refresh]"))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_has_an_outline_and_no_id_twice(String html) {
    Document page = HtmlText.parsed(html);

    List<Integer> levels =
        page.select("h1, h2, h3, h4").stream()
            .map(heading -> heading.tagName().charAt(1) - '0')
            .toList();
    assertThat(levels.get(0)).isEqualTo(1);
    for (int i = 1; i < levels.size(); i++) {
      assertThat(levels.get(i)).isBetween(2, levels.get(i - 1) + 1);
    }
    assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
    assertThat(page.selectFirst("html").attr("lang")).isEqualTo("en");
    assertThat(page.select("header, main, footer")).hasSize(3);
  }

  static Stream<String> hostilePages() {
    return Stream.of(HtmlText.of(TestReports.hostile()), HtmlText.of(TestDiffs.hostile()));
  }

  @ParameterizedTest
  @MethodSource("hostilePages")
  void a_hostile_name_is_text_and_nothing_in_it_is_hidden(String html) {
    Document page = HtmlText.parsed(html);

    String seen = page.body().text();
    assertThat(seen).contains("<img src=x onerror=alert(1)>", "\\u{1b}[2J", "\\u{202e}evil");
    assertThat(html.codePoints().filter(c -> c != '\n' && PlainText.isHidden(c))).isEmpty();
  }

  private static String hash(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
