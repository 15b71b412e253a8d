package io.svc.server.integrations;

import io.svc.server.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an integration is configured with, in the open.
 *
 * @param values by the name of the field, in the order of the type's fields; empty ones are absent
 */
record IntegrationSettings(IntegrationType type, Map<String, String> values) {
  IntegrationSettings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** JSON of what may be shown. */
  String shown() {
    Map<String, String> shown = new LinkedHashMap<>();
    for (ConfigField field : type.fields()) {
      String value = values.get(field.name());
      if (value != null) {
        shown.put(field.name(), field.shown(value));
      }
    }
    return Json.text(shown);
  }

  /** The secrets alone, addresses with a secret part whole. */
  Map<String, String> secrets() {
    Map<String, String> secrets = new LinkedHashMap<>();
    for (ConfigField field : type.fields()) {
      String value = values.get(field.name());
      if (value != null && field.hides(value)) {
        secrets.put(field.name(), value);
      }
    }
    return secrets;
  }

  /** Whether a platform can be asked for its workflows with these. */
  boolean canBeAsked() {
    return type.isScanned() && values.keySet().containsAll(type.credentials());
  }

  /** Which, and no value. */
  @Override
  public String toString() {
    return type + " " + values.keySet();
  }
}
