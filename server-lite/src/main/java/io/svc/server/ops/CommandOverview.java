package io.svc.server.ops;

import java.util.Map;
import java.util.function.Supplier;

/** The help of svc-server. */
final class CommandOverview {
  private CommandOverview() {}

  static String of(Map<String, Supplier<Verb>> verbs) {
    int width = verbs.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder text = new StringBuilder();
    text.append("Usage: svc-server [VERB] [OPTIONS]\n\n");
    text.append("Without a verb the server is started. Verbs:\n\n");
    verbs.forEach(
        (name, verb) ->
            text.append("  ")
                .append(name)
                .append(" ".repeat(width + 2 - name.length()))
                .append(CommandArguments.summaryOf(verb.get()))
                .append('\n'));
    text.append("\nsvc-server help VERB tells the options of one.\n");
    text.append("Exit codes: 0 done, 1 the answer is no, 2 something could not be done.\n");
    return text.toString();
  }
}
