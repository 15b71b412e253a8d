package io.svc.server.redaction;

import io.svc.server.db.OrgId;
import io.svc.server.secrets.Keyring;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Redacts the input of a request as its options specify. Safe for many threads. */
final class RequestRedactor {
  private final Keyring keyring;

  RequestRedactor(Keyring keyring) {
    this.keyring = keyring;
  }

  /**
   * Returns the key for digests of a tenant, the same as in decisions, so that digests of policies
   * and of this operation match.
   */
  PseudonymKey key(OrgId org) {
    return PseudonymKey.of(
        keyring.sign("pseudonyms", org.value()).getBytes(StandardCharsets.US_ASCII));
  }

  RedactResponse.Redacted redact(Redaction redaction, RedactRequest request) {
    if (request.input() instanceof RedactRequest.SingleText single) {
      Redaction.Text text = redaction.redact(single.text(), request.options());
      return new RedactResponse.Redacted(
          text.text(), text.changed(), entities(text.found(), Optional.empty()));
    }
    if (request.input() instanceof RedactRequest.Texts many) {
      List<String> texts = new ArrayList<>();
      List<RedactResponse.Entity> entities = new ArrayList<>();
      boolean isChanged = false;
      for (Redaction.Text text : redaction.redact(many.texts(), request.options())) {
        entities.addAll(entities(text.found(), Optional.of("/" + texts.size())));
        texts.add(text.text());
        isChanged |= text.changed();
      }
      return new RedactResponse.Redacted(texts, isChanged, entities);
    }
    RedactRequest.Data data = (RedactRequest.Data) request.input();
    Redaction.Tree tree = redaction.redactTree(data.data(), request.options());
    return new RedactResponse.Redacted(
        tree.value(),
        tree.changed(),
        tree.found().stream()
            .map(found -> RedactResponse.Entity.of(found, found.pointer()))
            .toList());
  }

  private static List<RedactResponse.Entity> entities(
      List<RedactedValue> found, Optional<String> path) {
    return found.stream().map(value -> RedactResponse.Entity.of(value, path)).toList();
  }
}
