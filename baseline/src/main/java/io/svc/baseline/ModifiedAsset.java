package io.svc.baseline;

import io.svc.rules.Severity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An approved asset that is no longer as it was approved.
 *
 * @param serverName the server's name in the file
 * @param configPath the file as it is now, named as in the baseline
 * @param changedFields names of the asset's fields that differ, and of its extensions
 * @param before the changed fields as approved, as far as they may be shown
 * @param after the changed fields as they are now, as far as they may be shown
 */
public record ModifiedAsset(
    String serverName,
    String configPath,
    List<String> changedFields,
    Map<String, Object> before,
    Map<String, Object> after) {

  public ModifiedAsset {
    changedFields = List.copyOf(changedFields);
    before = Collections.unmodifiableMap(new LinkedHashMap<>(before));
    after = Collections.unmodifiableMap(new LinkedHashMap<>(after));
  }

  /**
   * The changed fields that say something: the hash differs whenever anything does, so it is named
   * only when it is alone.
   */
  public List<String> toldFields() {
    List<String> fields = new ArrayList<>(changedFields);
    if (fields.size() > 1) {
      fields.remove("config_hash");
    }
    return fields;
  }

  /** How bad the change is: as bad as the worst of its fields. */
  public Severity severity() {
    return Drift.severity(this);
  }
}
