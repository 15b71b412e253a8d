package io.svc.scanner.config;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A {@code crushrc}: a Bash script whose commands configure Crush. The root has the same members as
 * {@code crush.json}, and {@link #SCRIPT} with the other commands, which run when Crush starts.
 */
final class CrushScript {
  /** Name of the part with the commands that do not configure Crush. */
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

  /** Commands that configure Crush. */
  private static final Set<String> OF_CRUSH =
      WordListParser.set("mcp lsp provider hook permissions option model");

  /** Words of the shell before a command. */
  private static final Set<String> BEFORE_COMMANDS =
      WordListParser.set("if then else elif do while until { ! time command builtin");

  /** First words of conditions and of the ends of blocks, which run no program. */
  private static final Set<String> NO_COMMANDS =
      WordListParser.set("[ [[ for case fi done esac } ;;");

  private static final String PIPE = "|";

  /** A member of an object. */
  private record Place(ConfigNode parent, String name) {}

  private final String text;
  private final ConfigObject root = new ConfigObject(null, "", 1, 1);
  private final Map<Place, ConfigNode> nodes = new HashMap<>();
  private final Map<Place, Integer> nextNumbers = new HashMap<>();
  private int position;
  private int line = 1;
  private int lineStart;

  private CrushScript(String text) {
    this.text = text;
  }

  /** Returns the settings of a script. */
  static ConfigObject of(String text) throws UnreadableConfigException {
    CrushScript script = new CrushScript(text);
    while (script.position < text.length()) {
      script.addPipeline(script.command());
    }
    return script.root;
  }

  /** Adds a command, or a pipeline. Each command of a pipeline can configure Crush. */
  private void addPipeline(List<ConfigText> words) {
    List<List<ConfigText>> commands = new ArrayList<>();
    boolean isOfCrush = false;
    int start = 0;
    for (int i = 0; i <= words.size(); i++) {
      if (i == words.size() || words.get(i).text().equals(PIPE)) {
        commands.add(withoutStart(words.subList(start, i)));
        isOfCrush |= isOfCrush(commands.get(commands.size() - 1));
        start = i + 1;
      }
    }
    for (List<ConfigText> command : isOfCrush ? commands : List.of(withoutStart(words))) {
      if (!command.isEmpty() && !NO_COMMANDS.contains(command.get(0).text())) {
        add(command);
      }
    }
  }

  private static boolean isOfCrush(List<ConfigText> command) {
    return !command.isEmpty() && OF_CRUSH.contains(command.get(0).text());
  }

  /** Removes words of the shell, and variables before a command that configures Crush. */
  private static List<ConfigText> withoutStart(List<ConfigText> words) {
    int start = 0;
    while (start < words.size() && BEFORE_COMMANDS.contains(words.get(start).text())) {
      start++;
    }
    int program = start;
    while (program < words.size()
        && (isAssignment(words.get(program).text())
            || BEFORE_COMMANDS.contains(words.get(program).text()))) {
      program++;
    }
    List<ConfigText> command = words.subList(program, words.size());
    return isOfCrush(command) ? command : words.subList(start, words.size());
  }

  private static boolean isAssignment(String word) {
    int end = word.indexOf('=');
    boolean isName = end > 0;
    for (int i = 0; i < end && isName; i++) {
      isName = Character.isLetterOrDigit(word.charAt(i)) || word.charAt(i) == '_';
    }
    return isName;
  }

  /** Returns the words of the next command; empty for a comment or a blank line. */
  private List<ConfigText> command() throws UnreadableConfigException {
    List<ConfigText> words = new ArrayList<>();
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c == '\n' || isSeparator(position)) {
        boolean isDouble = text.startsWith("&&", position) || text.startsWith("||", position);
        position += isDouble ? 1 : 0;
        advance();
        if (c != '|' || isDouble) {
          return words;
        }
        words.add(new ConfigText(root, SCRIPT, line, position - lineStart, PIPE, Kind.TEXT));
        continue;
      }
      boolean isContinued =
          text.startsWith("\\\n", position) || text.startsWith("\\\r\n", position);
      if (c == '#') {
        skipComment();
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

  private void skipComment() {
    while (position < text.length() && text.charAt(position) != '\n') {
      position++;
    }
  }

  private void advance() {
    if (text.charAt(position++) == '\n') {
      line++;
      lineStart = position;
    }
  }

  /** Returns true for a character that ends a command or a word, without quotes. */
  private boolean isSeparator(int at) {
    char c = text.charAt(at);
    char before = at == 0 ? ' ' : text.charAt(at - 1);
    boolean isRedirection = before == '>' || before == '<' || text.startsWith("&>", at);
    return c == '&' ? !isRedirection : ";|()".indexOf(c) >= 0;
  }

  /** Returns the next word without its quotes. A substitution is a part of its word. */
  private ConfigText word() throws UnreadableConfigException {
    int startLine = line;
    int startColumn = position - lineStart + 1;
    StringBuilder word = new StringBuilder();
    char quote = 0;
    int depth = 0;
    while (position < text.length()) {
      char c = text.charAt(position);
      boolean isOpened = c == '(' && position > 0 && "$<>".indexOf(text.charAt(position - 1)) >= 0;
      boolean isInside = quote == 0 && (isOpened || depth > 0);
      if (isInside && c == '#' && Character.isWhitespace(text.charAt(position - 1))) {
        skipComment();
        continue;
      }
      if (isInside) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      } else if (quote == 0 && (Character.isWhitespace(c) || isSeparator(position))) {
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
    if (quote != 0 || depth > 0) {
      throw new UnreadableConfigException(
          "a quote or a bracket is not closed (line "
              + startLine
              + ", column "
              + startColumn
              + ")");
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
    Deque<ConfigText> rest = new ArrayDeque<>(words.subList(3, words.size()));
    while (!rest.isEmpty()) {
      ConfigText word = rest.pop();
      int equals = word.text().indexOf('=');
      boolean isOption = word.text().startsWith("--");
      String option = isOption && equals > 0 ? word.text().substring(0, equals) : word.text();
      if (isOption && equals > 0) {
        rest.push(word.withText(word.text().substring(equals + 1)));
      }
      boolean isPair = PAIRS.contains(option);
      int values = SWITCHES.contains(option) ? 0 : isPair ? 2 : 1;
      if (!isOption || rest.size() < values || values == 0) {
        continue;
      }
      ConfigText first = rest.pop();
      ConfigText value = isPair ? rest.pop() : first;
      String key = option.substring(2).replace('-', '_');
      if (isPair) {
        String map = key.endsWith("header") ? "headers" : key;
        put(child(entry, map, word), first.text(), value);
      } else if (LISTS.contains(key)) {
        ConfigList arguments = list(entry, key, word);
        arguments.add(copy(value, arguments, Integer.toString(arguments.elements().size())));
      } else {
        put(entry, key, value);
      }
    }
    parent.add(new Member(id, name.line(), name.column(), entry));
  }

  /** A second command updates the entry, or is in another branch of the script. */
  private String uniqueIn(ConfigObject parent, String name) {
    Place place = new Place(parent, name);
    int number = nextNumbers.getOrDefault(place, 2);
    String id = name;
    while (nodes.putIfAbsent(new Place(parent, id), parent) != null) {
      id = name + " (" + number++ + ")";
    }
    nextNumbers.put(place, number);
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

  private ConfigObject child(ConfigObject parent, String key, ConfigText origin) {
    if (nodes.get(new Place(parent, key)) instanceof ConfigObject existing) {
      return existing;
    }
    ConfigObject child = new ConfigObject(parent, key, origin.line(), origin.column());
    addContainer(parent, child);
    return child;
  }

  private ConfigList list(ConfigObject parent, String key, ConfigText origin) {
    if (nodes.get(new Place(parent, key)) instanceof ConfigList existing) {
      return existing;
    }
    ConfigList list = new ConfigList(parent, key, origin.line(), origin.column());
    addContainer(parent, list);
    return list;
  }

  private void addContainer(ConfigObject parent, ConfigNode container) {
    Member member = new Member(container.key(), container.line(), container.column(), container);
    nodes.put(new Place(parent, container.key()), container);
    if (parent == root) {
      parent.addPart(member);
    } else {
      parent.add(member);
    }
  }

  private static void put(ConfigObject parent, String key, ConfigText value) {
    parent.add(new Member(key, value.line(), value.column(), copy(value, parent, key)));
  }

  private static ConfigText copy(ConfigText text, ConfigNode parent, String key) {
    return new ConfigText(parent, key, text.line(), text.column(), text.text(), Kind.TEXT);
  }
}
