package io.svc.cli.doctor;

import io.svc.cli.console.Console;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.report.Palette;
import io.svc.rules.Severity;
import java.util.ArrayList;
import java.util.List;

/** Collects the results of {@code svc-preflight doctor}, line by line. */
final class DoctorReport {
  private static final int SUBJECT_WIDTH = "advisories".length();

  private enum State {
    OK,
    WARN,
    FAIL
  }

  private record Line(State state, String subject, String detail, String advice) {}

  private final List<Line> lines = new ArrayList<>();

  /** Adds a passed check. */
  void ok(String subject, String detail) {
    lines.add(new Line(State.OK, subject, detail, ""));
  }

  /** Adds a warning: it works but needs attention. */
  void warn(String subject, String detail, String advice) {
    lines.add(new Line(State.WARN, subject, detail, advice));
  }

  /** Adds a failure: a scan would end with exit code 2. */
  void fail(String subject, String detail, String advice) {
    lines.add(new Line(State.FAIL, subject, detail, advice));
  }

  /** Returns whether any check failed. */
  boolean isBroken() {
    return count(State.FAIL) > 0;
  }

  private int count(State state) {
    int count = 0;
    for (Line line : lines) {
      count += line.state() == state ? 1 : 0;
    }
    return count;
  }

  /** Returns all lines and the overall result. */
  String text(Palette palette) {
    StringBuilder text = new StringBuilder();
    for (Line line : lines) {
      text.append(word(line.state(), palette)).append("  ").append(line.subject());
      text.append(" ".repeat(Math.max(0, SUBJECT_WIDTH - line.subject().length())));
      text.append("  ").append(TerminalSanitizer.line(line.detail())).append('\n');
      if (!line.advice().isEmpty()) {
        text.append("      ").append(" ".repeat(SUBJECT_WIDTH));
        text.append("  -> ").append(TerminalSanitizer.line(line.advice())).append('\n');
      }
    }
    text.append('\n').append(Console.count(count(State.FAIL), "failure")).append(", ");
    return text.append(Console.count(count(State.WARN), "warning")).append(".\n").toString();
  }

  private static String word(State state, Palette palette) {
    return switch (state) {
      case OK -> palette.good("ok  ");
      case WARN -> palette.severity(Severity.MEDIUM, "warn");
      case FAIL -> palette.severity(Severity.HIGH, "fail");
    };
  }
}
