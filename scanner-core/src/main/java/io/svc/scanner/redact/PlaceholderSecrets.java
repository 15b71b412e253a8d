package io.svc.scanner.redact;

import io.svc.rules.WordListParser;
import java.util.List;
import java.util.Set;

/**
 * Recognizes dummy values for credentials that are not required. A local model server accepts any
 * key, but its client requires one, so that {@code ollama}, {@code not-needed} and {@code
 * sk-not-needed} are common.
 */
final class PlaceholderSecrets {
  /** Maximum length of a dummy value. */
  private static final int LONGEST = 64;

  private static final Set<String> WORDS =
      WordListParser.set(
          """
          ollama lmstudio vllm localai llamacpp litellm koboldcpp unused ignored unneeded
          unnecessary unspecified anything whatever nothing anonymous nokey noauth notneeded
          notrequired notused notset""");

  private static final Set<String> AFTER_NOT =
      WordListParser.set(
          """
          a needed required necessary used real set applicable available configured provided
          specified supplied checked relevant important secret""");

  private static final Set<String> AFTER_NO =
      Set.of("key", "keys", "token", "auth", "password", "secret", "need", "api", "credentials");

  private PlaceholderSecrets() {}

  /** Returns true if a value states that no credential is required. */
  static boolean isPlaceholder(String value) {
    if (value.length() > LONGEST || value.isEmpty()) {
      return false;
    }
    if (value.equalsIgnoreCase("n/a")) {
      return true;
    }
    List<String> words = FieldName.of(value).words();
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      String before = i == 0 ? "" : words.get(i - 1);
      String word = words.get(i);
      joined.append(word);
      boolean isDenied =
          (isNot(before) && AFTER_NOT.contains(word))
              || (before.equals("no") && AFTER_NO.contains(word));
      if (isDenied && !RandomTextClassifier.isRandom(value)) {
        return true;
      }
    }
    return WORDS.contains(joined.toString());
  }

  private static boolean isNot(String word) {
    return word.equals("not") || word.equals("isnt") || word.equals("never");
  }
}
