package io.svc.scanner.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WildcardTest {

  @ParameterizedTest
  @CsvSource({
    "mcp.json, mcp.json",
    "mcp.json, MCP.json",
    "*, anything",
    "*.json, a.json",
    "*.json, .json",
    "*.json, a.json.json",
    "Claude_*, Claude_pzs8sxrjxfjjc",
    "Claude_*, claude_",
    "a*b*c, a-b-b-c",
  })
  void a_star_represents_any_characters(String expected, String name) {
    assertThat(Wildcard.matches(expected, name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "mcp.json, mcp.jso",
    "mcp.json, mcp.json5",
    "*.json, a.yaml",
    "*.config.toml, config.toml",
    "Claude_*, Claude",
    "a*b*c, a-c-b",
  })
  void everything_else_represents_itself(String expected, String name) {
    assertThat(Wildcard.matches(expected, name)).isFalse();
  }
}
