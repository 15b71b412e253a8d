package io.svc.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * One window of a headless browser, by the W3C's WebDriver protocol and, for what that lacks, by
 * Chromium's DevTools behind it. Elements are named by CSS selectors.
 */
public final class Window implements AutoCloseable {
  /** Of 20 ms each: half a minute. */
  private static final int MOST_TRIES = 1_500;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI session;

  private Window(URI session) {
    this.session = session;
  }

  static Window open(URI driver, Path browser) {
    Map<String, Object> options =
        Map.of(
            "binary",
            browser.toString(),
            "args",
            List.of(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--hide-scrollbars"));
    Map<String, Object> capabilities =
        Map.of(
            "browserName",
            "chrome",
            "goog:chromeOptions",
            options,
            "goog:loggingPrefs",
            Map.of("browser", "ALL", "performance", "ALL"));
    Window starting = new Window(driver);
    JsonNode started =
        starting.post("/session", Map.of("capabilities", Map.of("alwaysMatch", capabilities)));
    return new Window(driver.resolve("/session/" + started.path("sessionId").asText()));
  }

  /** Makes the window as good as new: empty, of a size, in light or dark, scripts on. */
  public void show(int width, int height, boolean isDark) {
    visit(URI.create("about:blank"));
    runScripts(true);
    devTools(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    emulate("screen", isDark);
    complaints();
    requests();
  }

  /**
   * Shows a page as on a screen or in print, to a person who prefers light or dark. Nothing moves,
   * so that a click meets what it aimed at.
   */
  public void emulate(String medium, boolean isDark) {
    Map<String, Object> scheme =
        Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light");
    Map<String, Object> motion = Map.of("name", "prefers-reduced-motion", "value", "reduce");
    devTools(
        "Emulation.setEmulatedMedia", Map.of("media", medium, "features", List.of(scheme, motion)));
  }

  /** Whether pages may run scripts, from the next one on. */
  public void runScripts(boolean isAllowed) {
    devTools("Emulation.setScriptExecutionDisabled", Map.of("value", !isAllowed));
  }

  /** Goes to a page and waits until it is loaded. */
  public void visit(URI page) {
    post("/url", Map.of("url", page.toString()));
    // The driver waits for the page, and still answers now and then from the one before it.
    String isThere =
        "document.readyState === 'complete' && location.href.split('#')[0] === "
            + "new URL('%s').href.split('#')[0]".formatted(page);
    for (int tries = 0; !evaluate(isThere).asBoolean(); tries++) {
      if (tries > MOST_TRIES) {
        throw new IllegalStateException(page + " did not open in the browser");
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while a page opened", e);
      }
    }
  }

  /** What an expression of JavaScript comes to, also where a page's own scripts are off. */
  public JsonNode evaluate(String expression) {
    JsonNode answer =
        devTools(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(answer.path("exceptionDetails").toString());
    }
    return answer.path("result").path("value");
  }

  /** Clicks into the middle of an element, as a person does. */
  public void click(String selector) {
    post("/element/" + element(selector) + "/click", Map.of());
  }

  /** Types into an element. */
  public void type(String selector, String text) {
    post("/element/" + element(selector) + "/value", Map.of("text", text));
  }

  /** Presses a key, wherever the focus is. */
  public void press(String key) {
    List<Map<String, String>> strokes =
        List.of(Map.of("type", "keyDown", "value", key), Map.of("type", "keyUp", "value", key));
    post(
        "/actions",
        Map.of("actions", List.of(Map.of("type", "key", "id", "keys", "actions", strokes))));
  }

  /** What pages wrote to the console, and what the browser complained of, since the last call. */
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    for (JsonNode entry : post("/se/log", Map.of("type", "browser"))) {
      complaints.add(entry.path("message").asText());
    }
    return complaints;
  }

  /** The addresses that pages asked for, since the last call. */
  public List<String> requests() {
    List<String> requests = new ArrayList<>();
    for (JsonNode entry : post("/se/log", Map.of("type", "performance"))) {
      JsonNode message = parsed(entry.path("message").asText()).path("message");
      if (message.path("method").asText().equals("Network.requestWillBeSent")) {
        requests.add(message.path("params").path("request").path("url").asText());
      }
    }
    return requests;
  }

  /** A picture of what is in sight, as PNG. */
  public byte[] screenshot() {
    return Base64.getDecoder().decode(send("GET", "/screenshot", Map.of()).asText());
  }

  @Override
  public void close() {
    send("DELETE", "", Map.of());
  }

  private String element(String selector) {
    Map<String, Object> by = Map.of("using", "css selector", "value", selector);
    return post("/element", by).path(ELEMENT).asText();
  }

  private JsonNode devTools(String command, Map<String, Object> parameters) {
    return post("/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  private JsonNode post(String path, Map<String, Object> body) {
    return send("POST", path, body);
  }

  private JsonNode send(String method, String path, Map<String, Object> body) {
    try {
      boolean hasBody = method.equals("POST");
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(session + path))
              .header("Content-Type", "application/json")
              .method(
                  method,
                  hasBody
                      ? BodyPublishers.ofString(JSON.writeValueAsString(body))
                      : BodyPublishers.noBody())
              .build();
      JsonNode value = parsed(client.send(request, BodyHandlers.ofString()).body()).path("value");
      if (value instanceof ObjectNode problem && problem.has("error")) {
        throw new IllegalStateException(
            problem.path("error").asText() + ": " + problem.path("message").asText());
      }
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the browser worked", e);
    }
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
