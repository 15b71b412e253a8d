package io.svc.cli.console;

import io.svc.scanner.redact.FieldName;
import io.svc.scanner.redact.LineSecrets;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFormatMatcher;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Masks secrets of the command line in messages. A key can be passed to the wrong option by
 * mistake, and standard error often goes to a shared log. The arguments are analyzed when the first
 * message is written.
 */
final class ArgumentMask {
  /** Shorter parts of a value reveal little and occur in other words. */
  private static final int SHORTEST_PART = 8;

  private static final int SHORTEST_VALUE = 4;

  private final ProcessContext surroundings;
  private final List<String> arguments;
  private @Nullable Redactor redactor;
  private @Nullable List<String> secrets;

  ArgumentMask(ProcessContext surroundings, String[] arguments) {
    this.surroundings = surroundings;
    this.arguments = List.of(arguments);
  }

  /** Returns the text without secrets of the arguments, known formats, and credentials in URLs. */
  String mask(String text) {
    if (redactor == null || secrets == null) {
      redactor = new Redactor(SecretFormatMatcher.bundled(), List.of());
      secrets = secrets();
    }
    String safe = text;
    for (String secret : secrets) {
      safe = safe.replace(secret, masked(secret, redactor));
    }
    return redactor.redact(safe);
  }

  /** The mask preserves the public prefix of a known format, such as {@code ghp_}. */
  private static String masked(String secret, Redactor redactor) {
    String redacted = redactor.redact(secret);
    return redacted.equals(secret) ? Redactor.MASK : redacted;
  }

  /** Longest first: a secret may be part of another. */
  private List<String> secrets() {
    Set<String> found = new LinkedHashSet<>();
    String before = "";
    for (String argument : arguments) {
      boolean isOption = argument.startsWith("-");
      int equals = argument.indexOf('=');
      String name = !isOption ? before : equals < 0 ? argument : argument.substring(0, equals);
      if (isOption) {
        // A key may replace a name or follow a short option: -fVALUE.
        addSecretsIn(name, found);
        addSecretsIn(argument.substring(Math.min(2, argument.length())), found);
      } else {
        addValue(name, argument, found);
      }
      if (equals >= 0) {
        // The value of an option, or part of it: --format json=FILE.
        addValue(name, argument.substring(equals + 1), found);
      }
      before = isOption && equals < 0 ? argument : "";
    }
    List<String> longestFirst = new ArrayList<>(found);
    longestFirst.sort((a, b) -> Integer.compare(b.length(), a.length()));
    return longestFirst;
  }

  private void addValue(String option, String value, Set<String> found) {
    FieldName name = FieldName.of(option);
    if (name.isSecret() || name.isPassword()) {
      addParts(value, SHORTEST_VALUE, found);
    }
    if (!isDigest(option, value)) {
      addSecretsIn(value, found);
    }
  }

  /** Revisions and fingerprints look random and are public. */
  private boolean isDigest(String option, String value) {
    return option.equals("--diff")
        ? value.matches("[0-9a-f]{40}")
        : arguments.get(0).equals("suppress") && value.matches("[0-9a-f]{64}");
  }

  private void addSecretsIn(String text, Set<String> found) {
    for (String secret : LineSecrets.findKnownFormats(text, SecretFormatMatcher.bundled())) {
      addParts(secret, SHORTEST_VALUE, found);
    }
    for (String secret : LineSecrets.random(withoutExistingPath(text))) {
      addParts(secret, SHORTEST_PART, found);
    }
  }

  /** A message may quote a normalized path, with other separators. */
  private static void addParts(String secret, int shortest, Set<String> found) {
    if (secret.length() >= shortest) {
      found.add(secret);
    }
    if (secret.indexOf('/') >= 0) {
      for (String part : secret.split("/", -1)) {
        if (part.length() >= SHORTEST_PART) {
          found.add(part);
        }
      }
    }
  }

  /** Names of existing files and directories may look random, and the reader needs them. */
  private String withoutExistingPath(String text) {
    try {
      Path path = Path.of(text);
      while (path != null && !path.toString().isEmpty()) {
        if (Files.exists(surroundings.resolve(path))) {
          return text.startsWith(path.toString()) ? text.substring(path.toString().length()) : text;
        }
        path = path.getParent();
      }
    } catch (InvalidPathException e) {
      // Not a valid path, so no part of it exists.
    }
    return text;
  }
}
