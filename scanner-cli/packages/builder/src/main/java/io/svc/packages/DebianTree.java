package io.svc.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** The files of the Debian package, in a directory with the layout of {@code /}. */
final class DebianTree {
  private static final DateTimeFormatter RFC_2822 =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss Z", Locale.ROOT);

  private final Path root;

  DebianTree(Path root) {
    this.root = root;
  }

  /** Adds the image without its documents, which have their own locations on a Debian system. */
  void addImage(Path image) throws IOException {
    Path target = root.resolve("usr/lib/svc-preflight");
    for (Path file : files(image)) {
      String name = image.relativize(file).toString();
      if (!name.startsWith("share/") && !name.startsWith("legal/")) {
        copy(file, target.resolve(name));
      }
    }
    Path legal = image.resolve("legal");
    for (Path file : files(legal)) {
      Path name = legal.relativize(file);
      copy(file, root.resolve("usr/share/doc/svc-preflight/legal").resolve(name));
    }
  }

  /** Adds the manual page and completions if the image has them. */
  void addDocuments(Path image) throws IOException {
    for (Documents document : Documents.values()) {
      Path file = image.resolve(document.path());
      if (Files.exists(file)) {
        Path target = root.resolve("usr").resolve(document.path());
        if (document == Documents.MANUAL) {
          writeCompressed(target.resolveSibling("svc-preflight.1.gz"), Files.readAllBytes(file));
        } else {
          copy(file, target);
        }
      }
    }
  }

  void addCopyright(Path copyright) throws IOException {
    copy(copyright, root.resolve("usr/share/doc/svc-preflight/copyright"));
  }

  void addOverrides(Path overrides) throws IOException {
    copy(overrides, root.resolve("usr/share/lintian/overrides/svc-preflight"));
  }

  /** Adds a changelog in Debian's format that points to ours. */
  void addChangelog(String version, String maintainer, Instant time) throws IOException {
    String text =
        "svc-preflight ("
            + version
            + ") unstable; urgency=medium\n\n  * The changes are in the CHANGELOG.md of this"
            + " version's sources.\n\n -- "
            + maintainer
            + "  "
            + RFC_2822.format(time.atOffset(ZoneOffset.UTC))
            + "\n";
    writeCompressed(
        root.resolve("usr/share/doc/svc-preflight/changelog.gz"),
        text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void copy(Path file, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    Files.copy(file, target);
  }

  private static void writeCompressed(Path target, byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream gzip = new BestCompression(compressed)) {
      gzip.write(bytes);
    }
    byte[] file = compressed.toByteArray();
    // Java does not set the flag for maximum compression (RFC 1952, XFL), which Debian's checks
    // require.
    file[8] = 2;
    Files.createDirectories(target.getParent());
    Files.write(target, file);
  }

  private static final class BestCompression extends GZIPOutputStream {
    BestCompression(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }
}
