package io.svc.cli.suppress;

import static io.svc.cli.console.CommandSpecs.option;

import io.svc.cli.console.AtomicFile;
import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.scan.NewFindings;
import io.svc.cli.scan.ProjectReader;
import io.svc.cli.scan.ScanPlan;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.ProjectSettings;
import io.svc.cli.targets.ConfigFiles;
import io.svc.report.CheckCatalog;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight suppress}: accepts one finding in the project's settings, with a reason. */
public final class SuppressCommand {
  /** The minimum number of digits that identify a finding by its fingerprint. */
  private static final int FEWEST_DIGITS = 8;

  private static final String ALGORITHM = "sha256:";

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public SuppressCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("suppress");
    spec.usageMessage()
        .description("Accepts a finding with a reason in .svc/preflight.yaml.")
        .footer(
            "",
            "Adds an entry to .svc/preflight.yaml, so that you can review it like any other"
                + " change. Scans",
            "report expired entries, which no longer suppress findings, and entries that match"
                + " nothing.",
            "",
            "Examples:",
            "  svc-preflight suppress 3f2a9c1d --reason \"loopback proxy of the build machine\"",
            "  svc-preflight suppress 3f2a9c1d --reason \"until the new key\" --expires"
                + " 2027-01-31");
    spec.addPositional(
        CommandSpecs.positional(
            "FINGERPRINT", "extensions.fingerprint of the finding, or its first digits."));
    spec.addOption(option("TEXT", "Why the finding is accepted. Required.", "--reason"));
    spec.addOption(
        option(
            "DAY",
            "Last day on which the finding is accepted, such as 2027-01-31. Default: no"
                + " expiry.",
            "--expires"));
    CommandSpecs.add(spec, CommandSpecs.fileOptions());
    return spec;
  }

  public ExitCode run() {
    String fingerprint = options.positional();
    String reason =
        options
            .text("--reason")
            .orElseThrow(
                () ->
                    new UserErrorException(
                        "missing --reason; specify why the finding is accepted"));
    Optional<LocalDate> expires = expires();
    Finding finding = find(fingerprint);
    SuppressionEntry entry =
        new SuppressionEntry(
            NewFindings.fingerprint(finding),
            finding.findingType(),
            finding.server(),
            new ProjectReader(surroundings, options.settings()).displayName(finding.configPath()),
            reason,
            expires);
    Path file = options.settings().project().resolve(ProjectSettings.FILE);
    String text = read(file);
    String changed = entry.addedTo(text);
    if (!isAdded(text, changed)) {
      console.error(
          "cannot add to "
              + ProjectSettings.NAME
              + ": its suppressions are not a simple list; add this entry manually:");
      for (String line : entry.text("  ").lines().toList()) {
        console.printMessage(line);
      }
      return ExitCode.ERROR;
    }
    AtomicFile.write(file, changed);
    console.print(
        finding.findingType()
            + (finding.server().isEmpty() ? "" : " of " + TerminalSanitizer.line(finding.server()))
            + " is suppressed in "
            + ProjectSettings.NAME
            + "\n");
    return ExitCode.CLEAN;
  }

  /**
   * Checks that the new text parses to the intended settings, independent of the previous content.
   */
  private static boolean isAdded(String before, String after) {
    Set<String> findingTypes = CheckCatalog.findingTypes();
    int countBefore = ProjectSettings.parse(before, findingTypes).suppressions().size();
    try {
      return ProjectSettings.parse(after, findingTypes).suppressions().size() == countBefore + 1;
    } catch (UserErrorException e) {
      // The line number refers to a text that the user has never seen.
      return false;
    }
  }

  private Optional<LocalDate> expires() {
    Optional<String> text = options.text("--expires");
    try {
      Optional<LocalDate> day = text.map(LocalDate::parse);
      LocalDate today = LocalDate.ofInstant(surroundings.clock().instant(), ZoneOffset.UTC);
      if (day.isPresent() && day.get().isBefore(today)) {
        throw new UserErrorException("--expires is \"" + day.get() + "\", which is in the past");
      }
      return day;
    } catch (DateTimeParseException e) {
      throw new UserErrorException(
          "--expires is \"" + text.orElse("") + "\"; expected a date such as 2027-01-31");
    }
  }

  /** Returns the only finding of the files whose fingerprint starts with the given digits. */
  private Finding find(String reference) {
    String digits =
        reference.startsWith(ALGORITHM) ? reference.substring(ALGORITHM.length()) : reference;
    if (!digits.matches("[0-9a-f]{" + FEWEST_DIGITS + ",64}")) {
      throw new UserErrorException(
          "fingerprint \""
              + reference
              + "\" is invalid; expected at least "
              + FEWEST_DIGITS
              + " hexadecimal digits");
    }
    ConfigFiles files = new ConfigFiles(surroundings, console, options);
    List<ScanRequest> requests =
        files.withEnvironmentFiles(files.requests(options.paths("--config"), options.source()));
    Scanner scanner = new Scanner(ScanPlan.withSuppressed(surroundings, options).settings());
    // By fingerprint: a file that is listed twice has each of its findings twice.
    Map<String, Finding> found = new LinkedHashMap<>();
    for (McpScanReport report : files.scan(scanner, requests, file -> file.report())) {
      for (Finding finding : report.findings()) {
        String fingerprint = NewFindings.fingerprint(finding);
        if (fingerprint.startsWith(ALGORITHM + digits)) {
          found.put(fingerprint, finding);
        }
      }
    }
    if (found.isEmpty()) {
      throw new UserErrorException(
          "no finding in the scanned files has the fingerprint \"" + reference + "\"");
    }
    if (found.size() > 1) {
      throw new UserErrorException(
          found.size() + " findings have fingerprints with this prefix; specify more digits");
    }
    Finding only = found.values().iterator().next();
    if (only.suppressed()) {
      throw new UserErrorException("the finding is already suppressed in " + only.suppressedBy());
    }
    return only;
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? RegularFile.text(file, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot read " + ProjectSettings.NAME + ": " + FileErrorText.reasonOf(e));
    }
  }
}
