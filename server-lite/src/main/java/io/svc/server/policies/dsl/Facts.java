package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a policy is evaluated on. A text that is empty, and a destination that is missing, are
 * not known: no name in a policy matches them, not even {@code *}. Immutable; values within {@code
 * args} and {@code data} are those of JSON: text, {@code Long}, {@code Double}, {@code Boolean},
 * null, list and map.
 *
 * @param action the type of the action, such as {@code tool_call}
 * @param isOpaque whether the call carries something that {@code args} does not tell; then no
 *     condition that names {@code args} can be evaluated
 * @param peer the id or the name of the agent that is called
 * @param now when it happens, for conditions and time windows
 */
public record Facts(
    String action,
    String platform,
    String server,
    String tool,
    String operation,
    String method,
    Optional<Destination> destination,
    Map<String, Object> args,
    boolean isOpaque,
    Content data,
    Agent agent,
    Session session,
    String environment,
    String user,
    String peer,
    Instant now) {
  public Facts {
    args = JsonValues.copy(args);
  }

  /** Facts of which only the type of the action and the time are known yet. */
  public static FactsBuilder of(String action, Instant now) {
    return new FactsBuilder(action, now);
  }

  /** What {@link #toJson} wrote. */
  public static Facts fromJson(JsonNode json) {
    return FactsJson.read(json);
  }

  /** Everything, so that {@link #fromJson} gives an equal value. Names are snake_case. */
  public JsonNode toJson() {
    return FactsJson.write(this);
  }

  /**
   * Where a call goes, normalised: scheme and host in lower case, names in their ASCII form,
   * addresses in the one usual spelling however they were written, dot segments of the path
   * resolved. Nothing is looked up.
   *
   * @param url all of it but credentials and fragment
   * @param scheme empty for a bare host
   * @param host a name or an address without brackets; empty when none can be read
   * @param port 0 when neither written nor known from the scheme
   * @param path with a slash at its front; empty when there is none
   */
  public record Destination(String url, String scheme, String host, int port, String path) {
    public Destination {
      if (port < 0 || port > 65_535) {
        throw new IllegalArgumentException("port is " + port + "; expected 0 to 65535");
      }
    }

    /** Reads a URL, or a host with or without port and path, as leniently as clients do. */
    public static Destination of(String text) {
      return DestinationText.parse(text);
    }
  }

  /**
   * What is known of the content of the call.
   *
   * @param classification such as {@code pii}
   * @param more whatever else the caller told, without {@code classification}
   */
  public record Content(List<String> classification, Map<String, Object> more) {
    /** Nothing. */
    public static final Content NONE = new Content(List.of(), Map.of());

    public Content {
      classification = List.copyOf(classification);
      more = JsonValues.copy(more);
      if (more.containsKey("classification")) {
        throw new IllegalArgumentException("more has classification; expected it beside more");
      }
    }
  }

  /** Who acts. */
  public record Agent(
      String id,
      String name,
      List<String> tags,
      String owner,
      String environment,
      String lifecycleState) {
    /** Nobody known. */
    public static final Agent NONE = new Agent("", "", List.of(), "", "", "");

    public Agent {
      tags = List.copyOf(tags);
    }
  }

  /** The run that the call belongs to, as it stood before this call. */
  public record Session(
      String id,
      long toolCalls,
      long decisions,
      long denied,
      long approvals,
      List<String> dataClasses) {
    /** A run that has just begun. */
    public static final Session NONE = new Session("", 0, 0, 0, 0, List.of());

    public Session {
      dataClasses = List.copyOf(dataClasses);
    }
  }
}
