package io.svc.server.credentials;

import java.time.Instant;
import java.util.Optional;

/** Mappings that lie in no store. */
final class Samples {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private Samples() {}

  static Mapping inVault(String pattern, String path) {
    return inVault(pattern, path, Optional.empty(), 1);
  }

  static Mapping inVault(String pattern, String path, Optional<AuthType> type, long version) {
    return new Mapping(
        "egc_01JD5Z8S4T3Q6V9X2B7N1M0KGE",
        pattern,
        SourceKind.VAULT,
        type,
        "",
        "",
        path,
        "",
        0,
        true,
        Optional.empty(),
        "",
        Optional.empty(),
        NOW,
        NOW,
        version);
  }
}
