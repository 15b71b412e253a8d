package io.svc.server.reports;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The summary and sections of a report, computed while its rows are generated. Used for one report.
 */
public interface ReportDigest {
  /** Adds a row. */
  void add(ReportRow row);

  /** Returns the summary of all rows. */
  Summary summary();

  /** Returns the sections of the report, if it has any. */
  List<Section> sections();

  /**
   * The summary of all rows.
   *
   * @param score from 0 to 100, for a report with controls
   * @param controls the number of controls with each status
   * @param counts the number of occurrences of column values
   */
  record Summary(
      Optional<Integer> score,
      Optional<Controls> controls,
      Map<String, Map<String, Long>> counts) {}

  /** The number of controls. */
  record Controls(int total, int pass, int partial, int fail, int notEvaluated) {}

  /**
   * A section of a report.
   *
   * @param status {@code pass}, {@code partial}, {@code fail} or {@code not_evaluated}
   * @param evidence a limited number of evidence items
   * @param gaps descriptions of the missing parts
   */
  record Section(
      String id,
      String title,
      String description,
      String status,
      List<Evidence> evidence,
      List<String> gaps) {}

  /** An item that can be looked up. */
  record Evidence(String type, String id, String name) {}
}
