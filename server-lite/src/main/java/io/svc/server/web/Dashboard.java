package io.svc.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Pages;
import io.svc.server.json.Json;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The web pages: one document for every address, which loads the page's module, and the modules.
 * The addresses of files contain the build, so that a browser can cache them permanently and never
 * mixes two versions.
 */
public final class Dashboard implements Pages {
  private static final String ASSETS = "/assets/";

  private static final String HTML = "text/html; charset=utf-8";
  private static final String START = "app.js";
  private static final String PRELOADS = "<!-- modules -->\n";
  private static final String PAGES = "<!-- pages -->";

  /** Prefixes for programs: an unknown address there returns JSON. */
  private static final Set<String> PROGRAMS =
      Set.of("api", "v1", "assets", "metrics", "healthz", "readyz", "openapi.json", ".well-known");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", HTML,
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "woff2", "font/woff2",
          "md", "text/plain; charset=utf-8",
          "txt", "text/plain; charset=utf-8");

  /**
   * A file is cached permanently. The headers of documents do not apply to files, and would be a
   * third of the size of a first visit.
   */
  private static final Map<String, String> FILE =
      Map.of(
          "Cache-Control", "public, max-age=31536000, immutable",
          "Content-Security-Policy", "",
          "X-Frame-Options", "",
          "Referrer-Policy", "",
          "Cross-Origin-Opener-Policy", "",
          "Permissions-Policy", "",
          "X-Request-Id", "");

  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

  private static final Pattern MAPPED = Pattern.compile("\"([^\"]+)\":\"/assets/([^\"]+)\"");

  private final Map<Pattern, CachedPage> pages = new LinkedHashMap<>();
  private final Map<String, CachedPage> files = new HashMap<>();
  private final CachedPage missing;

  private Dashboard(WebFiles web) {
    String prefix = ASSETS + web.build() + "/";
    web.sent()
        .forEach(
            (name, content) -> {
              String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
              if (type == null) {
                throw new IllegalStateException("no media type is known for web/" + name);
              }
              files.put(
                  prefix + name, new CachedPage(200, type, FILE, content, WebFiles.gzip(content)));
            });
    String document = web.text("index.html").replace(PAGES, Json.text(web.pages()));
    String map = importMap(document);
    Map<String, String> bare = new HashMap<>();
    Matcher named = MAPPED.matcher(map);
    while (named.find()) {
      bare.put(named.group(1), named.group(2));
    }
    Map<String, String> headers =
        Map.of("Content-Security-Policy", policy(map.replace(ASSETS, prefix)));
    addresses(web)
        .forEach(
            (address, module) -> {
              Set<String> needed = new TreeSet<>(web.needs(START, bare));
              needed.addAll(web.needs(module, bare));
              needed.remove(START);
              String page = document.replace(PRELOADS, preloads(needed)).replace(ASSETS, prefix);
              pages.put(pattern(address), shown(page, headers));
            });
    this.missing = pages.values().iterator().next().as(404);
  }

  private static CachedPage shown(String page, Map<String, String> headers) {
    byte[] bytes = page.getBytes(UTF_8);
    return new CachedPage(200, HTML, headers, bytes, WebFiles.gzip(bytes));
  }

  private static String preloads(Set<String> modules) {
    StringBuilder links = new StringBuilder();
    for (String module : modules) {
      links.append("<link rel=\"modulepreload\" href=\"/assets/").append(module).append("\">\n");
    }
    return links.toString();
  }

  /** Returns the address templates of all pages, with their modules. */
  static Map<String, String> addresses(WebFiles web) {
    Map<String, String> addresses = new LinkedHashMap<>();
    addresses.put("/", START);
    for (JsonNode page : web.pages()) {
      addresses.put(page.path("address").asText(), page.path("module").asText());
    }
    return addresses;
  }

  /** The dashboard in the jar, shared by all servers of a process. */
  private static final class BundledDashboard {
    static final Dashboard DASHBOARD = new Dashboard(WebFiles.load());
  }

  /**
   * Returns the dashboard in the jar. Its files are read and compressed at the first request for a
   * page or a file, so that they do not delay the start of the server.
   */
  public static Pages lazy() {
    return (path, acceptsHtml) ->
        path.startsWith(ASSETS) || !PROGRAMS.contains(first(path))
            ? BundledDashboard.DASHBOARD.at(path, acceptsHtml)
            : Optional.empty();
  }

  /** Reads and compresses the files now, in the background, for the first visitor. */
  public static void preload() {
    Thread thread = new Thread(() -> lazy().at("/", true), "dashboard-loader");
    thread.setDaemon(true);
    thread.start();
  }

  private static Pattern pattern(String template) {
    return Pattern.compile(template.replaceAll("\\{[a-z]+}", "[^/]+"));
  }

  /**
   * Only scripts from this server run, and text never becomes markup (W3C Content Security Policy
   * 3, Trusted Types). The import map is the only inline script, and is permitted by its hash.
   */
  private static String policy(String importMap) {
    String hash =
        Base64.getEncoder().encodeToString(WebFiles.sha256().digest(importMap.getBytes(UTF_8)));
    return "default-src 'none'; script-src 'self' 'sha256-"
        + hash
        + "'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self';"
        + " base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
        + " require-trusted-types-for 'script'; trusted-types 'none'";
  }

  private static String importMap(String document) {
    Matcher map = IMPORT_MAP.matcher(document);
    if (!map.find()) {
      throw new IllegalStateException("the dashboard's document has no import map");
    }
    return map.group(1);
  }

  @Override
  public Optional<CachedPage> at(String path, boolean acceptsHtml) {
    CachedPage file = files.get(path);
    if (file != null) {
      return Optional.of(file);
    }
    for (Map.Entry<Pattern, CachedPage> page : pages.entrySet()) {
      if (page.getKey().matcher(path).matches()) {
        return Optional.of(page.getValue());
      }
    }
    return acceptsHtml && !PROGRAMS.contains(first(path)) ? Optional.of(missing) : Optional.empty();
  }

  private static String first(String path) {
    int end = path.indexOf('/', 1);
    return path.substring(Math.min(1, path.length()), end < 0 ? path.length() : end);
  }
}
