package io.svc.scanner.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Sha256Test {
  @Test
  void agrees_with_the_jdk_for_every_length_of_the_last_block() throws NoSuchAlgorithmException {
    var random = new Random(7);
    var jdk = MessageDigest.getInstance("SHA-256");
    for (int length = 0; length <= 400; length++) {
      byte[] input = new byte[length];
      random.nextBytes(input);

      assertThat(Sha256.digest(input)).as("%s bytes", length).isEqualTo(jdk.digest(input));
    }
  }

  @Test
  void agrees_with_the_jdk_for_many_blocks() throws NoSuchAlgorithmException {
    byte[] input = new byte[1_000_003];
    new Random(8).nextBytes(input);

    assertThat(Sha256.digest(input)).isEqualTo(MessageDigest.getInstance("SHA-256").digest(input));
  }
}
