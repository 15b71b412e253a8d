package io.svc.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The build steps that no plugin provides; the pom configures them and the steps in between.
 *
 * <ul>
 *   <li>{@code image JAR DIRECTORY WITH_DOCUMENTS}: the runtime image;
 *   <li>{@code debian IMAGE DIRECTORY VERSION MAINTAINER TIME}: the files of the Debian package;
 *   <li>{@code sums DIRECTORY}: {@value PackageChecksums#FILE} of the published files.
 * </ul>
 */
public final class Packages {
  private Packages() {}

  /** Runs one step in the directory of this module. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    switch (arguments[0]) {
      case "image" ->
          image(Path.of(arguments[1]), Path.of(arguments[2]), Boolean.parseBoolean(arguments[3]));
      case "debian" ->
          debian(
              Path.of(arguments[1]),
              Path.of(arguments[2]),
              arguments[3],
              arguments[4],
              Instant.parse(arguments[5]));
      case "sums" -> PackageChecksums.write(Path.of(arguments[1]));
      default -> throw new IllegalArgumentException("No step is called \"" + arguments[0] + "\"");
    }
  }

  /** Creates the image and replaces that from an earlier build. */
  static void image(Path jar, Path image, boolean withDocuments)
      throws IOException, InterruptedException {
    Path work = image.resolveSibling(image.getFileName() + "-work");
    delete(image);
    delete(work);
    Files.createDirectories(work);
    new RuntimeImage(
            jar, Path.of("src/module/module-info.java"), Path.of("src/launcher/svc-preflight"))
        .build(image, work);
    if (withDocuments) {
      Documents.write(image, image);
    }
    delete(work);
  }

  private static void debian(Path image, Path root, String version, String maintainer, Instant time)
      throws IOException {
    delete(root);
    DebianTree tree = new DebianTree(root);
    tree.addImage(image);
    tree.addDocuments(image);
    tree.addCopyright(Path.of("src/deb/copyright"));
    tree.addOverrides(Path.of("src/deb/lintian-overrides"));
    tree.addChangelog(version, maintainer, time);
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> walked = Files.walk(directory)) {
      files = walked.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
