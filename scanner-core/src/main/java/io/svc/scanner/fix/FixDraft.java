package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigSource;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ValueExtent;
import io.svc.scanner.detect.DetectionSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file, and the changes of it that have been thought of so far. */
final class FixDraft {
  private final ConfigSource source;
  private final DetectionSubject subject;
  private final List<Change> changes = new ArrayList<>();
  private final List<Fix> unfixed = new ArrayList<>();

  FixDraft(ConfigSource source, DetectionSubject subject) {
    this.source = source;
    this.subject = subject;
  }

  ConfigSource source() {
    return source;
  }

  DetectionSubject subject() {
    return subject;
  }

  McpConfig config() {
    return subject.config();
  }

  String text() {
    return source.text();
  }

  Optional<ValueExtent> extentOf(ConfigNode value) {
    return source.extentOf(value);
  }

  void add(Change change) {
    changes.add(change);
  }

  /** Notes that a finding stays. */
  void leave(String findingType, String server, ConfigText value, String reason) {
    unfixed.add(fix(findingType, server, value, reason));
  }

  /** A fix, or none, in words that may be shown. */
  Fix fix(String findingType, String server, ConfigText value, String words) {
    return new Fix(findingType, subject.redactor().redact(server), value.line(), words);
  }

  /** Lets a scalar say something else, wherever its text is used. */
  void change(Change.Builder change, ValueExtent extent, String wanted) {
    Edit edit = new ScalarText(text(), source.language(), extent).changedTo(wanted);
    change.edit(edit.start(), edit.end(), edit.replacement());
    change.value(extent.start(), wanted);
  }

  List<Change> changes() {
    return changes;
  }

  List<Fix> unfixed() {
    return unfixed;
  }

  /** The ends of lines that the file has. */
  String lineEnd() {
    int first = text().indexOf('\n');
    return first > 0 && text().charAt(first - 1) == '\r' ? "\r\n" : "\n";
  }

  /** Where the line begins that an index is in. */
  int lineStart(int index) {
    return text().lastIndexOf('\n', index - 1) + 1;
  }

  /** Where the next line begins; the end of the text behind the last. */
  int nextLine(int index) {
    int end = text().indexOf('\n', index);
    return end < 0 ? text().length() : end + 1;
  }

  /** The blanks at the beginning of the line that an index is in. */
  String indentation(int index) {
    int start = lineStart(index);
    int end = start;
    while (end < text().length() && (text().charAt(end) == ' ' || text().charAt(end) == '\t')) {
      end++;
    }
    return text().substring(start, end);
  }

  /** Whether only blanks stand before an index on its line. */
  boolean startsLine(int index) {
    return text().substring(lineStart(index), index).isBlank();
  }
}
