package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FactsTest {
  @Test
  void everything_survives_being_written_and_read() {
    Map<String, Object> args = new HashMap<>();
    args.put("text", "a \"b\" 😀");
    args.put("whole", 9_007_199_254_740_993L);
    args.put("integer", 5);
    args.put("fraction", 5.0);
    args.put("decimal", new BigDecimal("0.1"));
    args.put("large", new BigInteger("123456789012345678901234567890"));
    args.put("nothing", null);
    args.put("yes", true);
    args.put("list", Arrays.asList(1, null, List.of("x"), Map.of("k", 1.5)));
    Facts facts =
        Facts.of("tool_call", Instant.parse("2026-01-07T10:00:00.123456789Z"))
            .platform("n8n")
            .server("stripe")
            .tool("create_payment")
            .operation("create")
            .method("POST")
            .destination("https://api.example.com:8443/v1?x=y")
            .args(args)
            .classification(List.of("pii", "secret"))
            .data(Map.of("text", "t", "n", 1))
            .agent(new Facts.Agent("agt_1", "bot", List.of("a", "b"), "finance", "prod", "active"))
            .session(new Facts.Session("ses_1", 1, 2, 3, 4, List.of("pii")))
            .environment("production")
            .user("somebody@example.com")
            .peer("other")
            .build();

    Facts read = Facts.fromJson(Json.readStored(Json.text(facts.toJson())));

    assertThat(read).isEqualTo(facts);
    assertThat(read.args()).containsEntry("fraction", 5.0).containsEntry("integer", 5L);
  }

  @Test
  void facts_that_know_nothing_survive_it_too() {
    Facts facts = Facts.of("", Instant.EPOCH).build();

    assertThat(Facts.fromJson(Json.readStored(Json.text(facts.toJson())))).isEqualTo(facts);
  }

  @Test
  void the_arguments_are_a_copy() {
    List<Object> list = new ArrayList<>(List.of("a"));
    Map<String, Object> args = new LinkedHashMap<>(Map.of("list", list));
    Facts facts = Sample.call().args(args).build();

    list.add("b");
    args.put("more", 1);

    assertThat(facts.args()).isEqualTo(Map.of("list", List.of("a")));
  }

  @Test
  void numbers_that_json_does_not_have_are_no_surprise_later() {
    assertThat(Sample.call().args(Map.of("n", Double.POSITIVE_INFINITY)).build().args())
        .containsEntry("n", Double.MAX_VALUE);
    assertThatThrownBy(() -> Sample.call().args(Map.of("n", Double.NaN)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a value is NaN; expected a number of JSON");
    assertThatThrownBy(() -> Sample.call().args(Map.of("n", new Object())).build())
        .hasMessage("a value is a Object; expected a value of JSON");
  }

  @Test
  void a_blank_destination_is_none() {
    assertThat(Sample.call().destination("  ").build().destination()).isEmpty();
  }

  @Test
  void the_classification_is_not_reported_twice() {
    Facts facts =
        Sample.call()
            .classification(List.of("pii"))
            .data(Map.of("classification", List.of("none"), "text", "x"))
            .build();

    assertThat(facts.data()).isEqualTo(new Facts.Content(List.of("pii"), Map.of("text", "x")));
  }
}
