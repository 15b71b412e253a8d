package io.svc.scanner.redact;

import java.util.List;
import java.util.Set;

/**
 * Names of keys that providers document as public, for example in web pages: the client token of
 * Datadog, the search-only key of Algolia and the site key of reCAPTCHA.
 */
final class PublicNames {
  /** Words directly before {@code key} or {@code token}, or before {@code api key}. */
  private static final Set<String> PUBLIC =
      Set.of("public", "publishable", "anon", "site", "searchonly");

  private static final Set<String> SEARCH_ENGINES =
      Set.of("algolia", "meili", "meilisearch", "typesense", "docsearch");

  /** The last line of a key of PuTTY, a checksum. */
  private static final List<String> PRIVATE_MAC = List.of("private", "mac");

  private static final Set<String> MONITORS = Set.of("dd", "datadog");

  private PublicNames() {}

  static boolean isPublicName(List<String> words) {
    int last = words.size() - 1;
    if (words.equals(PRIVATE_MAC)) {
      return true;
    }
    if (last < 1 || !isKey(words.get(last))) {
      return false;
    }
    int noun = words.get(last - 1).equals("api") ? last - 1 : last;
    if (noun == 0) {
      return false;
    }
    String kind = words.get(noun - 1);
    String before = noun < 2 ? "" : words.get(noun - 2);
    return PUBLIC.contains(kind)
        || (kind.equals("only") && before.equals("search"))
        || (kind.equals("side") && before.equals("client"))
        || (kind.equals("search") && hasAny(words, SEARCH_ENGINES))
        || (kind.equals("client") && words.get(last).equals("token") && hasAny(words, MONITORS));
  }

  private static boolean isKey(String word) {
    return word.equals("key") || word.equals("token") || word.equals("apikey");
  }

  private static boolean hasAny(List<String> words, Set<String> candidates) {
    for (String word : words) {
      if (candidates.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
