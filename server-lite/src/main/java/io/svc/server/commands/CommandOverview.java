package io.svc.server.commands;

import java.util.Map;
import java.util.function.Supplier;

/** The help of svc-server. */
final class CommandOverview {
  private CommandOverview() {}

  static String of(Map<String, Supplier<ServerCommand>> verbs) {
    int width = verbs.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder text = new StringBuilder();
    text.append("Usage: svc-server [COMMAND] [OPTIONS]\n\n");
    text.append("Without a command, svc-server starts the server. Commands:\n\n");
    verbs.forEach(
        (name, verb) ->
            text.append("  ")
                .append(name)
                .append(" ".repeat(width + 2 - name.length()))
                .append(CommandArguments.summaryOf(verb.get()))
                .append('\n'));
    text.append("\nRun svc-server help COMMAND to see the options of a command.\n");
    text.append("Exit codes: 0 success, 1 check failed, 2 error.\n");
    return text.toString();
  }
}
