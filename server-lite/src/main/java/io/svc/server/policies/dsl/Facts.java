package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The input of a policy evaluation. An empty text and a missing destination are unknown: no pattern
 * in a policy matches them, not even {@code *}. Immutable. Values within {@code args} and {@code
 * data} are JSON values: text, {@code Long}, {@code Double}, {@code Boolean}, null, list and map.
 *
 * @param action the type of the action, such as {@code tool_call}
 * @param isOpaque whether the call has content that {@code args} does not contain; then no
 *     condition that uses {@code args} can be evaluated
 * @param peer the id or the name of the agent that is called
 * @param now the time of the call, for conditions and time windows
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

  /** Starts facts with the type of the action and the time. */
  public static FactsBuilder of(String action, Instant now) {
    return new FactsBuilder(action, now);
  }

  /** Parses the result of {@link #toJson}. */
  public static Facts fromJson(JsonNode json) {
    return FactsJson.read(json);
  }

  /** Returns all facts, so that {@link #fromJson} returns an equal value. Names are snake_case. */
  public JsonNode toJson() {
    return FactsJson.write(this);
  }

  /**
   * The normalized destination of a call: scheme and host in lower case, names in their ASCII form,
   * addresses in canonical spelling, dot segments of the path resolved. Nothing is resolved by DNS.
   *
   * @param url the URL without credentials and fragment
   * @param scheme empty for a bare host
   * @param host a name or an address without brackets; empty when unreadable
   * @param port 0 when neither written nor known from the scheme
   * @param path with a leading slash; empty when there is none
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
   * Known facts about the content of the call.
   *
   * @param classification such as {@code pii}
   * @param more other facts from the caller, without {@code classification}
   */
  public record Content(List<String> classification, Map<String, Object> more) {
    /** No facts. */
    public static final Content NONE = new Content(List.of(), Map.of());

    public Content {
      classification = List.copyOf(classification);
      more = JsonValues.copy(more);
      if (more.containsKey("classification")) {
        throw new IllegalArgumentException(
            "more contains classification; expected it outside of more");
      }
    }
  }

  /** The acting agent. */
  public record Agent(
      String id,
      String name,
      List<String> tags,
      String owner,
      String environment,
      String lifecycleState) {
    /** An unknown agent. */
    public static final Agent NONE = new Agent("", "", List.of(), "", "", "");

    public Agent {
      tags = List.copyOf(tags);
    }
  }

  /** The session of the call, in its state before this call. */
  public record Session(
      String id,
      long toolCalls,
      long decisions,
      long denied,
      long approvals,
      List<String> dataClasses) {
    /** A new session. */
    public static final Session NONE = new Session("", 0, 0, 0, 0, List.of());

    public Session {
      dataClasses = List.copyOf(dataClasses);
    }
  }
}
