package io.svc.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every documented counter is exposed before its first event, so that its first event counts. */
class CountersAtStartTest {
  private static final Pattern COUNTER = Pattern.compile("svc_[a-z_]+_total\\b");

  @TempDir private Path directory;

  @Test
  void every_documented_counter_starts_at_zero() {
    try (TestServer server = TestServer.start(directory)) {
      Tenancy tenancy = new Tenancy(server);
      assertThat(tenancy.admin().post("/api/policies", Map.of("name", "Any")).status())
          .isEqualTo(201);

      for (String format : new String[] {"text/plain", "application/openmetrics-text"}) {
        String text = tenancy.visitor().with("Accept", format).get("/metrics").text();
        for (String counter : documented()) {
          assertThat(text).as("%s as %s", counter, format).contains("\n" + counter + "{");
        }
        assertThat(
                text.lines()
                    .filter(line -> line.startsWith("svc_") && line.contains("_total{"))
                    .filter(line -> !line.startsWith("svc_http_")))
            .hasSizeGreaterThan(100)
            .allMatch(line -> line.endsWith(" 0.0"));
      }
    }
  }

  private static Set<String> documented() {
    var names = new TreeSet<String>();
    Path root = Path.of(System.getProperty("project.root"));
    try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .flatMap(file -> COUNTER.matcher(read(file)).results())
          .map(MatchResult::group)
          .forEach(names::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(names).hasSizeGreaterThan(9);
    return names;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
