package io.svc.server.certification;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Cursor;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** {@code /v1/store/certifications} and {@code /api/agents/{agentId}/certify}. */
public final class CertificationRoutes {
  private static final String STORE = "/v1/store/certifications";
  private static final int USUAL = 100;
  private static final int MAX = 500;

  private final Database database;
  private final Certifications certifications;
  private final CertificationReader reader = new CertificationReader();

  public CertificationRoutes(Database database, Certifications certifications) {
    this.database = database;
    this.certifications = certifications;
  }

  public void register(Api api) {
    api.get(
        STORE,
        RouteAccess.sessionOrKey(
            Permission.RESOURCES_READ, Scope.CERTIFICATIONS_READ, RateLimitBucket.MACHINE),
        this::history);
    RouteAccess certify = write(Permission.CERTIFICATIONS_WRITE);
    api.post(STORE, certify, this::show);
    api.post(STORE + "/bulk", certify, this::bulk);
    api.post(STORE + "/{certId}/revoke", write(Permission.CERTIFICATIONS_REVOKE), this::revoke);
    api.post(
        "/api/agents/{agentId}/certify",
        RouteAccess.session(Permission.CERTIFICATIONS_WRITE),
        this::agent);
  }

  private static RouteAccess write(Permission permission) {
    return RouteAccess.sessionOrKey(
        permission, Scope.CERTIFICATIONS_WRITE, RateLimitBucket.MACHINE);
  }

  private void bulk(Call call) {
    byte[] body = call.bytes();
    CertificationRequest order = reader.several(call.body(body), call.caller());
    once(call, "", body, tx -> BulkResponse.of(certifications.certify(tx, call.caller(), order)));
  }

  private void show(Call call) {
    byte[] body = call.bytes();
    CertificationRequest order = reader.readSingle(call.body(body), call.caller());
    once(call, "", body, tx -> certifications.certify(tx, call.caller(), order).get(0));
  }

  private void agent(Call call) {
    String agentId = call.id("agentId", "agent");
    byte[] body = call.bytes();
    Fields sent = call.optionalBody(body);
    String by = reader.responsiblePerson(sent, call.caller(), "certified_by");
    Optional<String> fingerprint = reader.fingerprint(sent);
    sent.metadata();
    sent.check();
    once(
        call,
        agentId,
        body,
        tx -> certifications.certifyAgent(tx, call.caller(), agentId, by, fingerprint));
  }

  private void revoke(Call call) {
    String certId = call.id("certId", "certification");
    byte[] body = call.bytes();
    Fields sent = call.body(body);
    String by = reader.responsiblePerson(sent, call.caller(), "revoked_by");
    String reason = reader.reason(sent);
    sent.metadata();
    sent.check();
    once(
        call,
        certId,
        body,
        tx -> RevocationResponse.of(certifications.revoke(tx, call.caller(), certId, by, reason)));
  }

  /**
   * Performs an operation, or returns the stored response of an idempotent request.
   *
   * @param operation the resource of the path; the same key with another one is another request
   */
  private void once(Call call, String operation, byte[] body, Function<Tx, Object> work) {
    Optional<Idempotency.Key> key =
        Idempotency.key(call, (operation + Call.sha256(body)).getBytes(StandardCharsets.UTF_8));
    database
        .write(
            tx ->
                key.flatMap(idempotencyKey -> Idempotency.replay(tx, idempotencyKey))
                    .orElseGet(
                        () -> {
                          Idempotency.RepeatableResponse reply =
                              Idempotency.RepeatableResponse.of(200, work.apply(tx));
                          key.ifPresent(
                              idempotencyKey -> Idempotency.store(tx, idempotencyKey, reply));
                          return reply;
                        }))
        .send(call);
  }

  private void history(Call call) {
    Query query = call.query();
    query
        .text("org_id")
        .ifPresent(named -> CertificationReader.requireOwnOrg(named, call.caller()));
    Optional<String> workflowId = query.text("workflow_id");
    if (!query.isCsv()) {
      page(call, query, workflowId);
      return;
    }
    call.count(RateLimitBucket.EXPORT);
    OrgId org = call.org();
    call.download(
        "text/csv; charset=utf-8",
        "certifications.csv",
        out -> new CertificationCsv(database, certifications, org, workflowId).writeTo(out));
  }

  private void page(Call call, Query query, Optional<String> workflowId) {
    int limit = query.number("limit", 1, MAX, USUAL);
    long after = query.text("cursor").map(CertificationRoutes::parsePosition).orElse(0L);
    Certifications.Page page =
        database.read(tx -> certifications.page(tx, call.org(), workflowId, after, limit));
    call.ok(
        new ListResponse(
            page.rows(),
            page.total(),
            page.totalIsMinimum(),
            page.next().map(CertificationRoutes::cursor)));
  }

  private static String cursor(long seq) {
    return Cursor.of(seq);
  }

  private static long parsePosition(String cursor) {
    return Cursor.number("cursor", cursor, "", "expected a cursor from an earlier response");
  }

  /** The response of a list, oldest first. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record ListResponse(
      List<ObjectNode> certifications,
      long total,
      boolean totalIsMinimum,
      Optional<String> cursor) {}

  /** The response for several workflows. */
  record BulkResponse(List<CertificationResult> results, ResultCounts summary) {
    static BulkResponse of(List<CertificationResult> results) {
      return new BulkResponse(
          results,
          new ResultCounts(
              results.size(),
              count(results, CertificationStatus.CERTIFIED),
              count(results, CertificationStatus.BLOCKED),
              count(results, CertificationStatus.NOT_FOUND)));
    }

    private static long count(List<CertificationResult> results, CertificationStatus status) {
      return results.stream().filter(result -> result.status() == status).count();
    }
  }

  /** The number of results of each kind. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record ResultCounts(long requested, long certified, long blocked, long notFound) {}

  /** The response of a revocation. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record RevocationResponse(
      String certId,
      OrgId orgId,
      CertificationStatus status,
      CertificationStatus previousStatus,
      String workflowId,
      String platform,
      Optional<String> revokedBy,
      Instant revokedAt,
      Optional<String> reason) {
    static RevocationResponse of(CertificationDocument document) {
      return new RevocationResponse(
          document.certId(),
          document.orgId(),
          document.status(),
          document.previousStatus(),
          document.workflowId(),
          document.platform(),
          document.revokedBy(),
          document.at(),
          document.reason());
    }
  }
}
