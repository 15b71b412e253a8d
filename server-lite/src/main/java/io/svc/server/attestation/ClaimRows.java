package io.svc.server.attestation;

import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;

/** The claims of a tenant that match a filter. */
final class ClaimRows {
  static final ListColumns COLUMNS =
      ListColumns.of("claim_id", "clm_", "claimId")
          .texts("agentId")
          .text("subject.name", "payload::json -> 'subject' ->> 'name'")
          .labels(
              "status",
              "CASE WHEN revoked_at IS NOT NULL THEN 'revoked'"
                  + " WHEN expires_at <= :now THEN 'expired' ELSE 'valid' END",
              ClaimStatus.class)
          .texts("signingAlgorithm", "issuedBy")
          .numbers("issuedAt", "expiresAt", "revokedAt", "lastVerifiedAt", "verificationCount");

  /** Lists count up to this number of claims; beyond it, the total is a minimum. */
  private static final int MAX_COUNTED = 1_000;

  private final Tx tx;
  private final StringBuilder conditions = new StringBuilder("org_id = :org");
  private final Map<String, Object> values = new LinkedHashMap<>();
  private String searchText = "";

  /** The comparison of a claim's expiry with the current time; empty for any expiry. */
  private Optional<String> ending = Optional.empty();

  private ClaimRows(Tx tx, OrgId org) {
    this.tx = tx;
    values.put("org", org);
  }

  static ClaimRows of(Tx tx, OrgId org, ClaimFilter filter) {
    ClaimRows rows = new ClaimRows(tx, org).ofAgent(filter.agentId());
    filter.status().ifPresent(rows::in);
    filter.text().ifPresent(text -> rows.searchText = SearchText.normalized(text));
    return rows;
  }

  /** Selects the claims with issue events between two numbers of the feed. */
  static ClaimRows issuedBetween(Tx tx, OrgId org, long from, long to, Optional<String> agentId) {
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
      case VALID -> ends(">", now);
      case EXPIRED -> ends("<=", now);
      // With the identifier, the index of revoked claims covers most of the query.
      case REVOKED -> conditions.append(" AND revoked_at IS NOT NULL AND claim_id > ''");
      case INVALID -> conditions.append(" AND 1 = 0");
    }
  }

  private void ends(String comparison, Instant now) {
    conditions.append(" AND revoked_at IS NULL");
    values.put("now", now);
    ending = Optional.of(comparison);
  }

  private ClaimRows and(String condition, String name, Object value) {
    conditions.append(" AND ").append(condition);
    values.put(name, value);
    return this;
  }

  /** Returns a page, latest first. */
  LatestRows.Page<Claim> page(PageRequest page) {
    long count = count();
    // Rare values are found by the index of expiry times; for frequent ones a page is soon full.
    String found =
        count <= MAX_COUNTED ? searchedTable(knownClaimsCondition()) : searchedTable(rowFilter());
    Query rows =
        tx.handle()
            .createQuery(
                "SELECT * FROM " + found + " ORDER BY claim_id DESC LIMIT :limit OFFSET :offset")
            .bind("limit", page.size())
            .bind("offset", page.offset());
    return new LatestRows.Page<>(
        claims(bound(rows)), Optional.empty(), Math.min(count, MAX_COUNTED), count > MAX_COUNTED);
  }

  /** Returns a page in a requested order. */
  LatestRows.Page<Claim> page(OrgId org, PageRequest page) {
    return new LatestRows<>(tx, org, "attestation_claim", COLUMNS, Claim.class)
        .where(conditions + rowFilter(), values)
        .where("TRUE", Map.of("now", tx.now()))
        .containing(searchText)
        .page(page, MAX_COUNTED);
  }

  private long count() {
    return bound(
            tx.handle()
                .createQuery(
                    "SELECT count(*) FROM (SELECT 1 FROM "
                        + searchedTable(searchText.isEmpty() ? byEnd() : rowFilter())
                        + " LIMIT "
                        + (MAX_COUNTED + 1)
                        + ") counted"))
        .mapTo(Long.class)
        .one();
  }

  /** The condition on the expiry, for which the store uses the index of expiry times. */
  private String byEnd() {
    return ending.map(comparison -> " AND expires_at " + comparison + " :now").orElse("");
  }

  /** The same condition for claims with known identifiers. */
  private String knownClaimsCondition() {
    return ending.isEmpty()
        ? ""
        : " AND claim_id IN (SELECT claim_id FROM attestation_claim"
            + " WHERE org_id = :org AND revoked_at IS NULL"
            + byEnd()
            + ")";
  }

  /**
   * The same condition as a filter on each row: the addition prevents the store from sorting all
   * rows with such an expiry.
   */
  private String rowFilter() {
    return ending.map(comparison -> " AND expires_at + 0 " + comparison + " :now").orElse("");
  }

  /** The table to search: a text is searched in the latest claims only. */
  private String searchedTable(String condition) {
    String all = "SELECT * FROM attestation_claim WHERE " + conditions + condition;
    return searchText.isEmpty()
        ? "(" + all + ") c"
        : "(SELECT * FROM ("
            + all
            + " ORDER BY claim_id DESC LIMIT "
            + SearchText.MAX_SCANNED
            + ") latest WHERE <contains>) c";
  }

  /** Returns all claims, in the order of their events. */
  List<Claim> inOrder() {
    return claims(
        bound(
            tx.handle()
                .createQuery(
                    "SELECT * FROM attestation_claim WHERE "
                        + conditions
                        + " ORDER BY event_seq")));
  }

  private Query bound(Query query) {
    values.forEach(query::bind);
    return searchText.isEmpty() ? query : query.bind("wanted", searchText);
  }

  private static List<Claim> claims(Query query) {
    return query.map(ConstructorMapper.of(Claim.class)).list();
  }

  /** Returns the text for searches of a claim. */
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

  /**
   * A filter for claims.
   *
   * @param text part of the name of the agent, the identifiers, the issuer or the predicate's type
   */
  public record ClaimFilter(
      Optional<String> agentId, Optional<ClaimStatus> status, Optional<String> text) {}
}
