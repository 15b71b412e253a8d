package io.svc.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.OwnRuleFiles;
import io.svc.cli.ProjectFiles;
import io.svc.cli.console.UserErrorException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schemas and the reader say the same of every settings file. */
class SettingsSchemaTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String FINGERPRINT = "sha256:" + "0123456789abcdef".repeat(4);

  /** JSON values of every kind, and those that some key takes. */
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "1",
          "16777216",
          "-5",
          "1.5",
          "\"\"",
          "\" \"",
          "\"x\"",
          "\"json\"",
          "\"table\"",
          "\"Table\"",
          "\"high\"",
          "\"true\"",
          "\"16M\"",
          "\"16T\"",
          "\"017M\"",
          "\"16777216\"",
          "\"unpinned_package\"",
          "\"a/b.json\"",
          "[]",
          "[null]",
          "[\"\"]",
          "[\"x\"]",
          "[\"unpinned_package\"]",
          "[\"unpinned_package\", \"x\"]",
          "[1]",
          "[[]]",
          "[true]",
          "{}",
          "{\"x\": \"y\"}");

  @TempDir private Path directory;

  static Stream<SettingsKey> keys() {
    return SettingsKeys.all().stream();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_published_schema_is_what_the_command_prints(boolean isProject) throws IOException {
    Path file =
        ProjectFiles.of(
            "docs/schema/" + (isProject ? "preflight" : "preflight-user") + ".schema.json");
    CommandRun command = new CommandRun(directory);

    Result result =
        isProject ? command.run("config", "schema") : command.run("config", "schema", "--user");

    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, result.out(), StandardCharsets.UTF_8);
    }
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_schema_has_every_key_with_its_description_and_no_other(boolean isProject)
      throws IOException {
    JsonNode properties = JSON.readTree(text(isProject)).get("properties");

    Set<String> expected = new TreeSet<>(ProjectSettings.keys(isProject));
    for (SettingsKey key : SettingsKeys.all()) {
      if (key.scope().allows(isProject)) {
        boolean isAtTop = key.section().isEmpty();
        expected.add(isAtTop ? key.name() : key.section());
        JsonNode place = isAtTop ? properties : properties.get(key.section()).get("properties");
        assertThat(place.get(key.leaf()).get("description").asText()).isEqualTo(key.description());
      }
    }
    Set<String> knownNames = new TreeSet<>();
    properties.fieldNames().forEachRemaining(knownNames::add);
    assertThat(knownNames).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void reader_and_schema_agree_on_every_value_of_a_key(SettingsKey key) {
    List<String> accepted = new ArrayList<>();
    for (String value : VALUES) {
      String member = member(key.leaf(), value);
      String document = key.section().isEmpty() ? member : member(key.section(), member);

      for (boolean isProject : List.of(true, false)) {
        boolean isValid = isValid(document, isProject);

        assertThat(isReadable(document, isProject)).as(document).isEqualTo(isValid);
        if (isValid) {
          accepted.add(value);
        }
      }
    }

    assertThat(accepted).isNotEmpty();
  }

  @Test
  void reader_and_schema_agree_on_documents_of_many_keys() {
    Random random = new Random(11);
    List<String> names = new ArrayList<>(List.of("fromat", "unknown", "suppressions", "rules"));
    SettingsKeys.all().forEach(key -> names.add(key.name()));
    int valid = 0;
    for (int i = 0; i < 500; i++) {
      boolean isProject = random.nextBoolean();
      Set<String> used = new TreeSet<>();
      List<String> members = new ArrayList<>();
      for (int j = random.nextInt(4); j >= 0; j--) {
        String name = names.get(random.nextInt(names.size()));
        List<String> right =
            VALUES.stream().filter(value -> isValid(member(name, value), isProject)).toList();
        // Mostly what is right, so that whole documents are.
        List<String> values = right.isEmpty() || random.nextInt(5) == 0 ? VALUES : right;
        if (used.add(name)) {
          members.add("\"" + name + "\": " + values.get(random.nextInt(values.size())));
        }
      }
      String document = "{" + String.join(", ", members) + "}";
      boolean isValid = isValid(document, isProject);

      assertThat(isReadable(document, isProject)).as(document).isEqualTo(isValid);
      valid += isValid ? 1 : 0;
    }

    assertThat(valid).isBetween(100, 400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"fingerprint\": \"FINGERPRINT\", \"reason\": \"x\"}",
        "{\"fingerprint\": \"sha256:abc\", \"reason\": \"x\"}",
        "{\"fingerprint\": \"FINGERPRINT\", \"reason\": \" \"}",
        "{\"fingerprint\": \"FINGERPRINT\"}",
        "{\"type\": \"auto_approve\", \"reason\": \"x\"}",
        "{\"type\": \"auto_approve\", \"server\": \"*\", \"reason\": \"x\"}",
        "{\"type\": \"auto_approve\", \"file\": \".mcp.json\", \"reason\": \"x\"}",
        "{\"type\": \"nothing\", \"server\": \"*\", \"reason\": \"x\"}",
        "{\"server\": \"*\", \"reason\": \"x\"}",
        "{\"type\": \"auto_approve\", \"server\": \"*\", \"reason\": \"x\", \"expires\": \"soon\"}",
        "{\"type\": \"auto_approve\", \"server\": \"*\", \"reason\": \"x\", \"expires\":"
            + " \"2027-01-31\"}",
        "{\"type\": \"auto_approve\", \"server\": \"*\", \"reason\": \"x\", \"until\": \"x\"}",
        "{\"type\": \"auto_approve\", \"server\": [], \"reason\": \"x\"}",
        "\"auto_approve\"",
        "[]"
      })
  void reader_and_schema_agree_on_decisions(String entry) {
    String document = "{\"suppressions\": [" + entry.replace("FINGERPRINT", FINGERPRINT) + "]}";

    assertThat(isReadable(document, true)).isEqualTo(isValid(document, true));
    assertThat(isValid(document, false)).isFalse();
    assertThat(isReadable(document, false)).isFalse();
  }

  @Test
  void reader_and_schema_know_the_same_keys_of_a_rule() throws IOException {
    JsonNode rule = JSON.readTree(text(true)).at("/$defs/rule/properties");
    List<String> names = new ArrayList<>(List.of("titel", "regex"));
    rule.fieldNames().forEachRemaining(names::add);

    for (String name : names) {
      String document = "rules: [{" + name + ": []}]";
      boolean isUnknown = message(document, true).contains("unknown key");

      assertThat(isUnknown).as(name).isEqualTo(!rule.has(name));
    }
    assertThat(isReadable(OwnRuleFiles.inSettings(OwnRuleFiles.VALID), true)).isTrue();
  }

  @Test
  void a_rule_that_the_reader_takes_is_valid() throws IOException {
    String rule =
        """
        {"id": "own/acme-token", "title": "Acme token", "provider": "Acme", "severity": "high",
         "keywords": ["acmetok_"], "pattern": "(?<![a-z])(acmetok_[A-Za-z0-9]{20})", "window": 64,
         "mask": "acmetok_", "description": "A token of Acme.", "remediation": "Delete it at Acme.",
         "matches": ["acmetok_{{base62:20}}", "Bearer acmetok_{{base62:20}}",
                     {"name": "ACME_TOKEN", "value": "acmetok_{{base62:20}}"}],
         "ignores": ["acmetok_{{base62:10}}", "acmetok_your-key-here", "${ACME_TOKEN}"]}
        """;
    for (boolean isProject : List.of(true, false)) {
      String document = "{\"rules\": [" + rule + "]}";
      assertThat(isReadable(document, isProject)).isTrue();
      assertThat(isValid(document, isProject)).isTrue();
      String lacking = document.replace("\"window\": 64,", "");
      assertThat(isReadable(lacking, isProject)).isFalse();
      assertThat(isValid(lacking, isProject)).isFalse();
    }
  }

  private static String text(boolean isProject) {
    return SettingsSchema.of(SettingsKeys.all(), isProject);
  }

  private static final Schema PROJECT = schema(true);
  private static final Schema USER = schema(false);

  private static Schema schema(boolean isProject) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(text(isProject), InputFormat.JSON);
  }

  private static String member(String name, String value) {
    return "{\"" + name + "\": " + value + "}";
  }

  private static boolean isValid(String document, boolean isProject) {
    return (isProject ? PROJECT : USER).validate(document, InputFormat.JSON).isEmpty();
  }

  private static boolean isReadable(String document, boolean isProject) {
    return message(document, isProject).isEmpty();
  }

  private static String message(String document, boolean isProject) {
    try {
      SettingsLayer read =
          isProject ? SettingsReaderTest.project(document) : SettingsReaderTest.user(document);
      assertThat(read.source().isProject()).isEqualTo(isProject);
      return "";
    } catch (UserErrorException e) {
      return e.getMessage();
    }
  }
}
