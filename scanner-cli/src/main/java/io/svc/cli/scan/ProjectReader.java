package io.svc.cli.scan;

import io.svc.baseline.AssetReader;
import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineException;
import io.svc.baseline.BaselineFile;
import io.svc.baseline.DriftDetector;
import io.svc.baseline.JsonOutput;
import io.svc.baseline.ValueHasher;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.Settings;
import io.svc.report.ReportProject;
import io.svc.rules.RuleSource;
import io.svc.scanner.component.Component;
import io.svc.scanner.component.Components;
import io.svc.scanner.config.SkippedServer;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ProjectPaths;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.ScanSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates what the commands need to read the current project: settings, file names and assets. */
public final class ProjectReader {
  private final ProjectPaths paths;
  private final Ids ids;
  private final Clock clock;

  public ProjectReader(ProcessContext surroundings, Settings settings) {
    this.paths = surroundings.pathsOf(settings.project());
    this.clock = surroundings.clock();
    this.ids = new Ids(clock);
  }

  /** Returns the settings for a scan of this project's files, without the command's own. */
  public ScanSettings settings(Options options) {
    return ScanSettings.standard()
        .withMaxFileBytes(options.maxFileSize())
        .withClock(clock)
        .withProjectPaths(paths);
  }

  /** Returns a generator of identifiers. */
  Ids ids() {
    return ids;
  }

  /** Returns the project for the renderers. */
  public ReportProject ofReports(List<RuleSource> customRules) {
    return new ReportProject(paths, customRules);
  }

  /** Returns the name of a file, the same on all machines. */
  public String displayName(String path) {
    return paths.display(path);
  }

  /** Returns the names of the requested files, the same on all machines. */
  List<String> displayNames(List<ScanRequest> requests) {
    List<String> names = new ArrayList<>();
    for (ScanRequest request : requests) {
      names.add(paths.display(request.path().toString()));
    }
    return names;
  }

  /** Returns a reader of assets that does not track their values. */
  public AssetReader assetReader() {
    return new AssetReader(ids, paths, Optional.empty());
  }

  /** Returns a reader of assets that tracks their values. */
  public AssetReader assetReader(ValueHasher hasher) {
    return new AssetReader(ids, paths, Optional.of(hasher));
  }

  /** Reads the baseline at a path. */
  public Baseline baseline(Path path) {
    try {
      return BaselineFile.read(path);
    } catch (BaselineException e) {
      throw new UserErrorException(e.getMessage());
    }
  }

  /** Returns a detector that compares with the baseline read from a path. */
  public DriftDetector driftDetector(Baseline baseline, Path path, boolean isOnlyFile) {
    try {
      AssetReader reader =
          baseline.tracksValues() ? assetReader(ValueHasher.open(path)) : assetReader();
      return DriftDetector.against(baseline, reader, isOnlyFile);
    } catch (BaselineException e) {
      throw new UserErrorException(e.getMessage());
    }
  }

  /** Returns requests for the approved files that exist. */
  public List<ScanRequest> approved(Baseline baseline) {
    List<ScanRequest> approved = new ArrayList<>();
    for (Baseline.ConfigFile file : baseline.configFiles()) {
      Path path = paths.locate(file.configPath());
      if (Files.exists(path)) {
        approved.add(new ScanRequest(path, Optional.of(file.source())));
      }
    }
    return approved;
  }

  /**
   * Returns a report with the file's servers and their components, for an inventory that is
   * rendered from reports only.
   */
  McpScanReport withAssets(Scanned file) {
    List<Object> assets = new ArrayList<>();
    for (BaselineAsset asset : assetReader().read(file.config(), file.redactor())) {
      assets.add(JsonOutput.toMap(asset));
    }
    Map<String, Object> extensions = new LinkedHashMap<>(file.report().extensions());
    extensions.put("assets", assets);
    extensions.put("components", components(file));
    if (!file.config().skipped().isEmpty()) {
      extensions.put("skipped_servers", skipped(file));
    }
    return file.report().withExtensions(extensions);
  }

  /**
   * Returns the skipped entries, which the summary of a partial report lists as text, for programs.
   */
  private static List<Object> skipped(Scanned file) {
    List<Object> skipped = new ArrayList<>();
    for (SkippedServer server : file.config().skipped()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", file.redactor().redact(server.name()));
      entry.put("line", server.location().line());
      entry.put("reason", server.reason());
      skipped.add(entry);
    }
    return skipped;
  }

  /** Returns a report with the components of the file's servers. */
  McpScanReport withComponents(Scanned file) {
    Map<String, Object> extensions = new LinkedHashMap<>(file.report().extensions());
    extensions.put("components", components(file));
    return file.report().withExtensions(extensions);
  }

  private static List<Object> components(Scanned file) {
    List<Object> components = new ArrayList<>();
    for (Component component : Components.of(file.config(), file.redactor())) {
      components.add(JsonOutput.toMap(component));
    }
    return components;
  }
}
