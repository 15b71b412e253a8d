package io.svc.server.reports.compliance;

import io.svc.server.reports.ReportDigest;
import io.svc.server.reports.ReportRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Aggregates the rows of controls to one section for each, and to a score. */
final class ControlDigest implements ReportDigest {
  private static final int MAX_EVIDENCE = 20;

  private final Map<String, ControlSummary> parts = new LinkedHashMap<>();

  /** The aggregated rows of one control. */
  private record ControlSummary(
      String title,
      String description,
      String status,
      List<Evidence> evidence,
      List<String> gaps) {}

  @Override
  public void add(ReportRow row) {
    ControlSummary part =
        parts.computeIfAbsent(
            row.text(ControlRow.CONTROL_ID),
            id ->
                new ControlSummary(
                    row.text(ControlRow.CONTROL_TITLE),
                    row.text(ControlRow.CONTROL_DESCRIPTION),
                    row.text(ControlRow.CONTROL_STATUS),
                    new ArrayList<>(),
                    new ArrayList<>()));
    if (row.text(ControlRow.KIND).equals(ControlRow.GAP)) {
      if (!part.gaps().contains(row.text(ControlRow.DETAIL))) {
        part.gaps().add(row.text(ControlRow.DETAIL));
      }
    } else if (row.text(ControlRow.KIND).equals(ControlRow.EVIDENCE)) {
      Evidence evidence =
          new Evidence(
              row.text(ControlRow.TYPE), row.text(ControlRow.ID), row.text(ControlRow.DETAIL));
      if (part.evidence().size() < MAX_EVIDENCE && !part.evidence().contains(evidence)) {
        part.evidence().add(evidence);
      }
    }
  }

  /** Controls that are not evaluated count as not met. */
  @Override
  public Summary summary() {
    int pass = count(ControlStatus.PASS);
    int partial = count(ControlStatus.PARTIAL);
    int total = parts.size();
    int score = total == 0 ? 0 : Math.round(100f * (2 * pass + partial) / (2 * total));
    return new Summary(
        Optional.of(score),
        Optional.of(
            new Controls(
                total,
                pass,
                partial,
                count(ControlStatus.FAIL),
                count(ControlStatus.NOT_EVALUATED))),
        Map.of());
  }

  private int count(ControlStatus status) {
    return (int)
        parts.values().stream().filter(part -> part.status().equals(status.toString())).count();
  }

  @Override
  public List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    parts.forEach(
        (id, part) ->
            sections.add(
                new Section(
                    id,
                    part.title(),
                    part.description(),
                    part.status(),
                    List.copyOf(part.evidence()),
                    List.copyOf(part.gaps()))));
    return sections;
  }
}
