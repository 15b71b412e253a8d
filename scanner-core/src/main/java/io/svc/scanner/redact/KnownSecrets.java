package io.svc.scanner.redact;

import io.svc.rules.WordListParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the secrets of a file in any text, in one pass for any number of secrets. The hash of each
 * secret's first characters is found by a rolling hash (Karp and Rabin, 1987).
 */
final class KnownSecrets {
  /** Shorter secrets are words: masking all their occurrences would reveal more. */
  static final int SHORTEST = 6;

  /**
   * Default passwords of programs, most of them the program's name. They are secret only where they
   * are used as a password: a server named {@code postgres} must not lose its name.
   */
  private static final Set<String> PRESETS =
      WordListParser.set(
          """
          cassandra clickhouse couchbase default elastic grafana influxdb jenkins keycloak mariadb
          minioadmin mongodb nextcloud opensearch oracle password postgres postgresql rabbitmq
          supabase wordpress""");

  private static final int FILTER_BITS = 1_024;
  private static final int BASE = 31;
  private static final int BASE_TO_SHORTEST = BASE * BASE * BASE * BASE * BASE * BASE;

  private final Map<Integer, List<FoundSecret>> byHead = new HashMap<>();

  /** One bit for each value of the last bits of a hash that a secret has. */
  private final long[] heads = new long[FILTER_BITS / Long.SIZE];

  KnownSecrets(List<FoundSecret> secrets) {
    for (FoundSecret secret : secrets) {
      if (secret.value().length() >= SHORTEST && !PRESETS.contains(secret.value())) {
        Integer head = headOf(secret.value());
        heads[(head & (FILTER_BITS - 1)) / Long.SIZE] |= 1L << head;
        List<FoundSecret> alike = byHead.get(head);
        if (alike == null) {
          alike = new ArrayList<>(1);
          byHead.put(head, alike);
        }
        alike.add(secret);
      }
    }
  }

  /** Masks every known secret in a text; of several at one position, the longest. */
  String mask(String text) {
    if (byHead.isEmpty() || text.length() < SHORTEST) {
      return text;
    }
    StringBuilder masked = null;
    int copied = 0;
    int hash = 0;
    for (int i = 0; i < text.length(); i++) {
      hash = hash * BASE + text.charAt(i);
      int start = i - SHORTEST + 1;
      if (start > 0) {
        hash -= BASE_TO_SHORTEST * text.charAt(start - 1);
      }
      boolean mayStart = (heads[(hash & (FILTER_BITS - 1)) / Long.SIZE] & (1L << hash)) != 0;
      if (start < copied || !mayStart) {
        continue;
      }
      List<FoundSecret> candidates = byHead.get(hash);
      FoundSecret found = candidates == null ? null : longestAt(candidates, text, start);
      if (found != null) {
        masked = masked == null ? new StringBuilder(text.length()) : masked;
        masked.append(text, copied, start).append(found.masked());
        copied = start + found.value().length();
      }
    }
    return masked == null ? text : masked.append(text, copied, text.length()).toString();
  }

  private static int headOf(String value) {
    int hash = 0;
    for (int i = 0; i < SHORTEST; i++) {
      hash = hash * BASE + value.charAt(i);
    }
    return hash;
  }

  private static @Nullable FoundSecret longestAt(
      List<FoundSecret> candidates, String text, int start) {
    FoundSecret longest = null;
    for (FoundSecret candidate : candidates) {
      boolean isLonger = longest == null || candidate.value().length() > longest.value().length();
      if (isLonger && text.startsWith(candidate.value(), start)) {
        longest = candidate;
      }
    }
    return longest;
  }
}
