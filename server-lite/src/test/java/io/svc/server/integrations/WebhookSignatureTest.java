package io.svc.server.integrations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {
  private static final Instant TIME = Instant.ofEpochSecond(1614265330L);
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(UTF_8);

  @Test
  void it_is_that_of_the_published_example() {
    assertThat(
            WebhookSignature.headers(
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                TIME,
                BODY))
        .containsEntry("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
        .containsEntry("webhook-timestamp", "1614265330")
        .containsEntry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void any_other_text_is_the_key_itself() {
    assertThat(WebhookSignature.headers("plain", "a", TIME, BODY).get("webhook-signature"))
        .startsWith("v1,")
        .isNotEqualTo(
            WebhookSignature.headers("whsec_cGxhaW4x", "a", TIME, BODY).get("webhook-signature"))
        .isEqualTo(
            WebhookSignature.headers("whsec_cGxhaW4=", "a", TIME, BODY).get("webhook-signature"));
  }
}
