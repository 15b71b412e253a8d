package io.svc.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.config.Cidr;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.PolicyDsl;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is small, or as small as bodies may be, and would cost a careless reader minutes. */
@Tag("thorough")
class BombsTest {
  private static final long LONGEST_NANOS = 5_000_000_000L;

  private interface Work {
    void run() throws Exception;
  }

  private static void inTime(Work work) throws Exception {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    work.run();
    assertThat(threads.getCurrentThreadCpuTime() - start).isLessThan(LONGEST_NANOS);
  }

  /** "Aa" and "BB" have one hash, and so have all rows of them. */
  private static String named(int number) {
    return IntStream.range(0, 15)
        .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
        .collect(Collectors.joining());
  }

  @Test
  void names_with_one_hash_cost_no_more_than_others() throws Exception {
    byte[] body =
        IntStream.range(0, 1 << 15)
            .mapToObj(number -> '"' + named(number) + "\":1")
            .collect(Collectors.joining(",", "{", "}"))
            .getBytes(UTF_8);

    inTime(
        () -> {
          JsonNode read = Json.read(body);
          assertThat(read.size()).isEqualTo(1 << 15);
          Json.canonical(read);
        });
  }

  @Test
  void values_without_end_are_read_in_time() throws Exception {
    inTime(() -> Json.read(("\"" + "\\u0061".repeat(1 << 18) + "\"").getBytes(UTF_8)));
    inTime(() -> Json.read(("[" + "1,".repeat(1 << 20) + "1]").getBytes(UTF_8)));
    inTime(() -> assertRejected("[" + "9".repeat(1 << 20) + "]"));
    inTime(() -> assertRejected("1e" + "9".repeat(1 << 20)));
  }

  private static void assertRejected(String text) {
    try {
      Json.read(text.getBytes(UTF_8));
    } catch (BadJsonException e) {
      return;
    }
    throw new AssertionError("read: " + text.substring(0, 10));
  }

  @Test
  void an_address_of_colons_is_none_in_time() throws Exception {
    inTime(() -> assertThat(Cidr.literal(":".repeat(200_000))).isEmpty());
    inTime(() -> assertThat(Cidr.literal("1.".repeat(200_000))).isEmpty());
  }

  @Test
  void a_policy_of_aliases_is_rejected_in_time() throws Exception {
    StringBuilder yaml = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 40; i++) {
      yaml.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }

    inTime(() -> assertThat(new PolicyDsl().check(yaml.toString()).valid()).isFalse());
    inTime(() -> assertThat(new PolicyDsl().check("[".repeat(100_000)).valid()).isFalse());
    inTime(() -> assertThat(new PolicyDsl().check("? ".repeat(20_000)).valid()).isFalse());
  }
}
