package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.definition.InvalidDefinitionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleCompilerTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir private Path directory;
  private Path source;
  private Path target;
  private Path rules;
  private Path index;

  @BeforeEach
  void writeOneRule() throws IOException {
    source = directory.resolve("source");
    rules = Files.createDirectories(source.resolve("secrets"));
    target = directory.resolve("out/io");
    index = target.resolve("rules.index");
    Files.writeString(rules.resolve("acme.yaml"), TestRuleFiles.VALID);
    write("checks/acme.yaml", TestCatalogFiles.PAGE);
    write("packages/well-known.yaml", TestCatalogFiles.PACKAGES);
    write("clients/capabilities.yaml", TestCatalogFiles.CAPABILITIES);
    write("tools/credential-options.yaml", TestCatalogFiles.CREDENTIAL_OPTIONS);
    write("advisories/ACME-1.json", TestCatalogFiles.ADVISORY);
    write("unicode/confusables.tsv", TestCatalogFiles.CONFUSABLES);
  }

  @Test
  void writes_the_index_and_the_directories_above_it() throws IOException {
    compile();

    assertThat(RuleIndex.parse(Files.readString(index)).rule(0))
        .isEqualTo(RuleLoader.load("acme.yaml", TestRuleFiles.VALID).rule());
  }

  @Test
  void writes_every_part_of_the_catalogue() throws IOException {
    compile();

    assertThat(SourceBundle.decode(read("sources.bundle")))
        .containsEntry("secrets/acme.yaml", TestRuleFiles.VALID)
        .containsEntry("checks/acme.yaml", TestCatalogFiles.PAGE)
        .hasSize(2);
    assertThat(PackageCatalog.parse(read("packages.index")).isListed(Ecosystem.NPM, "acme-mcp"))
        .isTrue();
    assertThat(CapabilityCatalog.parse(read("capabilities.index")).has("acme", "Do-It")).isTrue();
    assertThat(CredentialOptions.parse(read("options.index")).isTool("acme")).isTrue();
    assertThat(AdvisoryIndex.parse(read("advisories.index")).of(Ecosystem.NPM, "acme-mcp"))
        .extracting(Advisory::id)
        .containsExactly("ACME-1");
    assertThat(new Confusables(read("confusables.index")).toAscii("\u0430cme")).isEqualTo("acme");
  }

  @Test
  void an_advisory_that_is_none_is_rejected_by_name() throws IOException {
    write("advisories/bad.json", "{}");

    assertThatThrownBy(this::compile)
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageStartingWith("advisories/bad.json:1:1: not a record in OSV format");
  }

  @Test
  void the_same_rules_give_the_same_bytes() throws IOException {
    compile();
    byte[] once = Files.readAllBytes(index);
    Files.delete(index);

    compile();

    assertThat(index).hasBinaryContent(once);
  }

  @Test
  void an_index_that_would_not_change_is_not_written() throws IOException {
    compile();
    Files.setLastModifiedTime(index, LONG_AGO);

    compile();

    assertThat(Files.getLastModifiedTime(index)).isEqualTo(LONG_AGO);
  }

  @Test
  void a_changed_rule_is_written() throws IOException {
    compile();
    Files.setLastModifiedTime(index, LONG_AGO);
    Files.writeString(
        rules.resolve("acme.yaml"), TestRuleFiles.with("severity", "severity: critical"));

    compile();

    assertThat(Files.getLastModifiedTime(index)).isGreaterThan(LONG_AGO);
    assertThat(RuleIndex.parse(Files.readString(index)).rule(0).severity())
        .isEqualTo(Severity.CRITICAL);
  }

  @Test
  void a_rejected_rule_leaves_the_index_as_it_was() throws IOException {
    compile();
    byte[] before = Files.readAllBytes(index);
    Files.writeString(rules.resolve("bad.yaml"), "id: x");

    assertThatThrownBy(this::compile).isInstanceOf(InvalidDefinitionException.class);

    assertThat(index).hasBinaryContent(before);
  }

  @Test
  void rejects_other_than_three_arguments() {
    assertThatThrownBy(() -> RuleCompiler.main(new String[] {"one"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Expected three arguments: SOURCE_DIRECTORY TEXT_DIRECTORY CLASS_DIRECTORY");
  }

  private void compile() throws IOException {
    RuleCompiler.main(
        new String[] {source.toString(), target.toString(), directory.resolve("java").toString()});
  }

  private void write(String path, String text) throws IOException {
    Files.createDirectories(source.resolve(path).getParent());
    Files.writeString(source.resolve(path), text);
  }

  private String read(String name) throws IOException {
    return Files.readString(target.resolve(name));
  }
}
