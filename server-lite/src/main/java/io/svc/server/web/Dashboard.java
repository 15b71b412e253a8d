package io.svc.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.svc.server.http.Pages;
import io.svc.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The web pages: one document for every address, which loads the page's module, and the modules.
 * The addresses of files contain the build, so that a browser can cache them permanently and never
 * mixes two versions. The build writes all of them, also compressed; a file is read at its first
 * request.
 */
public final class Dashboard implements Pages {
  static final String ASSETS = "/assets/";
  static final String INDEX = "index.json";
  static final String COMPRESSED = ".gz";

  private static final String DIRECTORY = "/dashboard/";
  private static final String HTML = "text/html; charset=utf-8";

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

  /**
   * The files and pages.
   *
   * @param prefix the start of the address of each file
   * @param policy the Content-Security-Policy of a page
   * @param files the paths of the files
   * @param pages the file of each page by the template of its address, the start page first
   */
  record Index(String prefix, String policy, Set<String> files, Map<String, String> pages) {}

  private final Index index;
  private final Map<Pattern, String> pages = new LinkedHashMap<>();
  private final Map<String, CachedPage> read = new ConcurrentHashMap<>();

  private Dashboard(Index index) {
    this.index = index;
    index.pages().forEach((address, file) -> pages.put(pattern(address), file));
  }

  /** The dashboard in the jar, shared by all servers of a process. */
  private static final class BundledDashboard {
    static final Dashboard DASHBOARD =
        new Dashboard(
            Json.readStored(new String(resource(INDEX).orElseThrow(), UTF_8), Index.class));
  }

  /** Returns the dashboard in the jar, whose index is read at the first request for a page. */
  public static Pages lazy() {
    return (path, acceptsHtml) ->
        path.startsWith(ASSETS) || !PROGRAMS.contains(first(path))
            ? BundledDashboard.DASHBOARD.at(path, acceptsHtml)
            : Optional.empty();
  }

  private static Pattern pattern(String template) {
    return Pattern.compile(template.replaceAll("\\{[a-z]+}", "[^/]+"));
  }

  private static Optional<byte[]> resource(String name) {
    try (InputStream in = Dashboard.class.getResourceAsStream(DIRECTORY + name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CachedPage file(String name) {
    return read.computeIfAbsent(
        name,
        n -> {
          String type = TYPES.get(n.substring(n.lastIndexOf('.') + 1));
          if (type == null) {
            throw new IllegalStateException("no media type is known for " + n);
          }
          return cached(n, type, FILE);
        });
  }

  private CachedPage page(String name) {
    return read.computeIfAbsent(
        name, n -> cached(n, HTML, Map.of("Content-Security-Policy", index.policy())));
  }

  private static CachedPage cached(String name, String type, Map<String, String> headers) {
    return new CachedPage(
        200, type, headers, resource(name).orElseThrow(), resource(name + COMPRESSED));
  }

  @Override
  public Optional<CachedPage> at(String path, boolean acceptsHtml) {
    if (path.startsWith(index.prefix())) {
      String name = path.substring(index.prefix().length());
      if (index.files().contains(name)) {
        return Optional.of(file(name));
      }
    }
    for (Map.Entry<Pattern, String> page : pages.entrySet()) {
      if (page.getKey().matcher(path).matches()) {
        return Optional.of(page(page.getValue()));
      }
    }
    return acceptsHtml && !PROGRAMS.contains(first(path))
        ? Optional.of(page(pages.values().iterator().next()).as(404))
        : Optional.empty();
  }

  private static String first(String path) {
    int end = path.indexOf('/', 1);
    return path.substring(Math.min(1, path.length()), end < 0 ? path.length() : end);
  }
}
