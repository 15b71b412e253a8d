package io.svc.server.reports;

import io.svc.server.db.OrgId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** So many rows, which something can happen between. */
final class Lines implements ReportSource {
  private final int rows;
  private final IntConsumer before;

  Lines(int rows, IntConsumer before) {
    this.rows = rows;
    this.before = before;
  }

  @Override
  public String type() {
    return "lines";
  }

  @Override
  public String title() {
    return "Lines";
  }

  @Override
  public List<String> columns() {
    return List.of("number", "text");
  }

  @Override
  public List<String> counted() {
    return List.of("text");
  }

  @Override
  public Page page(OrgId org, ReportScope scope, String after, int limit) {
    int from = after.isEmpty() ? 0 : Integer.parseInt(after);
    before.accept(from);
    int to = Math.min(rows, from + limit);
    List<ReportRow> page = new ArrayList<>();
    for (int i = from; i < to; i++) {
      page.add(ReportRow.of(i, i % 2 == 0 ? "even" : "odd"));
    }
    return new Page(page, to < rows ? Optional.of(Integer.toString(to)) : Optional.empty());
  }
}
