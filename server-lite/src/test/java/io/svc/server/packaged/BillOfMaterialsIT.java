package io.svc.server.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.svc.server.testing.Prerequisite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server's jar says that it is made of, and what is done with it. */
@Tag("thorough")
class BillOfMaterialsIT {
  private static final String BILL = "META-INF/sbom/svc-server.cdx.json";

  @TempDir private Path directory;

  @BeforeAll
  static void findBill() throws IOException {
    try (ZipFile zip = new ZipFile(jar().toFile())) {
      if (zip.getEntry(BILL) == null) {
        throw Prerequisite.missing("the server was built offline, and so without its bill");
      }
    }
  }

  private static Path jar() {
    return Path.of(System.getProperty("packaged.server"));
  }

  private static JsonNode bill() throws IOException {
    try (ZipFile zip = new ZipFile(jar().toFile());
        InputStream in = zip.getInputStream(zip.getEntry(BILL))) {
      return new ObjectMapper().readTree(in);
    }
  }

  @Test
  void the_jar_specifies_what_is_in_it() throws Exception {
    JsonNode bill = bill();

    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bill.path("components").findValuesAsText("name"))
        .contains("javalin", "sqlite-jdbc", "postgresql", "jackson-databind", "password4j")
        .doesNotContain("junit-jupiter", "assertj-core", "greenmail");
    assertThat(bill.path("components")).hasSizeGreaterThan(40);
    for (JsonNode component : bill.path("components")) {
      assertThat(component.path("version").asText()).as("%s", component).isNotEmpty();
    }
  }

  @Test
  void known_vulnerabilities_are_reported() throws Exception {
    String version = version("javalin");
    Path osv = Files.createDirectory(directory.resolve("osv"));
    entry(osv, "T-1", "{\"introduced\": \"0\"}, {\"fixed\": \"99999.0\"}");
    entry(osv, "T-2", "{\"introduced\": \"0\"}, {\"fixed\": \"" + version + "\"}");
    entry(osv, "T-3", "{\"introduced\": \"0\"}, {\"last_affected\": \"" + version + "\"}");
    entry(osv, "T-4", "{\"introduced\": \"99999.0\"}");

    Run found = check(osv, jar());
    assertThat(found.code()).as(found.text()).isEqualTo(1);
    assertThat(found.text())
        .contains("T-1 io.javalin:javalin:" + version + " (fixed in 99999.0) made up", "T-3 ")
        .doesNotContain("T-2 ", "T-4 ");

    Files.delete(osv.resolve("T-1.json"));
    Files.delete(osv.resolve("T-3.json"));
    Run none = check(osv, jar());
    assertThat(none.code()).as(none.text()).isZero();
    assertThat(none.text()).contains(" 0 known vulnerabilities");
  }

  @Test
  void what_cannot_be_compared_is_no_clean_result() throws Exception {
    Path osv = Files.createDirectory(directory.resolve("osv"));
    assertThat(check(osv, jar()).code()).isEqualTo(2);
    entry(osv, "T-1", "{\"introduced\": \"0\"}");
    Path empty = Files.writeString(directory.resolve("bill.json"), "{}");

    assertThat(check(osv, empty).code()).isEqualTo(2);
    assertThat(check(osv, directory.resolve("none.json")).code()).isEqualTo(2);
  }

  private static String version(String name) throws IOException {
    for (JsonNode component : bill().path("components")) {
      if (component.path("name").asText().equals(name)) {
        return component.path("version").asText();
      }
    }
    throw new AssertionError(name);
  }

  private static void entry(Path osv, String id, String events) throws IOException {
    Files.writeString(
        osv.resolve(id + ".json"),
        """
        {"id": "%s", "summary": "made up", "affected": [
          {"package": {"ecosystem": "Maven", "name": "io.javalin:javalin"},
           "ranges": [{"type": "ECOSYSTEM", "events": [%s]}]}]}
        """
            .formatted(id, events));
  }

  private record Run(int code, String text) {}

  private static Run check(Path osv, Path bill) throws Exception {
    Path script =
        Path.of(System.getProperty("project.root"), "benchmarks", "trust", "check-dependencies");
    List<String> line =
        new ArrayList<>(List.of(script.toString(), osv.toString(), bill.toString()));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Run(process.waitFor(), text);
  }
}
