package io.svc.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** The files of the dashboard in the jar, read once. */
final class WebFiles {
  private static final String ROOT = "/web";
  private static final String PAGES = "pages.json";
  private static final int SHOWN_OF_HASH = 12;

  /**
   * A style sheet imports its parts, which are inlined, because a browser would request them one by
   * one.
   */
  private static final Pattern IMPORT = Pattern.compile("@import \"([a-z-]+\\.css)\";\n");

  private static final Pattern STATIC_IMPORT =
      Pattern.compile("^(?:import|export) [^;]*?from \"([^\"]+)\";", Pattern.MULTILINE);

  /** JSDoc on its own lines, or a type within a line. Modules are sent without it. */
  private static final Pattern JSDOC =
      Pattern.compile(
          "^ */\\*\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/\n|/\\*\\* @type [^*]*+\\*/ ?",
          Pattern.MULTILINE);

  private final Map<String, byte[]> files;

  private WebFiles(Map<String, byte[]> files) {
    this.files = files;
  }

  /** Reads the files by their path under the root, such as {@code styles/app.css}. */
  static WebFiles load() {
    URL index = WebFiles.class.getResource(ROOT + "/index.html");
    if (index == null) {
      throw new IllegalStateException("the dashboard's files are not on the class path");
    }
    try {
      URI uri = index.toURI();
      if (uri.getScheme().equals("jar")) {
        try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
          return new WebFiles(read(jar.getPath(ROOT)));
        }
      }
      return new WebFiles(read(requireNonNull(Path.of(uri).getParent())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, byte[]> read(Path root) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    List<Path> found;
    try (Stream<Path> walk = Files.walk(root)) {
      found = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : found) {
      String name = root.relativize(file).toString().replace('\\', '/');
      files.put(name, Files.readAllBytes(file));
    }
    return files;
  }

  /** Returns the text of an existing file. */
  String text(String name) {
    return new String(files.get(name), UTF_8);
  }

  /** Returns the table of pages: the address, the module and the component of each. */
  JsonNode pages() {
    return Json.readStored(text(PAGES));
  }

  /**
   * Returns the files in the form in which they are sent: style sheets with their parts, modules
   * without JSDoc, without pages.json.
   */
  Map<String, byte[]> sent() {
    Map<String, byte[]> sent = new TreeMap<>(files);
    sent.remove(PAGES);
    sent.replaceAll(
        (name, content) ->
            name.endsWith(".js") && !name.startsWith("vendor/")
                ? JSDOC.matcher(text(name)).replaceAll("").getBytes(UTF_8)
                : content);
    String sheet =
        IMPORT
            .matcher(text("styles/app.css"))
            .replaceAll(part -> Matcher.quoteReplacement(text("styles/" + part.group(1))));
    sent.put("styles/app.css", sheet.getBytes(UTF_8));
    return sent;
  }

  /**
   * Returns a module and its transitive imports, for preloading: a browser would otherwise request
   * them level by level.
   *
   * @param bare the paths of bare import names
   */
  Set<String> needs(String module, Map<String, String> bare) {
    Set<String> needed = new TreeSet<>(Set.of(module));
    Deque<String> open = new ArrayDeque<>(needed);
    while (!open.isEmpty()) {
      String from = open.pop();
      Matcher named = STATIC_IMPORT.matcher(text(from));
      while (named.find()) {
        String name = named.group(1);
        String file =
            name.startsWith(".")
                ? URI.create(from).resolve(name).getPath()
                : requireNonNull(bare.get(name), "no module is called " + name);
        if (needed.add(file)) {
          open.push(file);
        }
      }
    }
    return needed;
  }

  /** Returns a digest of the files, which changes with any of them. */
  String build() {
    MessageDigest digest = sha256();
    files.forEach(
        (name, bytes) -> {
          digest.update(name.getBytes(UTF_8));
          digest.update((byte) 0);
          digest.update(sha256().digest(bytes));
        });
    return HexFormat.of().formatHex(digest.digest()).substring(0, SHOWN_OF_HASH);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Compresses bytes, unless they are already compressed. */
  static Optional<byte[]> gzip(byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 3 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.size() < plain.length * 0.95 ? Optional.of(out.toByteArray()) : Optional.empty();
  }
}
