package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlMarkdownTest {
  private final HtmlMarkdown markdown = new HtmlMarkdown();

  @Test
  void names_in_backticks_are_code_and_everything_else_is_text() {
    assertThat(markdown.sentence("The variable `A_*<B>` is **not** <b>set</b>."))
        .isEqualTo("The variable <code>A_*&lt;B&gt;</code> is **not** &lt;b&gt;set&lt;/b&gt;.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<script>alert(1)</script>|&lt;script&gt;alert(1)&lt;/script&gt;",
        "a <img src=x onerror=y> b|a &lt;img src=x onerror=y&gt; b",
        "[x](javascript:alert(1))|x",
        "[x](data:text/html;base64,AAAA)|x",
        "[x](//e.vil/p)|x",
        "[x](#finding-1)|x",
        "<javascript:alert(1)>|javascript:alert(1)",
        "![seen](https://e.vil/p.png)|seen",
        "[![in](https://e.vil/p.png)](https://e.vil)|<a rel=\"noreferrer noopener\""
            + " href=\"https://e.vil\">in</a>",
        "# Heading|# Heading",
        "a &#x202e; b|a \\u{202e} b",
        "`&#x202e;`|<code>&amp;#x202e;</code>"
      })
  void a_page_can_do_nothing_but_link_to_the_web(String text, String html) {
    assertThat(markdown.page(text)).isEqualTo(html);
  }

  @Test
  void a_page_has_paragraphs_lists_and_blocks_of_code() {
    assertThat(markdown.page("One `a`.\n\n- two\n\n```sh onload\nx\u202E\ny\n```"))
        .isEqualTo(
            """
            <p>One <code>a</code>.</p>
            <ul>
            <li>two</li>
            </ul>
            <pre><code>x\\u{202e}
            y
            </code></pre>""");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[x](https://e.vil)", "<https://e.vil>", "[x][y]\n\n[y]: https://e.vil"})
  void nothing_in_a_summary_is_a_link(String text) {
    assertThat(markdown.summary(text)).doesNotContain("<a ", "href");
  }
}
