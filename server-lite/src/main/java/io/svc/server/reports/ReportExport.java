package io.svc.server.reports;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.http.Csv;
import io.svc.server.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Exports a completed report as a file: written in chunks, with constant memory, and byte-identical
 * for every export.
 */
final class ReportExport {
  private final Database database;
  private final OrgId org;
  private final Report report;

  ReportExport(Database database, OrgId org, Report report) {
    this.database = database;
    this.org = org;
    this.report = report;
  }

  /** Writes the manifest, the rows and the signature. */
  void writeJson(OutputStream out) throws IOException {
    write(out, "{\"manifest\":" + report.manifest() + ",\n\"rows\":[");
    String separator = "\n";
    for (long index = 0; ; index++) {
      Optional<List<String>> lines = lines(index);
      if (lines.isEmpty()) {
        break;
      }
      for (String line : lines.get()) {
        write(out, separator + line);
        separator = ",\n";
      }
    }
    Map<String, String> signature = new LinkedHashMap<>();
    signature.put("algorithm", report.algorithm());
    signature.put("keyId", Json.readStored(report.manifest()).path("keyId").asText());
    signature.put("value", report.signature());
    write(out, "\n],\n\"signature\":" + Json.text(signature) + "}\n");
  }

  /** Writes a header line, and a line for each row. */
  void writeCsv(OutputStream out) throws IOException {
    List<String> columns = new ArrayList<>();
    Json.readStored(report.manifest()).path("columns").forEach(name -> columns.add(name.asText()));
    write(out, Csv.line(columns));
    for (long index = 0; ; index++) {
      Optional<List<String>> lines = lines(index);
      if (lines.isEmpty()) {
        return;
      }
      for (String line : lines.get()) {
        JsonNode row = Json.readStored(line);
        write(out, Csv.line(columns.stream().map(name -> Csv.cell(row.path(name))).toList()));
      }
    }
  }

  private Optional<List<String>> lines(long index) {
    return database
        .read(tx -> tx.on(ReportStore.class).chunk(org, report.id(), index))
        .map(RowSerializer::lines);
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
