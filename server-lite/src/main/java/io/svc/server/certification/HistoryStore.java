package io.svc.server.certification;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of the history; its rows are never changed. */
interface HistoryStore {
  /** A row of the history. */
  record Row(
      long seq,
      String certId,
      CertificationEvent event,
      String document,
      String posture,
      String keyId,
      String signature) {}

  @SqlUpdate(
      """
      INSERT INTO certification_event (org_id, seq, cert_id, event, workflow_id, platform,
        asset_id, agent_id, at, document, posture, key_id, signature)
      VALUES (:org, :seq, :certId, :event, :content.workflowId, :content.platform,
        :content.assetId, :workflow.agentId, :content.at, :document, :posture, :keyId, :signature)
      """)
  void insert(
      OrgId org,
      long seq,
      @BindRecord CertificationWriter.RowDraft draft,
      @BindRecord("content") CertificationDocument content,
      String document,
      String keyId,
      String signature);

  @SqlQuery("SELECT * FROM certification_event WHERE org_id = :org AND seq = :seq")
  Optional<Row> at(OrgId org, long seq);

  @SqlQuery(
      """
      SELECT * FROM certification_event WHERE org_id = :org AND seq > :after
      ORDER BY seq LIMIT :limit
      """)
  List<Row> after(OrgId org, long after, int limit);

  @SqlQuery(
      """
      SELECT * FROM certification_event
      WHERE org_id = :org AND workflow_id = :workflowId AND seq > :after
      ORDER BY seq LIMIT :limit
      """)
  List<Row> ofWorkflow(OrgId org, String workflowId, long after, int limit);

  @SqlQuery(
      """
      SELECT count(*) FROM (SELECT 1 FROM certification_event
        WHERE org_id = :org AND workflow_id = :workflowId LIMIT :most) counted
      """)
  long countOfWorkflow(OrgId org, String workflowId, int most);

  /** The first row of a certification, with its certified state. */
  @SqlQuery(
      """
      SELECT * FROM certification_event WHERE org_id = :org AND cert_id = :certId
      ORDER BY seq LIMIT 1
      """)
  Optional<Row> first(OrgId org, String certId);

  /** The last row of a certification, with its current status. */
  @SqlQuery(
      """
      SELECT * FROM certification_event WHERE org_id = :org AND cert_id = :certId
      ORDER BY seq DESC LIMIT 1
      """)
  Optional<Row> last(OrgId org, String certId);

  @SqlQuery(
      """
      SELECT count(*) FROM certification_event
      WHERE org_id = :org AND event = 'revoked' AND at >= :since
      """)
  long countRevoked(OrgId org, Instant since);
}
