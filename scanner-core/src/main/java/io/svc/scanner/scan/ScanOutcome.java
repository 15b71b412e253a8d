package io.svc.scanner.scan;

import io.svc.scanner.config.McpConfig;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFinder.RawSecret;
import java.nio.file.Path;
import java.util.List;

/** The outcome of the scan of one file. */
public sealed interface ScanOutcome {
  /** Returns the path of the file. */
  Path path();

  /**
   * A file that was read.
   *
   * @param config the parsed config, for callers that need more than the report
   * @param redactor masks the secrets of this file
   */
  record Scanned(Path path, McpScanReport report, McpConfig config, Redactor redactor)
      implements ScanOutcome {}

  /** A file that does not exist. */
  record NotFound(Path path) implements ScanOutcome {}

  /**
   * A file that could not be read, or is not a configuration.
   *
   * @param reason human-readable; contains no content of the file
   * @param secrets known secret formats in the raw text
   */
  record UnreadableFile(Path path, String reason, List<RawSecret> secrets) implements ScanOutcome {
    public UnreadableFile {
      secrets = List.copyOf(secrets);
    }
  }
}
