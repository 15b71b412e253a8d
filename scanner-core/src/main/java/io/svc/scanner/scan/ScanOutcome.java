package io.svc.scanner.scan;

import io.svc.scanner.config.McpConfig;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFinder.RawSecret;
import java.nio.file.Path;
import java.util.List;

/** What became of one file. */
public sealed interface ScanOutcome {
  /** The file. */
  Path path();

  /**
   * The file was read.
   *
   * @param config what was read, for those who make more of it than a report
   * @param redactor masks the secrets of this file
   */
  record Scanned(Path path, McpScanReport report, McpConfig config, Redactor redactor)
      implements ScanOutcome {}

  /** There is no such file. */
  record NotFound(Path path) implements ScanOutcome {}

  /**
   * The file could not be read, or is no configuration.
   *
   * @param reason fit for people; holds nothing of the file's content
   * @param secrets known formats that stand in its raw text all the same
   */
  record Refused(Path path, String reason, List<RawSecret> secrets) implements ScanOutcome {
    public Refused {
      secrets = List.copyOf(secrets);
    }
  }
}
