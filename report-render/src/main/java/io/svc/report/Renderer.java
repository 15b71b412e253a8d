package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * One output format. Renderers are stateless and safe for many threads. They end what they write,
 * if anything, with a line feed, flush the writer and leave it open; the same input always gives
 * the same text.
 */
public interface Renderer {
  /** The word that asks for this format, such as {@code json}. */
  String format();

  /**
   * Whether reports should carry their files' components, under {@code extensions.components}.
   * Taking stock of them costs time, so it is done for those who ask.
   */
  default boolean needsInventory() {
    return false;
  }

  /** Writes reports, in the order given. */
  void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out) throws IOException;

  /** Writes what differs from a baseline. */
  void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException;
}
