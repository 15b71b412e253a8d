package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.AssetSource;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Through what something is looked at: says where it was seen, and takes secrets out of it.
 *
 * @param isExport whether it is a file that somebody sent, and not what the platform answered
 * @param hash a hash with the key of the tenant, so that nobody can try values out
 */
record SightingContext(
    AssetSource source,
    String integrationId,
    boolean isExport,
    Masking masking,
    UnaryOperator<String> hash,
    Instant now) {
  private static final String CUT = "…";

  /** What looks, as evidence names it. */
  String scanner() {
    return source + (isExport ? "_export" : "_api");
  }

  /** What is seen rests on this. */
  String basis() {
    return isExport ? "export" : "platform_api";
  }

  String scanMode() {
    return isExport ? "export" : "saas_read_only";
  }

  /** A text from outside, as it may be stored: masked, and no longer than this. */
  String text(String raw, int longest) {
    // What is masked in a cut text might not be known for a secret any more.
    String masked = masking.text(raw).strip();
    if (masked.length() <= longest) {
      return masked;
    }
    int end = Character.isHighSurrogate(masked.charAt(longest - 2)) ? longest - 2 : longest - 1;
    return masked.substring(0, end) + CUT;
  }

  /** The same of a text that may be all blank. */
  Optional<String> present(String raw, int longest) {
    return Optional.of(text(raw, longest)).filter(text -> !text.isEmpty());
  }

  /** Tells whether a tree is another, and nothing of what is in it. */
  String hashed(JsonNode tree) {
    return "hmac-sha256:" + hash.apply(Json.text(tree));
  }
}
