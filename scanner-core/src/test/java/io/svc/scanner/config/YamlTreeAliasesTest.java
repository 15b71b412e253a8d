package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.TestConfigs.YAML;
import static io.svc.scanner.config.TestConfigs.rejectionReason;
import static io.svc.scanner.config.TestConfigs.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Anchors, aliases and merge keys. */
class YamlTreeAliasesTest {
  private static final String OPEN = "[".repeat(195);
  private static final String CLOSE = "]".repeat(195);

  @Test
  void an_alias_stands_for_a_copy_in_its_own_place() {
    var config =
        yaml(
            """
            shared: &env
              A: "1"
            mcpServers:
              a: {command: x, env: *env}
              b: {command: y, env: *env}
            """);

    assertThat(ReadServer.all(config))
        .containsExactly(local("a", "x").withEnv("A=1"), local("b", "y").withEnv("A=1"));
    assertThat(config.servers().get(1).env().get(0).value().location().pointer())
        .isEqualTo("/mcpServers/b/env/A");
  }

  @Test
  void an_alias_may_represent_a_text_or_a_list() {
    var config =
        yaml(
            """
            program: &program npx
            words: &words [-y, *program]
            mcpServers:
              a: {command: *program, args: *words}
            """);

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "npx", "-y", "npx"));
  }

  @Test
  void a_later_anchor_of_the_same_name_wins_from_there_on() {
    var config =
        yaml(
            """
            a1: &p x
            mcpServers:
              a: {command: *p}
              b: {command: &p y}
              c: {command: *p}
            """);

    assertThat(ReadServer.all(config))
        .containsExactly(local("a", "x"), local("b", "y"), local("c", "y"));
  }

  @Test
  void merged_members_are_read() {
    var config =
        yaml(
            """
            base: &base
              command: npx
              env: {A: "1"}
            mcpServers:
              a:
                <<: *base
                args: [y]
            """);

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "npx", "y").withEnv("A=1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{<<: *base, b: {command: y}}", "{b: {command: y}, <<: *base}"})
  void a_member_of_its_own_replaces_a_merged_one(String servers) {
    var config =
        yaml("base: &base {a: {command: x}, b: {command: x}}\nmcpServers: " + servers + "\n");

    assertThat(ReadServer.all(config)).containsExactlyInAnyOrder(local("a", "x"), local("b", "y"));
  }

  @Test
  void several_maps_are_merged() {
    var config =
        yaml(
            """
            one: &one {command: x}
            two: &two {command: z, env: {A: "1"}}
            mcpServers:
              a:
                <<: [*one, *two]
            """);

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x").withEnv("A=1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: *b\n", "a: &a [*a]\n", "a: *b\nb: &b 1\n"})
  void an_alias_without_an_anchor_above_it_is_rejected(String text) {
    assertThat(rejectionReason(YAML, text))
        .isEqualTo("an alias at line 1 refers to an anchor that is not defined before it");
  }

  @Test
  void a_bomb_of_aliases_is_rejected() {
    var bomb =
        IntStream.range(1, 30)
            .mapToObj(i -> "a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9)))
            .collect(Collectors.joining());

    assertThat(rejectionReason(YAML, "a0: &a0 [x]\n" + bomb.replace(", ]", "]")))
        .isEqualTo("aliases expand to more than 100000 values");
  }

  @Test
  void a_bomb_of_merges_is_rejected() {
    var members =
        IntStream.range(0, 400).mapToObj(i -> "k" + i + ": v").collect(Collectors.joining(", "));
    var merges =
        IntStream.range(0, 300)
            .mapToObj(i -> "m" + i + ": {<<: *base}\n")
            .collect(Collectors.joining());

    assertThat(rejectionReason(YAML, "base: &base {" + members + "}\n" + merges))
        .isEqualTo("aliases expand to more than 100000 values");
  }

  @Test
  void an_alias_may_represent_a_name() {
    var config =
        yaml(
            """
            shared: &name a
            mcpServers:
              *name : {command: x}
            """);

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x"));
  }

  @Test
  void a_name_may_carry_an_anchor() {
    var config = yaml("&tool npx: 1\nmcpServers:\n  a: {command: *tool}\n");

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "npx"));
  }

  @Test
  void nesting_by_aliases_is_rejected_beyond_the_limit() {
    var chain =
        IntStream.range(1, 30)
            .mapToObj(i -> "a%d: &a%d %s*a%d%s\n".formatted(i, i, OPEN, i - 1, CLOSE))
            .collect(Collectors.joining());

    assertThat(rejectionReason(YAML, "a0: &a0 [x]\n" + chain))
        .isEqualTo("values are nested deeper than 200 levels");
  }
}
