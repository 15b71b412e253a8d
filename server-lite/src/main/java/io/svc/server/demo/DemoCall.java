package io.svc.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.Map;

/**
 * One call of the story.
 *
 * @param before how long before its end
 * @param by the person, or the API key, that calls
 * @param method empty where nobody calls, and only what is due is done
 * @param path with places such as <code>${policy.payments}</code>, as the body has them
 * @param headers that are sent besides
 * @param body a missing node for none
 * @param status that is expected; 0 for any of 2xx
 * @param keep what is kept of the answer: JSON pointers by the names of places
 * @param due whether what is due is done afterwards
 */
record DemoCall(
    Duration before,
    String by,
    String method,
    String path,
    Map<String, String> headers,
    JsonNode body,
    int status,
    Map<String, String> keep,
    boolean due) {
  DemoCall {
    headers = Map.copyOf(headers);
    keep = Map.copyOf(keep);
  }

  /** Nobody calls, and what is due is done. */
  static DemoCall work(Duration before) {
    return new DemoCall(before, "", "", "", Map.of(), MissingNode.getInstance(), 0, Map.of(), true);
  }

  /** A call of which nothing is kept. */
  static DemoCall post(Duration before, String by, String path, JsonNode body) {
    return new DemoCall(before, by, "POST", path, Map.of(), body, 0, Map.of(), false);
  }
}
