package io.svc.server.attestation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Ed25519Test {
  /** What RFC 8410 puts before the 32 bytes of a secret key. */
  private static final String PKCS8 = "302e020100300506032b657004220420";

  @ParameterizedTest(name = "RFC 8032, 7.1, test {index}")
  @CsvSource({
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
        + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,"
        + "'',"
        + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,"
        + "72,"
        + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
  })
  void signs_and_verifies_as_the_rfc_does(
      String secret, String open, String message, String signature) {
    HexFormat hex = HexFormat.of();
    String key = Base64.getEncoder().encodeToString(hex.parseHex(PKCS8 + secret));
    String jwk = Base64.getUrlEncoder().withoutPadding().encodeToString(hex.parseHex(open));
    byte[] text = hex.parseHex(message);

    assertThat(hex.formatHex(Ed25519.sign(key, text))).isEqualTo(signature);
    assertThat(Ed25519.verifies(jwk, text, hex.parseHex(signature))).isTrue();
    assertThat(Ed25519.verifies(jwk, hex.parseHex("7273"), hex.parseHex(signature))).isFalse();
    assertThat(Ed25519.verifies(jwk, text, hex.parseHex(signature + "00"))).isFalse();
  }
}
