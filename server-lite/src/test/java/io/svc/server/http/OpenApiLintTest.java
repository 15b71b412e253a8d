package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import io.svc.server.testing.NpmPackages;
import io.svc.server.testing.NpmPackages.Run;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Linters and code generators of other projects accept the OpenAPI document. */
@Tag("thorough")
class OpenApiLintTest {
  private static final String SPECTRAL = "@stoplight/spectral-cli/dist/index.js";
  private static final String REDOCLY = "@redocly/cli/bin/cli.js";
  private static final String TYPESCRIPT_TYPES = "openapi-typescript/bin/cli.js";

  @TempDir private Path directory;

  @Test
  void spectral_reports_nothing() throws Exception {
    assertThat(spectral(document())).isEqualTo(new Run(0, NO_RESULTS));
  }

  @Test
  void redocly_reports_nothing() throws Exception {
    Run run = redocly(document());

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output()).doesNotContain("You have").contains("Your API description is valid");
  }

  @Test
  void spectral_reports_a_property_that_is_required_twice() throws Exception {
    ObjectNode broken = (ObjectNode) OpenApi.document();
    ArrayNode required = (ArrayNode) broken.at("/components/schemas/ApiKey/required");
    required.add(required.path(0).asText());
    Path file = Files.writeString(directory.resolve("broken.json"), Json.indented(broken));

    assertThat(spectral(file).output()).contains("duplicate items");
    assertThat(spectral(file).exitCode()).isEqualTo(1);
  }

  @Test
  void redocly_reports_an_example_that_its_schema_rejects() throws Exception {
    ObjectNode broken = (ObjectNode) OpenApi.document();
    ObjectNode event = (ObjectNode) broken.at("/components/schemas/GovernanceEvent/examples/0");
    event.put("timestamp", 5);
    Path file = Files.writeString(directory.resolve("broken.json"), Json.indented(broken));

    Run run = redocly(file);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.output()).contains("timestamp");
  }

  /** A generated array of {@code unknown} is of no use to a client. */
  @Test
  void a_generated_client_has_a_type_for_every_list_of_events() throws Exception {
    Path types = directory.resolve("api.ts");

    Run generated = run(TYPESCRIPT_TYPES, document().toString(), "-o", types.toString());
    String text = Files.readString(types);

    assertThat(generated.exitCode()).as(generated.output()).isZero();
    assertThat(text.lines().filter(line -> line.strip().startsWith("events: ")))
        .hasSizeGreaterThan(5)
        .noneMatch(line -> line.contains("unknown"));
    assertThat(text).contains("events: components[\"schemas\"][\"GovernanceEvent\"][];");
    Run compiled =
        run("typescript/bin/tsc", "--noEmit", "--strict", "--skipLibCheck", types.toString());
    assertThat(compiled).isEqualTo(new Run(0, ""));
  }

  private static final String NO_RESULTS =
      "No results with a severity of 'hint' or higher found!\n";

  private Path document() throws IOException {
    return Files.writeString(directory.resolve("openapi.json"), Json.indented(OpenApi.document()));
  }

  private Run spectral(Path file) throws Exception {
    Path rules = settings("spectral.yaml");
    return run(
        SPECTRAL, "lint", "--fail-severity=hint", "--ruleset", rules.toString(), file.toString());
  }

  private Run redocly(Path file) throws Exception {
    Path rules = settings("redocly.yaml");
    return run(REDOCLY, "lint", "--config", rules.toString(), file.toString());
  }

  private static Path settings(String name) throws URISyntaxException {
    return Path.of(OpenApiLintTest.class.getResource("/openapi/" + name).toURI());
  }

  private Run run(String program, String... arguments) throws IOException, InterruptedException {
    return NpmPackages.OPENAPI.run(directory, program, arguments);
  }
}
