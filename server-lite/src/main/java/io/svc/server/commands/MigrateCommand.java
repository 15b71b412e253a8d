package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.SharedComponents;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.Database;
import io.svc.server.db.Migrations;
import io.svc.server.db.SchemaException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "migrate",
    description =
        "Migrates the store to the schema of this version. The server also does this at"
            + " startup.")
final class MigrateCommand implements ServerCommand {
  @Option(names = "--dry-run", description = "Only list the pending migrations.")
  private boolean isDry;

  @Override
  public ServerExitCode run(CommandInvocation call) {
    StoreAccess.reduceLogging(call);
    List<String> pending = pending(call);
    if (pending.isEmpty()) {
      call.out().println("nothing to migrate");
      return ServerExitCode.DONE;
    }
    pending.forEach(migration -> call.out().println((isDry ? "pending " : "") + migration));
    if (!isDry) {
      migrate(call);
      call.out().println("migrated");
    }
    return ServerExitCode.DONE;
  }

  private static void migrate(CommandInvocation call) {
    try (DataDirectory data = DataDirectory.open(call.config().dataDirectory())) {
      // Two concurrent migrations would corrupt an SQLite file.
      data.lock();
      SharedComponents.open(call.config(), data, call.surroundings().clock()).close();
    }
  }

  private static List<String> pending(CommandInvocation call) {
    ServerConfig config = call.config();
    Clock clock = call.surroundings().clock();
    boolean isShared = config.database().url().isPresent();
    if (!isShared && !Files.exists(config.dataDirectory().resolve("app.db"))) {
      return Migrations.all();
    }
    try (Database database =
        isShared
            ? SharedComponents.shared(config, clock)
            : SharedComponents.openSharedSqlite(StoreAccess.directory(call), clock)) {
      Migrations migrations = new Migrations(database);
      migrations.check();
      return migrations.pending();
    } catch (SchemaException e) {
      throw new OperatorErrorException(e.getMessage(), e);
    }
  }
}
