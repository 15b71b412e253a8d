package io.svc.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
  @Test
  void two_values_never_have_one_canonical_form() throws BadJsonException {
    String half = Json.canonical(Map.of("a", "x\uD800"));

    assertThat(half).isEqualTo("{\"a\":\"x\\ud800\"}");
    assertThat(half.getBytes(UTF_8))
        .isNotEqualTo(Json.canonical(Map.of("a", "x?")).getBytes(UTF_8));
    assertThat(Json.canonical(Json.read(half.getBytes(UTF_8)))).isEqualTo(half);
    assertThat(Json.canonical(List.of("\uD83D\uDC0E"))).isEqualTo("[\"\uD83D\uDC0E\"]");
  }

  @ParameterizedTest
  @CsvSource({
    "1969-12-31T23:59:59.999999999Z, 1969-12-31T23:59:59.999Z",
    "1970-01-01T00:00:00Z, 1970-01-01T00:00:00.000Z",
    "2026-11-20T09:28:30.007Z, 2026-11-20T09:28:30.007Z",
    "2028-02-29T10:20:30.100Z, 2028-02-29T10:20:30.100Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999Z",
    "+10000-01-01T00:00:00Z, +10000-01-01T00:00:00.000Z",
    "-0001-01-01T00:00:00Z, -0001-01-01T00:00:00.000Z"
  })
  void times_have_milliseconds_and_utc(Instant time, String expected) {
    assertThat(Json.time(time)).isEqualTo(expected);
  }

  @Test
  void a_number_that_would_be_infinite_is_rejected_with_its_place() {
    assertThatThrownBy(() -> Json.read("[1,\n -1e400]".getBytes(UTF_8)))
        .isInstanceOf(BadJsonException.class)
        .hasMessage("a number is too large for any of 64 bits (line 2, column 2)");
  }
}
