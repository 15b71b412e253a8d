package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the command really prints is what the published schemas say. */
class OutputSchemaTest {
  private static final Path ROOT = Path.of(System.getProperty("project.root"));
  private static final String BASE = "https://svc-preflight.dev/schema/";

  @TempDir private Path directory;

  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("examples/configs"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().matches(".*\\.(jsonc?|toml|ya?ml)"))
          .filter(file -> !file.toString().contains("truncated"))
          .filter(file -> !file.toString().contains("expected"))
          .toList();
    }
  }

  private static List<String> problems(String schema, String json) {
    Map<String, String> schemas = new HashMap<>();
    for (String name :
        List.of("mcp-scan-report", "mcp-baseline", "mcp-baseline-diff", "mcp-clients")) {
      try {
        String file = name + ".schema.json";
        schemas.put(BASE + file, Files.readString(ROOT.resolve("docs/schema").resolve(file)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(schemas))
        .getSchema(schemas.get(BASE + schema + ".schema.json"), InputFormat.JSON)
        .validate(json, InputFormat.JSON)
        .stream()
        .map(Object::toString)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void the_report_of_every_example_is_valid(Path example) {
    Result result =
        new CommandRun(directory)
            .run("scan", "--config", example.toString(), "--include-assets", "--org-id", "org_1");

    assertThat(problems("mcp-scan-report", result.out())).isEmpty();
  }

  @Test
  void a_baseline_and_its_diff_are_valid() throws IOException {
    CommandRun command = new CommandRun(directory);
    command.file(
        ".mcp.json",
        """
        {"mcpServers": {
          "a": {"command": "npx", "args": ["-y", "pkg@1.0.0"], "env": {"TOKEN": "${TOKEN}"}},
          "b": {"url": "https://b.example.com/mcp", "headers": {"Authorization": "Bearer ${B}"},
                "autoApprove": ["read"], "disabled": true},
          "c": {"command": "node", "tools": [{"name": "x", "description": "d"}]}}}
        """);
    command.run("baseline", "create", "--track-values");
    command.file(
        ".mcp.json",
        """
        {"mcpServers": {
          "a": {"command": "npx", "args": ["-y", "pkg@2.0.0"], "env": {"TOKEN": "changed-it"}},
          "d": {"command": "node"}}}
        """);

    Result diff = command.run("baseline", "diff");
    Result scan = command.run("scan");
    String baseline = Files.readString(command.project().resolve(".svc/mcp-baseline.json"));

    assertThat(problems("mcp-baseline", baseline)).isEmpty();
    assertThat(diff.exitCode()).isEqualTo(1);
    assertThat(problems("mcp-baseline-diff", diff.out())).isEmpty();
    assertThat(scan.out()).contains("baseline_drift");
    assertThat(problems("mcp-scan-report", scan.out())).isEmpty();
  }

  @Test
  void the_list_of_clients_is_valid() {
    CommandRun command = new CommandRun(directory);
    command.file(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"a\"}, \"b\": 7}}");
    command.homeFile(".cursor/mcp.json", "{");

    Result some = command.run("clients", "--format", "json");
    Result all = command.run("clients", "--format", "json", "--all");

    assertThat(problems("mcp-clients", some.out())).isEmpty();
    assertThat(problems("mcp-clients", all.out())).isEmpty();
    assertThat(problems("mcp-clients", some.out().replace("broken", "odd"))).isNotEmpty();
  }

  @Test
  void an_output_that_is_not_as_published_is_seen() {
    Result result =
        new CommandRun(directory)
            .run(
                "scan",
                "--config",
                ROOT.resolve("examples/configs/several-problems.json").toString());

    assertThat(problems("mcp-scan-report", result.out().replace("\"high\"", "\"awful\"")))
        .isNotEmpty();
    assertThat(problems("mcp-scan-report", result.out().replace("org_id", "organisation")))
        .isNotEmpty();
  }
}
