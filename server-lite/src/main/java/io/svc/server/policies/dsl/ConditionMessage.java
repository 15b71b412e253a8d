package io.svc.server.policies.dsl;

import io.svc.rules.WordListParser;
import io.svc.server.config.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An error message of the CEL library, reworded for policy authors. */
record ConditionMessage(String code, String text) {
  private static final Pattern UNDECLARED =
      Pattern.compile("undeclared reference to '([^']*)'.*", Pattern.DOTALL);
  private static final Pattern OVERLOAD =
      Pattern.compile(
          "found no matching overload for '([^']*)' applied to '([^']*)'.*", Pattern.DOTALL);
  private static final Pattern RESULT =
      Pattern.compile("expected type 'bool' but found '([^']*)'.*", Pattern.DOTALL);
  private static final Pattern OPERATOR = Pattern.compile("_?([^_\\w]+|in)_?|@?(in)");
  private static final Pattern TOO_DEEP =
      Pattern.compile("(?i).*recursion (?:depth|limit).*", Pattern.DOTALL);

  /** The supported subset of the language's functions. */
  private static final List<String> FUNCTIONS =
      WordListParser.list(
          """
          has all exists exists_one filter map size contains startsWith endsWith matches int double
          string timestamp duration getHours getDayOfWeek""");

  /** Common names in other systems. */
  private static final Map<String, String> OTHER_NAMES =
      Map.ofEntries(
          Map.entry("arguments", "args"),
          Map.entry("params", "args"),
          Map.entry("parameters", "args"),
          Map.entry("input", "args"),
          Map.entry("tool_name", "tool"),
          Map.entry("toolName", "tool"),
          Map.entry("hostname", "host"),
          Map.entry("domain", "host"),
          Map.entry("url", "destination.url"),
          Map.entry("port", "destination.port"),
          Map.entry("env", "environment"),
          Map.entry("time", "now"),
          Map.entry("timestamp", "now"),
          Map.entry("tags", "agent.tags"),
          Map.entry("agent_id", "agent.id"),
          Map.entry("classification", "data.classification"),
          Map.entry("request", "args"));

  /**
   * Translates a message.
   *
   * @param isCall whether the message is about a function call
   */
  static ConditionMessage of(String message, boolean isCall) {
    Matcher undeclared = UNDECLARED.matcher(message);
    if (undeclared.matches()) {
      return isCall ? undeclaredFunction(undeclared.group(1)) : undeclared(undeclared.group(1));
    }
    Matcher overload = OVERLOAD.matcher(message);
    if (overload.matches()) {
      return new ConditionMessage(
          "condition_type",
          "\"" + operator(overload.group(1)) + "\" does not take " + overload.group(2) + ".");
    }
    Matcher result = RESULT.matcher(message);
    if (result.matches()) {
      return new ConditionMessage(
          "condition_type",
          "A condition must be true or false; this one has the type " + result.group(1) + ".");
    }
    if (TOO_DEEP.matcher(message).matches()) {
      return new ConditionMessage("condition_too_deep", "The condition is nested too deep.");
    }
    return new ConditionMessage("condition_syntax", syntax(message));
  }

  private static ConditionMessage undeclared(String name) {
    String suggestedName = OTHER_NAMES.get(name);
    String suggestion = Suggestion.of(name, Conditions.names());
    if (suggestedName == null && !suggestion.isEmpty()) {
      suggestedName =
          suggestion.substring(suggestion.lastIndexOf(' ') + 1, suggestion.length() - 1);
    }
    return new ConditionMessage(
        "undeclared_variable",
        "Undeclared variable '"
            + name
            + "'. "
            + (suggestedName == null
                ? "Expected one of " + String.join(", ", Conditions.names()) + "."
                : "Did you mean '" + suggestedName + "'?"));
  }

  private static ConditionMessage undeclaredFunction(String name) {
    String suggestion = Suggestion.of(name, FUNCTIONS);
    return new ConditionMessage(
        "undeclared_function",
        "There is no function \""
            + name
            + "\""
            + (suggestion.isEmpty()
                ? "; expected one of " + String.join(", ", FUNCTIONS)
                : suggestion));
  }

  private static String operator(String name) {
    Matcher matcher = OPERATOR.matcher(name);
    return matcher.matches() ? name.replaceAll("[_@]", "") : name;
  }

  /** Removes the parser's list of expected tokens. */
  private static String syntax(String message) {
    if (message.contains("<EOF>")) {
      return "The condition is incomplete.";
    }
    int expecting = message.indexOf(" expecting ");
    String first = (expecting < 0 ? message : message.substring(0, expecting)).strip();
    String normalized = first.replaceAll("\\s+", " ");
    return "The condition cannot be read: " + normalized + (normalized.endsWith(".") ? "" : ".");
  }
}
