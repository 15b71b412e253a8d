package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a call has to run.
 *
 * @param profile what the place is set up like, such as {@code no-network}
 * @param failClosed whether the call is refused where there is no such place; otherwise it runs
 *     where it can
 */
public record Route(Mode mode, Optional<String> profile, boolean failClosed) {
  /** The route that isolates more; of two alike the one that fails closed, else the first. */
  public static Route stricter(Route one, Route other) {
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

  static Route fromJson(JsonNode json) {
    return new Route(
        Mode.ofLabel(json.path("mode").asText()).orElseThrow(),
        Optional.ofNullable(json.get("profile")).map(JsonNode::asText),
        json.path("fail_closed").asBoolean(true));
  }

  /** Kinds of places, in the order of how much they isolate. */
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

    /** The mode of a word as {@link #label} writes it. */
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
