package io.svc.baseline;

import io.svc.rules.Severity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An asset that differs from its approved state. A renamed server differs in {@code server_name}.
 *
 * @param serverName name of the server in the file
 * @param configPath current file, named as in the baseline
 * @param changedFields names of the changed fields and extensions
 * @param before approved values of the changed fields, without values that must not be shown
 * @param after current values of the changed fields, without values that must not be shown
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
   * Returns the changed fields to report. The hash changes with every other field, so it is
   * included only if it is the only change.
   */
  public List<String> reportedFields() {
    List<String> fields = new ArrayList<>(changedFields);
    if (fields.size() > 1) {
      fields.remove("config_hash");
    }
    return fields;
  }

  /** Returns true if only the name changed. */
  public boolean isRenamed() {
    return changedFields.contains("server_name");
  }

  /** Returns the severity of the change: the worst severity of its fields. */
  public Severity severity() {
    return Drift.severity(this);
  }
}
