package io.svc.server.mcp;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.baseline.BaselineAsset;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;

/**
 * The servers of a tenant as somebody approved them. Never changed: the next approval is the next
 * version.
 *
 * @param baselineId {@code bsl_} and a ULID
 * @param version counted from 1
 * @param configHash over the hashes of all files
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ApprovedBaseline(
    String baselineId,
    OrgId orgId,
    long version,
    String approvedBy,
    Instant approvedAt,
    String configHash,
    List<BaselineAsset> assets,
    String note) {
  public ApprovedBaseline {
    assets = List.copyOf(assets);
  }
}
