package io.svc.cli.upload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A response of the service. The body is untrusted: a body that is not a JSON object has no fields.
 *
 * @param status the HTTP status
 * @param fields the strings, numbers and booleans at the top level of the body
 */
record UploadResponse(int status, Map<String, String> fields) {
  private static final JsonFactory JSON = new JsonFactory();

  UploadResponse {
    fields = Map.copyOf(fields);
  }

  static UploadResponse of(int status, String body) {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser json = JSON.createParser(body)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          JsonToken value = json.nextToken();
          if (value.isStructStart()) {
            json.skipChildren();
          } else {
            fields.put(name, json.getText());
          }
        }
      }
    } catch (IOException e) {
      // The page of a proxy or a truncated response: the status is used.
      fields.clear();
    }
    return new UploadResponse(status, fields);
  }

  String field(String name) {
    return fields.getOrDefault(name, "");
  }

  boolean isAccepted() {
    return status >= 200 && status < 300;
  }

  /** Returns whether the same request may succeed later. */
  boolean isPassing() {
    return switch (status) {
      case 408, 425, 429, 500, 502, 503, 504 -> true;
      default -> false;
    };
  }

  /** Returns the status and the service's message: {@code 403 org_mismatch: …}. */
  String problem() {
    StringBuilder text = new StringBuilder().append(status);
    if (!field("code").isEmpty()) {
      text.append(' ').append(field("code"));
    }
    String words = field("message").isEmpty() ? field("detail") : field("message");
    if (!words.isEmpty()) {
      text.append(": ").append(words, 0, Math.min(words.length(), 300));
    }
    return text.toString();
  }
}
