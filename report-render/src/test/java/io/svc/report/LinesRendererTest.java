package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LinesRendererTest {
  private final Renderer renderer = new LinesRenderer(new SourceRoot(Path.of("/srv/acme")));

  @Test
  void a_hostile_name_cannot_start_a_line_of_its_own() {
    var text = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.hostile());

    assertThat(text.lines()).hasSize(1);
    assertThat(text).doesNotContain("\u001b");
  }

  @Test
  void an_entry_that_was_skipped_is_a_line_too() {
    var text = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.partial());

    assertThat(text).contains(": error: skipped_server: ");
  }
}
