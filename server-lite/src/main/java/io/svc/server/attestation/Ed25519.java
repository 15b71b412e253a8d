package io.svc.server.attestation;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** Ed25519 (RFC 8032) of the JDK, with public keys in the format of a JWK (RFC 8037). */
final class Ed25519 {
  private static final String NAME = "Ed25519";

  private static final int SIGNATURE = 64;

  /** The prefix of RFC 8410 before the 32 bytes of a public key. */
  private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private Ed25519() {}

  /**
   * A new key pair.
   *
   * @param secret the private key, PKCS #8 in base64
   * @param open the public key, 32 bytes in base64url
   */
  record EncodedKeyPair(String secret, String open) {
    /** Returns the public key only. */
    @Override
    public String toString() {
      return open;
    }
  }

  static EncodedKeyPair generate() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance(NAME).generateKeyPair();
      byte[] open = pair.getPublic().getEncoded();
      return new EncodedKeyPair(
          Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded()),
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(Arrays.copyOfRange(open, PREFIX.length, open.length)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] sign(String secret, byte[] message) {
    try {
      Signature signature = Signature.getInstance(NAME);
      signature.initSign(
          KeyFactory.getInstance(NAME)
              .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(secret))));
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static boolean verifies(String open, byte[] message, byte[] sent) {
    if (sent.length != SIGNATURE) {
      // The JDK accepts trailing zeros after a signature.
      return false;
    }
    byte[] raw = Base64.getUrlDecoder().decode(open);
    byte[] key = Arrays.copyOf(PREFIX, PREFIX.length + raw.length);
    System.arraycopy(raw, 0, key, PREFIX.length, raw.length);
    try {
      Signature signature = Signature.getInstance(NAME);
      signature.initVerify(
          KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(key)));
      signature.update(message);
      return signature.verify(sent);
    } catch (GeneralSecurityException e) {
      // The JDK reports that the bytes are not a point of the curve.
      return false;
    }
  }
}
