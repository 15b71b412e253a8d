package io.svc.cli.settings;

import io.svc.rules.WordListParser;
import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionNode;
import io.svc.rules.definition.InvalidDefinitionException;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFormatMatcher;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Rejects secrets in settings files, which are committed, and masks them in messages. */
final class SettingsSecrets {
  /** Usual names of secrets, without separators between the words. */
  private static final Set<String> NAMES =
      WordListParser.set(
          """
          apikey apitoken accesstoken authtoken bearertoken credential credentials key passphrase
          password secret token""");

  /** Examples of rules match the rules. */
  private static final String RULES = "rules";

  private static final Pattern LONG_WORD = Pattern.compile("[\\w+/=~-]{20,}");

  private final Redactor redactor = new Redactor(SecretFormatMatcher.bundled(), List.of());

  /** Returns whether a key name suggests that its value is a secret. */
  static boolean isNamed(String key) {
    return NAMES.contains(key.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", ""));
  }

  /** Rejects a file with a text that contains a secret. */
  void rejectSecrets(Definition settings) {
    for (String key : settings.keys()) {
      if (!key.equals(RULES)) {
        rejectSecrets(settings.file(), key, settings.find(key).orElseThrow());
      }
    }
  }

  private void rejectSecrets(String file, String key, DefinitionNode node) {
    if (node.text().isPresent() && isSecret(node.text().get())) {
      throw new InvalidDefinitionException(
          file,
          node.line(),
          node.column(),
          "the value of '"
              + shown(key)
              + "' looks like a secret; do not store secrets in this"
              + " file");
    }
    for (DefinitionNode item : node.items()) {
      rejectSecrets(file, key, item);
    }
    for (Map.Entry<String, DefinitionNode> member : node.members().orElse(Map.of()).entrySet()) {
      rejectSecrets(file, member.getKey(), member.getValue());
    }
  }

  private boolean isSecret(String text) {
    return !redactor.redact(text).equals(text);
  }

  /** Returns a text of the file in a form that is safe for messages. */
  String shown(String text) {
    String safe = LONG_WORD.matcher(redactor.redact(text)).replaceAll(Redactor.MASK);
    return safe.length() > 60 ? safe.substring(0, 60) + "…" : safe;
  }

  /** Masks a message that may quote keys of the file. */
  String redact(String message) {
    return redactor.redact(message);
  }
}
