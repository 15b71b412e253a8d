package io.svc.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** Who runs verbs of the command line within a directory, each in this process. */
final class Operator {
  /** What a run said, and how it ended. */
  record Ran(int exitCode, String out, String err) {
    JsonNode json() {
      return Json.readStored(out);
    }
  }

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private String input = "";

  Operator(Path directory) {
    this.directory = directory;
    with("SVC_DATA_DIR", directory.resolve("data").toString());
  }

  Operator with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** What he types. */
  Operator typing(String text) {
    this.input = text;
    return this;
  }

  Ran run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandContext surroundings =
        new CommandContext(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            environment,
            directory,
            Clock.systemUTC(),
            ending -> {},
            (config, data) -> {
              throw new IllegalStateException("no verb here starts a server");
            });
    int exitCode = new CommandRunner(surroundings, ServerCommands.all()).run(arguments);
    return new Ran(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
