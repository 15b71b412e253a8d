package io.svc.cli.doctor;

import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineFile;
import io.svc.cli.clients.ClientInventory;
import io.svc.cli.clients.ClientInventory.FoundFile;
import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.rules.AdvisoryFile;
import io.svc.cli.rules.CustomRuleLoader;
import io.svc.cli.scan.ProjectReader;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.ProjectSettings;
import io.svc.cli.settings.SettingsSource;
import io.svc.rules.AdvisoryIndex;
import io.svc.rules.RuleSource;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.scan.ProjectPaths;
import io.svc.scanner.scan.ScanSettings;
import io.svc.scanner.scan.Suppression;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Checks whether the inputs of a scan of this project are readable and up to date. */
final class ProjectHealth {
  /** After this many days, an approval is considered outdated. */
  private static final long OLD_BASELINE = 180;

  /** After this many days, the list lacks many known vulnerabilities. */
  private static final long OLD_ADVISORIES = 90;

  private final ProcessContext surroundings;
  private final Options options;
  private final ProjectPaths paths;
  private final LocalDate today;

  ProjectHealth(ProcessContext surroundings, Options options) {
    this.surroundings = surroundings;
    this.options = options;
    this.paths = surroundings.pathsOf(surroundings.directory());
    this.today = LocalDate.ofInstant(surroundings.clock().instant(), ZoneOffset.UTC);
  }

  void report(DoctorReport health) {
    reportSettings(health);
    reportBaseline(health);
    reportAdvisories(health);
    reportClients(health);
  }

  private void reportSettings(DoctorReport health) {
    if (options.settings().isNone()) {
      health.ok(
          "settings", "none in this project; the settings file would be " + ProjectSettings.NAME);
      return;
    }
    try {
      ProjectSettings settings = options.settings().decisions();
      List<RuleSource> rules = CustomRuleLoader.load(surroundings, List.of(), settings);
      int expired = 0;
      for (Suppression suppression : settings.suppressions()) {
        expired += suppression.isExpiredOn(today) ? 1 : 0;
      }
      String shown =
          namesOfSettings()
              + ": "
              + Console.count(settings.suppressions().size(), "suppression")
              + ", "
              + Console.count(rules.size(), "rule")
              + " defined here";
      if (expired == 0) {
        health.ok("settings", shown);
      } else {
        health.warn(
            "settings",
            shown + "; " + expired + " expired",
            "remove them, or set a new date in 'expires'");
      }
    } catch (UserErrorException e) {
      health.fail(
          "settings", e.getMessage(), "fix the file; scans in this project fail until then");
    }
  }

  private String namesOfSettings() {
    List<String> names = new ArrayList<>();
    for (SettingsSource source : options.settings().sources()) {
      names.add(paths.display(source.name()));
    }
    return String.join(", ", names);
  }

  private void reportBaseline(DoctorReport health) {
    Path path = surroundings.resolve(BaselineFile.DEFAULT);
    if (!Files.exists(path)) {
      health.ok(
          "baseline", "none; run svc-preflight baseline create to approve the current servers");
      return;
    }
    try {
      ProjectReader project = new ProjectReader(surroundings, options.settings());
      Baseline baseline = project.baseline(path);
      project.driftDetector(baseline, path, false);
      LocalDate day = LocalDate.ofInstant(baseline.approvedAt(), ZoneOffset.UTC);
      String shown =
          Console.count(baseline.assets().size(), "server")
              + ", approved on "
              + day
              + " by "
              + baseline.approvedBy();
      long age = ChronoUnit.DAYS.between(day, today);
      if (age <= OLD_BASELINE) {
        health.ok("baseline", shown);
      } else {
        health.warn(
            "baseline",
            shown + ", " + age + " days ago",
            "review svc-preflight baseline diff, then approve again");
      }
    } catch (UserErrorException e) {
      health.fail(
          "baseline",
          e.getMessage(),
          "restore the file or create a new baseline; scans compare with it");
    }
  }

  private void reportAdvisories(DoctorReport health) {
    AdvisoryIndex shipped = RuleCatalog.advisories();
    Path file = AdvisoryFile.of(surroundings);
    if (!Files.exists(file)) {
      reportAge(health, "built-in", shipped.date());
      return;
    }
    String name = paths.display(file.toString());
    try {
      reportAge(health, name, AdvisoryFile.readFile(file).date());
    } catch (UserErrorException e) {
      health.fail(
          "advisories",
          name + " cannot be used",
          "run svc-preflight rules update again, or delete the file");
    }
  }

  private void reportAge(DoctorReport health, String source, String date) {
    long age;
    try {
      age = ChronoUnit.DAYS.between(LocalDate.parse(date), today);
    } catch (DateTimeParseException e) {
      age = 0;
    }
    String shown = source + ", of " + date;
    if (age <= OLD_ADVISORIES) {
      health.ok("advisories", shown);
    } else {
      health.warn(
          "advisories",
          shown + ", " + age + " days old",
          "import newer advisories with svc-preflight rules update --from FILE");
    }
  }

  private void reportClients(DoctorReport health) {
    ClientInventory inventory =
        ClientInventory.read(surroundings, ScanSettings.DEFAULT_MAX_FILE_BYTES);
    List<FoundFile> files = inventory.files();
    String shown =
        Console.count(inventory.present().size(), "client")
            + ", "
            + Console.count(files.size(), "file")
            + ", "
            + Console.count(inventory.servers(), "server");
    health.ok("clients", shown + "; run svc-preflight clients to list them");
    for (FoundFile file : files) {
      switch (file.status()) {
        case READABLE -> {}
        case PARTIAL ->
            health.warn(
                "clients",
                file.path() + ": some entries could not be read (" + file.skipped() + " skipped)",
                "run svc-preflight scan to see them with the reasons");
        case BROKEN ->
            health.fail(
                "clients",
                file.path() + " cannot be scanned: " + file.reason(),
                "fix the file; scans without --config end with exit code 2 until then");
      }
    }
  }
}
