package io.svc.server.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MaskingTest {
  private final Masking masking = new Masking();
  private final String secret = "ghp_" + "a1B2c3D4e5F6".repeat(3);

  @Test
  void a_tree_with_nothing_to_hide_is_given_back_as_it_is() {
    JsonNode tree = Json.readStored("{\"a\":[1,2.5,true,null,{\"b\":\"text\"}],\"c\":\"\"}");

    assertThat(masking.node(tree)).isSameAs(tree);
    assertThat(masking.node(tree, Set.of())).isSameAs(tree);
  }

  @Test
  void what_is_hidden_in_a_tree_is_what_is_hidden_in_its_members() {
    JsonNode tree =
        Json.readStored(
            "{\"list\":[\"see SECRET\",7],\"password\":\"hunter2\",\"SECRET\":\"name\",\"token\":8,"
                    .replace("SECRET", secret)
                + "\"kept\":\"text\",\"token_hash\":\"hmac-sha256:"
                + "a".repeat(64)
                + "\"}");

    JsonNode masked = masking.node(tree);

    assertThat(masked.toString()).doesNotContain(secret, "hunter2").contains("text", "aaaa");
    assertThat(masked).isEqualTo(Json.tree(masking.members(tree)));
    assertThat(masked.path("token").asInt()).isEqualTo(8);
  }

  @Test
  void names_of_our_own_hide_nothing_but_those_of_callers_do() {
    JsonNode facts =
        Json.readStored("{\"key\":\"yes\",\"args\":{\"key\":\"yes\"},\"own\":{\"key\":\"yes\"}}");

    assertThat(masking.node(facts, Set.of("args")).toString())
        .isEqualTo("{\"key\":\"yes\",\"args\":{\"key\":\"***\"},\"own\":{\"key\":\"yes\"}}");
  }

  @Test
  void what_is_no_text_to_a_store_is_replaced() {
    assertThat(masking.text("a\u0000b\ud83dc")).isEqualTo("a\ufffdb\ufffdc");
    assertThat(masking.text("a\ud83d\ude00b")).isEqualTo("a\ud83d\ude00b");
  }
}
