package io.svc.server.redaction;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * The redaction settings of a tenant.
 *
 * @param recognizers the tenant's recognizers
 * @param allowList values that are never redacted, in any spelling
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record RedactionSettings(List<OwnRecognizer> recognizers, List<String> allowList) {
  static final RedactionSettings NONE = new RedactionSettings(List.of(), List.of());

  RedactionSettings {
    recognizers = List.copyOf(recognizers);
    allowList = List.copyOf(allowList);
  }

  /**
   * A recognizer that a tenant defined.
   *
   * @param name the type, such as {@code EMPLOYEE_ID}
   * @param pattern in RE2 syntax, which runs in linear time
   * @param score the confidence of a match, from 0 to 1
   * @param context words near a match that raise its confidence; may be empty
   */
  record OwnRecognizer(String name, String pattern, double score, List<String> context) {
    OwnRecognizer {
      requireNonNull(name, "name is null");
      requireNonNull(pattern, "pattern is null");
      context = List.copyOf(context);
    }
  }
}
