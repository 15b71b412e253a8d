package io.svc.server.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Computes and verifies a hash chain: the hash of an entry is the SHA-256 of the previous hash,
 * written {@code sha256:} and hexadecimal digits, followed by the entry in the canonical form of
 * RFC 8785. The entry itself contains the previous hash and its number, so that it identifies its
 * position.
 */
final class AuditChain {
  /** The hash before the first entry. */
  static final String GENESIS = "sha256:" + "0".repeat(64);

  private String previous;
  private long seq;
  private long checked;

  /** Verifies a chain from a position: the number and the hash of the previous entry. */
  AuditChain(long seq, String previous) {
    this.seq = seq;
    this.previous = previous;
  }

  /** Returns an entry in its canonical form. */
  static String canonical(
      String id, long seq, Instant at, Caller caller, AuditEvent event, String previous) {
    Map<String, Object> actor = new LinkedHashMap<>();
    actor.put("type", caller.kind());
    actor.put("id", caller.id());
    actor.put("name", caller.name());
    actor.put("role", caller.rights().map(Object::toString).orElse(""));
    actor.put("ip", caller.origin().ip());
    actor.put("userAgent", caller.origin().userAgent());
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("id", id);
    entry.put("seq", seq);
    entry.put("timestamp", at);
    entry.put("category", event.category());
    entry.put("action", event.action());
    entry.put("outcome", event.outcome());
    entry.put("actor", actor);
    entry.put("target", event.target());
    entry.put("details", event.details());
    entry.put("requestId", caller.origin().requestId());
    entry.put("prevHash", previous);
    return Json.canonical(entry);
  }

  static String hash(String previous, String canonical) {
    return "sha256:" + Call.sha256((previous + canonical).getBytes(StandardCharsets.UTF_8));
  }

  /** Checks the next entry; returns its problem. */
  Optional<String> check(AuditEntry entry) {
    checked++;
    seq++;
    if (entry.seq() != seq) {
      return Optional.of("entry " + seq + " is missing");
    }
    ObjectNode content;
    try {
      content = (ObjectNode) Json.readStored(entry.entry());
    } catch (IllegalStateException | ClassCastException e) {
      return Optional.of("entry " + seq + " cannot be read");
    }
    if (!content.path("prevHash").asText().equals(previous)) {
      return Optional.of("entry " + seq + " does not refer to the previous entry");
    }
    if (!hash(previous, entry.entry()).equals(entry.hash())) {
      return Optional.of("entry " + seq + " was changed");
    }
    boolean sameColumns =
        content.path("seq").asLong() == seq
            && content.path("category").asText().equals(entry.category())
            && content
                .path("timestamp")
                .asText()
                .equals(Json.time(Instant.ofEpochMilli(entry.at())));
    if (!sameColumns) {
      return Optional.of("entry " + seq + " differs from its stored number, category or time");
    }
    previous = entry.hash();
    return Optional.empty();
  }

  long seq() {
    return seq;
  }

  long checked() {
    return checked;
  }

  String head() {
    return previous;
  }
}
