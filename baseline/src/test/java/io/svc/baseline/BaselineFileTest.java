package io.svc.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselineFileTest {
  private static final String HASH = "sha256:" + "0".repeat(64);

  @TempDir private Path directory;

  private static Baseline baseline() {
    BaselineAsset asset =
        new BaselineAsset(
            "ast_01JD4KQ2F0W8Y6V3T5R7P9N1M0",
            BaselineAsset.SERVER,
            "notes",
            "notes",
            "npx",
            List.of("-y", "pkg@1.0.0", "--token", "***"),
            Map.of("TOKEN", "***"),
            "env",
            0,
            2,
            "Notes \u2603 \u001b[31m",
            HASH,
            Map.of("config_path", ".mcp.json", "source", "claude-code", "disabled", true));
    return new Baseline(
        1,
        "bsl_01JD4KQ2F0W8Y6V3T5R7P9N1M0",
        "Dana",
        Instant.parse("2026-01-31T12:00:00.123Z"),
        HASH,
        false,
        List.of(new Baseline.ConfigFile(".mcp.json", "claude-code", HASH)),
        List.of(asset),
        List.of(
            new Baseline.Rejection(
                "crm", HASH, "Dana", Instant.parse("2026-02-28T12:00:00.123Z"))));
  }

  private Path write(String text) {
    try {
      return Files.writeString(directory.resolve("b.json"), text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void what_is_written_is_read_again() throws BaselineException {
    Path file = write(BaselineFile.toJson(baseline()));

    assertThat(BaselineFile.read(file)).isEqualTo(baseline());
  }

  @Test
  void the_same_baseline_is_written_as_the_same_bytes() {
    assertThat(BaselineFile.toJson(baseline())).isEqualTo(BaselineFile.toJson(baseline()));
  }

  @Test
  void the_layout_is_the_published_schema() throws IOException {
    String schema =
        Files.readString(
            Path.of(System.getProperty("project.root"), "docs/schema/mcp-baseline.schema.json"));
    Schema validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(schema, InputFormat.JSON);
    String json = BaselineFile.toJson(baseline());

    assertThat(validator.validate(json, InputFormat.JSON)).isEmpty();
    assertThat(validator.validate(json.replace("bsl_", "xxx_"), InputFormat.JSON)).isNotEmpty();
    assertThat(validator.validate(json.replace("\"***\"", "\"clear\""), InputFormat.JSON))
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{|it is not valid JSON",
        "[]|expected an object, found a list",
        "{}|the field 'schema_version' is missing",
        "{\"schema_version\": 2}|its schema_version is 2; this version reads 1; use the newer"
            + " version that wrote it, or create a new baseline",
        "{\"schema_version\": \"1\"}|'schema_version' must be an integer",
        "{\"schema_version\": 1}|'config_files' must be a list",
      })
  void what_is_no_baseline_is_rejected_with_the_reason(String text, String reason) {
    Path file = write(text);

    assertThatThrownBy(() -> BaselineFile.read(file))
        .isInstanceOf(BaselineException.class)
        .hasMessage("baseline file is not usable at %s: %s", file, reason);
  }

  @Test
  void a_damaged_field_is_named() {
    Path file =
        write(BaselineFile.toJson(baseline()).replace("\"args\": [", "\"args\": 3, \"x\": ["));

    assertThatThrownBy(() -> BaselineFile.read(file)).hasMessageEndingWith("'args' must be a list");
  }

  @Test
  void a_missing_file_is_reported_with_its_path() {
    Path file = directory.resolve("none.json");

    assertThatThrownBy(() -> BaselineFile.read(file))
        .isInstanceOf(BaselineException.class)
        .hasMessage("baseline file not found at %s", file);
  }
}
