package io.svc.server.audit;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Something to be noted: what was done, to what, and how it went.
 *
 * @param action such as {@code api_key.create}
 * @param target what it was done to
 * @param details what else is worth knowing; texts, numbers and booleans, never a secret
 */
public record AuditEvent(
    Category category, String action, Outcome outcome, Target target, Map<String, Object> details) {

  /** How it went. */
  public enum Outcome {
    SUCCESS,
    FAILURE,
    DENIED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What something was done to.
   *
   * @param type such as {@code api_key}
   * @param id empty when it has none
   * @param name for people
   */
  public record Target(String type, String id, String name) {}

  public AuditEvent {
    details = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /** Something that was done. */
  public static AuditEvent of(
      Category category, String action, String targetType, String targetId, String targetName) {
    return new AuditEvent(
        category, action, Outcome.SUCCESS, new Target(targetType, targetId, targetName), Map.of());
  }

  /** The same with one more detail. */
  public AuditEvent with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(details);
    more.put(name, value);
    return new AuditEvent(category, action, outcome, target, more);
  }

  /** The same, with another outcome. */
  public AuditEvent with(Outcome other) {
    return new AuditEvent(category, action, other, target, details);
  }
}
