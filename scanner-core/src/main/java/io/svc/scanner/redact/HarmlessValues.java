package io.svc.scanner.redact;

import io.svc.rules.RecentResults;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of values that contain no secret, whatever their server. The files of a directory
 * contain the same values many times. Thread-safe.
 */
final class HarmlessValues {
  private static final int SLOTS = 4_096;

  /** What a result depends on, apart from the text. */
  private record Field(SecretCandidate.Kind kind, String name) {}

  private final RecentResults<String, Field> recent = new RecentResults<>(SLOTS);

  boolean contains(SecretCandidate value) {
    @Nullable Field field = recent.get(value.text());
    return field != null && field.kind == value.kind() && field.name.equals(value.name());
  }

  void add(SecretCandidate value) {
    recent.put(value.text(), new Field(value.kind(), value.name()));
  }
}
