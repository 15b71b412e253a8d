package io.svc.server.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.svc.server.integrations.WebhookSignature;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Verifies that a message comes from a platform: by a signature of its body ({@code
 * X-Svc-Signature}: {@code sha256=} and HMAC-SHA-256 in hexadecimal digits or base64, or {@code t=}
 * seconds and {@code v1=} the same over {@code t.body}), or, where a platform cannot sign, by the
 * secret itself ({@code X-Svc-Webhook-Secret}). Takes the same time for unknown senders.
 */
record SenderVerification(Optional<String> signature, Optional<String> secret) {
  static final String SIGNATURE = "X-Svc-Signature";
  static final String SECRET = "X-Svc-Webhook-Secret";

  private static final Duration TOLERANCE = Duration.ofMinutes(5);
  private static final String UNUSED_KEY = "no signature uses this";

  /** Returns whether one of the secrets was used; false without secrets. */
  boolean isOf(List<String> secrets, byte[] body, Instant now) {
    // At most two: the current secret and the previous one.
    String first = secrets.isEmpty() ? UNUSED_KEY : secrets.get(0);
    String second = secrets.size() > 1 ? secrets.get(1) : first;
    boolean isFirst = isBy(first, body, now);
    boolean isSecond = isBy(second, body, now);
    return (isFirst || isSecond) && !secrets.isEmpty();
  }

  private boolean isBy(String signingSecret, byte[] body, Instant now) {
    if (signature.isPresent()) {
      return isSigned(signature.get(), signingSecret, body, now);
    }
    byte[] sent = secret.orElse("").getBytes(UTF_8);
    return MessageDigest.isEqual(sent, signingSecret.getBytes(UTF_8));
  }

  private static boolean isSigned(String header, String signingSecret, byte[] body, Instant now) {
    List<String> signatures = new ArrayList<>();
    Optional<String> time = Optional.empty();
    for (String part : header.split(",", -1)) {
      String text = part.strip();
      if (text.startsWith("t=")) {
        time = Optional.of(text.substring(2));
      } else if (text.startsWith("v1=")) {
        signatures.add(text.substring(3));
      } else if (text.startsWith("sha256=")) {
        signatures.add(text.substring(7));
      }
    }
    byte[] mac = WebhookSignature.mac(signingSecret, time.map(at -> at + ".").orElse(""), body);
    boolean isOne = false;
    for (String sent : signatures.subList(0, Math.min(4, signatures.size()))) {
      isOne |= MessageDigest.isEqual(bytes(sent), mac);
    }
    return isOne && time.map(at -> isNow(at, now)).orElse(true);
  }

  private static boolean isNow(String seconds, Instant now) {
    try {
      Instant at = Instant.ofEpochSecond(Long.parseLong(seconds));
      return Duration.between(at, now).abs().compareTo(TOLERANCE) <= 0;
    } catch (NumberFormatException | java.time.DateTimeException | ArithmeticException e) {
      return false;
    }
  }

  private static byte[] bytes(String text) {
    try {
      return text.length() == 64 ? HexFormat.of().parseHex(text) : Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }
}
