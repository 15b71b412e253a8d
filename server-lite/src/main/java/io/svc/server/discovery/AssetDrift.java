package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The differences between two postures of an asset, most severe first. */
public final class AssetDrift {
  /** The kind of a difference. */
  public enum Kind {
    ADDED,
    REMOVED,
    MODIFIED;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * A difference.
   *
   * @param path such as {@code connectors[slack].scopes}
   * @param before empty when it was added
   * @param after empty when it was removed
   */
  public record Change(
      String path,
      Kind change,
      Optional<Object> before,
      Optional<Object> after,
      DriftSeverity severity,
      DriftClass driftClass) {}

  private final List<Change> changes = new ArrayList<>();

  private AssetDrift(AssetPosture before, AssetPosture after) {
    connectors(before, after);
    compare("steps", before.steps(), after.steps(), DriftClass.STEP_CHANGED);
    compare("triggers", before.triggers(), after.triggers(), DriftClass.STEP_CHANGED);
    compare("usesAi", before.usesAi(), after.usesAi(), DriftClass.STEP_CHANGED);
    settings(before.settings(), after.settings());
    compare(
        "subWorkflows",
        before.subWorkflows(),
        after.subWorkflows(),
        DriftClass.SUBWORKFLOW_CHANGED);
    compare("name", before.name(), after.name(), DriftClass.METADATA_CHANGED);
    compare("owner", before.owner(), after.owner(), DriftClass.METADATA_CHANGED);
    compare("url", before.url(), after.url(), DriftClass.METADATA_CHANGED);
    compare("active", before.active(), after.active(), DriftClass.METADATA_CHANGED);
    compare("tags", before.tags(), after.tags(), DriftClass.METADATA_CHANGED);
    changes.sort(Comparator.comparing(Change::driftClass).thenComparing(Change::path));
  }

  /** Returns the differences; empty when the postures are equal. */
  public static List<Change> between(AssetPosture before, AssetPosture after) {
    return List.copyOf(new AssetDrift(before, after).changes);
  }

  /** Returns true when a difference is critical, which voids approvals. */
  public static boolean isCritical(List<Change> changes) {
    return changes.stream().anyMatch(change -> change.severity() == DriftSeverity.CRITICAL);
  }

  /** Returns the number of differences of every severity. */
  static Map<String, Long> summary(List<Change> changes) {
    Map<String, Long> summary = new LinkedHashMap<>();
    for (DriftSeverity severity : DriftSeverity.values()) {
      summary.put(
          severity.toString(),
          changes.stream().filter(change -> change.severity() == severity).count());
    }
    return summary;
  }

  private void connectors(AssetPosture before, AssetPosture after) {
    Map<String, AssetConnector> old = byName(before);
    Map<String, AssetConnector> now = byName(after);
    Set<String> names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    for (String name : names) {
      String path = "connectors[" + name + "]";
      if (!old.containsKey(name)) {
        add(
            path,
            Optional.empty(),
            Optional.of(describe(requireNonNull(now.get(name)))),
            DriftClass.CONNECTOR_ADDED);
      } else if (!now.containsKey(name)) {
        add(
            path,
            Optional.of(describe(old.get(name))),
            Optional.empty(),
            DriftClass.CONNECTOR_REMOVED);
      } else {
        connector(path, old.get(name), now.get(name));
      }
    }
  }

  private static Map<String, AssetConnector> byName(AssetPosture posture) {
    Map<String, AssetConnector> connectors = new TreeMap<>();
    posture.connectors().forEach(connector -> connectors.put(connector.name(), connector));
    return connectors;
  }

  private static Map<String, Object> describe(AssetConnector connector) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("operations", connector.operations());
    fields.put("scopes", connector.scopes());
    fields.put("credentials", connector.credentials());
    return fields;
  }

  private void connector(String path, AssetConnector before, AssetConnector after) {
    permissions(path + ".scopes", before.scopes(), after.scopes());
    permissions(path + ".credentials", before.credentials(), after.credentials());
    boolean isEscalated = !OperationNames.writes(before) && OperationNames.writes(after);
    compare(
        path + ".operations",
        before.operations(),
        after.operations(),
        isEscalated ? DriftClass.PERMISSION_ESCALATED : DriftClass.STEP_CHANGED);
  }

  private void permissions(String path, List<String> before, List<String> after) {
    compare(
        path,
        before,
        after,
        before.containsAll(after)
            ? DriftClass.PERMISSION_REDUCED
            : DriftClass.PERMISSION_ESCALATED);
  }

  private void settings(Map<String, String> before, Map<String, String> after) {
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    for (String name : names) {
      Optional<Object> old = Optional.ofNullable(before.get(name));
      Optional<Object> now = Optional.ofNullable(after.get(name));
      if (!old.equals(now)) {
        boolean isStep = OperationNames.words(name).contains("steps");
        add(
            "settings[" + name + "]",
            old,
            now,
            isStep ? DriftClass.STEP_CHANGED : DriftClass.SETTING_CHANGED);
      }
    }
  }

  private void compare(String path, Object before, Object after, DriftClass driftClass) {
    if (!before.equals(after)) {
      add(path, Optional.of(before), Optional.of(after), driftClass);
    }
  }

  private void add(
      String path, Optional<Object> before, Optional<Object> after, DriftClass driftClass) {
    Kind kind = before.isEmpty() ? Kind.ADDED : after.isEmpty() ? Kind.REMOVED : Kind.MODIFIED;
    changes.add(new Change(path, kind, before, after, driftClass.severity(), driftClass));
  }

  /** The class of a change of an asset, most severe first. */
  public enum DriftClass {
    CONNECTOR_ADDED(DriftSeverity.CRITICAL),
    /** More scopes, another credential, or write access in place of read access. */
    PERMISSION_ESCALATED(DriftSeverity.CRITICAL),
    STEP_CHANGED(DriftSeverity.WARNING),
    SETTING_CHANGED(DriftSeverity.WARNING),
    SUBWORKFLOW_CHANGED(DriftSeverity.WARNING),
    CONNECTOR_REMOVED(DriftSeverity.INFO),
    PERMISSION_REDUCED(DriftSeverity.INFO),
    METADATA_CHANGED(DriftSeverity.INFO);

    private final DriftSeverity severity;

    DriftClass(DriftSeverity severity) {
      this.severity = severity;
    }

    /** Returns the severity. */
    public DriftSeverity severity() {
      return severity;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The severity of a change. */
  public enum DriftSeverity {
    /** All approvals are void. */
    CRITICAL,
    WARNING,
    INFO;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
