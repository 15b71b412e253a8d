package io.svc.server.testing;

import io.svc.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Somebody who calls a server over real HTTP, with a cookie jar of his own. Every answer is held
 * against the interface description, and given to an observer.
 */
public final class Client {
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private final URI base;
  private final Consumer<Answer> observer;
  private final Map<String, String> headers;
  private final Map<String, String> cookies;

  private Client(
      URI base,
      Consumer<Answer> observer,
      Map<String, String> headers,
      Map<String, String> cookies) {
    this.base = base;
    this.observer = observer;
    this.headers = headers;
    this.cookies = cookies;
  }

  /** Somebody new, without cookies. */
  public static Client of(URI base, Consumer<Answer> observer) {
    return new Client(base, observer, Map.of(), new LinkedHashMap<>());
  }

  /** The same one, who sends one header more; the cookies stay shared. */
  public Client with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Client(base, observer, more, cookies);
  }

  public Answer get(String path) {
    return send("GET", path, HttpRequest.BodyPublishers.noBody(), false);
  }

  public Answer delete(String path) {
    return send("DELETE", path, HttpRequest.BodyPublishers.noBody(), false);
  }

  /** Posts without a body. */
  public Answer post(String path) {
    return send("POST", path, HttpRequest.BodyPublishers.noBody(), false);
  }

  /** Posts an object as JSON, or a text as it is. */
  public Answer post(String path, Object body) {
    return send("POST", path, publisher(body), true);
  }

  /** Sends with any method. */
  public Answer send(String method, String path) {
    return send(method, path, HttpRequest.BodyPublishers.noBody(), false);
  }

  /** Sends a body with any method. */
  public Answer send(String method, String path, Object body) {
    return send(method, path, publisher(body), true);
  }

  /** Posts something as it comes, without saying how long it is. */
  public Answer postChunked(String path, Supplier<InputStream> body) {
    return send("POST", path, HttpRequest.BodyPublishers.ofInputStream(body), true);
  }

  public Answer put(String path, Object body) {
    return send("PUT", path, publisher(body), true);
  }

  private static HttpRequest.BodyPublisher publisher(Object body) {
    if (body instanceof byte[] bytes) {
      return HttpRequest.BodyPublishers.ofByteArray(bytes);
    }
    return HttpRequest.BodyPublishers.ofString(
        body instanceof String text ? text : Json.text(body));
  }

  private Answer send(String method, String path, HttpRequest.BodyPublisher body, boolean isJson) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(Duration.ofMinutes(2))
            .method(method, body);
    if (isJson && !headers.containsKey("Content-Type")) {
      request.header("Content-Type", "application/json");
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
      HttpResponse<byte[]> response =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      response.headers().allValues("set-cookie").forEach(this::storeCookie);
      Answer answer =
          new Answer(
              method + " " + path, response.statusCode(), response.headers(), response.body());
      observer.accept(answer);
      ContractCheck.check(answer);
      return answer;
    } catch (IOException e) {
      throw new AssertionError(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private void storeCookie(String setCookie) {
    String pair = setCookie.split(";", 2)[0];
    int equals = pair.indexOf('=');
    if (setCookie.contains("Max-Age=0")) {
      cookies.remove(pair.substring(0, equals));
    } else {
      cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
  }

  /** The value of a cookie; empty when there is none. */
  public String cookie(String name) {
    return cookies.getOrDefault(name, "");
  }

  /** Takes a cookie away, or another one in. */
  public void setCookie(String name, String value) {
    cookies.put(name, value);
  }
}
