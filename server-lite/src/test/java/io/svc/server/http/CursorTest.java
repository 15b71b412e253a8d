package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {
  @Test
  void a_cursor_is_read_as_the_position_it_was_created_from() {
    assertThat(Cursor.read(Cursor.of("alr_01"))).contains("alr_01");
    assertThat(Cursor.number("cursor", Cursor.of(123), "", "one was expected")).isEqualTo(123);
    assertThat(Cursor.number("token", Cursor.of("f1:7"), "f1:", "one was expected")).isEqualTo(7);
  }

  /** Padded, with spare bits, with a sign, too large, of another list, not of base64. */
  @ParameterizedTest
  @ValueSource(strings = {"MQ==", "MR", "KzE", "LTE", "MTExMTExMTExMTExMTExMTExMTE", "ZjE6Nw", "?"})
  void another_spelling_or_another_text_is_rejected(String cursor) {
    assertThatThrownBy(() -> Cursor.number("cursor", cursor, "", "one was expected"))
        .isInstanceOf(ApiException.class)
        .hasMessage("The parameter \"cursor\" is \"" + cursor + "\"; one was expected.");
  }
}
