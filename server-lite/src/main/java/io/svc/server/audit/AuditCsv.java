package io.svc.server.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordListParser;
import io.svc.server.db.OrgId;
import io.svc.server.http.Csv;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Writes the audit log as CSV, latest first, page by page, with constant memory. */
final class AuditCsv {
  private static final int MAX_ROWS = 100_000;
  private static final int AT_ONCE = 1_000;

  private final AuditLog audit;
  private final OrgId org;
  private final Optional<Category> category;

  AuditCsv(AuditLog audit, OrgId org, Optional<Category> category) {
    this.audit = audit;
    this.org = org;
    this.category = category;
  }

  void writeTo(OutputStream out) throws IOException {
    write(
        out,
        WordListParser.list(
            """
            seq id timestamp category action outcome actor_type actor_id actor_name actor_role ip
            target_type target_id target_name details request_id prev_hash hash"""));
    Optional<Long> position = Optional.empty();
    for (int rows = 0; rows < MAX_ROWS; rows += AT_ONCE) {
      List<AuditEntry> entries = audit.before(org, category, position, AT_ONCE);
      for (AuditEntry entry : entries) {
        write(out, row(entry.view()));
        position = Optional.of(category.isEmpty() ? entry.seq() : entry.categorySeq());
      }
      if (entries.isEmpty()) {
        return;
      }
    }
  }

  private static List<String> row(JsonNode entry) {
    JsonNode actor = entry.path("actor");
    JsonNode target = entry.path("target");
    return List.of(
        entry.path("seq").asText(),
        entry.path("id").asText(),
        entry.path("timestamp").asText(),
        entry.path("category").asText(),
        entry.path("action").asText(),
        entry.path("outcome").asText(),
        actor.path("type").asText(),
        actor.path("id").asText(),
        actor.path("name").asText(),
        actor.path("role").asText(),
        actor.path("ip").asText(),
        target.path("type").asText(),
        target.path("id").asText(),
        target.path("name").asText(),
        entry.path("details").toString(),
        entry.path("requestId").asText(),
        entry.path("prevHash").asText(),
        entry.path("hash").asText());
  }

  private static void write(OutputStream out, List<String> row) throws IOException {
    out.write(Csv.line(row).getBytes(StandardCharsets.UTF_8));
  }
}
