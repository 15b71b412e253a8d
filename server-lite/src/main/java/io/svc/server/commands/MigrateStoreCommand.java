package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.SharedComponents;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.Database;
import io.svc.server.db.Migrations;
import io.svc.server.db.SchemaException;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.logging.SafeText;
import io.svc.server.storemigration.MoveException;
import io.svc.server.storemigration.StoreMove;
import java.time.Clock;
import java.util.Map;
import org.jdbi.v3.core.JdbiException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "migrate-store",
    description =
        "Migrates the store from the data directory to the PostgreSQL database in database_url.")
final class MigrateStoreCommand implements ServerCommand {
  @Option(names = "--from", paramLabel = "sqlite", description = "Current store type.")
  private String from = "";

  @Option(names = "--to", paramLabel = "postgresql", description = "New store type.")
  private String to = "";

  @Option(
      names = "--dry-run",
      description = "Only check whether the migration is possible, and show its size.")
  private boolean isDry;

  @Override
  public ServerExitCode run(CommandInvocation call) {
    rejectOtherVendors();
    ServerConfig config = call.config();
    if (config.database().url().isEmpty()) {
      throw new OperatorErrorException(
          "the target database is missing; set SVC_DATABASE_URL, or database_url in svc.yaml");
    }
    try (DataDirectory data = StoreAccess.directory(call)) {
      data.lock();
      refuseUnready(data);
      try (Database source = SharedComponents.openSharedSqlite(data, call.surroundings().clock())) {
        refuseOtherSchema(source);
        return run(call, data, source);
      }
    } catch (MoveException e) {
      throw new OperatorErrorException(e.getMessage(), e);
    } catch (JdbiException | StoreUnavailableException e) {
      throw new OperatorErrorException(
          "the migration was interrupted because a store did not respond; the source was not"
              + " changed, and the target is not used until you run the migration again",
          e);
    }
  }

  private void rejectOtherVendors() {
    if (!from.equals("sqlite") || !to.equals("postgresql")) {
      throw new OperatorErrorException(
          "--from "
              + SafeText.quoted(from)
              + " --to "
              + SafeText.quoted(to)
              + " is not supported; expected --from sqlite --to postgresql");
    }
  }

  private static void refuseUnready(DataDirectory data) {
    StoreAccess.requireFile(data, "move");
    if (data.masterKeyDraft().isPresent()) {
      throw new OperatorErrorException(
          "a change of the master key in "
              + SafeText.quoted(data.path().toString())
              + " is not complete; start the server once without database_url");
    }
    StoreAccess.refuseDamaged(data, "moved");
  }

  private static void refuseOtherSchema(Database source) {
    Migrations migrations = new Migrations(source);
    try {
      migrations.check();
    } catch (SchemaException e) {
      throw new OperatorErrorException(e.getMessage(), e);
    }
    if (!migrations.pending().isEmpty()) {
      throw new OperatorErrorException(
          "the store has an older schema than this version, which lacks "
              + String.join(", ", migrations.pending())
              + "; run svc-server migrate without database_url first");
    }
  }

  private ServerExitCode run(CommandInvocation call, DataDirectory data, Database source) {
    ServerConfig config = call.config();
    Clock clock = call.surroundings().clock();
    StoreMoveRun moved = new StoreMoveRun(config, data, clock);
    moved.refuseOtherKey(source);
    try (Database target = SharedComponents.shared(config, 1, clock)) {
      call.err().println("migrating to " + StoreMove.check(target));
    }
    try (Database target = SharedComponents.shared(config, StoreMoveRun.CONNECTIONS, clock)) {
      StoreMove move = new StoreMove(source, target, line -> call.err().println(line));
      move.checkSchema();
      return isDry ? printResult(call, move.rows()) : moved.move(move, source, target, call);
    }
  }

  private static ServerExitCode printResult(CommandInvocation call, Map<String, Long> rows) {
    rows.forEach((table, count) -> call.out().println(table + " " + count));
    call.out()
        .println("nothing was migrated: " + StoreMoveRun.amounts(rows.values()) + " would be");
    return ServerExitCode.DONE;
  }
}
