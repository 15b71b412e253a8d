package io.svc.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Writes the dashboard as the server sends it, during the build: each file and the document of each
 * page, plain and compressed, and the index that {@link Dashboard} reads.
 */
public final class DashboardWriter {
  private static final String START = "app.js";
  private static final String PRELOADS = "<!-- modules -->\n";
  private static final String PAGES = "<!-- pages -->";

  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

  private static final Pattern MAPPED = Pattern.compile("\"([^\"]+)\":\"/assets/([^\"]+)\"");

  private final Path directory;

  private DashboardWriter(Path directory) {
    this.directory = directory;
  }

  /** Writes the dashboard of the class path into a directory, which is created. */
  public static void write(Path directory) throws IOException {
    new DashboardWriter(directory).write(WebFiles.load());
  }

  private void write(WebFiles web) throws IOException {
    Map<String, byte[]> files = web.sent();
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      write(file.getKey(), file.getValue());
    }
    String prefix = Dashboard.ASSETS + web.build() + "/";
    String document = web.text("index.html").replace(PAGES, Json.text(web.pages()));
    String map = importMap(document);
    Map<String, String> bare = new HashMap<>();
    Matcher named = MAPPED.matcher(map);
    while (named.find()) {
      bare.put(named.group(1), named.group(2));
    }
    Map<String, String> pages = new LinkedHashMap<>();
    for (Map.Entry<String, String> address : addresses(web).entrySet()) {
      Set<String> needed = new TreeSet<>(web.needs(START, bare));
      needed.addAll(web.needs(address.getValue(), bare));
      needed.remove(START);
      String page = document.replace(PRELOADS, preloads(needed)).replace(Dashboard.ASSETS, prefix);
      String name = "pages/" + pages.size() + ".html";
      write(name, page.getBytes(UTF_8));
      pages.put(address.getKey(), name);
    }
    Dashboard.Index index =
        new Dashboard.Index(
            prefix, policy(map.replace(Dashboard.ASSETS, prefix)), files.keySet(), pages);
    Files.write(directory.resolve(Dashboard.INDEX), Json.bytes(index));
  }

  private void write(String name, byte[] content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    Optional<byte[]> compressed = WebFiles.gzip(content);
    if (compressed.isPresent()) {
      Files.write(directory.resolve(name + Dashboard.COMPRESSED), compressed.get());
    }
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
}
