package io.svc.server.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no export is told so, whatever it is. */
class ReportVerifierTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "1", "{", "{}", "{\"rows\":[{]", "{\"rows\":[1e400]}", "\u0000"})
  void what_is_no_export_is_rejected(String text) throws IOException {
    var verdict =
        ReportVerifier.verify(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), Map.of());

    assertThat(verdict.reason()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(ints = {0x80, 0xC3, 0xFF})
  void a_byte_that_is_no_text_is_not_taken_for_the_sign_of_replacement(int bad) throws IOException {
    byte[] export = "{\"rows\":[\"?\"]}".getBytes(StandardCharsets.UTF_8);
    export[10] = (byte) bad;

    var verdict = ReportVerifier.verify(new ByteArrayInputStream(export), Map.of());

    assertThat(verdict.reason()).contains("it is not UTF-8");
  }
}
