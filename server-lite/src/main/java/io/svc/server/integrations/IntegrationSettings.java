package io.svc.server.integrations;

import io.svc.server.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The configuration of an integration, with secrets.
 *
 * @param values by the name of the field, in the order of the type's fields; empty ones are absent
 */
record IntegrationSettings(IntegrationType type, Map<String, String> values) {
  IntegrationSettings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Returns JSON with secrets masked. */
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

  /** Returns the secrets only; URLs with a secret part are included completely. */
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

  /** Returns whether the settings allow reading a platform's workflows. */
  boolean canReadWorkflows() {
    return type.isScanned() && values.keySet().containsAll(type.credentials());
  }

  /** Returns the type, and no values. */
  @Override
  public String toString() {
    return type + " " + values.keySet();
  }
}
