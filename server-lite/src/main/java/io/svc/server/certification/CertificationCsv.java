package io.svc.server.certification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.WordListParser;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.http.Csv;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** Writes the history as CSV, oldest first, page by page, with constant memory. */
final class CertificationCsv {
  private static final int AT_ONCE = 500;

  private static final List<String> PLAIN =
      WordListParser.list(
          """
          seq at event status previous_status cert_id workflow_id platform workflow_name asset_id
          agent_id certified_by revoked_by reason risk_score fingerprint""");

  private static final List<String> OTHERS =
      WordListParser.list(
          """
          actor_type actor_id actor_name failed_checks diff signature_alg signature_key_id
          signature_value signature_verified""");

  private final Database database;
  private final Certifications certifications;
  private final OrgId org;
  private final Optional<String> workflowId;

  CertificationCsv(
      Database database, Certifications certifications, OrgId org, Optional<String> workflowId) {
    this.database = database;
    this.certifications = certifications;
    this.org = org;
    this.workflowId = workflowId;
  }

  void writeTo(OutputStream out) throws IOException {
    List<String> header = new ArrayList<>(PLAIN);
    header.addAll(OTHERS);
    write(out, header);
    Optional<Long> after = Optional.of(0L);
    while (after.isPresent()) {
      long from = after.get();
      Certifications.Page page =
          database.read(tx -> certifications.page(tx, org, workflowId, from, AT_ONCE));
      for (ObjectNode row : page.rows()) {
        write(out, row(row));
      }
      after = page.next();
    }
  }

  private static List<String> row(ObjectNode row) {
    List<String> cells = new ArrayList<>();
    PLAIN.forEach(name -> cells.add(text(row.path(name))));
    JsonNode actor = row.path("actor");
    cells.add(text(actor.path("type")));
    cells.add(text(actor.path("id")));
    cells.add(text(actor.path("name")));
    StringJoiner failed = new StringJoiner(" ");
    for (JsonNode check : row.path("checks")) {
      if (!check.path("passed").asBoolean()) {
        failed.add(check.path("check").asText());
      }
    }
    cells.add(failed.toString());
    cells.add(row.path("diff").isEmpty() ? "" : row.path("diff").toString());
    JsonNode signature = row.path("signature");
    cells.add(text(signature.path("alg")));
    cells.add(text(signature.path("key_id")));
    cells.add(text(signature.path("value")));
    cells.add(text(signature.path("verified")));
    return cells;
  }

  private static String text(JsonNode value) {
    return value.isNull() ? "" : value.asText();
  }

  private static void write(OutputStream out, List<String> row) throws IOException {
    out.write(Csv.line(row).getBytes(StandardCharsets.UTF_8));
  }
}
