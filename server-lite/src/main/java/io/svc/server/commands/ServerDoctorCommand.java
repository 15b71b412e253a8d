package io.svc.server.commands;

import io.svc.server.doctor.Diagnosis;
import io.svc.server.doctor.Diagnosis.Level;
import io.svc.server.doctor.Doctor;
import io.svc.server.json.Json;
import io.svc.server.logging.LogFormat;
import io.svc.server.logging.LogLevel;
import io.svc.server.logging.Logging;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = "Checks the installation: settings, files, store, and connected servers.")
final class ServerDoctorCommand implements ServerCommand {
  private static final int LONGEST_LEVEL = Level.WARNING.toString().length();

  @Option(
      names = "--format",
      paramLabel = "text|json",
      description = "Output format. Default: text.")
  private String format = "text";

  /** Unreadable settings are a finding of this command. */
  @Override
  public Optional<ServerExitCode> misconfigured(
      CommandContext surroundings, List<String> problems) {
    List<Diagnosis> found =
        problems.stream().map(problem -> Diagnosis.error("settings", problem)).toList();
    return Optional.of(print(surroundings.out(), found));
  }

  @Override
  public ServerExitCode run(CommandInvocation call) {
    // Problems of a store are reported as findings.
    Logging.setUp(LogLevel.ERROR, LogFormat.TEXT, call.err());
    Doctor doctor = new Doctor(call.surroundings().clock(), ServerVersion.built());
    return print(call.out(), doctor.examine(call.effective().orElseThrow()));
  }

  private ServerExitCode print(PrintStream out, List<Diagnosis> found) {
    long errors = found.stream().filter(d -> d.level() == Level.ERROR).count();
    long warnings = found.stream().filter(d -> d.level() == Level.WARNING).count();
    if (OutputFormat.of(format) == OutputFormat.JSON) {
      out.println(Json.text(new Output(errors == 0, errors, warnings, found)));
    } else {
      int width = found.stream().mapToInt(d -> d.check().length()).max().orElse(0);
      for (Diagnosis diagnosis : found) {
        out.println(
            padded(diagnosis.level().toString(), LONGEST_LEVEL)
                + padded(diagnosis.check(), width)
                + diagnosis.message());
      }
      out.println(Quantity.of(errors, "error") + ", " + Quantity.of(warnings, "warning"));
    }
    return errors == 0 ? ServerExitCode.DONE : ServerExitCode.NO;
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width + 2 - text.length());
  }

  /** The JSON output. */
  record Output(boolean ok, long errors, long warnings, List<Diagnosis> checks) {}
}
