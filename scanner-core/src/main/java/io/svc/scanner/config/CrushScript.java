package io.svc.scanner.config;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A {@code crushrc}: a Bash script whose commands configure Crush. The root has the same members as
 * {@code crush.json}, and {@link #SCRIPT} with the other commands, which run when Crush starts.
 */
final class CrushScript {
  /** Name of the member with the commands that do not configure Crush. */
  static final String SCRIPT = "(commands)";

  /** Options of {@code mcp}, {@code lsp}, {@code hook} and {@code provider} with two values. */
  private static final Set<String> PAIRS =
      Set.of("--env", "--header", "--extra-header", "--oauth-token-header", "--oauth-param");

  private static final Set<String> SWITCHES = Set.of("--think");

  /** Members whose option adds a value at each use. */
  private static final Set<String> LISTS =
      WordListParser.set(
          """
          args filetypes root_markers disabled_tools enabled_tools oauth_scope reasoning_level""");

  /** Words of the shell before a command. */
  private static final Set<String> BEFORE_COMMANDS =
      WordListParser.set("if then else elif do while until { ! time");

  /** First words of conditions and of the ends of blocks, which run no program. */
  private static final Set<String> NO_COMMANDS =
      WordListParser.set("[ [[ for case fi done esac } ;;");

  private final String text;
  private final ConfigObject root = new ConfigObject(null, "", 1, 1);
  private int position;
  private int line = 1;
  private int lineStart;

  private CrushScript(String text) {
    this.text = text;
  }

  /** Returns the settings of a script. */
  static ConfigObject of(String text) {
    CrushScript script = new CrushScript(text);
    while (script.position < text.length()) {
      List<ConfigText> words = script.command();
      int start = 0;
      while (start < words.size() && BEFORE_COMMANDS.contains(words.get(start).text())) {
        start++;
      }
      if (start < words.size() && !NO_COMMANDS.contains(words.get(start).text())) {
        script.add(words.subList(start, words.size()));
      }
    }
    return script.root;
  }

  /** Returns the words of the next command; empty for a comment or a blank line. */
  private List<ConfigText> command() {
    List<ConfigText> words = new ArrayList<>();
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c == '\n' || c == ';') {
        advance();
        return words;
      }
      if (text.startsWith("&&", position) || text.startsWith("||", position)) {
        position += 2;
        return words;
      }
      boolean isContinued =
          text.startsWith("\\\n", position) || text.startsWith("\\\r\n", position);
      if (c == '#') {
        while (position < text.length() && text.charAt(position) != '\n') {
          position++;
        }
      } else if (isContinued) {
        advance();
        while (text.charAt(position) != '\n') {
          position++;
        }
        advance();
      } else if (Character.isWhitespace(c)) {
        advance();
      } else {
        words.add(word());
      }
    }
    return words;
  }

  private void advance() {
    if (text.charAt(position++) == '\n') {
      line++;
      lineStart = position;
    }
  }

  /** Returns the next word without its quotes. */
  private ConfigText word() {
    int startLine = line;
    int startColumn = position - lineStart + 1;
    StringBuilder word = new StringBuilder();
    char quote = 0;
    while (position < text.length()) {
      char c = text.charAt(position);
      if (quote == 0 && (Character.isWhitespace(c) || c == ';')) {
        break;
      }
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == '\\' && quote != '\'' && position + 1 < text.length()) {
        advance();
        word.append(text.charAt(position));
      } else {
        word.append(c);
      }
      advance();
    }
    return new ConfigText(root, SCRIPT, startLine, startColumn, word.toString(), Kind.TEXT);
  }

  private void add(List<ConfigText> words) {
    String program = words.get(0).text();
    String verb = words.size() > 1 ? words.get(1).text() : "";
    boolean isAdded = verb.equals("add") && words.size() > 2;
    switch (program) {
      case "mcp", "lsp" -> {
        if (isAdded) {
          addEntry(child(root, program, words.get(0)), words);
        }
      }
      case "provider" -> {
        if (isAdded) {
          addEntry(child(root, "providers", words.get(0)), words);
        }
      }
      case "hook" -> {
        if (isAdded) {
          addEntry(child(root, "hooks", words.get(0)), words);
        }
      }
      case "permissions" -> {
        if (verb.equals("allow")) {
          ConfigList allowed =
              list(child(root, program, words.get(0)), "allowed_tools", words.get(1));
          for (ConfigText tool : words.subList(2, words.size())) {
            allowed.add(copy(tool, allowed, Integer.toString(allowed.elements().size())));
          }
        }
      }
      case "option", "model" -> {}
      default -> addScript(words);
    }
  }

  /** Adds {@code mcp add NAME --option value …} as an object with the names of the JSON format. */
  private void addEntry(ConfigObject parent, List<ConfigText> words) {
    ConfigText name = words.get(2);
    String id = uniqueIn(parent, name.text());
    ConfigObject entry = new ConfigObject(parent, id, name.line(), name.column());
    for (int i = 3; i < words.size(); i++) {
      String option = words.get(i).text();
      boolean isPair = PAIRS.contains(option);
      int values = SWITCHES.contains(option) ? 0 : isPair ? 2 : 1;
      if (!option.startsWith("--") || i + values >= words.size()) {
        continue;
      }
      ConfigText value = words.get(i + values);
      String key = option.substring(2).replace('-', '_');
      if (isPair) {
        String map = key.endsWith("header") ? "headers" : key;
        put(child(entry, map, words.get(i)), words.get(i + 1).text(), value);
      } else if (values > 0 && LISTS.contains(key)) {
        ConfigList arguments = list(entry, key, words.get(i));
        arguments.add(copy(value, arguments, Integer.toString(arguments.elements().size())));
      } else if (values > 0) {
        put(entry, key, value);
      }
      i += values;
    }
    parent.add(new Member(id, name.line(), name.column(), entry));
  }

  /** A second command updates the entry, or is in another branch of the script. */
  private static String uniqueIn(ConfigObject parent, String name) {
    String id = name;
    for (int number = 2; parent.find(id).isPresent(); number++) {
      id = name + " (" + number + ")";
    }
    return id;
  }

  /** Adds a command that runs when Crush starts. */
  private void addScript(List<ConfigText> words) {
    ConfigText first = words.get(0);
    ConfigList script = list(root, SCRIPT, first);
    String index = Integer.toString(script.elements().size());
    ConfigObject entry = new ConfigObject(script, index, first.line(), first.column());
    StringBuilder command = new StringBuilder();
    for (ConfigText word : words) {
      boolean hasBlank = word.text().indexOf(' ') >= 0;
      command.append(command.isEmpty() ? "" : " ");
      command.append(hasBlank ? "'" + word.text() + "'" : word.text());
    }
    put(entry, "command", first.withText(command.toString()));
    script.add(entry);
  }

  private static ConfigObject child(ConfigObject parent, String key, ConfigText origin) {
    if (parent.find(key).orElse(null) instanceof ConfigObject existing) {
      return existing;
    }
    ConfigObject child = new ConfigObject(parent, key, origin.line(), origin.column());
    parent.add(new Member(key, origin.line(), origin.column(), child));
    return child;
  }

  private static ConfigList list(ConfigObject parent, String key, ConfigText origin) {
    if (parent.find(key).orElse(null) instanceof ConfigList existing) {
      return existing;
    }
    ConfigList list = new ConfigList(parent, key, origin.line(), origin.column());
    parent.add(new Member(key, origin.line(), origin.column(), list));
    return list;
  }

  private static void put(ConfigObject parent, String key, ConfigText value) {
    parent.add(new Member(key, value.line(), value.column(), copy(value, parent, key)));
  }

  private static ConfigText copy(ConfigText text, ConfigNode parent, String key) {
    return new ConfigText(parent, key, text.line(), text.column(), text.text(), Kind.TEXT);
  }
}
