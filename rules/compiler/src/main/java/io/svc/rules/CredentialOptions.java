package io.svc.rules;

import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionReader;
import io.svc.rules.definition.InvalidDefinitionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The options and arguments of common tools that take a credential and whose name does not imply
 * it, such as {@code -u} of {@code curl}. Immutable.
 */
public final class CredentialOptions {
  /** In place of an option: the first argument of the tool that is no option. */
  public static final String ARGUMENT = "argument";

  /** In place of an option: what the tool reads from a pipe. */
  public static final String STANDARD_INPUT = "standard-input";

  private static final String RUNNER = "runs";
  private static final Set<String> KEYS = Set.of("date", "tools");
  private static final Set<String> TOOL_KEYS = keysOfTools();

  private final SortedLines lines;

  private CredentialOptions(String text) {
    this.lines = new SortedLines(text, 0);
  }

  /** The notations of a credential. */
  public enum Form {
    /** The value is a password: any text except references and placeholders. */
    PASSWORD,
    /** The value is a key or token, which looks random. */
    KEY,
    /** {@code user:password}. */
    LOGIN,
    /** {@code user%password}. */
    LOGIN_PERCENT,
    /** {@code user,password}. */
    LOGIN_COMMA,
    /** {@code user/password@database}. */
    LOGIN_SLASH,
    /** The password follows the option in the same word; another word is something else. */
    ATTACHED_PASSWORD,
    /** {@code pass:password}; other words before the colon denote a file or a variable. */
    PASS_SOURCE,
    /** {@code name=value}, several separated by blanks, commas or {@code &}. */
    ASSIGNMENTS,
    /** A name in one word and its value in the next one, or {@code name=value}. */
    NAME_VALUE,
    /** The option implies that the last argument is a password. */
    LAST_PASSWORD,
    /** The option implies that the command before the pipe prints a password. */
    PIPED_PASSWORD,
    /** The command before the pipe prints {@code user:password}. */
    PIPED_LOGIN,
    /** The value is neither a credential nor a command. */
    VALUE;

    String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static Set<String> keysOfTools() {
    List<String> keys = new ArrayList<>(List.of("also", "source", RUNNER));
    for (Form form : Form.values()) {
      keys.add(form.key());
    }
    return Set.copyOf(keys);
  }

  /**
   * Reads the output of {@link #encode}. It does not validate the text, which our own build
   * creates.
   */
  public static CredentialOptions parse(String text) {
    return new CredentialOptions(text);
  }

  /**
   * Returns the compact text of a YAML table.
   *
   * @throws InvalidDefinitionException if the table is invalid
   */
  public static String encode(String file, String yaml) {
    Definition table = DefinitionReader.read(file, yaml);
    table.allow(KEYS);
    table.text("date");
    TreeMap<String, String> lines = new TreeMap<>();
    for (Map.Entry<String, Definition> entry : table.mappingsByName("tools").entrySet()) {
      Definition tool = entry.getValue();
      tool.allow(TOOL_KEYS);
      tool.text("source");
      List<String> names = new ArrayList<>(List.of(entry.getKey()));
      names.addAll(tool.texts("also"));
      for (String name : names) {
        add(lines, name, tool);
      }
    }
    return SortedLines.encode(lines);
  }

  private static void add(Map<String, String> lines, String name, Definition tool) {
    // The words of "docker login" are recognized one after the other.
    for (int end = name.indexOf(' '); end > 0; end = name.indexOf(' ', end + 1)) {
      lines.putIfAbsent(name.substring(0, end), "");
    }
    if (tool.has(RUNNER)) {
      lines.put(name, RUNNER);
    } else {
      lines.putIfAbsent(name, "");
    }
    for (Form form : Form.values()) {
      for (String option : tool.texts(form.key())) {
        if (lines.put(name + " " + option, form.name()) != null) {
          throw tool.problem(form.key(), "'" + name + " " + option + "' occurs twice");
        }
      }
    }
  }

  /**
   * Returns true for a tool of the table, or a tool with the first words of its command.
   *
   * @param name program in lowercase, and the words of its command: {@code docker login}
   */
  public boolean isTool(String name) {
    return lines.contains(name);
  }

  /** Returns true if the arguments of a tool can contain another command. */
  public boolean isRunner(String name) {
    int line = lines.find(name);
    return line >= 0 && lines.valueAt(line, name).equals(RUNNER);
  }

  /** Returns the notation of the credential after an option; empty for other options. */
  public Optional<Form> form(String tool, String option) {
    String key = tool + " " + option;
    int line = lines.find(key);
    return line >= 0
        ? Optional.of(TabSeparatedLines.constant(Form.values(), lines.valueAt(line, key)))
        : Optional.empty();
  }
}
