package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.svc.server.TestServer;
import io.svc.server.accounts.Passwords;
import io.svc.server.testing.Answer;
import io.svc.server.testing.HandClock;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long it takes to tell that a password is wrong, with passwords as a real server has them. */
@Tag("thorough")
class SignInTimeTest {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  @TempDir private Path directory;

  @Test
  void a_wrong_name_takes_as_long_as_a_wrong_password() {
    HandClock clock = HandClock.at(Instant.parse("2026-11-20T09:00:00Z"));
    try (TestServer server = TestServer.start(directory, Map.of(), clock, new Passwords())) {
      server
          .visitor()
          .post(
              "/api/auth/register",
              Map.of(
                  "username", "ada",
                  "email", "ada@example.com",
                  "password", TestServer.PASSWORD,
                  "workspaceName", "Example"));
      time(server, "warm up");
      List<Long> known = new ArrayList<>();
      List<Long> unknown = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        known.add(time(server, "ada"));
        unknown.add(time(server, "nobody"));
        clock.advance(Duration.ofMinutes(16));
      }

      assertThat((double) median(known) / median(unknown)).isBetween(0.4, 2.5);
    }
  }

  /** Processor time, of which a busy machine takes none away. */
  private static long time(TestServer server, String name) {
    long begin = PROCESS.getProcessCpuTime();
    Answer answer =
        server
            .visitor()
            .post("/api/auth/login", Map.of("username", name, "password", "not the password"));
    long end = PROCESS.getProcessCpuTime();
    assertThat(answer.status()).as("%s", answer).isEqualTo(401);
    assertThat(answer.code()).as("%s", answer).isEqualTo("invalid_credentials");
    return end - begin;
  }

  private static long median(List<Long> times) {
    return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
  }
}
