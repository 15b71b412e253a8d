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

/** A file with the changes planned so far. */
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

  /** Records that a finding is not fixed. */
  void skip(String findingType, String server, ConfigText value, String reason) {
    unfixed.add(fix(findingType, server, value, reason));
  }

  /** Creates a fix, or an unfixed finding, with a masked description. */
  Fix fix(String findingType, String server, ConfigText value, String words) {
    return new Fix(findingType, subject.redactor().redact(server), value.line(), words);
  }

  /** Changes a scalar at all uses of its text. */
  void change(Change.Builder change, ValueExtent extent, String newValue) {
    Edit edit = new ScalarText(text(), source.language(), extent).changedTo(newValue);
    change.edit(edit.start(), edit.end(), edit.replacement());
    change.value(extent.start(), newValue);
  }

  List<Change> changes() {
    return changes;
  }

  List<Fix> unfixed() {
    return unfixed;
  }

  /** Returns the line separator of the file. */
  String lineEnd() {
    int first = text().indexOf('\n');
    return first > 0 && text().charAt(first - 1) == '\r' ? "\r\n" : "\n";
  }

  /** Returns the start of the line at an index. */
  int lineStart(int index) {
    return text().lastIndexOf('\n', index - 1) + 1;
  }

  /** Returns the start of the next line; the end of the text after the last line. */
  int nextLine(int index) {
    int end = text().indexOf('\n', index);
    return end < 0 ? text().length() : end + 1;
  }

  /** Returns the indentation of the line at an index. */
  String indentation(int index) {
    int start = lineStart(index);
    int end = start;
    while (end < text().length() && (text().charAt(end) == ' ' || text().charAt(end) == '\t')) {
      end++;
    }
    return text().substring(start, end);
  }

  /** Returns true if only blanks precede an index on its line. */
  boolean startsLine(int index) {
    return text().substring(lineStart(index), index).isBlank();
  }
}
