package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.AssetSource;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The source of a sighting and the masking of its texts.
 *
 * @param isExport whether the source is an uploaded file, not an API response
 * @param hash a hash with the tenant's key, which prevents guessing of values
 */
record SightingContext(
    AssetSource source,
    String integrationId,
    boolean isExport,
    Masking masking,
    UnaryOperator<String> hash,
    Instant now) {
  private static final String CUT = "…";

  /** Returns the scanner for evidence. */
  String scanner() {
    return source + (isExport ? "_export" : "_api");
  }

  /** Returns the basis for evidence. */
  String basis() {
    return isExport ? "export" : "platform_api";
  }

  String scanMode() {
    return isExport ? "export" : "saas_read_only";
  }

  /** Masks and truncates an external text for storage. */
  String text(String raw, int longest) {
    // Masks before truncating, because a truncated secret might not be recognized.
    String masked = masking.text(raw).strip();
    if (masked.length() <= longest) {
      return masked;
    }
    int end = Character.isHighSurrogate(masked.charAt(longest - 2)) ? longest - 2 : longest - 1;
    return masked.substring(0, end) + CUT;
  }

  /** Masks and truncates a text that may be blank. */
  Optional<String> present(String raw, int longest) {
    return Optional.of(text(raw, longest)).filter(text -> !text.isEmpty());
  }

  /** Returns a hash that detects changes to a tree without revealing its content. */
  String hashed(JsonNode tree) {
    return "hmac-sha256:" + hash.apply(Json.text(tree));
  }
}
