import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.maven.artifact.versioning.ComparableVersion;

/** Tells which components of bills of materials are known to be vulnerable; see check-dependencies. */
final class CheckDependencies {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CheckDependencies() {}

  public static void main(String[] arguments) {
    try {
      Map<String, Set<String>> used = new TreeMap<>();
      for (int i = 1; i < arguments.length; i++) {
        take(Path.of(arguments[i]), used);
      }
      long[] read = {0};
      List<String> known = new ArrayList<>();
      each(Path.of(arguments[0]), entry -> {
        read[0]++;
        compare(entry, used, known);
      });
      if (read[0] == 0) {
        throw new IOException(arguments[0] + " has no entry of OSV; expected files such as GHSA-*.json");
      }
      known.stream().sorted().distinct().forEach(System.out::println);
      int versions = used.values().stream().mapToInt(Set::size).sum();
      System.err.printf(
          "%d components compared with %d entries: %d known vulnerabilities%n",
          versions, read[0], known.stream().distinct().count());
      System.exit(known.isEmpty() ? 0 : 1);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("cannot be read: " + e.getMessage());
      System.exit(2);
    }
  }

  /** Group, colon and name of each component of a bill, with its versions. */
  private static void take(Path bill, Map<String, Set<String>> used) throws IOException {
    boolean[] isThere = {false};
    if (bill.toString().endsWith(".jar")) {
      try (FileSystem jar = FileSystems.newFileSystem(bill)) {
        each(jar.getPath("META-INF", "sbom"), json -> isThere[0] |= components(json, used));
      }
    } else {
      isThere[0] = components(JSON.readTree(bill.toFile()), used);
    }
    if (!isThere[0]) {
      throw new IOException(bill + " names no component of Maven; expected CycloneDX in JSON");
    }
  }

  private static boolean components(JsonNode json, Map<String, Set<String>> used) {
    boolean isThere = false;
    for (JsonNode component : json.path("components")) {
      if (component.path("purl").asText().startsWith("pkg:maven/")) {
        String name = component.path("group").asText() + ":" + component.path("name").asText();
        used.computeIfAbsent(name, any -> new TreeSet<>()).add(component.path("version").asText());
        isThere = true;
      }
    }
    return isThere;
  }

  private interface Taker {
    void take(JsonNode json) throws IOException;
  }

  /** Every JSON file of a directory or an archive. */
  private static void each(Path place, Taker taker) throws IOException {
    if (Files.isRegularFile(place)) {
      try (FileSystem zip = FileSystems.newFileSystem(place)) {
        each(zip.getPath("/"), taker);
      }
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(place)) {
      files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        taker.take(JSON.readTree(in));
      }
    }
  }

  private static void compare(JsonNode entry, Map<String, Set<String>> used, List<String> known) {
    if (entry.has("withdrawn")) {
      return;
    }
    for (JsonNode affected : entry.path("affected")) {
      JsonNode name = affected.path("package");
      if (!name.path("ecosystem").asText().equals("Maven")) {
        continue;
      }
      for (String version : used.getOrDefault(name.path("name").asText(), Set.of())) {
        if (isAffected(affected, version)) {
          known.add(
              String.join(
                  " ",
                  entry.path("id").asText(),
                  name.path("name").asText() + ":" + version,
                  fixed(affected),
                  entry.path("summary").asText().replaceAll("\\p{Cntrl}", " ")));
        }
      }
    }
  }

  private static boolean isAffected(JsonNode affected, String version) {
    for (JsonNode listed : affected.path("versions")) {
      if (listed.asText().equals(version)) {
        return true;
      }
    }
    for (JsonNode range : affected.path("ranges")) {
      if (!range.path("type").asText().equals("GIT") && isWithin(range.path("events"), version)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a version lies behind the last event that began something, and before its end. */
  private static boolean isWithin(JsonNode events, String version) {
    ComparableVersion asked = new ComparableVersion(version);
    boolean isIn = false;
    for (JsonNode event : events) {
      if (event.has("introduced")) {
        String from = event.path("introduced").asText();
        isIn |= from.equals("0") || asked.compareTo(new ComparableVersion(from)) >= 0;
      } else if (event.has("fixed")) {
        isIn &= asked.compareTo(new ComparableVersion(event.path("fixed").asText())) < 0;
      } else if (event.has("last_affected")) {
        isIn &= asked.compareTo(new ComparableVersion(event.path("last_affected").asText())) <= 0;
      }
    }
    return isIn;
  }

  private static String fixed(JsonNode affected) {
    Set<String> versions = new TreeSet<>(affected.path("ranges").findValuesAsText("fixed"));
    return versions.isEmpty() ? "(not fixed)" : "(fixed in " + String.join(", ", versions) + ")";
  }
}
