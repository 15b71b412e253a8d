package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.backup.BackupFile;
import io.svc.server.backup.BackupRestore;
import io.svc.server.backup.BackupRestore.RestoreResult;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    description =
        "Restores a backup to the data directory and moves the previous content to another"
            + " directory.")
final class RestoreCommand implements ServerCommand {
  @Parameters(paramLabel = "FILE", description = "Backup file.")
  private String file = "";

  @Option(names = "--yes", description = "Continue if the data directory is not empty.")
  private boolean isAgreed;

  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description =
          "File that contains the passphrase of the master key in the backup, or - for"
              + " standard input.")
  private Optional<String> passphraseFile = Optional.empty();

  @Override
  public ServerExitCode run(CommandInvocation call) {
    ServerConfig config = call.config();
    if (config.database().url().isPresent()) {
      throw new OperatorErrorException(
          "the store is a PostgreSQL database; restore it with pg_restore: pg_restore --clean"
              + " --if-exists --dbname=DATABASE svc.dump");
    }
    StoreAccess.reduceLogging(call);
    Path path = call.surroundings().directory().resolve(file).toAbsolutePath();
    try (BackupFile backup = BackupFile.open(path)) {
      Optional<String> passphrase =
          passphraseFile.map(named -> SecretFile.read(call, "--passphrase-file", named));
      boolean isNew = !Files.exists(config.dataDirectory());
      boolean isDone = false;
      try (DataDirectory data = DataDirectory.open(config.dataDirectory())) {
        data.lock();
        requireConfirmation(data);
        RestoreResult restored =
            new BackupRestore(data, config.masterKeyFile(), passphrase, call.surroundings().clock())
                .run(backup);
        isDone = true;
        print(call, data, backup, restored, config.masterKeyFile().orElse(data.masterKeyFile()));
        return ServerExitCode.DONE;
      } finally {
        if (isNew && !isDone) {
          removeEmpty(config.dataDirectory());
        }
      }
    }
  }

  private void requireConfirmation(DataDirectory data) {
    if (!isAgreed && !data.content().isEmpty()) {
      throw new OperatorErrorException(
          SafeText.quoted(data.path().toString())
              + " is not empty; use --yes to move its content to another directory and restore");
    }
  }

  /** Removes the directory that was created for a failed restore, which contains only its lock. */
  private static void removeEmpty(Path directory) {
    try (var entries = Files.newDirectoryStream(directory, "*.lock")) {
      for (Path lock : entries) {
        Files.delete(lock);
      }
      Files.delete(directory);
    } catch (IOException e) {
      // It stays, and is empty.
      return;
    }
  }

  private static void print(
      CommandInvocation call,
      DataDirectory data,
      BackupFile backup,
      RestoreResult restored,
      Path key) {
    String directory = SafeText.of(data.path().toString());
    call.out()
        .println(
            "restored "
                + SafeText.of(backup.name())
                + ", created "
                + Json.time(backup.manifest().createdAt())
                + ", into "
                + directory);
    restored
        .aside()
        .ifPresent(
            replacedFiles ->
                call.out()
                    .println(
                        "  previous content moved to " + SafeText.of(replacedFiles.toString())));
    call.out()
        .println(
            "  "
                + Quantity.of(restored.migrations().size(), "migration")
                + " run, "
                + Quantity.of(restored.sessions(), "session")
                + " ended, audit chains intact");
    switch (restored.key()) {
      case FROM_BACKUP -> call.out().println("  master key restored from the backup");
      case KEPT -> call.out().println("  existing master key retained");
      case MISSING -> call.out().println("  master key missing");
    }
    call.err()
        .println(
            "warning: API keys, members, and passwords are in the state of the backup; later"
                + " revocations, removals, and changes are lost. Review them.");
    if (restored.key() == BackupRestore.MasterKeyState.MISSING) {
      call.err()
          .println(
              "warning: the master key "
                  + SafeText.quoted(key.toString())
                  + " is missing, and the server does not start without it. Copy the key of the"
                  + " backup to this path with mode 0600, set master_key_file to its file, or"
                  + " restore a backup that contains the key with --passphrase-file.");
    }
  }
}
