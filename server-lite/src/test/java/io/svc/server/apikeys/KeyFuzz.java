package io.svc.server.apikeys;

import io.svc.server.db.Identifiers;
import java.time.Clock;

/** Keys as they are sent. */
public final class KeyFuzz {
  private static final String KEY = ApiKeyText.create(new Identifiers(Clock.systemUTC())).text();

  private KeyFuzz() {}

  /** What is read is a key to the letter; a good one with something else in it is none. */
  public static void key(String text) {
    ApiKeyText.read(text)
        .ifPresent(
            key -> {
              require(key.text().equals(text), "another key is read");
              require(text.startsWith("svck_" + key.publicId() + "_"), "another name is read");
            });
    if (!text.isEmpty()) {
      require(ApiKeyText.read(text + KEY).isEmpty(), "a key is read behind other text");
      require(ApiKeyText.read(KEY + text).isEmpty(), "a key is read before other text");
      // A CRC-32 tells every change of one byte.
      int index = text.charAt(0) % KEY.length();
      char typed = text.charAt(text.length() - 1);
      String mistyped = KEY.substring(0, index) + typed + KEY.substring(index + 1);
      require(
          mistyped.equals(KEY) || ApiKeyText.read(mistyped).isEmpty(), "a mistyped key is read");
    }
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
