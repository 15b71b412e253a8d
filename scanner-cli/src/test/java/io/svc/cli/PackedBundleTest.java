package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bundles of the real packers. */
@Tag("thorough")
class PackedBundleTest {
  private static final String MANIFEST =
      """
      {
        "%s": "%s",
        "name": "weather",
        "version": "1.0.0",
        "description": "Forecasts for a place",
        "author": {"name": "Acme"},
        "server": {
          "type": "node",
          "entry_point": "server/index.js",
          "mcp_config": {
            "command": "node",
            "args": ["${__dirname}/server/index.js", "--dir", "${user_config.dir}"],
            "env": {
              "API_KEY": "${user_config.api_key}",
              "NODE_TLS_REJECT_UNAUTHORIZED": "0"
            }
          }
        },
        "user_config": {
          "api_key": {"type": "string", "title": "Key", "description": "Key", "sensitive": true},
          "dir": {"type": "directory", "title": "Folder", "description": "Folder"}
        }
      }
      """;

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
  }

  private Path packer(String name) {
    Path program = ProjectFiles.of("target/mcpb/node_modules/.bin/" + name);
    Program.need("node");
    Program.needed(Files.exists(program), name + " below target/mcpb");
    return program;
  }

  private Path pack(String packer, String version, String value) throws IOException {
    Path program = packer(packer);
    command.file("src/manifest.json", MANIFEST.formatted(version, value));
    command.file("src/server/index.js", "console.log(1)");
    command.file("src/settings.json", "{\"mode\": \"fast\"}");
    Path bundle = command.project().resolve("weather." + packer);
    String out =
        Program.in(command.project()).ok(program.toString(), "pack", "src", bundle.toString());
    assertThat(bundle).as(out).exists();
    return bundle;
  }

  @ParameterizedTest
  @CsvSource({"mcpb, manifest_version, 0.3", "dxt, dxt_version, 0.1"})
  void a_packed_bundle_is_read(String packer, String version, String value) throws IOException {
    pack(packer, version, value);

    Result result = command.run("scan", "weather." + packer, "--format", "lines");

    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .singleElement()
        .asString()
        .startsWith("weather." + packer + ":15:")
        .contains(": high: tls_verification_disabled: ");
    assertThat(command.run("scan", ".", "--format", "markdown").out())
        .contains("examined: manifest.json, settings.json; not examined: 1 of 3 files");
  }

  @Test
  void a_signed_bundle_is_read() throws IOException {
    Path bundle = pack("mcpb", "manifest_version", "0.3");
    Program.in(command.project())
        .ok(packer("mcpb").toString(), "sign", "--self-signed", bundle.toString());

    Result result = command.run("scan", "weather.mcpb", "--format", "lines");

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("tls_verification_disabled");
  }
}
