package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;

/**
 * The required execution environment of a call.
 *
 * @param profile the configuration of the environment, such as {@code no-network}
 * @param failClosed whether the call is denied when no such environment exists; otherwise it runs
 *     in another one
 */
public record ExecutionRoute(Mode mode, Optional<String> profile, boolean failClosed) {
  /**
   * Returns the route that isolates more; of equal ones, the fail-closed one, otherwise the first.
   */
  public static ExecutionRoute stricter(ExecutionRoute one, ExecutionRoute other) {
    int byMode = one.mode.compareTo(other.mode);
    if (byMode != 0) {
      return byMode > 0 ? one : other;
    }
    return other.failClosed && !one.failClosed ? other : one;
  }

  JsonNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("mode", mode.label());
    profile.ifPresent(name -> json.put("profile", name));
    return json.put("fail_closed", failClosed);
  }

  static ExecutionRoute fromJson(JsonNode json) {
    return new ExecutionRoute(
        Mode.ofLabel(json.path("mode").asText()).orElseThrow(),
        Optional.ofNullable(json.get("profile")).map(JsonNode::asText),
        json.path("fail_closed").asBoolean(true));
  }

  /** The kinds of environments, in order of isolation. */
  public enum Mode {
    INLINE,
    PROCESS,
    CONTAINER,
    MICROVM,
    REMOTE_SANDBOX;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
      return label;
    }

    /** Returns the mode with a {@link #label}. */
    public static Optional<Mode> ofLabel(String label) {
      for (Mode mode : values()) {
        if (mode.label.equals(label)) {
          return Optional.of(mode);
        }
      }
      return Optional.empty();
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
