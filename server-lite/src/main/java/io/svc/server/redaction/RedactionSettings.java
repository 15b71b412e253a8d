package io.svc.server.redaction;

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
}
