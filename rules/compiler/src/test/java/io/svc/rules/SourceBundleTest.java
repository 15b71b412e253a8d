package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceBundleTest {
  @Test
  void files_come_back_as_they_were_in_their_order() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("secrets/b.yaml", "id: b\n");
    files.put("checks/a.yaml", "first\r\nsecond, without an end");
    files.put("empty.yaml", "");
    files.put("blank.yaml", "\n\n");
    files.put("caf\u00E9/\u65E5.yaml", "\uD83D\uDE00\n\u0000\u001d\u001e\u001f");

    Map<String, String> read = SourceBundle.decode(SourceBundle.encode(files));

    assertThat(read).isEqualTo(files);
    assertThat(read.keySet()).containsExactlyElementsOf(files.keySet());
  }

  @Test
  void no_files_are_an_empty_text() {
    assertThat(SourceBundle.encode(Map.of())).isEmpty();
    assertThat(SourceBundle.decode("")).isEmpty();
  }

  @Test
  void a_file_that_would_be_read_as_two_is_rejected_by_name() {
    assertThatThrownBy(() -> SourceBundle.encode(Map.of("a.yaml", "x\u001cb.yaml\ny")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a.yaml contains a file separator");
  }

  @Test
  void the_same_files_give_the_same_text() {
    Map<String, String> files = Map.of("a.yaml", "x\n");

    assertThat(SourceBundle.encode(files)).isEqualTo(SourceBundle.encode(files));
  }
}
