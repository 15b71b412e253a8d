package io.svc.server.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A complete chain as one JSON document, which can be verified without the server: each entry as in
 * the API, with its hash; the start of the chain; its checkpoints.
 */
public final class AuditExport {
  /** The name of the format. */
  static final String FORMAT = "svc-audit-export/1";

  private static final int AT_ONCE = 1_000;

  private final AuditLog audit;
  private final OrgId org;

  public AuditExport(AuditLog audit, OrgId org) {
    this.audit = audit;
    this.org = org;
  }

  /** Writes the document, entry by entry. */
  public void writeTo(OutputStream out) throws IOException {
    AuditStore.ChainPosition chainStart = audit.chainStart(org);
    write(out, "{\"format\":" + Json.text(FORMAT) + ",\"org_id\":" + Json.text(org.value()));
    write(out, ",\"begins_after\":{\"seq\":" + chainStart.seq());
    write(out, ",\"hash\":" + Json.text(chainStart.hash()) + "},\n\"entries\":[");
    long seq = chainStart.seq();
    String head = chainStart.hash();
    String separator = "\n";
    while (true) {
      List<AuditEntry> entries = audit.following(org, seq, AT_ONCE);
      for (AuditEntry entry : entries) {
        write(out, separator);
        out.write(Json.bytes(entry.view()));
        separator = ",\n";
        seq = entry.seq();
        head = entry.hash();
      }
      if (entries.size() < AT_ONCE) {
        break;
      }
    }
    write(out, "\n],\n\"head\":" + Json.text(head));
    write(out, ",\"checkpoints\":");
    long last = seq;
    // A checkpoint created meanwhile refers to an entry that is not included.
    out.write(Json.bytes(audit.checkpoints(org).stream().filter(c -> c.seq() <= last).toList()));
    write(out, "}\n");
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Verifies an export without the store. The signatures of checkpoints require the key of the
   * instance and are not verified; the hashes of checkpoints are compared with the chain.
   */
  public static AuditVerdict verify(byte[] export) throws BadJsonException {
    JsonNode document = Json.read(export);
    try {
      return verify(document);
    } catch (ClassCastException | DateTimeException | IllegalStateException e) {
      return rejected("an entry cannot be read");
    }
  }

  private static AuditVerdict verify(JsonNode document) {
    if (!document.path("format").asText().equals(FORMAT)) {
      return rejected("this is not an audit log export (\"format\" is not " + FORMAT + ")");
    }
    JsonNode chainStart = document.path("begins_after");
    AuditChain chain =
        new AuditChain(chainStart.path("seq").asLong(), chainStart.path("hash").asText());
    if (chain.seq() == 0 && !chain.head().equals(AuditChain.GENESIS)) {
      return rejected("the chain does not start with the initial hash");
    }
    for (JsonNode entry : document.path("entries")) {
      Optional<String> problem = chain.check(entry(entry));
      if (problem.isPresent()) {
        return new AuditVerdict(
            false, chain.checked(), Optional.of(chain.seq()), problem, chain.head());
      }
      for (JsonNode checkpoint : document.path("checkpoints")) {
        if (checkpoint.path("seq").asLong() == chain.seq()
            && !checkpoint.path("hash").asText().equals(chain.head())) {
          return new AuditVerdict(
              false,
              chain.checked(),
              Optional.of(chain.seq()),
              Optional.of("the checkpoint at entry " + chain.seq() + " does not match the chain"),
              chain.head());
        }
      }
    }
    if (!document.path("head").asText().equals(chain.head())) {
      return rejected("entries are missing at the end");
    }
    for (JsonNode checkpoint : document.path("checkpoints")) {
      if (checkpoint.path("seq").asLong() > chain.seq()) {
        return rejected("a checkpoint refers to an entry after the end");
      }
    }
    return new AuditVerdict(
        true, chain.checked(), Optional.empty(), Optional.empty(), chain.head());
  }

  private static AuditVerdict rejected(String reason) {
    return new AuditVerdict(false, 0, Optional.empty(), Optional.of(reason), "");
  }

  /** Returns the hashed form of an entry: in canonical form, without its own hash. */
  private static AuditEntry entry(JsonNode entry) {
    var bare = ((com.fasterxml.jackson.databind.node.ObjectNode) entry).deepCopy();
    bare.remove("hash");
    return new AuditEntry(
        entry.path("seq").asLong(),
        entry.path("category").asText(),
        0,
        Instant.parse(entry.path("timestamp").asText()).toEpochMilli(),
        Json.canonical(bare),
        entry.path("hash").asText());
  }
}
