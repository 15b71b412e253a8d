package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * An output format. Renderers are stateless and thread-safe. They end non-empty output with a line
 * feed, flush the writer and leave it open. The same input always gives the same text.
 */
public interface Renderer {
  /** Returns the option value for this format, such as {@code json}. */
  String format();

  /**
   * Returns whether reports need their files' components in {@code extensions.components}.
   * Collecting them takes time, so it is done on request only.
   */
  default boolean needsInventory() {
    return false;
  }

  /** Writes reports in the given order. */
  void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out) throws IOException;

  /** Writes the differences from a baseline. */
  void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException;
}
