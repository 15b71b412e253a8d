package io.svc.server.telemetry;

import java.util.ArrayList;
import java.util.List;

/** What a request came to. Of one thread. */
final class MappingResult {
  private final List<TelemetryItem> items = new ArrayList<>();
  private long rejected;
  private long ignored;
  private String problem = "";

  void add(TelemetryItem item) {
    items.add(item);
  }

  /** Something is wrong with one of them; the first of these words is told. */
  void reject(String why) {
    rejected++;
    problem = problem.isEmpty() ? why : problem;
  }

  /** It is in order, and not about agents. */
  void ignore(long count) {
    ignored += count;
  }

  List<TelemetryItem> items() {
    return items;
  }

  long rejected() {
    return rejected;
  }

  long ignored() {
    return ignored;
  }

  String problem() {
    return problem;
  }
}
