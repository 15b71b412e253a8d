package io.svc.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.http.OpenApi;
import io.svc.server.json.Json;
import io.svc.server.testing.NpmPackages;
import io.svc.server.testing.NpmPackages.Run;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TypeScript, with types generated from the OpenAPI document, and ESLint accept the dashboard. */
@Tag("thorough")
class DashboardLintTest {
  @TempDir private Path directory;

  @BeforeEach
  void copy_dashboard_and_settings() throws IOException, URISyntaxException {
    Path modules =
        NpmPackages.OPENAPI.file("eslint/bin/eslint.js").getParent().getParent().getParent();
    Files.createSymbolicLink(directory.resolve("node_modules"), modules);
    copy("/web", directory.resolve("web"));
    copy("/dashboard", directory);
  }

  @Test
  void tsc_reports_only_what_the_api_does_not_have() throws Exception {
    Files.writeString(
        directory.resolve("web/wrong.js"),
        """
        import { get, send } from "./api.js";
        export const right = async (id) => (await get(`/api/agents/${id}`)).agent.name;
        export const field = async (id) => (await get(`/api/agents/${id}`)).agent.nmae;
        export const nullable = async (id) => (await get(`/api/agents/${id}`)).agent.model.length;
        export const path = async (id) => (await get(`/api/agnets/${id}`)).agent;
        export const parameter = async () => (await get("/api/agents?lmit=1")).agents;
        export const body = (id) => send("POST", `/api/policies/${id}/toggle`, { enabeld: true });
        """);

    assertThat(tsc().output().lines().filter(line -> !line.startsWith(" ")))
        .extracting(line -> line.substring(0, line.indexOf(',')))
        .containsExactly(
            "web/wrong.js(3",
            "web/wrong.js(4",
            "web/wrong.js(5",
            "web/wrong.js(6",
            "web/wrong.js(7");
  }

  @Test
  void eslint_reports_only_an_unused_variable() throws Exception {
    Files.writeString(directory.resolve("web/wrong.js"), "const unused = 1;\n");

    assertThat(run("eslint/bin/eslint.js", "--max-warnings=0", "web").output())
        .contains("web/wrong.js", "no-unused-vars", "1 problem ");
  }

  private Run tsc() throws Exception {
    Path document =
        Files.writeString(directory.resolve("openapi.json"), Json.indented(OpenApi.document()));
    Path types = directory.resolve("openapi.d.ts");
    Run generated =
        run(
            "openapi-typescript/bin/cli.js",
            document.toString(),
            "--empty-objects-unknown",
            "--default-non-nullable=false",
            "-o",
            types.toString());
    assertThat(generated.exitCode()).as(generated.output()).isZero();
    return run("typescript/bin/tsc", "--pretty", "false");
  }

  private Run run(String program, String... arguments) throws Exception {
    return NpmPackages.OPENAPI.run(directory, program, arguments);
  }

  private static void copy(String resource, Path to) throws IOException, URISyntaxException {
    Path from = Path.of(DashboardLintTest.class.getResource(resource).toURI());
    List<Path> files;
    try (Stream<Path> walk = Files.walk(from)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Path copy = to.resolve(from.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
  }
}
