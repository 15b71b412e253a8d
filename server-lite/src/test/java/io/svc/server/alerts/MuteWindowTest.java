package io.svc.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.http.ApiException;
import io.svc.server.http.Fields;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MuteWindowTest {
  private static MuteWindow window(String json) {
    Fields fields = AlertSite.fields(json);
    MuteWindow window = MuteWindow.read(fields);
    fields.check();
    return window;
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-06T20:59:59Z, false",
    "2026-03-06T21:00:00Z, true",
    "2026-03-07T04:59:59Z, true",
    "2026-03-07T05:00:00Z, false",
    "2026-03-07T21:30:00Z, false"
  })
  void hours_over_midnight_belong_to_the_day_on_which_they_begin(Instant time, boolean isMuted) {
    MuteWindow friday =
        window(
            "{\"days\": [\"fri\"], \"from\": \"22:00\", \"to\": \"06:00\","
                + " \"timezone\": \"Europe/Stockholm\"}");

    assertThat(friday.contains(time)).isEqualTo(isMuted);
  }

  @Test
  void follows_the_clock_of_its_place_when_that_is_put_forward() {
    MuteWindow window =
        window("{\"from\": \"08:00\", \"to\": \"09:00\", \"timezone\": \"Europe/Stockholm\"}");

    assertThat(window.contains(Instant.parse("2026-03-28T07:30:00Z"))).isTrue();
    assertThat(window.contains(Instant.parse("2026-03-29T06:30:00Z"))).isTrue();
    assertThat(window.contains(Instant.parse("2026-03-29T07:30:00Z"))).isFalse();
  }

  @Test
  void ends_by_itself() {
    MuteWindow window = window("{\"expires_at\": \"2026-03-28T12:00:00Z\"}");

    assertThat(window.contains(Instant.parse("2026-03-28T11:59:59Z"))).isTrue();
    assertThat(window.contains(Instant.parse("2026-03-28T12:00:00Z"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"from\": \"25:00\"}",
        "{\"from\": \"10:00\", \"to\": \"10:00\"}",
        "{\"from\": \"24:00\", \"to\": \"02:00\"}",
        "{\"days\": [\"someday\"]}",
        "{\"timezone\": \"Mars/Olympus\"}",
        "{\"expires_at\": \"soon\"}"
      })
  void rejects_what_is_no_time(String json) {
    assertThatThrownBy(() -> window(json)).isInstanceOf(ApiException.class);
  }

  @Test
  void is_read_again_as_it_is_written() {
    MuteWindow window =
        window(
            "{\"days\": [\"Saturday\", \"sun\"], \"from\": \"00:00\", \"to\": \"24:00\","
                + " \"timezone\": \"Europe/Stockholm\", \"expires_at\": \"2026-03-28T12:00:00Z\"}");

    assertThat(window(io.svc.server.json.Json.text(window.json()))).isEqualTo(window);
  }
}
