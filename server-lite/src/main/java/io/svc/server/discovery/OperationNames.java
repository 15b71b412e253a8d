package io.svc.server.discovery;

import io.svc.rules.WordListParser;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Classifies names of operations, scopes and connectors by their words. */
final class OperationNames {
  private static final Pattern WORD_END =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|[^\\p{L}\\p{N}]+");

  private static final Set<String> READS =
      WordListParser.set(
          """
          get getall list read readonly search find watch fetch lookup query download trigger poll
          count describe view head retrieve select check metadata openid profile""");

  private static final Set<String> WRITING_SCOPES =
      WordListParser.set(
          """
          write readwrite modify send admin manage delete create update edit full all compose insert
          owner""");

  private OperationNames() {}

  /** Returns the words of a name, in lower case. */
  static List<String> words(String name) {
    return WORD_END
        .splitAsStream(name)
        .filter(word -> !word.isEmpty())
        .map(word -> word.toLowerCase(Locale.ROOT))
        .toList();
  }

  /** Returns true when a name contains one of the words. */
  static boolean has(String name, Set<String> words) {
    return words(name).stream().anyMatch(words::contains);
  }

  /** Returns true when an operation may write; unknown operations count as writing. */
  static boolean isWrite(String operation) {
    return !operation.isBlank() && !has(operation, READS);
  }

  /** Returns true when a connector may write. */
  static boolean writes(AssetConnector connector) {
    return connector.operations().stream().anyMatch(OperationNames::isWrite)
        || connector.scopes().stream().anyMatch(scope -> has(scope, WRITING_SCOPES));
  }
}
