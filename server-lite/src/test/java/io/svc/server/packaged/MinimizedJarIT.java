package io.svc.server.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's jar leaves out classes of libraries; nothing in it may look for one of them. */
@Tag("thorough")
class MinimizedJarIT {
  /** Names of Kotlin's built-in types, in a table of names that loads nothing. */
  private static final String NOT_LOADED = "kotlin.jvm.internal.";

  @TempDir private Path directory;

  @Test
  void no_class_is_looked_up_by_name_that_was_left_out() throws Exception {
    try (ZipFile jar = new ZipFile(System.getProperty("packaged.server"))) {
      Set<String> leftOut = excludedClasses(jar);
      Map<String, String> found = new TreeMap<>();
      for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(e -> (ZipEntry) e)::iterator) {
        if (entry.getName().endsWith(".class")) {
          for (String text : texts(bytes(jar, entry))) {
            if (leftOut.contains(text.replace('/', '.')) && !text.startsWith(NOT_LOADED)) {
              found.put(text, entry.getName());
            }
          }
        }
      }

      assertThat(leftOut).as("classes that were left out").hasSizeGreaterThan(1_000);
      assertThat(found).isEmpty();
    }
  }

  @Test
  void every_provider_of_a_service_is_in_the_jar() throws Exception {
    List<String> missing = new ArrayList<>();
    int providers = 0;
    try (ZipFile jar = new ZipFile(System.getProperty("packaged.server"))) {
      for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(e -> (ZipEntry) e)::iterator) {
        if (entry.getName().startsWith("META-INF/services/") && !entry.isDirectory()) {
          for (String line : new String(bytes(jar, entry), UTF_8).lines().toList()) {
            String provider = line.replaceFirst("#.*", "").strip();
            if (!provider.isEmpty()) {
              providers++;
              if (jar.getEntry(provider.replace('.', '/') + ".class") == null) {
                missing.add(entry.getName() + ": " + provider);
              }
            }
          }
        }
      }
    }

    assertThat(providers).isGreaterThan(10);
    assertThat(missing).isEmpty();
  }

  @Test
  void a_system_without_a_library_of_sqlite_is_named() throws Exception {
    Path data = directory.resolve("data");
    try (PackagedServer server =
        PackagedServer.launchBy(
            List.of("env", "JDK_JAVA_OPTIONS=-Dos.arch=x86"),
            directory,
            "--port",
            "0",
            "--data-dir",
            data.toString())) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.err())
          .contains("the SQLite library cannot be loaded on ", "(x86); svc-server needs a 64-bit ")
          .doesNotContain("restore", "Exception");
    }
  }

  /** Classes of the libraries of which some classes are in the jar and others are not. */
  private static Set<String> excludedClasses(ZipFile jar) throws IOException {
    Set<String> leftOut = new HashSet<>();
    List<String> libraries =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> path.endsWith(".jar"))
            .toList();
    for (String library : libraries) {
      try (JarFile file = new JarFile(library)) {
        List<String> classes =
            file.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                .toList();
        if (classes.stream().anyMatch(name -> jar.getEntry(name) != null)) {
          classes.stream()
              .filter(name -> jar.getEntry(name) == null)
              .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
              .forEach(leftOut::add);
        }
      }
    }
    return leftOut;
  }

  private static byte[] bytes(ZipFile jar, ZipEntry entry) throws IOException {
    try (var in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  /** The text constants of a class file (Java Virtual Machine Specification, section 4.4). */
  private static List<String> texts(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    in.skipNBytes(8);
    int count = in.readUnsignedShort();
    Map<Integer, String> utf8 = new HashMap<>();
    List<Integer> texts = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> utf8.put(i, in.readUTF());
        case 8 -> texts.add(in.readUnsignedShort());
        case 7, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++;
        }
        default -> in.skipNBytes(4);
      }
    }
    return texts.stream().map(utf8::get).toList();
  }
}
