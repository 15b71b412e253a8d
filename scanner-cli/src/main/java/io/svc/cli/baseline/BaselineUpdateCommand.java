package io.svc.cli.baseline;

import static io.svc.cli.console.CommandSpecs.flag;
import static io.svc.cli.console.CommandSpecs.option;
import static io.svc.cli.console.CommandSpecs.options;

import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.BaselineFile;
import io.svc.baseline.BaselineUpdate;
import io.svc.cli.console.AtomicFile;
import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.scan.ProjectReader;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.Settings;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code svc-preflight baseline update} and {@code baseline reject}: decide on single servers. All
 * other servers of the baseline are unchanged.
 */
public final class BaselineUpdateCommand {
  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public BaselineUpdateCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  /** Returns the model of {@code baseline update}. */
  public static CommandSpec updateSpec() {
    CommandSpec spec = CommandSpecs.command("update");
    spec.usageMessage()
        .description("Approves the current state of single servers.")
        .footer(
            "",
            "Other servers remain as approved, and their drift is still reported. If the server"
                + " was removed,",
            "its removal is approved. A rejection of the server is withdrawn.",
            "",
            "Examples:",
            "  svc-preflight baseline update --server notes",
            "  svc-preflight baseline update --server notes --server crm --approved-by \"Dana\"");
    return addOptions(spec, "Name of the approver. Default: the current user.", "--approved-by");
  }

  /** Returns the model of {@code baseline reject}. */
  public static CommandSpec rejectSpec() {
    CommandSpec spec = CommandSpecs.command("reject");
    spec.usageMessage()
        .description("Rejects the current state of single servers.")
        .footer(
            "",
            "Scans report the rejected state as drift of high severity until it changes, and"
                + " baseline create",
            "does not approve it. An earlier approved state remains approved. To approve a"
                + " rejected server:",
            "svc-preflight baseline update --server NAME.",
            "",
            "Example:",
            "  svc-preflight baseline reject --server notes --rejected-by \"Dana (security)\"");
    return addOptions(
        spec, "Name of the person who rejects. Default: the current user.", "--rejected-by");
  }

  private static CommandSpec addOptions(CommandSpec spec, String whoText, String who) {
    spec.addOption(options("NAME", "Name of a server; repeatable.", "--server"));
    spec.addOption(
        option("PATH", "Baseline file to change. Default: .svc/mcp-baseline.json.", "--baseline"));
    CommandSpecs.add(spec, CommandSpecs.fileOptions());
    CommandSpecs.add(spec, Settings.options());
    spec.addOption(option("WHO", whoText, who));
    spec.addOption(flag("Print only errors.", "--quiet", "-q"));
    return spec;
  }

  /** Approves the servers. */
  public ExitCode update() {
    return run(false);
  }

  /** Rejects the servers. */
  public ExitCode reject() {
    return run(true);
  }

  private ExitCode run(boolean isReject) {
    Set<String> servers = new TreeSet<>(options.texts("--server"));
    if (servers.isEmpty()) {
      throw new UserErrorException(
          "no server specified; expected --server NAME"
              + (isReject ? "" : ", or baseline create to approve all servers"));
    }
    ProjectReader project = new ProjectReader(surroundings, options.settings());
    Optional<BaselineComparison> scanned =
        BaselineComparison.of(surroundings, console, options, project);
    if (scanned.isEmpty()) {
      console.error("baseline not written: a configuration file could not be read");
      return ExitCode.ERROR;
    }
    BaselineComparison comparison = scanned.get();
    BaselineUpdate update =
        new BaselineUpdate(
            comparison.detector(), comparison.files(), comparison.isFullScan(), servers);
    Set<String> unknown = update.unknownServers(isReject);
    if (!unknown.isEmpty()) {
      throw new UserErrorException(
          "no server named '"
              + String.join("', '", unknown)
              + (isReject ? "' in the configuration" : "' in the configuration or the baseline"));
    }
    Instant now = surroundings.clock().instant();
    String who =
        options.text(isReject ? "--rejected-by" : "--approved-by").orElse(surroundings.user());
    Baseline baseline = isReject ? update.reject(who, now) : update.approve(who, now);
    AtomicFile.write(comparison.path(), BaselineFile.toJson(baseline));
    if (!options.has("--quiet")) {
      BaselineDiff diff = comparison.with(baseline, project).diff(surroundings);
      int different =
          diff.addedAssets().size() + diff.removedAssets().size() + diff.modifiedAssets().size();
      console.print(
          TerminalSanitizer.line(
                  (isReject ? "Rejected " : "Approved ")
                      + String.join(", ", servers)
                      + " by "
                      + who
                      + "; "
                      + (different == 1 ? "1 server differs" : different + " servers differ")
                      + " from baseline "
                      + baseline.baselineId()
                      + ", written to "
                      + comparison.path())
              + "\n");
    }
    return ExitCode.CLEAN;
  }
}
