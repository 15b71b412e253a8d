package io.svc.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.Map;

/**
 * A call of the demo script.
 *
 * @param before the time before the end of the script
 * @param by the calling user or API key
 * @param method empty for no call, when only due work is done
 * @param path with variables such as <code>${policy.payments}</code>, like the body
 * @param headers additional headers
 * @param body a missing node for none
 * @param status the expected status; 0 for any of 2xx
 * @param keep the response values to store: JSON pointers by the names of variables
 * @param due whether due work is done afterwards
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

  /** Returns an entry without a call that only does due work. */
  static DemoCall work(Duration before) {
    return new DemoCall(before, "", "", "", Map.of(), MissingNode.getInstance(), 0, Map.of(), true);
  }

  /** Returns a call without stored values. */
  static DemoCall post(Duration before, String by, String path, JsonNode body) {
    return new DemoCall(before, by, "POST", path, Map.of(), body, 0, Map.of(), false);
  }
}
