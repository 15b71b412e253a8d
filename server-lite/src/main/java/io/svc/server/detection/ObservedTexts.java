package io.svc.server.detection;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordListParser;
import io.svc.scanner.redact.FieldName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The texts of an observation, and their uses. The name of a text and the tool that receives it
 * determine whether it is executed or only read: the same words are an attack in a command, and
 * harmless in a manual.
 */
final class ObservedTexts {
  private static final int LONGEST = 65_536;
  private static final int MAX = 2_000;

  private static final Set<String> SHELLS =
      WordListParser.set(
          """
          bash shell sh zsh exec execute terminal cmd powershell pwsh ssh console command commands
          process python repl interpreter""");

  private static final Set<String> DATABASES =
      WordListParser.set(
          """
          sql db database databases postgres postgresql mysql mariadb sqlite snowflake bigquery
          redshift warehouse clickhouse mssql oracle mongo mongodb redis psql""");

  private static final Set<String> COMMANDS =
      Set.of("command", "commands", "cmd", "script", "shell", "bash", "exec", "commandline", "run");

  private static final Set<String> STATEMENTS = Set.of("sql", "statement", "statements");

  /** Names with a use that depends on the tool. */
  private static final Set<String> BY_TOOL =
      Set.of("query", "code", "input", "args", "arguments", "argv", "program", "stdin", "source");

  private static final Set<String> PROSE =
      WordListParser.set(
          """
          content contents body text message messages description title comment comments summary
          note notes subject prompt question reason markdown diff patch html result results output
          response stdout document page instructions answer explanation""");

  private final boolean isShell;
  private final boolean isDatabase;
  private final List<ObservedText> found = new ArrayList<>();
  private int length;

  private ObservedTexts(Observation seen) {
    List<String> words = new ArrayList<>(FieldName.of(seen.tool()).words());
    this.isShell = hasAny(words, SHELLS);
    words.addAll(FieldName.of(seen.server()).words());
    this.isDatabase = hasAny(words, DATABASES);
  }

  private static boolean hasAny(List<String> words, Set<String> keywords) {
    return words.stream().anyMatch(keywords::contains);
  }

  /** Returns all texts, in the order of the content. */
  static List<ObservedText> of(Observation seen) {
    ObservedTexts passages = new ObservedTexts(seen);
    for (Map.Entry<String, JsonNode> part : seen.content().properties()) {
      passages.walk(part.getKey(), part.getKey(), part.getValue());
    }
    return passages.found;
  }

  private void walk(String path, String name, JsonNode node) {
    if (node.isTextual()) {
      add(path, name, node.textValue());
    } else if (node.isArray()) {
      array(path, name, node);
    } else if (node.isObject()) {
      object(path, node);
    }
  }

  private void array(String path, String name, JsonNode array) {
    ObservedText.Kind kind = kind(name);
    if (kind == ObservedText.Kind.COMMAND && isOfTexts(array)) {
      add(path, name, joined(array));
      return;
    }
    for (int i = 0; i < array.size(); i++) {
      walk(path + "[" + i + "]", name, array.get(i));
    }
  }

  private void object(String path, JsonNode object) {
    String program = "";
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = member.getKey();
      JsonNode value = member.getValue();
      String inside = path + "." + name;
      if (isProgram(name) && value.isTextual()) {
        program = value.textValue();
      } else if (!program.isEmpty() && isWords(name) && value.isArray() && isOfTexts(value)) {
        put(inside, ObservedText.Kind.COMMAND, program + " " + joined(value));
        continue;
      }
      walk(inside, name, value);
    }
  }

  private static boolean isProgram(String name) {
    return name.equals("command") || name.equals("cmd") || name.equals("program");
  }

  private static boolean isWords(String name) {
    return name.equals("args") || name.equals("arguments") || name.equals("argv");
  }

  private static boolean isOfTexts(JsonNode array) {
    for (JsonNode element : array) {
      if (!element.isTextual()) {
        return false;
      }
    }
    return !array.isEmpty();
  }

  private static String joined(JsonNode array) {
    StringBuilder line = new StringBuilder();
    for (JsonNode element : array) {
      line.append(line.length() == 0 ? "" : " ").append(element.textValue());
    }
    return line.toString();
  }

  private void add(String path, String name, String text) {
    put(path, kind(name), text);
  }

  private void put(String path, ObservedText.Kind kind, String text) {
    if (!text.isEmpty() && found.size() < MAX && length < LONGEST) {
      String bounded =
          text.length() > LONGEST - length ? text.substring(0, LONGEST - length) : text;
      length += bounded.length();
      found.add(new ObservedText(path, kind, bounded));
    }
  }

  private ObservedText.Kind kind(String name) {
    List<String> words = FieldName.of(name).words();
    String last = words.isEmpty() ? "" : words.get(words.size() - 1);
    if (STATEMENTS.contains(last) || (isDatabase && BY_TOOL.contains(last))) {
      return ObservedText.Kind.SQL;
    }
    if (COMMANDS.contains(last)) {
      return isDatabase && !isShell ? ObservedText.Kind.SQL : ObservedText.Kind.COMMAND;
    }
    if (PROSE.contains(last)) {
      return ObservedText.Kind.PROSE;
    }
    return isShell && BY_TOOL.contains(last) ? ObservedText.Kind.COMMAND : ObservedText.Kind.VALUE;
  }
}
