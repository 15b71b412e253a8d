package io.svc.server.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RedactedTreeTest {
  private static final Redaction REDACTION = new Redaction();
  private static final RedactionOptions STANDARD = RedactionOptions.standard();

  private static Redaction.Tree redacted(String json) {
    return REDACTION.redactTree(Json.readStored(json), STANDARD);
  }

  private static String text(Redaction.Tree tree) {
    return Json.text(tree.value());
  }

  @Test
  void keeps_the_shape_and_reports_the_places() {
    Redaction.Tree tree =
        redacted(
            """
            {"amount": 900, "card": "4111 1111 1111 1111", "paid": true, "note": null,
             "customer": {"emails": ["x", "a@b.example"]}, "~a/b": "c@d.example"}
            """);

    assertThat(text(tree))
        .isEqualTo(
            "{\"amount\":900,\"card\":\"<CREDIT_CARD_1>\",\"paid\":true,\"note\":null,"
                + "\"customer\":{\"emails\":[\"x\",\"<EMAIL_ADDRESS_1>\"]},"
                + "\"~a/b\":\"<EMAIL_ADDRESS_2>\"}");
    assertThat(tree.changed()).isTrue();
    assertThat(tree.found())
        .extracting(one -> one.pointer().orElseThrow())
        .containsExactly("/card", "/customer/emails/1", "/~0a~1b");
    assertThat(tree.found())
        .extracting(one -> one.path().orElseThrow())
        .containsExactly("card", "customer.emails[1]", "[\"~a/b\"]");
    assertThat(tree.found())
        .filteredOn(one -> one.entityType().equals(EntityType.EMAIL_ADDRESS))
        .hasSize(2);
  }

  @Test
  void numbers_that_are_numbers_of_persons_become_placeholders() {
    assertThat(
            text(
                redacted(
                    """
                    {"card": 4111111111111111, "ssn": 536904399, "phone": 46701234567,
                     "total": 536904399, "ratio": 0.5, "big": 4.111111111111111E15,
                     "huge": 1e99, "id": 4711}
                    """)))
        .isEqualTo(
            "{\"card\":\"<CREDIT_CARD_1>\",\"ssn\":\"<US_SSN_1>\",\"phone\":\"<PHONE_NUMBER_1>\","
                + "\"total\":536904399,\"ratio\":0.5,\"big\":\"<CREDIT_CARD_1>\","
                + "\"huge\":1.0E99,\"id\":4711}");
  }

  @Test
  void member_names_determine_the_type_of_their_values() {
    assertThat(
            text(
                redacted(
                    """
                    {"password": "letmein", "apiKey": "k3yW1thD1gits", "dateOfBirth": "1984-05-12",
                     "passportNumber": "AB1234567", "phone": {"value": "0701234567"},
                     "mobiles": ["0701234567"], "created": "1984-05-12", "code": "AB1234567",
                     "headers": {"Authorization": "Bearer k3yW1thD1gits"}}
                    """)))
        .isEqualTo(
            "{\"password\":\"<PASSWORD_1>\",\"apiKey\":\"<API_KEY_1>\","
                + "\"dateOfBirth\":\"<DATE_OF_BIRTH_1>\","
                + "\"passportNumber\":\"<PASSPORT_NUMBER_1>\","
                + "\"phone\":{\"value\":\"<PHONE_NUMBER_1>\"},\"mobiles\":[\"<PHONE_NUMBER_1>\"],"
                + "\"created\":\"1984-05-12\",\"code\":\"AB1234567\","
                + "\"headers\":{\"Authorization\":\"Bearer <API_KEY_1>\"}}");
  }

  @Test
  void plain_values_are_taken_as_well_and_left_as_they_were() {
    Map<String, Object> arguments =
        Map.of("to", List.of("a@b.example"), "nothing", Optional.empty(), "n", 5L);
    Redaction.Tree tree = REDACTION.redactTree(arguments, STANDARD);

    assertThat(tree.members())
        .containsEntry("to", List.of("<EMAIL_ADDRESS_1>"))
        .containsEntry("nothing", Optional.empty())
        .containsEntry("n", 5L);
    assertThat(arguments).containsEntry("to", List.of("a@b.example"));
  }

  @Test
  void names_stay_but_are_not_reported() {
    Redaction.Tree tree = redacted("{\"a@b.example\": {\"mail\": \"a@b.example\"}}");

    assertThat(text(tree)).isEqualTo("{\"a@b.example\":{\"mail\":\"<EMAIL_ADDRESS_1>\"}}");
    assertThat(tree.found().get(0).pointer()).contains("/<EMAIL_ADDRESS>/mail");
    assertThat(tree.found().get(0).path()).contains("[\"<EMAIL_ADDRESS>\"].mail");
  }

  @Test
  void a_tree_without_anything_is_unchanged() {
    Redaction.Tree tree = redacted("[1, \"two\", {\"three\": [true, null]}]");

    assertThat(text(tree)).isEqualTo("[1,\"two\",{\"three\":[true,null]}]");
    assertThat(tree.changed()).isFalse();
    assertThat(tree.found()).isEmpty();
    assertThatThrownBy(tree::members).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_lone_value_is_at_the_root() {
    Redaction.Tree tree = redacted("\"a@b.example\"");

    assertThat(tree.value()).isEqualTo("<EMAIL_ADDRESS_1>");
    assertThat(tree.found().get(0).pointer()).contains("");
    assertThat(tree.found().get(0).path()).contains("");
  }

  @Test
  void nothing_that_is_reported_contains_a_value() {
    List<String> values =
        List.of(
            "canary@example.com",
            "+46 70 123 45 67",
            "4111 1111 1111 1111",
            "SE45 5000 0000 0583 9825 7466",
            "203.0.113.77",
            "536-90-4399",
            "640823-3234",
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "password=c4nary!",
            "https://canary:c4nary@h.example");
    PseudonymKey key = PseudonymKey.of(new byte[32]);
    for (RedactionOperator operator :
        List.of(
            RedactionOperator.REPLACE,
            RedactionOperator.MASK,
            RedactionOperator.HASH,
            RedactionOperator.PSEUDONYM,
            RedactionOperator.REMOVE,
            RedactionOperator.KEEP)) {
      RedactionOptions options = STANDARD.withKey(key).withOperator(operator);
      for (String value : values) {
        Redaction.Tree tree = REDACTION.redactTree(Map.of(value, List.of(value)), options);
        String message = Json.text(tree.found()) + tree.found();
        assertThat(tree.found()).as(value).isNotEmpty();
        assertThat(message).as("%s of %s", operator.kind(), value).doesNotContain(value, "c4nary");
        if (operator.kind() != RedactionOperator.Kind.KEEP) {
          assertThat(Json.text(Set.of(tree.members().values()))).doesNotContain(value, "c4nary");
        }
      }
    }
  }
}
