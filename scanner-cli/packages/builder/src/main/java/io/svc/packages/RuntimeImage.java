package io.svc.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The command and the required parts of the JDK, in one directory that runs without an installed
 * Java. The command is a module of the image, and its classes are in the image's class data sharing
 * archive. The same jar and JDK give the same bytes.
 */
final class RuntimeImage {
  static final String MODULE = "io.svc.preflight";
  static final String MAIN = MODULE + "/io.svc.cli.Main";

  /**
   * Options for a run of a tenth of a second. The compiler compiles methods later, because most run
   * only briefly. The archive is not relocated to a random address, which would take longer than
   * reading it. JVM messages go to standard error, because on standard output they would be part of
   * a report.
   */
  static final String JVM_OPTIONS =
      "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=3 -XX:-UsePerfData"
          + " -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"
          + " -XX:+DisplayVMOutputToStderr -Xlog:disable";

  /** Not needed by a command that never signs, debugs or opens the image of another JDK. */
  private static final List<String> LEFT_OUT =
      List.of("bin/keytool", "lib/classlist", "lib/jexec", "lib/jrt-fs.jar");

  private static final Map<String, String> LICENSES =
      Map.of(
          "META-INF/licenses/LICENSE-2.0", "LICENSE",
          "META-INF/licenses/THIRD-PARTY", "THIRD-PARTY",
          "META-INF/NOTICE", "NOTICE",
          "META-INF/FastDoubleParser-LICENSE", "FastDoubleParser-LICENSE",
          "META-INF/FastDoubleParser-ThirdParty-LICENSE", "FastDoubleParser-ThirdParty-LICENSE",
          "META-INF/Schubfach-LICENSE", "Schubfach-LICENSE");

  private final Path jar;
  private final Path descriptor;
  private final Path launcher;

  /**
   * @param jar the packaged jar with all dependencies
   * @param descriptor the module descriptor to add
   * @param launcher the source of {@code bin/svc-preflight}
   */
  RuntimeImage(Path jar, Path descriptor, Path launcher) {
    this.jar = jar;
    this.descriptor = descriptor;
    this.launcher = launcher;
  }

  /** Creates the image in a new directory, with another directory for intermediate files. */
  void build(Path image, Path work) throws IOException, InterruptedException {
    Path module = Files.copy(jar, work.resolve(MODULE + ".jar"));
    String patch = MODULE + "=" + module;
    String classes = work.resolve("descriptor").toString();
    run(
        "javac",
        List.of("--release", "17", "--patch-module", patch, "-d", classes, descriptor.toString()));
    run(
        "jar",
        List.of("--update", "--file", module.toString(), "-C", classes, "module-info.class"));
    run(
        "jlink",
        List.of(
            "--module-path",
            module.toString(),
            "--add-modules",
            MODULE,
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--add-options",
            JVM_OPTIONS,
            "--output",
            image.toString()));
    for (String file : LEFT_OUT) {
      Files.deleteIfExists(image.resolve(file));
    }
    withoutLinks(image.resolve("legal"));
    Path legal = Files.createDirectories(image.resolve("legal").resolve(MODULE));
    extractLicenses(legal);
    Path command = Files.copy(launcher, image.resolve("bin/svc-preflight"));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    new ClassArchive(image).create(work.resolve("classes.lst"));
  }

  private void extractLicenses(Path directory) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      for (Map.Entry<String, String> license : LICENSES.entrySet()) {
        JarEntry entry = file.getJarEntry(license.getKey());
        if (entry == null) {
          throw new IOException("The jar has no " + license.getKey());
        }
        try (InputStream in = file.getInputStream(entry)) {
          Files.copy(in, directory.resolve(license.getValue()));
        }
      }
    }
  }

  /** jlink links texts that several modules share; each of them is already in java.base. */
  private static void withoutLinks(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(file);
      }
    }
    try (Stream<Path> modules = Files.list(directory)) {
      for (Path module : modules.toList()) {
        try (Stream<Path> remaining = Files.list(module)) {
          if (remaining.findAny().isPresent()) {
            continue;
          }
        }
        Files.delete(module);
      }
    }
  }

  /** In a separate process: earlier work in this process would affect the output bytes of jlink. */
  private static void run(String tool, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    line.addAll(arguments);
    Tools.run(line);
  }
}
