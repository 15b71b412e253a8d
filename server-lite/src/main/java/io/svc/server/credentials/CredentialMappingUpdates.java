package io.svc.server.credentials;

import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Combines a stored mapping and a requested change. */
final class CredentialMappingUpdates {
  private final Identifiers identifiers;
  private final Clock clock;
  private final EmbeddedSecrets embedded;

  CredentialMappingUpdates(Identifiers identifiers, Clock clock, EmbeddedSecrets embedded) {
    this.identifiers = identifiers;
    this.clock = clock;
    this.embedded = embedded;
  }

  /** Returns the new mapping, with an incremented version. */
  Mapping of(OrgId org, Optional<Mapping> before, MappingDraft draft) {
    Instant now = clock.instant();
    String id = before.map(Mapping::id).orElseGet(() -> identifiers.next("egc_"));
    long secretVersion = before.map(Mapping::secretVersion).orElse(0L);
    String sealed = "";
    if (draft.source() == SourceKind.EMBEDDED) {
      Optional<Credential> stored = before.flatMap(mapping -> stored(org, mapping));
      Credential newCredential = newCredential(before, stored, draft);
      boolean isUnchanged = stored.filter(newCredential::hasSameSecret).isPresent();
      sealed = isUnchanged ? before.orElseThrow().sealed() : embedded.seal(org, id, newCredential);
      secretVersion += isUnchanged ? 0 : 1;
    }
    return new Mapping(
        id,
        draft.pattern().toString(),
        draft.source(),
        draft.authType(),
        draft.header(),
        draft.prefix(),
        draft.vaultPath(),
        sealed,
        secretVersion,
        draft.enabled(),
        before.flatMap(Mapping::lastUsedAt),
        "",
        Optional.empty(),
        before.map(Mapping::createdAt).orElse(now),
        now,
        before.map(Mapping::version).orElse(0L) + 1);
  }

  private Optional<Credential> stored(OrgId org, Mapping mapping) {
    return mapping.source() == SourceKind.EMBEDDED ? embedded.open(org, mapping) : Optional.empty();
  }

  /**
   * Returns the sent secret, or else the stored one, which is never used for other hosts without
   * being sent again.
   */
  private static Credential newCredential(
      Optional<Mapping> before, Optional<Credential> stored, MappingDraft draft) {
    if (draft.secret().isPresent()) {
      return draft.credential(draft.secret().get());
    }
    if (stored.isEmpty()) {
      throw invalid("secret", "\"secret\" is missing.");
    }
    if (!draft.pattern().hasSameHosts(before.orElseThrow().parsed())) {
      throw invalid(
          "secret",
          "\"secret\" must be sent again, because the hosts of \"pattern\" have changed.");
    }
    Credential storedCredential =
        draft.credential(
            new MappingDraft.SecretInput(
                stored.get().token(), stored.get().username(), stored.get().password()));
    Optional<Credential.Problem> problem = storedCredential.problem();
    if (problem.isPresent()) {
      throw invalid(
          "secret", "\"secret\" must be sent again: the stored secret does not fit the new type.");
    }
    return storedCredential;
  }

  private static ApiException invalid(String field, String message) {
    return new ApiException(
        ErrorCode.VALIDATION_FAILED,
        message,
        List.of(new ApiException.FieldError("required", field, message)));
  }

  /** Returns whether all configurable values are equal. */
  static boolean isSame(Mapping before, Mapping after) {
    return before.pattern().equals(after.pattern())
        && before.source() == after.source()
        && before.authType().equals(after.authType())
        && before.header().equals(after.header())
        && before.prefix().equals(after.prefix())
        && before.vaultPath().equals(after.vaultPath())
        && before.enabled() == after.enabled()
        && before.sealed().equals(after.sealed());
  }
}
