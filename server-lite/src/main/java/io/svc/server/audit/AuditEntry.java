package io.svc.server.audit;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A stored entry of a chain.
 *
 * @param entry the entry in the canonical form of RFC 8785, which is hashed
 * @param hash {@code sha256:} and the hexadecimal digits
 */
record AuditEntry(long seq, String category, long categorySeq, long at, String entry, String hash) {
  AuditEntry {
    requireNonNull(category, "category is null");
    requireNonNull(entry, "entry is null");
    requireNonNull(hash, "hash is null");
  }

  /** Returns the entry for the API, with its hash. */
  JsonNode view() {
    var node =
        (com.fasterxml.jackson.databind.node.ObjectNode) io.svc.server.json.Json.readStored(entry);
    return node.put("hash", hash);
  }
}
