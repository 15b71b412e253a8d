package io.svc.cli.scan;

import static java.util.Objects.requireNonNull;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.git.GitEntry;
import io.svc.cli.git.GitRepository;
import io.svc.cli.git.GitSnapshot;
import io.svc.cli.settings.Options;
import io.svc.cli.targets.ScanTargets;
import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.detect.FileFacts.Link;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.ScanSettings;
import io.svc.scanner.scan.Scanner;
import io.svc.scanner.scan.Suppressions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The findings that a revision of the repository did not have. */
public final class NewFindings {
  private final Map<String, Integer> old = new HashMap<>();

  private NewFindings() {}

  /**
   * Scans the files as they were in the revision.
   *
   * @param settings the settings of the scan of the current files
   * @param requests the files
   */
  static NewFindings since(
      String revision,
      ProcessContext surroundings,
      Options options,
      ScanSettings settings,
      List<ScanRequest> requests) {
    GitRepository repository = GitRepository.of(surroundings, "--diff");
    GitSnapshot snapshot = repository.at(revision);
    Map<Path, String> paths = new HashMap<>();
    for (ScanRequest request : requests) {
      Optional<String> path = repository.pathOf(request.path());
      if (path.isPresent()) {
        paths.put(request.path(), path.get());
      }
    }
    long limit = Math.min(options.maxFileSize(), Integer.MAX_VALUE - 9L) + 1;
    RevisionFiles then =
        new RevisionFiles(snapshot, paths, snapshot.contents(paths.values(), limit), settings);
    List<ScanRequest> existing = new ArrayList<>();
    for (ScanRequest request : requests) {
      if (then.has(request.path())) {
        existing.add(request);
      }
    }
    NewFindings findings = new NewFindings();
    Scanner scanner =
        new Scanner(
            settings
                .withContents(then)
                .withFileFacts(then)
                // Findings accepted now are filtered out now; the revision still had them.
                .withSuppressions(new Suppressions(List.of(), LocalDate.EPOCH, false)));
    for (List<Finding> found : scanner.scanAll(existing, NewFindings::findings)) {
      for (Finding finding : found) {
        findings.old.merge(fingerprint(finding), 1, Integer::sum);
      }
    }
    return findings;
  }

  /** A file that was unreadable in the revision had no findings: all current ones are new. */
  private static List<Finding> findings(ScanOutcome outcome) {
    return outcome instanceof Scanned scanned ? scanned.report().findings() : List.of();
  }

  public static String fingerprint(Finding finding) {
    return (String) requireNonNull(finding.extensions().get("fingerprint"));
  }

  /** Returns a report without the findings of the revision. Call it once for each report. */
  McpScanReport of(McpScanReport report) {
    return report.withOnly(
        finding -> {
          String fingerprint = fingerprint(finding);
          int remaining = old.getOrDefault(fingerprint, 0);
          old.put(fingerprint, remaining - 1);
          return remaining <= 0;
        });
  }

  /** The files in the revision. */
  private record RevisionFiles(
      GitSnapshot snapshot, Map<Path, String> paths, Map<String, byte[]> contents, ScanSettings now)
      implements ScanTargets.VirtualFileSource {

    boolean has(Path file) {
      return paths.containsKey(file) && contents.containsKey(paths.get(file));
    }

    @Override
    public InputStream open(Path path) throws NoSuchFileException {
      if (!has(path)) {
        throw new NoSuchFileException(path.toString());
      }
      return new ByteArrayInputStream(requireNonNull(contents.get(paths.get(path))));
    }

    /** Git stores links but no permissions; current permissions do not apply to the revision. */
    @Override
    public FileFacts apply(Path path) {
      FileFacts facts = now.factsOf(path);
      boolean wasFile =
          snapshot.entry(paths.getOrDefault(path, "")).filter(GitEntry::isFile).isPresent();
      return new FileFacts(facts.others(), facts.group(), wasFile ? Link.NONE : facts.link());
    }
  }
}
