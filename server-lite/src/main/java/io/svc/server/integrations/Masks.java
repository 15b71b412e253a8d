package io.svc.server.integrations;

/** What is shown in the place of a secret: dots, and the end of what is long enough to spare it. */
final class Masks {
  private static final String DOTS = "••••";
  private static final int SHOWN = 4;
  private static final int LONG_ENOUGH = 16;

  private Masks() {}

  static String of(String secret) {
    return secret.length() < LONG_ENOUGH ? DOTS : DOTS + secret.substring(secret.length() - SHOWN);
  }

  /** An address up to its question mark, and a mask for the rest. */
  static String ofQuery(String address) {
    int mark = address.indexOf('?') + 1;
    return address.substring(0, mark) + of(address.substring(mark));
  }

  static boolean isMask(String text) {
    return text.startsWith(DOTS);
  }
}
