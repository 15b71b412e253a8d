package io.svc.server.commands;

import java.util.List;
import java.util.function.Supplier;

/** The list of all commands. */
public final class ServerCommands {
  private static final List<Supplier<ServerCommand>> ALL =
      List.of(
          ServeCommand::new,
          MigrateCommand::new,
          MigrateStoreCommand::new,
          BackupCommand::new,
          VerifyBackupCommand::new,
          RestoreCommand::new,
          CompactCommand::new,
          AdminCreateCommand::new,
          AdminResetPasswordCommand::new,
          AdminListCommand::new,
          AuditVerifyCommand::new,
          AuditExportCommand::new,
          ReportVerifyCommand::new,
          KeysRotateMasterCommand::new,
          ServerDoctorCommand::new,
          DemoSeedCommand::new,
          DemoResetCommand::new,
          HealthcheckCommand::new,
          PolicyValidateCommand::new,
          PolicyTestCommand::new,
          OpenApiCommand::new,
          VersionCommand::new);

  private ServerCommands() {}

  /** All commands, in the order of the help. */
  public static List<Supplier<ServerCommand>> all() {
    return ALL;
  }
}
