package io.svc.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Output of the command as a document shows it. Variable parts (ids, times, durations, versions)
 * are compared as placeholders. A line {@code …} or {@code [7 more]} stands for any number of
 * lines, and JSON may be shortened by members and elements.
 */
final class DocumentedOutput {
  private static final Pattern LEFT_OUT = Pattern.compile("\\s*(…|\\[\\d+ more])\\s*");

  /** Patterns of variable parts, with their placeholders. */
  private static final List<Map.Entry<Pattern, String>> PLACEHOLDERS =
      List.of(
          placeholder("\\b(rpt|fnd|bl)_[0-9A-HJKMNP-TV-Z]{26}", "$1_ID"),
          placeholder("sha256:([0-9a-f]{64}|…)", "sha256:HASH"),
          placeholder("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z?", "TIME"),
          placeholder("\\btime=\"[0-9.]+\"", "time=\"SECONDS\""),
          placeholder("(\"scan_duration_ms\": )[0-9.]+", "$1MILLIS"),
          placeholder("svc-preflight \\d+\\.\\d+\\.\\d+ \\(commit [0-9a-z]+\\)", "VERSION"));

  private DocumentedOutput() {}

  private static Map.Entry<Pattern, String> placeholder(String pattern, String replacement) {
    return Map.entry(Pattern.compile(pattern), replacement);
  }

  /** Returns the first difference between a document and the output; empty if there is none. */
  static Optional<String> difference(String shown, String printed, boolean isJson) {
    return isJson
        ? jsonDifference(shown, printed)
        : lineDifference(stable(shown).lines().toList(), stable(printed).lines().toList());
  }

  private static String stable(String text) {
    String stable = text;
    for (Map.Entry<Pattern, String> placeholder : PLACEHOLDERS) {
      stable = placeholder.getKey().matcher(stable).replaceAll(placeholder.getValue());
    }
    return stable;
  }

  private static Optional<String> lineDifference(List<String> shown, List<String> printed) {
    int at = 0;
    int number = 0;
    while (number < shown.size()) {
      boolean mayJump = LEFT_OUT.matcher(shown.get(number)).matches();
      if (mayJump) {
        number++;
      }
      List<String> part = new ArrayList<>();
      while (number < shown.size() && !LEFT_OUT.matcher(shown.get(number)).matches()) {
        part.add(shown.get(number++).stripTrailing());
      }
      boolean isLast = number == shown.size();
      int found = find(part, printed, at, mayJump);
      if (found < 0 || (isLast && !part.isEmpty() && found + part.size() != printed.size())) {
        return Optional.of("not printed as shown: " + String.join("\n", part));
      }
      at = found + part.size();
    }
    return Optional.empty();
  }

  /** Returns the index of the consecutive lines, or -1. */
  private static int find(List<String> part, List<String> printed, int from, boolean mayJump) {
    int last =
        mayJump ? printed.size() - part.size() : Math.min(from, printed.size() - part.size());
    for (int start = from; start <= last; start++) {
      boolean isSame = true;
      for (int i = 0; i < part.size() && isSame; i++) {
        isSame = printed.get(start + i).stripTrailing().equals(part.get(i));
      }
      if (isSame) {
        return start;
      }
    }
    return -1;
  }

  private static Optional<String> jsonDifference(String shown, String printed) {
    try {
      ObjectMapper json = new ObjectMapper();
      return nodeDifference(json.readTree(stable(shown)), json.readTree(stable(printed)), "");
    } catch (JsonProcessingException e) {
      return Optional.of("no JSON: " + e.getOriginalMessage());
    }
  }

  private static Optional<String> nodeDifference(
      JsonNode shown, JsonNode printed, String location) {
    if (shown.isObject() && printed.isObject()) {
      for (Map.Entry<String, JsonNode> member : shown.properties()) {
        String below = location + "/" + member.getKey();
        Optional<String> difference =
            printed.has(member.getKey())
                ? nodeDifference(member.getValue(), printed.get(member.getKey()), below)
                : Optional.of("not printed: " + below);
        if (difference.isPresent()) {
          return difference;
        }
      }
      return Optional.empty();
    }
    if (shown.isArray() && printed.isArray()) {
      int at = 0;
      for (JsonNode element : shown) {
        while (at < printed.size()
            && nodeDifference(element, printed.get(at), location).isPresent()) {
          at++;
        }
        if (at++ >= printed.size()) {
          return Optional.of("not printed in " + location + ": " + element);
        }
      }
      return Optional.empty();
    }
    return shown.equals(printed)
        ? Optional.empty()
        : Optional.of("at " + location + " shown is " + shown + ", printed is " + printed);
  }
}
