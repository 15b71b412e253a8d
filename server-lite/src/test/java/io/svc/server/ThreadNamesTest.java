package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log line about a thread that died needs a name that identifies its work. */
@Tag("thorough")
class ThreadNamesTest {
  private static final String UNNAMED = "Thread-\\d+|pool-\\d+-thread-\\d+|Timer-\\d+|qtp.*";

  @TempDir private Path directory;

  @Test
  void every_thread_of_the_server_has_a_name_of_its_own() {
    Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
    try (TestServer server = TestServer.start(directory, Map.of(), Clock.systemUTC())) {
      assertThat(server.admin().get("/api/admin/tenant").status()).isEqualTo(200);
      List<String> names =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> !before.contains(thread))
              .map(Thread::getName)
              .toList();

      assertThat(names).hasSizeGreaterThan(8).noneMatch(name -> name.matches(UNNAMED));
      assertThat(names)
          .anyMatch(name -> name.startsWith("http-"))
          .contains("store-writer", "decision-recorder", "slow-connections");
    }
  }
}
