package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.testing.Answer;
import io.svc.server.testing.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readiness on a file system without room. Needs root; skipped, or with CI failed, without. */
@Tag("thorough")
class FullDiskTest {
  @TempDir private Path directory;

  @Test
  void readyz_reports_that_the_database_cannot_be_written_on_a_full_disk() throws Exception {
    try (SmallDisk disk = SmallDisk.mountAt(Files.createDirectory(directory.resolve("d")), 100);
        TestServer server = TestServer.start(disk.path(), Map.of(), Clock.systemUTC())) {
      assertThat(await(server, "ok")).isEqualTo(200);
      disk.fillBut(0);

      assertThat(await(server, "failed")).isEqualTo(503);
      disk.free();
      assertThat(await(server, "ok")).isEqualTo(200);
      try (var remaining = Files.list(disk.path().resolve("data"))) {
        assertThat(remaining.map(path -> path.getFileName().toString()))
            .doesNotContain(".write-check");
      }
    }
  }

  /** The status of the database in the response; results are cached for seconds. */
  private static int await(TestServer server, String outcome) throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      Answer answer = server.visitor().get("/readyz");
      JsonNode database = answer.json().at("/checks/database");
      if (database.asText().equals(outcome)) {
        return answer.status();
      }
      Thread.sleep(100);
    }
    throw new AssertionError("the check of the database is not " + outcome);
  }
}
