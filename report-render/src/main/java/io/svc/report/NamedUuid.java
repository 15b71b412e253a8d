package io.svc.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Name-based UUIDs (RFC 9562, version 5): the same name always gives the same UUID. */
final class NamedUuid {
  private static final int LENGTH = 16;
  private static final String HEX = "0123456789abcdef";

  /** The namespace of URLs in the RFC. */
  private static final byte[] URLS = {
    0x6b,
    (byte) 0xa7,
    (byte) 0xb8,
    0x11,
    (byte) 0x9d,
    (byte) 0xad,
    0x11,
    (byte) 0xd1,
    (byte) 0x80,
    (byte) 0xb4,
    0x00,
    (byte) 0xc0,
    0x4f,
    (byte) 0xd4,
    0x30,
    (byte) 0xc8
  };

  private NamedUuid() {}

  /** Returns the UUID of a URL. */
  static String ofUrl(String url) {
    byte[] hash;
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(URLS);
      hash = sha1.digest(url.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-1", e);
    }
    hash[6] = (byte) ((hash[6] & 0x0F) | 0x50);
    hash[8] = (byte) ((hash[8] & 0x3F) | 0x80);
    StringBuilder uuid = new StringBuilder(36);
    for (int i = 0; i < LENGTH; i++) {
      uuid.append(i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "");
      uuid.append(HEX.charAt(hash[i] >> 4 & 15)).append(HEX.charAt(hash[i] & 15));
    }
    return uuid.toString();
  }
}
