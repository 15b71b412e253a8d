package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class HtmlBuilderTest {
  @Test
  void a_text_writes_no_tag() throws IOException {
    assertThat(written(new HtmlBuilder().element("p", "</p><script>\"&amp;'\n\u202E")))
        .isEqualTo("<p>&lt;/p&gt;&lt;script&gt;&quot;&amp;amp;'\\u{a}\\u{202e}</p>");
  }

  @Test
  void an_attribute_ends_where_it_should() throws IOException {
    assertThat(written(new HtmlBuilder().open("a", "href", "#\" onclick=\"x()", "hidden", "")))
        .isEqualTo("<a href=\"#&quot; onclick=&quot;x()\" hidden>");
  }

  @Test
  void what_was_written_is_written_once() throws IOException {
    HtmlBuilder page = new HtmlBuilder().text("a");
    StringWriter out = new StringWriter();

    page.writeTo(out);
    page.text("b").writeTo(out);

    assertThat(out).hasToString("ab");
  }

  private static String written(HtmlBuilder page) throws IOException {
    StringWriter out = new StringWriter();
    page.writeTo(out);
    return out.toString();
  }
}
