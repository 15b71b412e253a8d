package io.svc.scanner.finding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  @Test
  void bytes_are_named_by_their_sha_256() {
    assertThat(Fingerprint.ofBytes(new byte[0]))
        .isEqualTo("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assertThat(Fingerprint.ofBytes("abc".getBytes(UTF_8)))
        .isEqualTo("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void parts_are_joined_with_their_lengths() {
    assertThat(Fingerprint.of("ab", "", "é"))
        .isEqualTo(Fingerprint.ofBytes("2:ab0:1:é".getBytes(UTF_8)));
  }

  @Test
  void the_same_parts_give_the_same_fingerprint() {
    assertThat(Fingerprint.of("a", "b")).isEqualTo(Fingerprint.of("a", "b"));
  }

  @Test
  void other_parts_another_order_or_other_bounds_give_another() {
    assertThat(
            List.of(
                Fingerprint.of(),
                Fingerprint.of(""),
                Fingerprint.of("", ""),
                Fingerprint.of("a", "b"),
                Fingerprint.of("b", "a"),
                Fingerprint.of("ab"),
                Fingerprint.of("ab", ""),
                Fingerprint.of("", "ab"),
                Fingerprint.of("a", "bc"),
                Fingerprint.of("ab", "c"),
                Fingerprint.of("1:a1:b"),
                Fingerprint.of("A", "b")))
        .doesNotHaveDuplicates();
  }

  @Test
  void bytes_are_printed_as_lower_case_digits() {
    assertThat(Fingerprint.hex(new byte[] {0, 1, 0x7F, (byte) 0x80, (byte) 0xFF}))
        .isEqualTo("00017f80ff");
    assertThat(Fingerprint.hex(new byte[0])).isEmpty();
  }
}
