package io.svc.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LoggingTest {
  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z ";

  /** Put together here, so that no scanner takes this file for one with a secret in it. */
  private static final String TOKEN = "sk_live_".concat("51Nf8KqZ2vXw7RtYb3Lm9PcD");

  private static final Logger OURS = LoggerFactory.getLogger("io.svc.server.mcp.Reports");
  private static final Logger JETTY = LoggerFactory.getLogger("org.eclipse.jetty.server.Server");

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

  @AfterEach
  void quiet() {
    Logging.setUp(LogLevel.ERROR, LogFormat.TEXT, System.err);
  }

  private void setUp(LogLevel level, LogFormat format) {
    Logging.setUp(level, format, out);
  }

  private List<String> lines() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String line() {
    assertThat(lines()).hasSize(1);
    return lines().get(0);
  }

  @Test
  void a_line_has_time_level_area_and_message() {
    setUp(LogLevel.INFO, LogFormat.TEXT);

    OURS.info("took {} reports", 3);

    assertThat(line()).matches(TIME + "info mcp took 3 reports");
  }

  @Test
  void ours_are_heard_from_the_level_on_and_libraries_from_warnings_on() {
    setUp(LogLevel.DEBUG, LogFormat.TEXT);
    OURS.trace("1");
    OURS.debug("2");
    JETTY.debug("3");
    JETTY.info("4");
    JETTY.warn("5");
    setUp(LogLevel.ERROR, LogFormat.TEXT);
    OURS.warn("6");
    JETTY.warn("7");
    JETTY.error("8");

    assertThat(lines())
        .extracting(line -> line.substring(25))
        .containsExactly("debug mcp 2", "warning jetty 5", "error jetty 8");
  }

  @ParameterizedTest
  @CsvSource({
    "io.svc.server.policies.dsl.Parser, dsl",
    "io.svc.server.ServerMain, server",
    "io.javalin.Javalin, http",
    "com.zaxxer.hikari.pool.HikariPool, store",
    "org.flywaydb.core.Flyway, store",
    "com.github.kagkarlsson.scheduler.Scheduler, jobs",
    "com.nimbusds.oauth2.sdk.Request, sso",
    "org.example.Unknown, library",
    "nothing, library"
  })
  void the_area_comes_from_the_logger(String logger, String area) {
    assertThat(LogArea.of(logger)).isEqualTo(area);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a\\nb | a\\nb",
        "a\\r2026-01-01T00:00:00.000Z error auth forged | "
            + "a\\r2026-01-01T00:00:00.000Z error auth forged",
        "\\u001b[31mred | \\u001b[31mred",
        "\\u202eleft | \\u202eleft",
        "\\u2028next | \\u2028next",
        "\\u0085next | \\u0085next",
        "tab\\there | tab\\there"
      })
  void nothing_in_a_message_begins_a_line_or_moves_the_cursor(String message, String shown) {
    setUp(LogLevel.INFO, LogFormat.TEXT);

    OURS.info("{}", unescaped(message));

    assertThat(line()).endsWith("mcp " + shown);
  }

  private static String unescaped(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (text.startsWith("\\u", i)) {
        plain.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
        i += 5;
      } else if (text.charAt(i) == '\\') {
        i++;
        plain.append("\n\r\t".charAt("nrt".indexOf(text.charAt(i))));
      } else {
        plain.append(text.charAt(i));
      }
    }
    return plain.toString();
  }

  @Test
  void a_failure_is_a_reference_without_message_type_or_trace() {
    setUp(LogLevel.INFO, LogFormat.TEXT);

    OURS.error("report not stored", new IllegalStateException("secret", new SQLException("row")));

    assertThat(line())
        .matches(TIME + "error mcp report not stored where=logging/\\d+ failure=[0-9a-f]{8}")
        .doesNotContain("secret", "row", "Exception");
  }

  @Test
  void the_reference_of_a_failure_is_stable_and_distinct() {
    List<Throwable> failures = List.of(failure("a"), failure("b"), new IllegalStateException("a"));
    List<String> hashes = failures.stream().map(f -> FailureReference.of(f).hash()).toList();

    assertThat(hashes.get(0)).isEqualTo(hashes.get(1)).isNotEqualTo(hashes.get(2));
  }

  private static Throwable failure(String message) {
    return new IllegalArgumentException(message);
  }

  @Test
  void causes_that_form_a_circle_and_traces_that_are_empty_have_a_reference() {
    Exception outer = new Exception("outer");
    Exception inner = new Exception("inner", outer);
    outer.initCause(inner);
    Exception bare = new Exception("bare");
    bare.setStackTrace(new StackTraceElement[0]);

    assertThat(FailureReference.of(outer).where()).startsWith("logging/");
    assertThat(FailureReference.of(bare).toString()).matches("failure=[0-9a-f]{8}");
  }

  @Test
  void a_library_names_no_class_and_shows_no_trace() {
    setUp(LogLevel.INFO, LogFormat.TEXT);

    JETTY.warn(
        "failed: java.sql.SQLException: no such table in org.sqlite.core.NativeDB$Inner\n"
            + "\tat org.sqlite.core.DB.exec(DB.java:12)\n\tat io.svc.server.db.Store.run(1)");

    assertThat(line()).endsWith("warning jetty failed: (class): no such table in (class)");
  }

  @Test
  void what_is_no_class_is_left_as_it_is() {
    setUp(LogLevel.INFO, LogFormat.TEXT);

    OURS.info("svc.example.com 10.0.0.1 /srv/a.b.C/x app.db 1.2.Final Error Exception");

    assertThat(line())
        .endsWith("svc.example.com 10.0.0.1 /srv/a.b.C/x app.db 1.2.Final Error Exception");
  }

  @Test
  void secrets_are_masked_wherever_they_come_from() {
    setUp(LogLevel.INFO, LogFormat.TEXT);

    OURS.info("token {} sent", TOKEN);
    JETTY.warn("GET https://dana:hunter2hunter2@example.com/?x=1");
    JETTY.warn("header 9f8Kd02LmQz71XvB3nT5yRw8 refused");

    assertThat(lines())
        .noneMatch(line -> line.contains(TOKEN))
        .noneMatch(line -> line.contains("hunter2hunter2"))
        .noneMatch(line -> line.contains("9f8Kd02LmQz71XvB3nT5yRw8"));
  }

  @Test
  void an_id_in_a_message_of_ours_can_be_read() {
    setUp(LogLevel.INFO, LogFormat.TEXT);

    OURS.info("request 01JD8Q4M2T6V3W9X5Y7Z1A2B3C failed");

    assertThat(line()).contains("01JD8Q4M2T6V3W9X5Y7Z1A2B3C");
  }

  @Test
  void json_is_one_object_on_each_line() throws Exception {
    setUp(LogLevel.INFO, LogFormat.JSON);

    OURS.warn("a \"quote\"\nand \u2028 more", new IllegalStateException("x"));

    JsonNode json = new ObjectMapper().readTree(line());
    assertThat(json.path("time").textValue()).matches(TIME.strip());
    assertThat(json.path("level").textValue()).isEqualTo("warning");
    assertThat(json.path("area").textValue()).isEqualTo("mcp");
    assertThat(json.path("message").textValue()).isEqualTo("a \"quote\"\\nand \\u2028 more");
    assertThat(json.path("where").textValue()).startsWith("logging/");
    assertThat(json.path("failure").textValue()).hasSize(8);
  }

  @Test
  void a_long_message_is_cut_and_a_hostile_one_costs_one_pass() {
    setUp(LogLevel.INFO, LogFormat.TEXT);
    long before = System.nanoTime();

    OURS.info("{}", "a.".repeat(1_000_000));
    OURS.info("{}", "A$".repeat(1_000_000));
    OURS.info("{}", "\n\t".repeat(1_000_000));

    assertThat(lines()).hasSize(3).allMatch(line -> line.length() < 40_000);
    assertThat(System.nanoTime() - before).isLessThan(10_000_000_000L);
  }

  @Test
  void a_library_that_logs_by_the_jdk_is_treated_alike() {
    setUp(LogLevel.INFO, LogFormat.TEXT);

    java.util.logging.Logger.getLogger("org.postgresql.Driver")
        .log(java.util.logging.Level.WARNING, "bad {0}", "value\n");

    assertThat(line()).endsWith("warning store bad value\\n");
  }

  @Test
  void a_failure_of_every_request_is_written_a_few_times_and_not_each() {
    setUp(LogLevel.INFO, LogFormat.TEXT);

    for (int i = 0; i < 1_000; i++) {
      OURS.error("the store refused request {}", i, new IllegalStateException("full"));
      OURS.info("request {}", i);
    }

    assertThat(lines().stream().filter(line -> line.contains(" error "))).hasSize(3);
    assertThat(lines().stream().filter(line -> line.contains(" info "))).hasSize(1_000);
  }

  @Test
  void a_thread_that_dies_is_logged_by_its_name_and_without_its_trace() throws Exception {
    setUp(LogLevel.ERROR, LogFormat.TEXT);
    Thread thread =
        new Thread(
            () -> {
              throw new IllegalStateException("quotes " + TOKEN);
            },
            "call-records {0} " + TOKEN);

    thread.start();
    thread.join();

    assertThat(line())
        .matches(
            TIME
                + "error logging the thread \"call-records \\{0} .*\" ended with a failure"
                + " .*failure=.*")
        .doesNotContain(TOKEN);
  }
}
