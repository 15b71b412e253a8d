package io.svc.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The OpenAPI 3.1 description, which the build writes into the jar. */
public final class OpenApi {
  private static final String RESOURCE = "/openapi/openapi.json";

  private OpenApi() {}

  /** Reads the document once, on first use. */
  private static final class Holder {
    static final JsonNode DOCUMENT = read();
  }

  /** The document. */
  public static JsonNode document() {
    return Holder.DOCUMENT.deepCopy();
  }

  private static JsonNode read() {
    try (InputStream in = OpenApi.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing; mvn process-classes writes it");
      }
      return Json.readStored(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
