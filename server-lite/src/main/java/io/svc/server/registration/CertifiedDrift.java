package io.svc.server.registration;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.Optional;

/** Knows how an agent differs from what it was when it was certified. */
public interface CertifiedDrift {
  /** The differences, worst first; none for an agent that is not certified. */
  List<Change> of(Tx tx, OrgId org, String agentId);

  /**
   * One difference.
   *
   * @param driftClass such as {@code connector_added}
   * @param severity {@code critical}, {@code warning} or {@code info}
   * @param path such as {@code connectors[slack].scopes}
   * @param before empty when it was not there
   * @param after empty when it is gone
   */
  record Change(
      @JsonProperty("class") String driftClass,
      String severity,
      String path,
      Optional<Object> before,
      Optional<Object> after) {}
}
