package io.svc.server.packaged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.svc.server.db.Identifiers;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Secrets made for one run, each with the name of the place where it stands, and found again
 * anywhere.
 */
final class Canaries {
  private static final String LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789";
  private static final int SHOWN_BEFORE = 6;
  private static final int SHOWN_BEHIND = 4;

  /** How many characters of a form are hashed. */
  private static final int HEAD = 8;

  private final Identifiers identifiers = new Identifiers(Clock.systemUTC());
  private final Map<String, List<String>> forms = new LinkedHashMap<>();
  private final BitSet heads = new BitSet();
  private final List<String> leaks = new ArrayList<>();
  private long searched;

  /** A secret that only its place tells to be one. */
  String random(String location) {
    return plant(location, identifiers.random(LETTERS, 32));
  }

  /** A secret that its form tells to be one, wherever it stands. */
  String token(String location) {
    return plant(location, "ghp_" + identifiers.random(LETTERS, 36));
  }

  /** A secret that somebody else has made. */
  String plant(String location, String secret) {
    // A mask may show the first and the last few characters.
    String inner = secret.substring(SHOWN_BEFORE, secret.length() - SHOWN_BEHIND);
    List<String> all =
        new ArrayList<>(List.of(inner, new StringBuilder(inner).reverse().toString()));
    all.add(HexFormat.of().formatHex(inner.getBytes(ISO_8859_1)));
    for (int shift = 0; shift < 3; shift++) {
      String packed =
          Base64.getEncoder().encodeToString((" ".repeat(shift) + inner).getBytes(ISO_8859_1));
      all.add(packed.substring(4, packed.length() - 4));
    }
    forms.put(location, all);
    all.forEach(form -> heads.set(hash(form, 0)));
    return secret;
  }

  int planted() {
    return forms.size();
  }

  /** Searches an output but for secrets that belong there, named by their places. */
  void search(String output, String text, String... expected) {
    searched += text.length();
    Set<String> found = new LinkedHashSet<>();
    for (int i = 0; i <= text.length() - HEAD; i++) {
      if (heads.get(hash(text, i))) {
        int at = i;
        forms.forEach(
            (location, all) -> {
              if (all.stream().anyMatch(form -> text.startsWith(form, at))) {
                found.add(location);
              }
            });
      }
    }
    found.removeAll(List.of(expected));
    found.forEach(location -> leaks.add("the secret of " + location + " is in " + output));
  }

  /** A hash of the characters that a form begins with, of 16 bits. */
  private static int hash(String text, int start) {
    int hash = 0;
    for (int i = start; i < start + HEAD; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return (hash ^ hash >>> 16) & 0xffff;
  }

  long searched() {
    return searched;
  }

  /** Where a secret was found, by the names of secret and output alone. */
  List<String> leaks() {
    return List.copyOf(leaks);
  }
}
