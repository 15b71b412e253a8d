package io.svc.server.telemetry;

import java.util.ArrayList;
import java.util.List;

/** The result of mapping a request. Used by one thread. */
final class MappingResult {
  private final List<TelemetryItem> items = new ArrayList<>();
  private long rejected;
  private long ignored;
  private String problem = "";

  void add(TelemetryItem item) {
    items.add(item);
  }

  /** Counts a rejected item; the first reason is reported. */
  void reject(String reason) {
    rejected++;
    problem = problem.isEmpty() ? reason : problem;
  }

  /** Counts valid items that are not about agents. */
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
