package io.svc.server.commands;

import picocli.CommandLine.Command;

@Command(name = "version", description = "Prints the version, commit, and Java runtime.")
final class VersionCommand implements ServerCommand {
  @Override
  public boolean readsConfig() {
    return false;
  }

  @Override
  public ServerExitCode run(CommandInvocation call) {
    ServerVersion version = ServerVersion.current();
    call.out()
        .println(
            "svc-server "
                + version.number()
                + " (commit "
                + version.commit()
                + ", Java "
                + Runtime.version()
                + ")");
    return ServerExitCode.DONE;
  }
}
