package io.svc.server.commands;

import static java.util.Objects.requireNonNull;

import io.svc.server.backup.BackupCheck;
import io.svc.server.backup.BackupFile;
import io.svc.server.backup.BackupManifest;
import io.svc.server.backup.BackupVerdict;
import io.svc.server.json.Json;
import io.svc.server.logging.LogFormat;
import io.svc.server.logging.LogLevel;
import io.svc.server.logging.Logging;
import io.svc.server.logging.SafeText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify-backup",
    description = "Verifies that a backup can be restored, without changing anything.")
final class VerifyBackupCommand implements ServerCommand {
  @Parameters(paramLabel = "FILE", description = "Backup file.")
  private String file = "";

  @Option(
      names = "--format",
      paramLabel = "text|json",
      description = "Output format. Default: text.")
  private String format = "text";

  /** A machine with backups may not have the settings of the server. */
  @Override
  public boolean readsConfig() {
    return false;
  }

  @Override
  public ServerExitCode run(CommandInvocation call) {
    Logging.setUp(LogLevel.ERROR, LogFormat.TEXT, call.err());
    OutputFormat output = OutputFormat.of(format);
    Path path = call.surroundings().directory().resolve(file).toAbsolutePath();
    try (BackupFile backup = BackupFile.open(path)) {
      BackupVerdict verdict =
          new BackupCheck(call.surroundings().clock())
              .verify(backup, requireNonNull(path.getParent()));
      if (output == OutputFormat.JSON) {
        call.out().println(Json.text(Output.of(verdict)));
      } else {
        print(call, verdict);
      }
      return verdict.ok() ? ServerExitCode.DONE : ServerExitCode.NO;
    }
  }

  private void print(CommandInvocation call, BackupVerdict verdict) {
    BackupManifest manifest = verdict.manifest();
    if (!verdict.ok()) {
      verdict.problems().forEach(problem -> call.err().println("error: " + problem));
      call.out().println(file + " cannot be restored");
      return;
    }
    call.out()
        .println(
            file
                + " is intact: created "
                + Json.time(manifest.createdAt())
                + " by svc-server "
                + SafeText.of(manifest.appVersion()));
    call.out()
        .println(
            "  schema version "
                + manifest.schemaVersion()
                + (verdict.migrations().isEmpty()
                    ? ""
                    : ", "
                        + Quantity.of(verdict.migrations().size(), "migration")
                        + " behind this version"));
    call.out()
        .println(
            "  "
                + Quantity.of(manifest.rows().size(), "table")
                + ", "
                + Quantity.of(manifest.allRows(), "row"));
    call.out()
        .println(
            "  "
                + Quantity.of(manifest.auditHeads().size(), "audit chain")
                + ", "
                + Quantity.of(verdict.auditEntries(), "entry", "entries")
                + " checked");
    call.out()
        .println(
            "  master key "
                + (manifest.sealing().isPresent() ? "included, encrypted" : "not included"));
  }

  /** The JSON output. */
  record Output(
      boolean ok,
      List<String> problems,
      String format,
      Instant createdAt,
      String appVersion,
      String schemaVersion,
      List<String> pendingMigrations,
      int tables,
      long rows,
      int auditChains,
      long auditEntries,
      boolean includesKeys) {
    static Output of(BackupVerdict verdict) {
      BackupManifest manifest = verdict.manifest();
      return new Output(
          verdict.ok(),
          verdict.problems(),
          manifest.format(),
          manifest.createdAt(),
          manifest.appVersion(),
          manifest.schemaVersion(),
          verdict.migrations(),
          manifest.rows().size(),
          manifest.allRows(),
          manifest.auditHeads().size(),
          verdict.auditEntries(),
          manifest.sealing().isPresent());
    }
  }
}
