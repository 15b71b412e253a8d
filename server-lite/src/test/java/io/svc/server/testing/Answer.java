package io.svc.server.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What a server answered. */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares answers, or changes their bytes.
public record Answer(String route, int status, HttpHeaders headers, byte[] bytes) {
  /** The body as JSON. */
  public JsonNode json() {
    try {
      return Json.read(bytes);
    } catch (BadJsonException e) {
      throw new AssertionError("not JSON: " + text(), e);
    }
  }

  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The code of an error body. */
  public String code() {
    return json().path("code").asText();
  }

  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  @Override
  public String toString() {
    return route + " -> " + status + " " + text();
  }
}
