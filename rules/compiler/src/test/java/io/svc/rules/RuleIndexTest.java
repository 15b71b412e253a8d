package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleIndexTest {
  private static final Rule BY_KEYWORD = rule("a/a", List.of("abc", "def"), List.of(), List.of());
  private static final Rule BY_CONTEXT =
      rule("a/b", List.of(), List.of("acme"), List.of("key", "token"));

  @Test
  void gives_back_every_rule_as_it_was() {
    var index = RuleIndex.of(List.of(BY_KEYWORD, BY_CONTEXT));

    assertThat(index.size()).isEqualTo(2);
    assertThat(index.rule(0)).isEqualTo(BY_KEYWORD);
    assertThat(index.rule(1)).isEqualTo(BY_CONTEXT);
  }

  @Test
  void keywords_and_contexts_are_found_by_the_numbers_of_their_rules() {
    var index = RuleIndex.of(List.of(BY_KEYWORD, BY_CONTEXT));

    assertThat(owners(index.keywords(), "abc acme")).containsExactly(0);
    assertThat(owners(index.contexts(), "abc acme")).containsExactly(1);
  }

  @Test
  void further_rules_follow_those_of_the_index() {
    var index = RuleIndex.of(List.of(BY_KEYWORD)).with(List.of(BY_CONTEXT));

    assertThat(index.rule(1)).isEqualTo(BY_CONTEXT);
    assertThat(owners(index.contexts(), "acme")).containsExactly(1);
  }

  @Test
  void the_same_rules_give_the_same_text() {
    String once = RuleIndex.encode(List.of(BY_KEYWORD, BY_CONTEXT));

    assertThat(RuleIndex.encode(List.of(BY_KEYWORD, BY_CONTEXT))).isEqualTo(once);
    assertThat(once.lines()).hasSize(2);
  }

  @Test
  void no_rules_are_an_empty_index() {
    assertThat(RuleIndex.encode(List.of())).isEmpty();
    assertThat(RuleIndex.parse("").size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"two\nlines", "a\ttab"})
  void rejects_a_field_that_would_break_its_line(String pattern) {
    var rule = withPattern(pattern);

    assertThatThrownBy(() -> RuleIndex.encode(List.of(rule)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected one line");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two\u001fitems", "carriage\rreturn", "\u2028"})
  void other_characters_survive(String pattern) {
    var rule = withPattern(pattern);

    assertThat(RuleIndex.of(List.of(rule)).rule(0)).isEqualTo(rule);
  }

  @Test
  void a_rule_needs_a_keyword_or_a_context() {
    assertThatThrownBy(() -> rule("a/c", List.of(), List.of(), List.of("key")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Rule \"a/c\" has neither keywords nor context; expected at least one of them");
  }

  private static List<Integer> owners(KeywordTable table, String text) {
    List<Integer> owners = new ArrayList<>();
    table.scan(text, (owner, position) -> owners.add(owner));
    return owners;
  }

  private static Rule withPattern(String pattern) {
    return new Rule(
        "a/a",
        "A",
        Severity.LOW,
        List.of("abc"),
        List.of(),
        List.of(),
        pattern,
        10,
        0,
        Rule.StructureTest.NONE,
        "",
        "R");
  }

  private static Rule rule(
      String id, List<String> keywords, List<String> context, List<String> nameLike) {
    return new Rule(
        id,
        "A title",
        Severity.CRITICAL,
        keywords,
        context,
        nameLike,
        "(?<![a-z])([a-z]{3})",
        64,
        3.25,
        Rule.StructureTest.JWT,
        "abc",
        "Revoke it.");
  }
}
