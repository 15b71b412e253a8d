package io.svc.packages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The image's class data sharing archive, with the classes that a scan loads. It is stored at the
 * JVM's default location, so that it moves with the image.
 *
 * <p>Its bytes are reproducible where the machine allows it. Identity hashes are not random. The
 * list of classes is sorted, because two threads load them. The JVM does not compile, uses one
 * processor, and is not preempted by other processes ({@link Tools#singleThreadedPrefix}). Without
 * permission for the last, a few bytes may differ. The archive is therefore written until two
 * consecutive results are equal, which makes differences rare.
 */
final class ClassArchive {
  private static final List<String> SAME_BYTES =
      List.of("-Xint", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2");

  private static final int MAX_ATTEMPTS = 10;

  private final Path image;
  private final Path archive;

  ClassArchive(Path image) {
    this.image = image;
    this.archive = image.resolve("lib/server/classes.jsa");
  }

  void create(Path list) throws IOException, InterruptedException {
    run(List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + list), "--cds-train");
    sort(list);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      if (!seen.add(dump(list))) {
        return;
      }
    }
    throw new IOException("The JVM wrote " + MAX_ATTEMPTS + " archives, each unlike the others");
  }

  /** Writes the archive, replaces the previous one, and returns its checksum. */
  private String dump(Path list) throws IOException, InterruptedException {
    Files.deleteIfExists(archive);
    run(List.of("-Xshare:dump", "-XX:SharedClassListFile=" + list));
    if (!Files.isRegularFile(archive)) {
      throw new IOException("The JVM has made no archive at " + archive);
    }
    return PackageChecksums.of(archive);
  }

  /** Classes first: the entries for lambdas depend on them. */
  private static void sort(Path list) throws IOException {
    TreeSet<String> classes = new TreeSet<>();
    TreeSet<String> lambdas = new TreeSet<>();
    for (String line : Files.readAllLines(list, StandardCharsets.UTF_8)) {
      if (line.startsWith("@")) {
        lambdas.add(line);
      } else if (!line.startsWith("#")) {
        // From JDK 25, every class has an id in loading order.
        classes.add(line.replaceFirst(" id: \\d+$", ""));
      }
    }
    List<String> lines = new ArrayList<>(classes);
    lines.addAll(lambdas);
    Files.write(list, lines, StandardCharsets.UTF_8);
  }

  private void run(List<String> options, String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(Tools.singleThreadedPrefix());
    line.add(image.resolve("bin/java").toString());
    line.addAll(SAME_BYTES);
    line.addAll(options);
    line.addAll(List.of("-m", RuntimeImage.MAIN));
    line.addAll(List.of(arguments));
    Tools.run(line);
  }
}
