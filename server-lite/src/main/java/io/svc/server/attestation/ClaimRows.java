package io.svc.server.attestation;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;

/** The claims of a tenant that somebody asks for. */
final class ClaimRows {
  /** Beyond so many, a list tells that there are at least so many. */
  private static final int MOST_COUNTED = 10_000;

  private final Tx tx;
  private final StringBuilder where = new StringBuilder("org_id = :org");
  private final Map<String, Object> values = new LinkedHashMap<>();

  private ClaimRows(Tx tx, OrgId org) {
    this.tx = tx;
    values.put("org", org);
  }

  static ClaimRows of(Tx tx, OrgId org, ClaimFilter filter) {
    ClaimRows rows = new ClaimRows(tx, org).ofAgent(filter.agentId());
    filter.status().ifPresent(rows::in);
    filter
        .text()
        .ifPresent(
            text -> rows.and("search LIKE :pattern ESCAPE '!'", "pattern", "%" + pattern(text)));
    return rows;
  }

  /** Those whose issue was told between two numbers of the feed. */
  static ClaimRows told(Tx tx, OrgId org, long from, long to, Optional<String> agentId) {
    return new ClaimRows(tx, org)
        .ofAgent(agentId)
        .and("event_seq >= :from", "from", from)
        .and("event_seq <= :to", "to", to);
  }

  private ClaimRows ofAgent(Optional<String> agentId) {
    agentId.ifPresent(agent -> and("agent_id = :agent", "agent", agent));
    return this;
  }

  private void in(ClaimStatus status) {
    Instant now = tx.now();
    switch (status) {
      case VALID -> and("revoked_at IS NULL AND expires_at > :now", "now", now);
      case EXPIRED -> and("revoked_at IS NULL AND expires_at <= :now", "now", now);
      case REVOKED -> where.append(" AND revoked_at IS NOT NULL");
      case INVALID -> where.append(" AND 1 = 0");
    }
  }

  private ClaimRows and(String condition, String name, Object value) {
    where.append(" AND ").append(condition);
    values.put(name, value);
    return this;
  }

  /** Latest first. */
  ClaimPage page(int limit, int offset) {
    Query rows =
        tx.handle()
            .createQuery(
                "SELECT * FROM attestation_claim WHERE "
                    + where
                    + " ORDER BY claim_id DESC LIMIT :limit OFFSET :offset")
            .bind("limit", limit)
            .bind("offset", offset);
    long count =
        bound(
                tx.handle()
                    .createQuery(
                        "SELECT count(*) FROM (SELECT 1 FROM attestation_claim WHERE "
                            + where
                            + " LIMIT "
                            + (MOST_COUNTED + 1)
                            + ") counted"))
            .mapTo(Long.class)
            .one();
    return new ClaimPage(claims(bound(rows)), Math.min(count, MOST_COUNTED), count > MOST_COUNTED);
  }

  /** All of them, in the order in which they were told. */
  List<Claim> inOrder() {
    return claims(
        bound(
            tx.handle()
                .createQuery(
                    "SELECT * FROM attestation_claim WHERE " + where + " ORDER BY event_seq")));
  }

  private Query bound(Query query) {
    values.forEach(query::bind);
    return query;
  }

  private static List<Claim> claims(Query query) {
    return query.map(ConstructorMapper.of(Claim.class)).list();
  }

  /** What a claim is found by. */
  static String searched(ClaimDocument document) {
    return String.join(
            "\n",
            document.subject().name(),
            document.claimId(),
            document.agentId(),
            document.keyId(),
            document.signingAlgorithm().toString(),
            document.issuedBy(),
            document.predicateType())
        .toLowerCase(Locale.ROOT);
  }

  private static String pattern(String text) {
    return text.toLowerCase(Locale.ROOT).replace("!", "!!").replace("%", "!%").replace("_", "!_")
        + "%";
  }
}
