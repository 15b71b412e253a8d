package io.svc.cli.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {
  @ParameterizedTest
  @CsvSource({
    "fixtures,         fixtures/mcp.json",
    "fixtures/,        a/fixtures/b/mcp.json",
    "*.bak,            a/b/mcp.json.bak",
    "mcp.json,         mcp.json",
    "a/*.json,         a/mcp.json",
    "a/*/mcp.json,     a/b/mcp.json",
    "a/**/mcp.json,    a/mcp.json",
    "a/**/mcp.json,    a/b/c/mcp.json",
    "**/mcp.json,      mcp.json",
    "**/test/**,       x/test/y/mcp.json",
    "a/**,             a/b/c.json",
    "a,                a/b/c.json",
    "./a/b.json,       a/b.json",
    "a\\b.json,        a/b.json",
    "~/.cursor/**,     ~/.cursor/mcp.json",
    "~/.cursor,        ~/.cursor/mcp.json",
    "/opt/x,           /opt/x/mcp.json",
    "**,               mcp.json",
    "*,                a/mcp.json"
  })
  void a_pattern_covers(String pattern, String name) {
    assertThat(new PathPattern(pattern).matches(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "fixtures,         fixtures-of-a/mcp.json",
    "a/*.json,         a/b/mcp.json",
    "a/*.json,         b/a/mcp.json",
    "a/b,              x/a/b/mcp.json",
    "a/*/mcp.json,     a/mcp.json",
    "**/test/**,       testing/mcp.json",
    "mcp.json,         mcp.json5",
    "~/.cursor,        .cursor/mcp.json",
    "opt/x,            /opt/x/mcp.json",
    "/,                mcp.json"
  })
  void a_pattern_leaves_alone(String pattern, String name) {
    assertThat(new PathPattern(pattern).matches(name)).isFalse();
  }

  @Test
  void no_pattern_works_for_ever() {
    PathPattern pattern = new PathPattern("**/a/".repeat(200) + "b");

    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> assertThat(pattern.matches("a/".repeat(1_000) + "c")).isFalse());
  }
}
