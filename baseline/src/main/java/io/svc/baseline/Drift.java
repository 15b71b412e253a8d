package io.svc.baseline;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The differences between approved and current assets.
 *
 * @param pairs all assets, matched
 * @param rejected rejected states of assets
 */
record Drift(List<AssetPair> pairs, List<Baseline.Rejection> rejected) {
  /** Extensions that are reported as separate fields. */
  private static final List<String> EXTENSION_FIELDS =
      List.of("url", "transport", "header_names", "auto_approve", "disabled", "value_hashes");

  /** The order of changed fields in reports. */
  private static final List<String> FIELD_ORDER =
      WordListParser.list(
          """
          server_name command args url transport auto_approve env_keys header_names auth_mode
          disabled value_hashes tool_count resource_count description config_hash""");

  private static final Comparator<String> ORDER = Comparator.comparingInt(FIELD_ORDER::indexOf);

  /** Fields that determine the command or the address, or the actions without approval. */
  private static final Set<String> HIGH =
      Set.of("command", "args", "url", "transport", "auto_approve");

  private static final Set<String> LOW = Set.of("server_name", "description", "config_hash");

  /** Returns the added assets, in the order of the file. */
  List<BaselineAsset> added() {
    List<BaselineAsset> added = new ArrayList<>();
    for (AssetPair pair : pairs) {
      if (pair.before().isEmpty()) {
        added.add(pair.after().orElseThrow());
      }
    }
    return added;
  }

  /** Returns the removed assets, in the order of the baseline. */
  List<BaselineAsset> removed() {
    List<BaselineAsset> removed = new ArrayList<>();
    for (AssetPair pair : pairs) {
      if (pair.after().isEmpty()) {
        removed.add(pair.before().orElseThrow());
      }
    }
    return removed;
  }

  /** Returns the modified and renamed assets, in the order of the file. */
  List<ModifiedAsset> modified() {
    List<ModifiedAsset> modified = new ArrayList<>();
    for (AssetPair pair : pairs) {
      if (pair.before().isPresent() && pair.after().isPresent()) {
        ModifiedAsset change = change(pair.before().get(), pair.after().get());
        if (!change.changedFields().isEmpty()) {
          modified.add(change);
        }
      }
    }
    return modified;
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

  /** Returns all differences in words: added, modified and renamed, and then removed assets. */
  List<Difference> differences() {
    List<Difference> differences = new ArrayList<>();
    List<Difference> changes = new ArrayList<>();
    List<Difference> removals = new ArrayList<>();
    for (AssetPair pair : pairs) {
      if (pair.before().isEmpty()) {
        BaselineAsset asset = pair.after().orElseThrow();
        String detail = "The " + noun(asset) + " was added after the baseline was approved.";
        differences.add(withRejection(asset, detail, Severity.HIGH, Map.of("change", "added")));
      } else if (pair.after().isPresent()) {
        change(pair.before().get(), pair.after().get(), changes);
      } else {
        removals.add(
            removal(pair.before().get(), "is in the approved baseline but no longer in the file."));
      }
    }
    differences.addAll(changes);
    differences.addAll(removals);
    return differences;
  }

  private void change(BaselineAsset before, BaselineAsset after, List<Difference> differences) {
    ModifiedAsset change = change(before, after);
    if (change.changedFields().isEmpty()) {
      return;
    }
    boolean isRenamed = change.isRenamed();
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("change", isRenamed ? "renamed" : "modified");
    if (isRenamed) {
      extensions.put("previous_name", before.serverName());
    }
    extensions.put("changed_fields", change.changedFields());
    String detail =
        isRenamed
            ? " was named `" + before.serverName() + "` when the baseline was approved."
            : " differs from the approved baseline in "
                + String.join(", ", change.reportedFields())
                + ".";
    differences.add(
        withRejection(after, "The " + noun(after) + detail, severity(change), extensions));
  }

  /** Returns the difference of an asset that no longer exists. */
  static Difference removal(BaselineAsset asset, String detail) {
    return new Difference(
        asset.serverName(),
        "The " + noun(asset) + " " + detail,
        Severity.LOW,
        Map.of("change", "removed"),
        true);
  }

  /** Returns a difference of a current asset, which is worse if this state was rejected. */
  private Difference withRejection(
      BaselineAsset asset, String detail, Severity severity, Map<String, Object> extensions) {
    for (Baseline.Rejection rejection : rejected) {
      if (rejection.configHash().equals(asset.stateHash())) {
        Map<String, Object> more = new LinkedHashMap<>(extensions);
        more.put("rejected", true);
        String by = " This state was rejected by " + rejection.rejectedBy() + ".";
        return new Difference(asset.serverName(), detail + by, Severity.HIGH, more, false);
      }
    }
    return new Difference(asset.serverName(), detail, severity, extensions, false);
  }

  private static String noun(BaselineAsset asset) {
    return asset.kind().replace('_', ' ');
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
        after.serverName(), after.configPath(), changed, shownBefore, shownAfter);
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
    fields.put("server_name", asset.serverName());
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
