package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome.Parsed;
import io.svc.scanner.fix.PinSource.Pin;
import io.svc.scanner.redact.FoundSecret;
import io.svc.scanner.scan.Scanner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds for every file: a seed that fails names itself. */
@Tag("thorough")
class FixerPropertyTest {
  private static final int FILES = 300;
  private static final Scanner SCANNER = Scanner.standard();
  private static final FixOptions OPTIONS =
      new FixOptions(
          Set.of(Fix.SECRET, Fix.PACKAGE),
          true,
          Optional.empty(),
          use -> new Pin(Optional.empty(), "nothing"),
          AcceptedFindings.of(List.of()));

  private static McpConfig read(GeneratedConfig file, byte[] bytes) {
    return ((Parsed) ConfigReader.read(Path.of(file.path()), bytes, Optional.empty())).config();
  }

  private static FixPlan plan(GeneratedConfig file, byte[] bytes, VariableNames names) {
    McpConfig config = read(file, bytes);
    return new Fixer(SCANNER::subject, names, OPTIONS).plan(config, bytes, true).orElseThrow();
  }

  private static VariableNames noNames() {
    return new VariableNames(Map.of(), Set.of());
  }

  private static List<FoundSecret> secretsIn(GeneratedConfig file, byte[] bytes) {
    return SCANNER.subject(read(file, bytes)).secrets();
  }

  @Test
  void every_secret_is_moved_or_accounted_for_and_none_is_lost() {
    int moved = 0;
    for (long seed = 0; seed < FILES; seed++) {
      GeneratedConfig file = GeneratedConfig.of(seed);
      List<FoundSecret> before = secretsIn(file, file.bytes());

      FixPlan plan = plan(file, file.bytes(), noNames());

      String after = new String(plan.bytes(), StandardCharsets.UTF_8);
      Map<String, String> stored =
          new EnvFileText(new EnvFileText("").with(plan.secrets())).values();
      List<FoundSecret> remaining = secretsIn(file, plan.bytes());
      String which = file.label() + " of seed " + seed + "\n" + file.text() + "\n" + after + plan;
      assertThat(before).as(which).isNotEmpty();
      assertThat(remaining).as(which).hasSize(plan.unfixed().size());
      assertThat(plan.fixes()).as(which).hasSize(before.size() - remaining.size());
      assertThat(stored).as(which).isEqualTo(plan.secrets());
      for (String secret : file.secrets()) {
        boolean exists = after.contains(secret) || after.contains(ScalarText.quoted(secret));
        boolean isKept = stored.values().stream().anyMatch(value -> value.contains(secret));
        assertThat(isKept || exists || !isFound(before, secret)).as(which).isTrue();
      }
      moved += plan.fixes().size();
    }
    assertThat(moved).isGreaterThan(3 * FILES);
  }

  private static boolean isFound(List<FoundSecret> found, String secret) {
    return found.stream().anyMatch(one -> one.value().contains(secret));
  }

  @Test
  void a_second_run_changes_nothing() {
    for (long seed = 0; seed < FILES; seed++) {
      GeneratedConfig file = GeneratedConfig.of(seed);
      FixPlan first = plan(file, file.bytes(), noNames());

      FixPlan second = plan(file, first.bytes(), new VariableNames(first.secrets(), Set.of()));

      assertThat(second.bytes()).as("seed %d", seed).isEqualTo(first.bytes());
      assertThat(second.fixes()).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void no_secret_is_shown() {
    for (long seed = 0; seed < FILES; seed++) {
      GeneratedConfig file = GeneratedConfig.of(seed);

      FixPlan plan = plan(file, file.bytes(), noNames());

      String shown =
          String.join("\n", plan.before().shown())
              + String.join("\n", plan.after().shown())
              + plan
              + plan.before();
      for (FoundSecret secret : secretsIn(file, file.bytes())) {
        assertThat(shown).as("seed %d", seed).doesNotContain(secret.value());
      }
    }
  }

  @Test
  void where_a_client_has_marks_putting_the_values_back_gives_the_file_byte_for_byte() {
    int compared = 0;
    for (long seed = 0; seed < FILES; seed++) {
      GeneratedConfig file = GeneratedConfig.of(seed);
      boolean hasMarks = !List.of("codex", "goose", "continue", "vscode").contains(file.label());
      FixPlan plan = plan(file, file.bytes(), noNames());
      boolean isPlain = !file.text().contains("\\u0065") && !file.text().contains("\\\"");
      if (!hasMarks || !isPlain || plan.fixes().isEmpty()) {
        continue;
      }

      String back = new String(plan.bytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, String> secret : plan.secrets().entrySet()) {
        for (String mark : List.of("${env:%s}", "${%s}", "{env:%s}")) {
          back = back.replace(mark.formatted(secret.getKey()), secret.getValue());
        }
      }

      assertThat(back.getBytes(StandardCharsets.UTF_8)).as("seed %d", seed).isEqualTo(file.bytes());
      compared++;
    }
    assertThat(compared).isGreaterThan(FILES / 12);
  }

  @Test
  void of_lines_without_a_secret_every_character_stays_in_its_order() {
    for (long seed = 0; seed < FILES; seed++) {
      GeneratedConfig file = GeneratedConfig.of(seed);
      StringBuilder untouched = new StringBuilder();
      for (String line : file.text().split("(?<=\n)", -1)) {
        // The head of a block scalar goes with its value.
        boolean isHead = line.stripTrailing().endsWith("|-");
        untouched.append(isHead || containsSecret(file, line) ? "" : line);
      }

      FixPlan plan = plan(file, file.bytes(), noNames());

      String after = new String(plan.bytes(), StandardCharsets.UTF_8);
      int found = 0;
      for (int i = 0; i < after.length() && found < untouched.length(); i++) {
        found += after.charAt(i) == untouched.charAt(found) ? 1 : 0;
      }
      assertThat(untouched.substring(found)).as("seed %d in %s", seed, after).isEmpty();
    }
  }

  private static boolean containsSecret(GeneratedConfig file, String line) {
    for (String secret : file.secrets()) {
      String escaped = secret.replace("e", "\\u0065");
      if (line.contains(secret.substring(0, 8)) || line.contains(escaped.substring(0, 8))) {
        return true;
      }
    }
    return false;
  }
}
