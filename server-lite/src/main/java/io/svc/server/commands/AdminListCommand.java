package io.svc.server.commands;

import io.svc.server.auth.Administrators.Administrator;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "admin list", description = "Lists the administrators of all workspaces.")
final class AdminListCommand implements ServerCommand {
  @Option(
      names = "--format",
      paramLabel = "text|json",
      description = "Output format. Default: text.")
  private String format = "text";

  @Override
  public ServerExitCode run(CommandInvocation call) {
    OutputFormat output = OutputFormat.of(format);
    try (StoreAccess store = StoreAccess.of(call)) {
      List<Administrator> all = store.administrators().list();
      if (output == OutputFormat.JSON) {
        call.out().println(Json.text(Map.of("administrators", all)));
        return ServerExitCode.DONE;
      }
      if (all.isEmpty()) {
        call.err()
            .println("there are no administrators; use svc-server admin create to create one");
      }
      int emails = all.stream().mapToInt(a -> a.email().length()).max().orElse(0);
      int slugs = all.stream().mapToInt(a -> a.slug().length()).max().orElse(0);
      for (Administrator admin : all) {
        String login =
            admin
                .lastLoginAt()
                .map(at -> "last sign-in " + Json.time(at))
                .orElse("never signed in");
        call.out()
            .println(
                padded(admin.email(), emails) + "  " + padded(admin.slug(), slugs) + "  " + login);
      }
      return ServerExitCode.DONE;
    }
  }

  private static String padded(String text, int width) {
    return SafeText.of(text) + " ".repeat(width - text.length());
  }
}
