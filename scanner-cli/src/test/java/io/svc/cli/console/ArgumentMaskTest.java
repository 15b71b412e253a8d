package io.svc.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.ArgumentPositions;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.rules.SampleTemplate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No message quotes a secret from any position of the command line. */
class ArgumentMaskTest {
  private static final Random RANDOM = new Random(7);

  @TempDir private Path directory;

  /**
   * An argument with secrets.
   *
   * @param canaries what no message may contain
   */
  private record Planted(String kind, String argument, List<String> canaries) {}

  private static List<Planted> planted() {
    String ghp = SampleTemplate.fill("{{base62:36}}", RANDOM);
    String live = SampleTemplate.fill("{{base62:32}}", RANDOM);
    String own = SampleTemplate.fill("{{base62:32}}_{{base62:6}}", RANDOM);
    String random = SampleTemplate.fill("{{base62:28}}", RANDOM);
    String hex = SampleTemplate.fill("{{hex:32}}", RANDOM);
    String password = SampleTemplate.fill("{{base62:12}}", RANDOM);
    String token = SampleTemplate.fill("{{base62:14}}", RANDOM);
    String base64 = SampleTemplate.fill("{{base62:11}}/{{base62:16}}+{{base62:11}}", RANDOM);
    return List.of(
        new Planted("token of a known format", "ghp_" + ghp, List.of(ghp)),
        new Planted("live key", "svc_live_" + live, List.of(live)),
        new Planted("key of the service", "svck_0123ABCD_" + own, List.of(own)),
        new Planted("random word", random, List.of(random)),
        new Planted("random digits", hex, List.of(hex)),
        new Planted("Base64", base64, List.of(base64, base64.substring(12, 28))),
        new Planted("bearer header", "Authorization: Bearer " + random, List.of(random)),
        new Planted(
            "URL with credentials",
            "https://dana:" + password + "@svc.example.com/a?token=" + token,
            List.of(password, token)),
        new Planted("token within a path", "some/ghp_" + ghp + "/mcp.json", List.of(ghp)));
  }

  /** Each position has three kinds of secrets, and each kind has a third of the positions. */
  @Tag("thorough")
  @Test
  void no_position_of_any_command_shows_a_secret() throws Exception {
    List<String> shown = new ArrayList<>();
    List<Planted> all = planted();
    int lines = 0;
    for (int i = 0; i < all.size(); i++) {
      Planted planted = all.get(i);
      lines +=
          ArgumentPositions.runThird(
              i % 3,
              planted.argument(),
              directory,
              (line, result) -> {
                for (String canary : planted.canaries()) {
                  if (result.err().contains(canary.substring(4))) {
                    shown.add(planted.kind() + ": " + line + " -> " + result.err());
                  }
                }
              });
    }

    assertThat(shown).isEmpty();
    assertThat(lines).isGreaterThan(3 * 600);
  }

  @Test
  void no_position_of_the_upload_command_shows_a_key() {
    Planted key = planted().get(1);
    CommandRun command = new CommandRun(directory);
    int lines = 0;
    for (List<String> line : ArgumentPositions.of(key.argument())) {
      if (line.get(0).equals("upload")) {
        assertThat(command.run(line.toArray(String[]::new)).err())
            .as("%s", line)
            .doesNotContain(key.canaries().get(0).substring(4));
        lines++;
      }
    }

    assertThat(lines).isGreaterThan(20);
  }

  @Test
  void a_short_value_of_an_option_named_like_a_secret_is_masked() {
    CommandRun command = new CommandRun(directory);

    assertThat(command.run("upload", "--apikey=hunter2", "r.json").err())
        .contains("unknown option \"--apikey\"")
        .doesNotContain("hunter2");
    assertThat(command.run("upload", "--api-key", "hunter2", "hunter2/r.json").err())
        .doesNotContain("hunter2");
  }

  @Test
  void what_is_no_secret_stays_readable() throws Exception {
    CommandRun command = new CommandRun(directory);
    command.file(".mcp.json", "{\"mcpServers\": {}}");
    String digits = SampleTemplate.fill("{{hex:32}}", RANDOM);
    Files.createDirectories(command.project().resolve(digits));
    String revision = SampleTemplate.fill("{{hex:40}}", RANDOM);

    assertThat(command.run("scan", digits + "/none.json").err())
        .contains("not found")
        .contains(digits + "/none.json");
    assertThat(command.run("scan", "--severity-threshold", "fatal").err()).contains("\"fatal\"");
    for (String fingerprint : List.of(revision + revision.substring(16), revision.substring(20))) {
      assertThat(command.run("suppress", fingerprint, "--reason", "r").err()).contains(fingerprint);
      assertThat(command.run("suppress", "sha256:" + fingerprint, "--reason", "r").err())
          .contains(fingerprint);
    }
    assertThat(command.run("scan", "--baseline", "b.json", "--diff", revision).err())
        .doesNotContain("***");
  }

  @Test
  void credentials_in_a_variable_are_masked_too() {
    CommandRun command = new CommandRun(directory);

    Result result =
        command
            .with("SVC_API_KEY", "k")
            .with("SVC_URL", "ftp://dana:hunter22@svc.example.com")
            .run("upload", "r.json");

    assertThat(result.err()).startsWith("error: ").doesNotContain("hunter22");
  }
}
