package io.svc.server.audit;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * An event to be recorded: the action, its target and its outcome.
 *
 * @param action such as {@code api_key.create}
 * @param target the object of the action
 * @param details additional texts, numbers and booleans, never a secret
 */
public record AuditEvent(
    Category category, String action, Outcome outcome, Target target, Map<String, Object> details) {

  /** The outcome of an action. */
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
   * The target of an action.
   *
   * @param type such as {@code api_key}
   * @param id empty when it has none
   * @param name for display
   */
  public record Target(String type, String id, String name) {}

  public AuditEvent {
    details = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /** Returns a successful event. */
  public static AuditEvent of(
      Category category, String action, String targetType, String targetId, String targetName) {
    return new AuditEvent(
        category, action, Outcome.SUCCESS, new Target(targetType, targetId, targetName), Map.of());
  }

  /** Returns the event with an additional detail. */
  public AuditEvent with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(details);
    more.put(name, value);
    return new AuditEvent(category, action, outcome, target, more);
  }

  /** Returns the event with another outcome. */
  public AuditEvent with(Outcome other) {
    return new AuditEvent(category, action, other, target, details);
  }
}
