package io.svc.server.redaction;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * What a tenant sets about redaction.
 *
 * @param recognizers what it has recognised beside what everybody has
 * @param allowList values that stay wherever they are found, in any spelling of them
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
   * @param name of the type, such as {@code EMPLOYEE_ID}
   * @param pattern in the syntax of RE2, which runs in time that grows with the text
   * @param score how sure a match is, from 0 to 1
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
