package io.svc.cli.settings;

import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionNode;
import io.svc.rules.definition.InvalidDefinitionException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Validates the values of keys. */
final class SettingsValues {
  /** Unquoted texts that YAML 1.2 parsers read as a boolean or a number. */
  private static final Pattern NO_TEXT =
      Pattern.compile(
          "(?i:true|false)|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
              + "|[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
              + "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");

  private static final Pattern FLAG = Pattern.compile("true|True|TRUE|false|False|FALSE");

  /**
   * A number, or a text with a unit. The number of digits is limited so that no product overflows.
   */
  private static final Pattern BYTES = Pattern.compile("[1-9][0-9]{0,11}");

  static final String BYTES_WITH_UNIT = "[1-9][0-9]{0,8}[KMGkmg]";

  private final Definition section;
  private final SettingsKey key;
  private final SettingsSource source;
  private final SettingsSecrets secrets;

  SettingsValues(
      Definition section, SettingsKey key, SettingsSource source, SettingsSecrets secrets) {
    this.section = section;
    this.key = key;
    this.source = source;
    this.secrets = secrets;
  }

  /**
   * Returns the value, or the values of a list.
   *
   * @throws InvalidDefinitionException if it is not of the expected kind
   */
  List<String> texts(DefinitionNode node) {
    if (!key.isList()) {
      if (node.text().isEmpty()) {
        throw problem(node, "must be " + expected());
      }
      return List.of(checked(node));
    }
    List<String> texts = new ArrayList<>();
    for (DefinitionNode item : section.items(key.leaf())) {
      if (item.text().isEmpty()) {
        throw problem(item, "must be a list of strings");
      }
      texts.add(checked(item));
    }
    return texts;
  }

  private String checked(DefinitionNode node) {
    String text = node.text().orElseThrow();
    return switch (key.kind()) {
      case FLAG -> {
        if (node.isQuoted() || !FLAG.matcher(text).matches()) {
          throw wrong(node, text);
        }
        yield text.toLowerCase(Locale.ROOT);
      }
      case SIZE -> {
        boolean isNumber = !node.isQuoted() && BYTES.matcher(text).matches();
        if (!isNumber && !text.matches(BYTES_WITH_UNIT)) {
          throw wrong(node, text);
        }
        yield text;
      }
      case TEXT, TEXTS -> text(node, text);
      case PATH, PATHS -> path(node, text(node, text));
    };
  }

  private String text(DefinitionNode node, String text) {
    if (text.isBlank()) {
      throw problem(node, "is empty; expected " + expected());
    }
    if (!key.choices().isEmpty()) {
      if (!key.choices().contains(text)) {
        throw wrong(node, text);
      }
    } else if (!node.isQuoted() && NO_TEXT.matcher(text).matches()) {
      throw problem(node, "must be a string; write \"" + secrets.shown(text) + "\" in quotes");
    }
    return text;
  }

  private String path(DefinitionNode node, String text) {
    try {
      return source.resolve(text);
    } catch (InvalidPathException e) {
      throw problem(node, "is \"" + secrets.shown(text) + "\", which is not a valid path");
    }
  }

  private InvalidDefinitionException wrong(DefinitionNode node, String text) {
    return problem(node, "is \"" + secrets.shown(text) + "\"; expected " + expected());
  }

  private String expected() {
    return switch (key.kind()) {
      case FLAG -> "true or false";
      case SIZE -> "bytes, such as 16777216 or 16M";
      case PATH, PATHS -> "a path";
      case TEXT, TEXTS ->
          key.choices().isEmpty() ? "a string" : "one of " + String.join(", ", key.choices());
    };
  }

  private InvalidDefinitionException problem(DefinitionNode node, String problem) {
    return new InvalidDefinitionException(
        source.name(), node.line(), node.column(), "'" + key.name() + "' " + problem);
  }
}
