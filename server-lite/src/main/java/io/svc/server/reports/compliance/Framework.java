package io.svc.server.reports.compliance;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * A compliance framework.
 *
 * @param id such as {@code owasp_agentic}
 * @param source where the list of its controls is published
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Framework(String id, String title, String source, List<Control> controls) {

  /**
   * A control of a framework.
   *
   * @param id the identifier in the framework
   * @param description the checks here, in our words
   * @param checks the names of checks, which must all pass
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Control(String id, String title, String description, List<String> checks) {
    Control {
      requireNonNull(id, "id is null");
      requireNonNull(title, "title is null");
      requireNonNull(description, "description is null");
      checks = List.copyOf(checks);
      if (checks.isEmpty()) {
        throw new IllegalArgumentException("the control " + id + " has no check");
      }
    }
  }

  Framework {
    requireNonNull(id, "id is null");
    requireNonNull(title, "title is null");
    requireNonNull(source, "source is null");
    controls = List.copyOf(controls);
  }
}
