package io.svc.server.reports.compliance;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * What an organization can be held against.
 *
 * @param id such as {@code owasp_agentic}
 * @param source where the list of its controls was published
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Framework(String id, String title, String source, List<Control> controls) {

  /**
   * One thing that a framework asks for.
   *
   * @param id as the framework has it
   * @param description what is looked at here, in our words
   * @param checks names of checks, all of which have to pass
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
