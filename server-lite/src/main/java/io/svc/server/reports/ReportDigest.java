package io.svc.server.reports;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is told of a report without its rows; made of them as they go by. Used for one report. */
public interface ReportDigest {
  /** Looks at a row. */
  void add(ReportRow row);

  /** What all rows together say. */
  Summary summary();

  /** The parts of the report, where it has some. */
  List<Section> sections();

  /**
   * What all rows together say.
   *
   * @param score from 0 to 100, where controls were looked at
   * @param controls how many controls there are of each status
   * @param counts of the values of columns
   */
  record Summary(
      Optional<Integer> score,
      Optional<Controls> controls,
      Map<String, Map<String, Long>> counts) {}

  /** How many controls there are. */
  record Controls(int total, int pass, int partial, int fail, int notEvaluated) {}

  /**
   * A part of a report.
   *
   * @param status {@code pass}, {@code partial}, {@code fail} or {@code not_evaluated}
   * @param evidence what speaks for it; at most some of it
   * @param gaps what is missing, in words
   */
  record Section(
      String id,
      String title,
      String description,
      String status,
      List<Evidence> evidence,
      List<String> gaps) {}

  /** Something that can be looked up. */
  record Evidence(String type, String id, String name) {}
}
