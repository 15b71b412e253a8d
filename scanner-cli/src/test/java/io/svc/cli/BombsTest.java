package io.svc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.ScanSettings;
import io.svc.scanner.scan.Scanner;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files that are small, or harmless at first sight, and would cost a careless reader minutes. */
@Tag("thorough")
class BombsTest {
  private static final long LONGEST_NANOS = 10_000_000_000L;
  private static final String SERVER = "{\"mcpServers\":{\"a\":{\"command\":\"x\",%s}}}";

  private static ScanOutcome scan(String name, String text) {
    Scanner scanner =
        new Scanner(
            ScanSettings.standard()
                .withContents(path -> new ByteArrayInputStream(text.getBytes(UTF_8))));
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();

    ScanOutcome outcome = scanner.scan(ScanRequest.of(Path.of(name)));

    // Seconds, on a busy machine, for what takes a few hundred milliseconds; minutes otherwise.
    assertThat(threads.getCurrentThreadCpuTime() - start).as(name).isLessThan(LONGEST_NANOS);
    return outcome;
  }

  /** Texts with one hash: "Aa" and "BB" have the same, and so have all rows of them. */
  private static List<String> withOneHash(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            number ->
                IntStream.range(0, 14)
                    .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                    .collect(Collectors.joining()))
        .toList();
  }

  @Test
  void names_with_one_hash_cost_no_more_than_others() {
    List<String> names = withOneHash(1 << 14);
    assertThat(names.stream().mapToInt(String::hashCode).distinct().count()).isEqualTo(1);
    String members =
        names.stream().map(name -> '"' + name + "\":\"1\"").collect(Collectors.joining(","));

    assertThat(scan("mcp.json", SERVER.formatted("\"env\":{" + members + "}")))
        .isInstanceOf(Scanned.class);
    String lines = names.stream().map(name -> name + " = \"1\"\n").collect(Collectors.joining());
    assertThat(
            scan("config.toml", "[mcp_servers.a]\ncommand = \"x\"\n[mcp_servers.a.env]\n" + lines))
        .isInstanceOf(Scanned.class);
  }

  @Test
  void numbers_and_texts_without_end_are_read_in_time() {
    assertThat(scan("mcp.json", SERVER.formatted("\"timeout\":" + "9".repeat(1_000_000))))
        .isInstanceOf(Scanned.class);
    assertThat(scan("mcp.json", SERVER.formatted("\"timeout\":1e" + "9".repeat(100_000))))
        .isInstanceOf(Scanned.class);
    for (String part : List.of("a", "A1", "=", "aB3$", "http://", "--token=", "eyJ", "\\n", " ")) {
      String text = part.repeat(500_000 / part.length());
      assertThat(scan("mcp.json", SERVER.formatted("\"args\":[\"" + text + "\"]")))
          .isInstanceOf(Scanned.class);
    }
  }

  @Test
  void brackets_without_end_are_rejected() {
    for (String open : List.of("[", "{\"a\":", "{\"a\":[")) {
      assertThat(scan("mcp.json", open.repeat(200_000))).isInstanceOf(UnreadableFile.class);
    }
    assertThat(scan("config.yaml", "[".repeat(100_000))).isInstanceOf(UnreadableFile.class);
    assertThat(scan("config.yaml", "- ".repeat(100_000))).isInstanceOf(UnreadableFile.class);
    assertThat(scan("config.toml", "a = " + "[".repeat(100_000)))
        .isInstanceOf(UnreadableFile.class);
    assertThat(scan("config.toml", "a." + "b.".repeat(50_000) + "c = 1"))
        .isInstanceOf(UnreadableFile.class);
  }
}
