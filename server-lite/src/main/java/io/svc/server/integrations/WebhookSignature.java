package io.svc.server.integrations;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs webhooks with the symmetric signature of Standard Webhooks 1.0.0: HMAC-SHA-256 over {@code
 * id.timestamp.body}.
 */
public final class WebhookSignature {
  private static final String PREFIX = "whsec_";
  private static final String SIGNATURE = "webhook-signature";

  private WebhookSignature() {}

  /**
   * Returns the three headers of a signed webhook.
   *
   * @param secret {@code whsec_} and base64; any other text is the key itself
   * @param id the same for every retry, so that the receiver can deduplicate
   */
  public static Map<String, String> headers(String secret, String id, Instant time, byte[] body) {
    String seconds = Long.toString(time.getEpochSecond());
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", seconds);
    headers.put(SIGNATURE, "v1," + signature(key(secret), id + "." + seconds + ".", body));
    return headers;
  }

  /**
   * The same, also signed with a previous secret.
   *
   * @param former for receivers that do not have the new one yet; empty if there is none
   */
  public static Map<String, String> headers(
      String secret, Optional<String> former, String id, Instant time, byte[] body) {
    Map<String, String> headers = headers(secret, id, time, body);
    former.ifPresent(
        other ->
            headers.merge(
                SIGNATURE,
                headers(other, id, time, body).get(SIGNATURE),
                (first, more) -> first + " " + more));
    return headers;
  }

  private static String signature(byte[] key, String head, byte[] body) {
    return Base64.getEncoder().encodeToString(mac(key, head, body));
  }

  /**
   * Returns the HMAC-SHA-256 of a prefix and a body.
   *
   * @param secret {@code whsec_} and base64; any other text is the key itself
   */
  public static byte[] mac(String secret, String head, byte[] body) {
    return mac(key(secret), head, body);
  }

  private static byte[] mac(byte[] key, String head, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(head.getBytes(UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] key(String secret) {
    if (secret.startsWith(PREFIX)) {
      try {
        byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        if (key.length > 0) {
          return key;
        }
      } catch (IllegalArgumentException e) {
        return secret.getBytes(UTF_8);
      }
    }
    return secret.getBytes(UTF_8);
  }
}
