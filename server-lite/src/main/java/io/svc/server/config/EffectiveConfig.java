package io.svc.server.config;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The effective settings, with their origins.
 *
 * @param config the settings
 * @param warnings warnings about permitted but risky values, one sentence each
 * @param values every setting of the table, in its order
 */
public record EffectiveConfig(ServerConfig config, List<String> warnings, List<Value> values) {
  public EffectiveConfig {
    warnings = List.copyOf(warnings);
    values = List.copyOf(values);
  }

  /**
   * An effective setting.
   *
   * @param origin the origin of the value; {@code default} for the default
   * @param value empty when it is not set
   */
  public record Value(ConfigKey<?> key, String origin, Optional<Object> value) {
    /** Returns a line of YAML, with secrets masked, followed by the origin. */
    private String toYaml() {
      String name = key.name();
      if (value.isEmpty() || ValueTypes.texts(value.get()).isEmpty()) {
        return "# " + name + ": not set";
      }
      List<String> texts =
          ValueTypes.texts(value.get()).stream()
              .map(
                  text -> value.get() instanceof Integer ? text : TextNode.valueOf(text).toString())
              .collect(Collectors.toCollection(ArrayList::new));
      String shown =
          value.get() instanceof List ? "[" + String.join(", ", texts) + "]" : texts.get(0);
      return name + ": " + shown + "  # " + origin;
    }
  }

  /**
   * Returns the settings as a configuration file, with secrets masked, each with a comment on its
   * origin.
   */
  public String toYaml() {
    return values.stream().map(Value::toYaml).collect(Collectors.joining("\n", "", "\n"));
  }
}
