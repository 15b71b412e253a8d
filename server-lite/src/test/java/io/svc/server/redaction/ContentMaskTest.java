package io.svc.server.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Masking of content before it is stored. */
class ContentMaskTest {
  private static final ContentMask USUAL = TenantRedactions.usual().mask();

  /** A text with a value of each type, and the value. */
  private static final Map<EntityType, Map.Entry<String, String>> SAMPLES = new LinkedHashMap<>();

  private static void sample(EntityType type, String before, String value) {
    SAMPLES.put(type, Map.entry(before + value, value));
  }

  static {
    sample(EntityType.EMAIL_ADDRESS, "mail ", "jo.doe@example.com");
    sample(EntityType.PHONE_NUMBER, "phone ", "+46 70 174 06 05");
    sample(EntityType.CREDIT_CARD, "card ", "4111 1111 1111 1111");
    sample(EntityType.IBAN_CODE, "account ", "DE89 3704 0044 0532 0130 00");
    sample(EntityType.IP_ADDRESS, "from ", "203.0.113.7");
    sample(EntityType.MAC_ADDRESS, "device ", "00:1a:2b:3c:4d:5e");
    sample(EntityType.URL_CREDENTIALS, "postgres://admin:", "Pa55word!x@db.example.com/x");
    sample(EntityType.US_SSN, "ssn ", "536-90-4399");
    sample(EntityType.SE_PERSONNUMMER, "id ", "640823-3234");
    sample(EntityType.UK_NINO, "NINO ", "AB123456C");
    sample(EntityType.PASSPORT_NUMBER, "passport number ", "C01X00T47");
    sample(EntityType.DATE_OF_BIRTH, "born ", "1984-05-12");
    sample(EntityType.CRYPTO_ADDRESS, "to ", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT");
    sample(EntityType.API_KEY, "key ", "ghp_" + "a1B2c3D4e5F6".repeat(3));
    sample(
        EntityType.JWT,
        "token ",
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvIn0."
            + "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U");
    sample(
        EntityType.PRIVATE_KEY,
        "",
        "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n"
            + "-----END PRIVATE KEY-----");
    sample(EntityType.PASSWORD, "the password is ", "hunter2!x9");
  }

  private static TenantRedaction tenant(String pattern, String... allowed) {
    return TenantRedaction.of(
        new Recognizers(),
        new RedactionSettings(
            List.of(new RedactionSettings.OwnRecognizer("EMPLOYEE_ID", pattern, 1, List.of())),
            List.of(allowed)));
  }

  @Test
  void every_built_in_type_is_masked_in_values_lists_and_names() {
    assertThat(SAMPLES.keySet()).containsExactlyInAnyOrderElementsOf(EntityType.all());
    SAMPLES.forEach(
        (type, sample) -> {
          ObjectNode content = JsonNodeFactory.instance.objectNode();
          content.put("note", sample.getKey());
          content.putArray("list").addArray().add(sample.getKey());
          content.put(sample.getKey(), 1);

          JsonNode masked = USUAL.find(content).orElseThrow();

          assertThat(Json.text(masked))
              .as("%s", type)
              .doesNotContain(Json.text(sample.getValue()).replace("\"", ""));
          assertThat(masked).as("%s", type).hasSize(3);
          assertThat(USUAL.text(sample.getKey())).as("%s", type).doesNotContain(sample.getValue());
        });
  }

  @Test
  void structure_numbers_and_other_text_stay() {
    JsonNode content =
        Json.readStored(
            "{\"amount\": 900, \"rate\": 1.5, \"currency\": \"EUR\", \"urgent\": true, \"none\":"
                + " null, \"items\": [{\"sku\": \"A-12\", \"count\": 3}], \"at\": 1700000000000}");

    assertThat(USUAL.find(content).orElseThrow()).isSameAs(content);
  }

  @Test
  void names_that_are_masked_alike_stay_apart() {
    JsonNode content =
        Json.readStored("{\"a@example.com\": 1, \"A@EXAMPLE.com\": 2, \"b@example.com\": 3}");

    JsonNode masked = USUAL.find(content).orElseThrow();

    assertThat(masked).hasSize(3);
    assertThat(masked.toString()).doesNotContainIgnoringCase("example.com").contains("1", "2", "3");
  }

  @Test
  void patterns_of_the_tenant_match_words_and_names_too() {
    ContentMask mask = tenant("\\b[a-z]+-team\\b").mask();
    JsonNode content = Json.readStored("{\"owner\": \"blue-team\", \"blue-team\": {\"n\": 1}}");

    assertThat(mask.find(content).orElseThrow().toString())
        .doesNotContain("blue")
        .contains("<EMPLOYEE_ID_1>");
    assertThat(mask.text("of blue-team")).isEqualTo("of <EMPLOYEE_ID_1>");
    assertThat(USUAL.find(content).orElseThrow()).isSameAs(content);
  }

  @Test
  void values_that_the_tenant_allows_stay_unless_they_are_secrets() {
    String key = "ghp_" + "a1B2c3D4e5F6".repeat(3);
    ContentMask mask = tenant("\\bEMP-\\d{6}\\b", "support@example.com", key).mask();

    assertThat(mask.text("support@example.com jo@example.com"))
        .isEqualTo("support@example.com <EMAIL_ADDRESS_1>");
    assertThat(mask.text(key)).doesNotContain(key);
  }

  @Test
  void what_the_patterns_of_the_tenant_cannot_search_in_time_is_left_out() {
    ContentMask mask = tenant("\\b(?:[a-z]{1,9}[0-9]{1,9}){2}x\\b").mask();
    String text = "word ".repeat(200_000);
    JsonNode content = JsonNodeFactory.instance.objectNode().put("text", text);

    assertThat(mask.find(content)).isEmpty();
    assertThat(mask.maskCustom(content).toString()).hasSizeLessThan(200).contains("omitted");
    assertThat(mask.text(text)).isEqualTo(ContentMask.OMITTED);
  }

  @Test
  void addresses_of_machines_stay_in_addresses_alone() {
    String url = "https://203.0.113.7/people/jo.doe@example.com";

    assertThat(USUAL.address(url)).isEqualTo("https://203.0.113.7/people/<EMAIL_ADDRESS_1>");
    assertThat(USUAL.text(url)).doesNotContain("203.0.113.7");
  }
}
