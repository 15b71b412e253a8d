package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.settings.ProjectSettings;
import io.svc.report.CheckCatalog;
import io.svc.rules.CheckPage;
import io.svc.rules.CheckPage.Example;
import io.svc.rules.SampleTemplate;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.detect.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of every check tells the truth: its examples are files that the command is run on. */
@Tag("thorough")
class CheckPagesTest {
  private static final String INDEX = "docs/checks/README.md";

  private static final boolean IS_UPDATE = Boolean.getBoolean("golden.update");
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;

  static Stream<Check> checks() {
    return CheckCatalog.all().stream();
  }

  @ParameterizedTest
  @MethodSource("checks")
  @DisabledOnOs(OS.WINDOWS)
  void an_example_is_found_and_a_near_miss_is_not(Check check) throws IOException {
    CheckPage page = CheckCatalog.page(check, RuleCatalog.sources());
    assertThat(page.id()).isEqualTo(check.ruleId());
    int number = 0;
    for (Example example : page.fires()) {
      List<JsonNode> found = findings(check, example, ++number);

      assertThat(found).as("%s: %s", check.findingType(), example.says()).isNotEmpty();
      if (example.severity().isPresent()) {
        assertThat(found)
            .as("%s: %s", check.findingType(), example.says())
            .extracting(finding -> finding.get("severity").asText())
            .contains(example.severity().get().label());
      }
    }
    for (Example example : page.nearMisses()) {
      assertThat(findings(check, example, ++number))
          .as("%s: %s", check.findingType(), example.says())
          .isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("checks")
  void the_document_is_what_rules_show_prints(Check check) throws IOException {
    Result shown = new CommandRun(directory).run("rules", "show", check.findingType());

    assertThat(shown.exitCode()).isZero();
    assertDocument("docs/checks/" + check.findingType() + ".md", shown.out());
  }

  @Test
  void the_index_lists_every_check_with_its_document_and_nothing_else() throws IOException {
    StringBuilder index =
        new StringBuilder("# Checks\n\nWhat the scanner looks for. `svc-preflight rules show TYPE`")
            .append(" prints the same pages.\n\n| finding type | severity | what is wrong |\n")
            .append("|---|---|---|\n");
    Set<String> documents = new TreeSet<>();
    checks()
        .sorted((a, b) -> a.findingType().compareTo(b.findingType()))
        .forEach(
            check -> {
              String file = check.findingType() + ".md";
              documents.add(file);
              index.append(
                  "| [%s](%s) | %s | %s |\n"
                      .formatted(
                          check.findingType(), file, check.severity().label(), check.title()));
            });
    assertDocument(INDEX, index.toString());

    documents.add("README.md");
    if (!IS_UPDATE) {
      assertThat(ProjectFiles.below("docs/checks")).containsExactlyInAnyOrderElementsOf(documents);
    }
  }

  /** {@code -Dgolden.update=true} writes the documents anew. */
  private static void assertDocument(String path, String text) throws IOException {
    Path file = ProjectFiles.of(path);
    if (IS_UPDATE) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(file).hasContent(text);
  }

  private List<JsonNode> findings(Check check, Example example, int number) throws IOException {
    // Others may enter, so that the file's own permissions count.
    Path path = Files.createDirectories(directory.resolve("example-" + number));
    letOthersIn(path);
    CommandRun command = new CommandRun(path);
    letOthersIn(command.project());
    if (!example.approved().isEmpty()) {
      command.file(example.file(), filled(example.approved()));
      assertThat(command.run("baseline", "create", "--config", example.file()).exitCode()).isZero();
    }
    if (!example.preflight().isEmpty()) {
      command.file(ProjectSettings.NAME, example.preflight());
    }
    Path file = write(command, example);
    List<String> arguments = new ArrayList<>(List.of("scan", "--config", example.file()));
    if (!example.otherFile().isEmpty()) {
      command.file(example.otherFile(), filled(example.otherConfig()));
      arguments.addAll(List.of("--config", example.otherFile()));
    }
    Result result = command.run(arguments.toArray(String[]::new));
    assertThat(result.err()).as("%s: %s", check.findingType(), file).isEmpty();
    JsonNode json = JSON.readTree(result.out());
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode report : json.isArray() ? json : JSON.createArrayNode().add(json)) {
      for (JsonNode finding : report.get("findings")) {
        if (finding.get("finding_type").asText().equals(check.findingType())) {
          found.add(finding);
        }
      }
    }
    return found;
  }

  private static Path write(CommandRun command, Example example) throws IOException {
    if (!example.isLink()) {
      Path file = command.file(example.file(), filled(example.config()));
      setMode(file, example.mode().isEmpty() ? "0600" : example.mode());
      return file;
    }
    Path target = command.file("shared/config.json", filled(example.config()));
    setMode(target, "0600");
    Path link = command.project().resolve(example.file());
    Files.createDirectories(link.getParent());
    return Files.createSymbolicLink(link, target);
  }

  private static String filled(String template) {
    return SampleTemplate.fill(template, new Random(7));
  }

  private void letOthersIn(Path path) throws IOException {
    for (Path above = path; above.startsWith(directory); above = above.getParent()) {
      setMode(above, "0755");
    }
  }

  private static void setMode(Path file, String octal) throws IOException {
    int bits = Integer.parseInt(octal, 8);
    Set<PosixFilePermission> rights = EnumSet.noneOf(PosixFilePermission.class);
    PosixFilePermission[] all = {
      PosixFilePermission.OTHERS_EXECUTE,
      PosixFilePermission.OTHERS_WRITE,
      PosixFilePermission.OTHERS_READ,
      PosixFilePermission.GROUP_EXECUTE,
      PosixFilePermission.GROUP_WRITE,
      PosixFilePermission.GROUP_READ,
      PosixFilePermission.OWNER_EXECUTE,
      PosixFilePermission.OWNER_WRITE,
      PosixFilePermission.OWNER_READ
    };
    for (int i = 0; i < all.length; i++) {
      if ((bits >> i & 1) == 1) {
        rights.add(all[i]);
      }
    }
    Files.setPosixFilePermissions(file, rights);
  }
}
