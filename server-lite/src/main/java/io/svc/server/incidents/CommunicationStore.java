package io.svc.server.incidents;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for messages about incidents. */
interface CommunicationStore {
  /** A stored message. The recipients and the recipients that received it are JSON. */
  record Row(
      String communicationId,
      String incidentId,
      IncidentMessage.Medium channel,
      IncidentMessage.Audience audience,
      String subject,
      String body,
      String recipients,
      String reached,
      String integrationId,
      CommunicationStatus status,
      long attempts,
      String createdBy,
      Instant createdAt,
      Instant updatedAt,
      Optional<Instant> sentAt) {}

  /** The result of an attempt to send a message. */
  record Attempt(long attempt, Instant at, String status, Optional<String> error) {}

  /** A message whose sending was interrupted. */
  record InterruptedMessage(
      OrgId orgId, String incidentId, String communicationId, long attempts) {}

  @SqlUpdate(
      """
      INSERT INTO incident_communication (org_id, communication_id, incident_id, channel, audience,
        subject, body, recipients, reached, integration_id, status, attempts, created_by,
        created_at, updated_at)
      VALUES (:org, :id, :incidentId, :channel, :audience,
        :subject, :body, :recipients, '[]', :integrationId, 'draft', 0, :by,
        :now, :now)
      """)
  int insert(
      OrgId org,
      String id,
      String incidentId,
      @BindRecord PreparedMessage message,
      String subject,
      String body,
      String recipients,
      String by,
      Instant now);

  @SqlQuery(
      """
      SELECT * FROM incident_communication
      WHERE org_id = :org AND incident_id = :incidentId AND communication_id = :id
      """)
  Optional<Row> find(OrgId org, String incidentId, String id);

  /** Returns the latest messages, latest first. */
  @SqlQuery(
      """
      SELECT * FROM incident_communication WHERE org_id = :org AND incident_id = :incidentId
      ORDER BY communication_id DESC LIMIT :most
      """)
  List<Row> latest(OrgId org, String incidentId, int most);

  @SqlQuery(
      """
      SELECT count(*) FROM incident_communication
      WHERE org_id = :org AND incident_id = :incidentId
      """)
  long count(OrgId org, String incidentId);

  /** Stores a message with its final content before it is sent. */
  @SqlUpdate(
      """
      UPDATE incident_communication SET channel = :channel, audience = :audience,
        subject = :subject, body = :body,
        recipients = :recipients, integration_id = :integrationId, status = 'queued',
        attempts = attempts + 1, updated_at = :now
      WHERE org_id = :org AND communication_id = :id AND status IN ('draft', 'failed')
      """)
  int queue(
      OrgId org,
      String id,
      @BindRecord PreparedMessage message,
      String subject,
      String body,
      String recipients,
      Instant now);

  @SqlUpdate(
      """
      INSERT INTO incident_attempt (org_id, communication_id, attempt, at, status, error)
      VALUES (:org, :id, :attempt, :now, 'sending', '')
      """)
  int begin(OrgId org, String id, long attempt, Instant now);

  @SqlUpdate(
      """
      UPDATE incident_attempt SET status = :status, error = :error
      WHERE org_id = :org AND communication_id = :id AND attempt = :attempt
        AND status = 'sending'
      """)
  int end(OrgId org, String id, long attempt, CommunicationStatus status, String error);

  @SqlUpdate(
      """
      UPDATE incident_communication SET status = :status, reached = :reached,
        sent_at = :sentAt, updated_at = :now
      WHERE org_id = :org AND communication_id = :id AND status = 'queued'
      """)
  int settle(
      OrgId org,
      String id,
      CommunicationStatus status,
      String reached,
      Optional<Instant> sentAt,
      Instant now);

  @SqlQuery(
      """
      SELECT attempt, at, status, NULLIF(error, '') AS error FROM incident_attempt
      WHERE org_id = :org AND communication_id = :id ORDER BY attempt DESC LIMIT :most
      """)
  List<Attempt> attempts(OrgId org, String id, int most);

  /** Returns messages of all tenants whose sending takes too long. */
  @SqlQuery(
      """
      SELECT org_id, incident_id, communication_id, attempts FROM incident_communication
      WHERE status = 'queued' AND updated_at < :before ORDER BY updated_at LIMIT :most
      """)
  List<InterruptedMessage> stuck(Instant before, int most);
}
