package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.svc.baseline.BaselineDiff;
import io.svc.scanner.component.Component;
import io.svc.scanner.config.Location;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CycloneDxRendererTest {
  private final Renderer renderer = new CycloneDxRenderer(TestReports.PATHS);

  @Test
  void every_document_fits_the_schema() {
    assertThat(errors(rendered(TestInventories.ofEveryKind()))).isEmpty();
    assertThat(errors(rendered(TestReports.withFindings(), TestReports.partial()))).isEmpty();
    assertThat(errors(rendered())).isEmpty();
    assertThat(errors(rendered(hostile()))).isEmpty();
    assertThat(errors(rendered(TestDiffs.drift()))).isEmpty();
    assertThat(errors(rendered(TestDiffs.noDrift()))).isEmpty();
    assertThat(errors(rendered(TestDiffs.hostile()))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'\"type\": \"container\"';'\"type\": \"image\"'",
        "'\"serialNumber\": \"urn:uuid:';'\"serialNumber\": \"'",
        "'\"content\": \"0123';'\"content\": \"'",
        "'\"severity\": \"high\"';'\"severity\": \"awful\"'",
        "'\"aggregate\": \"complete\"';'\"aggregate\": \"all\"'",
        "'\"https://***@mcp.acme.test';'\"https://{x}@mcp.acme.test'",
        "'10:15:30.120Z\"';'\"'"
      })
  void a_document_with_a_fault_does_not_fit(String right, String wrong) {
    String json = rendered(TestInventories.ofEveryKind());

    assertThat(json).contains(right);
    assertThat(errors(json.replace(right, wrong))).isNotEmpty();
  }

  @Test
  void references_are_unique_and_lead_somewhere() throws IOException {
    McpScanReport report = TestInventories.ofEveryKind();
    for (String json :
        List.of(
            rendered(report, report),
            rendered(hostile(), report),
            rendered(TestDiffs.drift()),
            rendered(TestDiffs.hostile()))) {
      JsonNode bom = read(json);
      List<String> references = references(bom);
      Set<String> named = new HashSet<>();
      for (JsonNode dependency : bom.get("dependencies")) {
        named.add(dependency.get("ref").textValue());
        dependency.get("dependsOn").forEach(on -> named.add(on.textValue()));
      }
      for (JsonNode composition : bom.get("compositions")) {
        composition.get("dependencies").forEach(on -> named.add(on.textValue()));
      }
      for (JsonNode vulnerability : bom.get("vulnerabilities")) {
        vulnerability.path("affects").forEach(on -> named.add(on.get("ref").textValue()));
      }

      assertThat(references).doesNotHaveDuplicates();
      assertThat(references).containsAll(named);
    }
  }

  @Test
  void a_package_of_two_files_is_one_component_that_occurs_twice() throws IOException {
    JsonNode bom =
        read(
            rendered(
                TestInventories.report(
                    "/srv/acme/a.json",
                    List.of(),
                    TestInventories.server("x", 1),
                    TestInventories.image("x", 2)),
                TestInventories.report(
                    "/srv/acme/b.json",
                    List.of(),
                    TestInventories.server("x", 1),
                    TestInventories.image("x", 5))));

    assertThat(texts(bom.get("components"), "name"))
        .containsExactly("a.json", "x", "ghcr.io/acme/notes", "b.json", "x");
    assertThat(bom.at("/components/2/evidence/occurrences").toString())
        .isEqualTo("[{\"location\":\"a.json\",\"line\":2},{\"location\":\"b.json\",\"line\":5}]");
  }

  @Test
  void files_need_servers_and_servers_need_what_they_fetch_and_reach() throws IOException {
    JsonNode dependencies = read(rendered(TestInventories.ofEveryKind())).get("dependencies");

    List<String> edges = new ArrayList<>();
    for (JsonNode dependency : dependencies) {
      for (JsonNode on : dependency.get("dependsOn")) {
        edges.add(dependency.get("ref").textValue() + " > " + on.textValue());
      }
    }
    String server = "server:.cursor/mcp.json#";
    assertThat(edges)
        .containsExactly(
            "mcp-configuration > file:.cursor/mcp.json",
            "file:.cursor/mcp.json > " + server + "files",
            "file:.cursor/mcp.json > " + server + "notes",
            "file:.cursor/mcp.json > " + server + "serena",
            "file:.cursor/mcp.json > " + server + "tickets",
            "file:.cursor/mcp.json > " + server + "own",
            server + "files > pkg:npm/%40acme/files@1.2.0",
            server
                + "notes > pkg:oci/notes@sha256%3A"
                + TestInventories.DIGEST
                + "?repository_url=ghcr.io%2Facme%2Fnotes&tag=1.0.0",
            server + "serena > pkg:github/oraios/serena",
            server
                + "tickets > service:https%3A//%2A%2A%2A%40mcp.acme.test/v1/mcp%3Fkey%3D%2A%2A%2A");
  }

  @Test
  void a_vulnerability_is_about_the_package_of_its_finding_only() throws IOException {
    Component other =
        new Component(
            Component.Kind.PACKAGE,
            "files",
            "npm",
            "@acme/files",
            "9.9.9",
            "",
            "",
            "pkg:npm/%40acme/files@9.9.9",
            new Location("/mcpServers/elsewhere", 4, 50));
    Component same =
        new Component(
            Component.Kind.PACKAGE,
            "files",
            "npm",
            "@acme/files",
            "1.2.0",
            "",
            "",
            "pkg:npm/%40acme/files@1.2.0",
            new Location("/mcpServers/4", 4, 5));
    McpScanReport report =
        TestInventories.report(
            "mcp.json",
            List.of(TestInventories.vulnerable("files", "@acme/files", 4)),
            TestInventories.server("files", 1),
            other,
            same);

    JsonNode vulnerability = read(rendered(report)).at("/vulnerabilities/0");

    assertThat(vulnerability.get("affects").toString())
        .isEqualTo(
            "[{\"ref\":\"pkg:npm/%40acme/files@1.2.0\","
                + "\"versions\":[{\"version\":\"1.2.0\",\"status\":\"affected\"}]}]");
  }

  @Test
  void how_far_a_file_is_known_is_reported() throws IOException {
    JsonNode bom = read(rendered(TestInventories.ofEveryKind(), TestReports.withFindings()));

    assertThat(texts(bom.get("compositions"), "aggregate")).containsExactly("complete", "unknown");
    assertThat(bom.at("/compositions/1/dependencies/0").textValue())
        .isEqualTo("file:" + TestFindings.PATH);
  }

  @Test
  void the_serial_number_is_that_of_the_reports() throws IOException {
    String first = serialNumber(rendered(TestInventories.ofEveryKind()));

    assertThat(serialNumber(rendered(TestInventories.ofEveryKind()))).isEqualTo(first);
    assertThat(serialNumber(rendered(TestReports.clean(), TestReports.clean())))
        .isNotEqualTo(first);
    assertThat(read(rendered()).has("serialNumber")).isFalse();
  }

  @Test
  void a_diff_has_the_servers_that_differ_and_how() throws IOException {
    JsonNode bom = read(rendered(TestDiffs.drift()));

    List<String> changes = new ArrayList<>();
    for (JsonNode component : bom.get("components")) {
      for (JsonNode property : component.get("properties")) {
        if (property.get("name").textValue().equals("svc-preflight:change")) {
          changes.add(component.get("name").textValue() + " " + property.get("value").textValue());
        }
      }
    }
    assertThat(changes)
        .containsExactly("github added", "files modified", "notes renamed", "search removed");
    assertThat(texts(bom.get("services"), "name")).containsExactly("mcp.acme.dev/");
  }

  @Test
  void nothing_hidden_comes_through() throws IOException {
    String json = rendered(hostile());

    assertThat(json).matches("[ -~\n]+");
    for (JsonNode component : read(json).get("components")) {
      assertThat(component.get("name").textValue()).doesNotContain("\u001b", "\u202e", "\n");
      assertThat(component.get("bom-ref").textValue()).matches("[!-~]+");
    }
  }

  /** A report in which every text of every component is hostile. */
  private static McpScanReport hostile() {
    String name = TestFindings.HOSTILE;
    List<Component> components = new ArrayList<>();
    for (Component.Kind kind : Component.Kind.values()) {
      components.add(
          new Component(kind, name, name, name, name, name, name, "", new Location(name, 1, 1)));
    }
    return TestInventories.report(
        name,
        List.of(TestFindings.hostile(), TestInventories.vulnerable(name, name, 1)),
        components.toArray(Component[]::new));
  }

  private static List<String> references(JsonNode bom) {
    List<String> references = new ArrayList<>();
    references.add(bom.at("/metadata/component/bom-ref").textValue());
    for (String part : List.of("components", "services", "vulnerabilities")) {
      references.addAll(texts(bom.get(part), "bom-ref"));
    }
    return references;
  }

  private static List<String> texts(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(entry -> texts.add(entry.get(field).textValue()));
    return texts;
  }

  private static String serialNumber(String json) throws IOException {
    return read(json).get("serialNumber").textValue();
  }

  private String rendered(McpScanReport... reports) {
    return TestReports.rendered(renderer, Terminal.PLAIN, reports);
  }

  private String rendered(BaselineDiff diff) {
    return TestReports.rendered(renderer, Terminal.PLAIN, diff);
  }

  private static JsonNode read(String json) throws IOException {
    return new ObjectMapper().readTree(json);
  }

  private static String errors(String json) {
    return ForeignSchemas.errors("cyclonedx", json);
  }
}
