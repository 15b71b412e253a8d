package io.svc.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.Fields;
import io.svc.server.redaction.Masking;

/** A scan report, read as far as the store. */
public final class UploadFuzz {
  private static final ReportReader READER = new ReportReader(new Masking());
  private static final OrgId ORG = new OrgId("org");

  private UploadFuzz() {}

  /** A report that was sent. */
  public static void report(JsonNode sent) {
    try {
      READER.read(Fields.lenient(sent), ORG);
    } catch (ApiException e) {
      // Refused with a reason.
    }
  }
}
