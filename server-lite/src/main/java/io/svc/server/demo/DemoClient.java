package io.svc.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A user or program of the demo, which calls the regular API. Used by one thread. */
final class DemoClient {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(ProxySelector.of(null))
          .build();

  private final URI base;
  private final String key;
  private final Map<String, String> cookies = new LinkedHashMap<>();

  private DemoClient(URI base, String key) {
    this.base = base;
    this.key = key;
  }

  static DemoClient user(URI base) {
    return new DemoClient(base, "");
  }

  static DemoClient program(URI base, String key) {
    return new DemoClient(base, key);
  }

  /** A response. */
  record Response(int status, JsonNode body) {}

  Response call(String method, String path, Map<String, String> headers, JsonNode body) {
    boolean isBodiless = body.isMissingNode();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(TIMEOUT)
            .header("User-Agent", key.isEmpty() ? "Mozilla/5.0 (demo)" : "svc-demo/1")
            .method(
                method,
                isBodiless
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)));
    if (!isBodiless) {
      request.header("Content-Type", "application/json");
    }
    if (!key.isEmpty()) {
      request.header("X-Api-Key", key);
    }
    headers.forEach(request::header);
    if (!cookies.isEmpty()) {
      StringBuilder jar = new StringBuilder();
      cookies.forEach(
          (name, value) ->
              jar.append(jar.length() == 0 ? "" : "; ").append(name).append('=').append(value));
      request.header("Cookie", jar.toString());
    }
    try {
      HttpResponse<byte[]> answer =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      answer.headers().allValues("set-cookie").forEach(this::storeCookie);
      return new Response(answer.statusCode(), json(answer.body()));
    } catch (IOException e) {
      throw new DemoException(method + " " + path + " was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoException("interrupted", e);
    }
  }

  private static JsonNode json(byte[] body) {
    try {
      return body.length == 0 ? MissingNode.getInstance() : Json.read(body);
    } catch (BadJsonException e) {
      return MissingNode.getInstance();
    }
  }

  private void storeCookie(String setCookie) {
    String pair = setCookie.split(";", 2)[0];
    int equals = pair.indexOf('=');
    cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
  }
}
