package io.svc.server.reports.compliance;

import io.svc.rules.WordListParser;
import io.svc.server.reports.ReportDigest.Evidence;
import io.svc.server.reports.ReportRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of a control: for each of its checks, one for each evidence item and each gap. */
final class ControlRow {
  static final List<String> COLUMNS =
      WordListParser.list(
          """
          controlId controlTitle controlDescription controlStatus check checkStatus kind type id
          detail""");

  static final int CONTROL_ID = COLUMNS.indexOf("controlId");
  static final int CONTROL_TITLE = COLUMNS.indexOf("controlTitle");
  static final int CONTROL_DESCRIPTION = COLUMNS.indexOf("controlDescription");
  static final int CONTROL_STATUS = COLUMNS.indexOf("controlStatus");
  static final int KIND = COLUMNS.indexOf("kind");
  static final int TYPE = COLUMNS.indexOf("type");
  static final int ID = COLUMNS.indexOf("id");
  static final int DETAIL = COLUMNS.indexOf("detail");

  static final String EVIDENCE = "evidence";
  static final String GAP = "gap";

  /** The row of a check that passes without evidence items. */
  private static final String CHECK = "check";

  private ControlRow() {}

  static List<ReportRow> of(
      Framework.Control control, ControlStatus status, String check, CheckResult result) {
    List<ReportRow> rows = new ArrayList<>();
    for (Evidence evidence : result.evidence()) {
      rows.add(
          row(
              control,
              status,
              check,
              result,
              EVIDENCE,
              Optional.of(evidence.type()),
              Optional.of(evidence.id()),
              evidence.name()));
    }
    for (String gap : result.gaps()) {
      rows.add(row(control, status, check, result, GAP, Optional.empty(), Optional.empty(), gap));
    }
    if (rows.isEmpty()) {
      rows.add(row(control, status, check, result, CHECK, Optional.empty(), Optional.empty(), ""));
    }
    return rows;
  }

  private static ReportRow row(
      Framework.Control control,
      ControlStatus status,
      String check,
      CheckResult result,
      String kind,
      Optional<String> type,
      Optional<String> id,
      String detail) {
    return ReportRow.of(
        control.id(),
        control.title(),
        control.description(),
        status,
        check,
        result.status(),
        kind,
        type,
        id,
        detail);
  }
}
