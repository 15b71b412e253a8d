package io.svc.baseline;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The differences between approved and current assets. Assets are matched by file and name; assets
 * with the same name are matched by their order.
 *
 * @param added added assets, in the order of the file
 * @param removed removed assets, in the order of the baseline
 * @param modified modified assets, in the order of the file
 */
record Drift(List<BaselineAsset> added, List<BaselineAsset> removed, List<ModifiedAsset> modified) {
  /** Extensions that are reported as separate fields. */
  private static final List<String> EXTENSION_FIELDS =
      List.of("url", "transport", "header_names", "auto_approve", "disabled", "value_hashes");

  /** The order of changed fields in reports. */
  private static final List<String> FIELD_ORDER =
      WordListParser.list(
          """
          command args url transport auto_approve env_keys header_names auth_mode disabled
          value_hashes tool_count resource_count description config_hash""");

  private static final Comparator<String> ORDER = Comparator.comparingInt(FIELD_ORDER::indexOf);

  /** Fields that determine the command or the address, or the actions without approval. */
  private static final Set<String> HIGH =
      Set.of("command", "args", "url", "transport", "auto_approve");

  private static final Set<String> LOW = Set.of("description", "config_hash");

  /**
   * Compares assets.
   *
   * @param ignorePaths whether assets are matched by name only
   */
  static Drift between(
      List<BaselineAsset> approved, List<BaselineAsset> current, boolean ignorePaths) {
    Map<String, BaselineAsset> unmatched = keyed(approved, ignorePaths);
    List<BaselineAsset> added = new ArrayList<>();
    List<ModifiedAsset> modified = new ArrayList<>();
    for (Map.Entry<String, BaselineAsset> entry : keyed(current, ignorePaths).entrySet()) {
      BaselineAsset before = unmatched.remove(entry.getKey());
      if (before == null) {
        added.add(entry.getValue());
      } else {
        ModifiedAsset change = change(before, entry.getValue());
        if (!change.changedFields().isEmpty()) {
          modified.add(change);
        }
      }
    }
    return new Drift(added, List.copyOf(unmatched.values()), modified);
  }

  /**
   * A difference in words.
   *
   * @param server the affected asset
   * @param detail description of the difference
   * @param severity severity of the difference
   * @param extensions extensions of the finding
   * @param isGone whether the server no longer exists and has no location
   */
  record Difference(
      String server,
      String detail,
      Severity severity,
      Map<String, Object> extensions,
      boolean isGone) {}

  /** Returns all differences in words. */
  List<Difference> differences() {
    List<Difference> differences = new ArrayList<>();
    for (BaselineAsset asset : added) {
      differences.add(
          new Difference(
              asset.serverName(),
              "The server was added after the baseline was approved.",
              Severity.HIGH,
              Map.of("change", "added"),
              false));
    }
    for (ModifiedAsset change : modified) {
      Map<String, Object> extensions = new LinkedHashMap<>();
      extensions.put("change", "modified");
      extensions.put("changed_fields", change.changedFields());
      differences.add(
          new Difference(
              change.serverName(),
              "The server differs from the approved baseline in "
                  + String.join(", ", change.reportedFields())
                  + ".",
              severity(change),
              extensions,
              false));
    }
    for (BaselineAsset asset : removed) {
      differences.add(
          new Difference(
              asset.serverName(),
              "The server is in the approved baseline but no longer in the file.",
              Severity.LOW,
              Map.of("change", "removed"),
              true));
    }
    return differences;
  }

  /** Returns the severity of a change: the worst severity of its fields. */
  static Severity severity(ModifiedAsset change) {
    Severity worst = Severity.LOW;
    for (String field : change.changedFields()) {
      boolean isNarrowed = field.equals("auto_approve") && isNarrowed(change);
      if (HIGH.contains(field) && !isNarrowed) {
        return Severity.HIGH;
      }
      if (!LOW.contains(field) && !isNarrowed) {
        worst = Severity.MEDIUM;
      }
    }
    return worst;
  }

  /** Returns true if fewer tools than before run without approval. */
  private static boolean isNarrowed(ModifiedAsset change) {
    Object before = change.before().getOrDefault("auto_approve", List.of());
    Object after = change.after().getOrDefault("auto_approve", List.of());
    return before instanceof List<?> old
        && after instanceof List<?> now
        && (old.contains("*") ? !now.contains("*") : old.containsAll(now));
  }

  private static Map<String, BaselineAsset> keyed(List<BaselineAsset> assets, boolean ignorePaths) {
    Map<String, BaselineAsset> keyed = new LinkedHashMap<>();
    Map<String, Integer> seen = new HashMap<>();
    for (BaselineAsset asset : assets) {
      String path = ignorePaths ? "" : configPath(asset);
      String key = path + '\n' + asset.kind() + '\n' + asset.serverName() + '\n' + asset.name();
      keyed.put(key + '\n' + seen.merge(key, 1, Integer::sum), asset);
    }
    return keyed;
  }

  private static String configPath(BaselineAsset asset) {
    return String.valueOf(asset.extensions().getOrDefault("config_path", ""));
  }

  static ModifiedAsset change(BaselineAsset before, BaselineAsset after) {
    Map<String, Object> old = fields(before);
    Map<String, Object> now = fields(after);
    Set<String> names = new TreeSet<>(ORDER);
    names.addAll(old.keySet());
    names.addAll(now.keySet());
    List<String> changed = new ArrayList<>();
    Map<String, Object> shownBefore = new LinkedHashMap<>();
    Map<String, Object> shownAfter = new LinkedHashMap<>();
    for (String name : names) {
      if (Objects.equals(old.get(name), now.get(name))) {
        continue;
      }
      changed.add(name);
      if (old.containsKey(name)) {
        shownBefore.put(name, shown(name, old, now));
      }
      if (now.containsKey(name)) {
        shownAfter.put(name, shown(name, now, old));
      }
    }
    return new ModifiedAsset(
        after.serverName(), configPath(after), changed, shownBefore, shownAfter);
  }

  /** Of keyed hashes, only the names of the changed values are shown. */
  private static Object shown(String name, Map<String, Object> side, Map<String, Object> other) {
    if (!name.equals("value_hashes")
        || !(side.get(name) instanceof Map<?, ?> hashes)
        || !(other.getOrDefault(name, Map.of()) instanceof Map<?, ?> others)) {
      return requireNonNull(side.get(name));
    }
    List<String> differing = new ArrayList<>();
    for (Map.Entry<?, ?> entry : hashes.entrySet()) {
      if (!entry.getValue().equals(others.get(entry.getKey()))) {
        differing.add(String.valueOf(entry.getKey()));
      }
    }
    return differing;
  }

  private static Map<String, Object> fields(BaselineAsset asset) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", asset.command());
    fields.put("args", asset.args());
    fields.put("env_keys", List.copyOf(new TreeSet<>(asset.envKeys().keySet())));
    fields.put("auth_mode", asset.authMode());
    fields.put("tool_count", asset.toolCount());
    fields.put("resource_count", asset.resourceCount());
    fields.put("description", asset.description());
    fields.put("config_hash", asset.configHash());
    for (String name : EXTENSION_FIELDS) {
      if (asset.extensions().containsKey(name)) {
        fields.put(name, asset.extensions().get(name));
      }
    }
    return fields;
  }
}
