package io.svc.packages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The container image as a file: what it would run, as whom, and what is in it. */
class ContainerIT {
  private static final String HOME = "usr/lib/svc-preflight/";

  @TempDir private Path directory;

  private static Map<String, byte[]> parts() throws IOException {
    Map<String, byte[]> parts = new TreeMap<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(Files.newInputStream(Built.container()))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        parts.put(entry.getName(), tar.readAllBytes());
      }
    }
    return parts;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  @Test
  void reports_what_it_runs_and_as_whom() throws IOException {
    Map<String, byte[]> parts = parts();
    ObjectMapper json = new ObjectMapper();
    JsonNode manifest = json.readTree(parts.get("manifest.json")).get(0);
    JsonNode complete = json.readTree(parts.get(manifest.get("Config").asText()));
    JsonNode config = complete.get("config");

    assertThat(texts(manifest.get("RepoTags"))).containsExactly("svc-preflight:" + Built.version());
    assertThat(complete.get("os").asText()).isEqualTo("linux");
    assertThat(complete.get("architecture").asText())
        .isEqualTo(System.getProperty("packages.architecture"));
    assertThat(complete.get("created").asText()).isEqualTo(System.getProperty("packages.time"));
    assertThat(texts(config.get("Entrypoint")))
        .containsExactly("/" + HOME + "bin/java", "-m", RuntimeImage.MAIN);
    assertThat(texts(config.get("Cmd"))).containsExactly("--help");
    assertThat(texts(config.get("Env"))).contains("LC_ALL=C.UTF-8");
    assertThat(config.get("User").asText()).isEqualTo("65532:65532");
    assertThat(config.get("WorkingDir").asText()).isEqualTo("/work");
    assertThat(config.get("Labels").get("org.opencontainers.image.version").asText())
        .isEqualTo(Built.version());
  }

  @Test
  void contains_the_image_and_nothing_else() throws IOException {
    Map<String, byte[]> parts = parts();
    JsonNode manifest = new ObjectMapper().readTree(parts.get("manifest.json")).get(0);
    Map<String, String> packed = new TreeMap<>();
    Map<String, Integer> modes = new TreeMap<>();
    List<String> besides = new ArrayList<>();

    for (String layer : texts(manifest.get("Layers"))) {
      try (TarArchiveInputStream tar =
          new TarArchiveInputStream(
              new GzipCompressorInputStream(new ByteArrayInputStream(parts.get(layer))))) {
        for (TarArchiveEntry entry = tar.getNextEntry();
            entry != null;
            entry = tar.getNextEntry()) {
          assertThat(List.of(entry.getLongUserId(), entry.getLongGroupId()))
              .containsExactly(0L, 0L);
          if (entry.isFile() && entry.getName().startsWith(HOME)) {
            Path file = directory.resolve("entry");
            Files.write(file, tar.readAllBytes());
            String name = entry.getName().substring(HOME.length());
            packed.put(name, PackageChecksums.of(file));
            modes.put(name, entry.getMode() & 0777);
          } else if (entry.isFile()) {
            besides.add(entry.getName());
          }
        }
      }
    }

    assertThat(besides).allMatch(name -> name.startsWith("app/jib-"));
    assertThat(packed).isEqualTo(Trees.sums(Built.image()));
    assertThat(modes)
        .containsEntry("bin/java", 0755)
        .containsEntry("lib/jspawnhelper", 0755)
        .containsEntry("lib/modules", 0644);
  }

  @Test
  void its_entry_point_needs_no_shell() throws IOException, InterruptedException {
    Path image = Trees.copy(Built.image(), directory.resolve("image"));
    Files.delete(image.resolve("bin/svc-preflight"));
    Files.writeString(
        directory.resolve("mcp.json"), "{\"mcpServers\": {\"a\": {\"command\": \"/tmp/a\"}}}");

    Shell.Result result =
        new Shell(directory)
            .run(
                image.resolve("bin/java"), "-m", RuntimeImage.MAIN, "scan", "--config", "mcp.json");

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void the_containerfile_runs_the_same_thing_as_the_same_user() throws IOException {
    List<String> lines = new ArrayList<>();
    String text =
        Files.readString(Built.source("src/container/Containerfile"), StandardCharsets.UTF_8);
    for (String line : text.replace("\\\n", "").lines().toList()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        lines.add(line);
      }
    }
    List<String> last = lines.subList(lines.lastIndexOf("FROM ${BASE}"), lines.size());

    assertThat(lines)
        .allMatch(
            line -> line.matches("(ARG|FROM|WORKDIR|COPY|RUN|LABEL|ENV|USER|ENTRYPOINT|CMD) .*"));
    assertThat(lines).noneMatch(line -> line.contains(":latest"));
    assertThat(lines.stream().filter(line -> line.startsWith("FROM ")))
        .containsExactly("FROM ${BUILDER} AS build", "FROM ${BASE}");
    assertThat(last)
        .contains(
            "ENV LC_ALL=C.UTF-8",
            "USER 65532:65532",
            "WORKDIR /work",
            "ENTRYPOINT [\"/" + HOME + "bin/java\", \"-m\", \"" + RuntimeImage.MAIN + "\"]",
            "CMD [\"--help\"]")
        .noneMatch(line -> line.startsWith("RUN "));
  }
}
