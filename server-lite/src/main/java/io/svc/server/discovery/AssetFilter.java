package io.svc.server.discovery;

import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.SearchText;
import io.svc.server.db.Trigrams;
import io.svc.server.db.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;

/** A query for assets of a tenant. */
final class AssetFilter {
  static final ListColumns COLUMNS =
      ListColumns.of("asset_id", "ast_", "id")
          .text("name", "posture::json ->> 'name'")
          .labels("kind", AssetKind.class)
          .texts("source")
          .numbers("riskScore", "confidence")
          .labels("governanceStatus", GovernanceStatus.class)
          .labels("reviewState", AssetReviewState.class)
          .labels("lifecycleState", Presence.class)
          .text(
              "owner",
              "CASE WHEN agent_owner = '' THEN posture::json ->> 'owner' ELSE agent_owner END")
          .texts("agentId")
          .numbers("firstSeenAt", "lastSeenAt");

  /** The limit of totals; larger totals are reported as a minimum. */
  static final int MAX_COUNTED = 1_000;

  /** An index with at most this many matches is used for the query. */
  private static final int FEW = 5_000;

  private final OrgId org;
  private final StringBuilder conditions = new StringBuilder("org_id = :org");
  private final Map<String, Object> values = new LinkedHashMap<>();
  private Optional<Trigrams> trigrams = Optional.empty();
  private boolean showsIgnored;
  private boolean areFew;
  private boolean isText;

  /** The total, or its minimum. */
  record Total(long count, boolean isMinimum) {}

  AssetFilter(OrgId org) {
    this.org = org;
  }

  /** Restricts a column to a value. */
  AssetFilter is(String column, String value) {
    conditions.append(" AND ").append(column).append(" = :").append(column);
    values.put(column, value);
    return this;
  }

  /** Restricts to assets with a review state; removed assets do not wait for a review. */
  AssetFilter reviewed(AssetReviewState state) {
    showsIgnored = true;
    if (state == AssetReviewState.UNREVIEWED) {
      conditions.append(" AND lifecycle_state <> 'removed'");
    }
    return is("review_state", state.toString());
  }

  /** Restricts to assets that a source observed, possibly in addition to others. */
  AssetFilter seenBy(AssetSource source) {
    values.put("source", source);
    values.put("sources", "% " + source + " %");
    return this;
  }

  /** Restricts to assets with at least this confidence. */
  AssetFilter withMinConfidence(double confidence) {
    conditions.append(" AND confidence >= :confidence");
    values.put("confidence", AssetStore.confidence(confidence));
    return this;
  }

  /** Restricts to assets with a text in their searchable fields, ignoring case. */
  AssetFilter containing(String text) {
    isText = true;
    values.put("wanted", SearchText.normalized(text));
    trigrams =
        Optional.of(new Trigrams(text.toLowerCase(Locale.ROOT))).filter(found -> !found.isEmpty());
    return this;
  }

  /** Returns a page at an offset: shadow assets first, then the latest found. */
  List<DiscoveredAsset> page(Tx tx, int limit, int offset) {
    return query(tx, "SELECT * " + inOrder(tx) + " LIMIT :limit OFFSET :offset")
        .bind("limit", limit)
        .bind("offset", offset)
        .mapTo(AssetStore.Row.class)
        .map(AssetStore.Row::asset)
        .list();
  }

  /** Returns assets in a requested order. */
  LatestRows.Page<AssetStore.Row> page(Tx tx, PageRequest page) {
    LatestRows<AssetStore.Row> rows =
        new LatestRows<>(tx, org, "discovered_asset", COLUMNS, AssetStore.Row.class)
            .where(listed(tx), values);
    return (isText ? rows.containing(String.valueOf(values.get("wanted"))) : rows).page(page, 0);
  }

  /** Returns the number of matches, up to the limit. */
  Total total(Tx tx) {
    if (values.isEmpty()) {
      return tx.on(DiscoveryTenantStore.class)
          .find(org)
          .map(row -> new Total(row.assets() - row.ignored(), false))
          .orElse(new Total(0, false));
    }
    long count =
        query(
                tx,
                "SELECT count(*) FROM (SELECT 1 "
                    + inOrder(tx)
                    + " LIMIT "
                    + (MAX_COUNTED + 1)
                    + ") counted")
            .mapTo(Long.class)
            .one();
    boolean isMinimum = count > MAX_COUNTED || (isText && !areFew && isMoreThanSearched(tx));
    return new Total(Math.min(count, MAX_COUNTED), isMinimum);
  }

  private boolean isMoreThanSearched(Tx tx) {
    int more = SearchText.MAX_SCANNED + 1;
    return query(
                tx,
                "SELECT count(*) FROM (SELECT 1 FROM discovered_asset WHERE "
                    + condition(tx)
                    + " LIMIT "
                    + more
                    + ") counted")
            .mapTo(Integer.class)
            .one()
        == more;
  }

  /**
   * Returns the matches in display order. Counting uses the same order, because it usually reaches
   * the limit soon, while a plan chosen by the store can be slow. A text search scans a limited
   * number of rows.
   */
  private String inOrder(Tx tx) {
    String condition = condition(tx);
    // Few matches are sorted; with an index in this order, the store would scan all rows.
    String orderColumn = areFew ? "place + 0" : "place";
    String order = " ORDER BY " + orderColumn + " DESC, asset_id DESC";
    String all = "FROM discovered_asset WHERE " + condition + order;
    return isText
        ? "FROM (SELECT * "
            + all
            + " LIMIT "
            + SearchText.MAX_SCANNED
            + ") shown WHERE <contains>"
            + order
        : all;
  }

  /** Hides ignored assets unless the request filters by their review state. */
  private String condition(Tx tx) {
    return listed(tx) + (trigrams.isPresent() ? rare(tx) : "");
  }

  private String listed(Tx tx) {
    return conditions
        + (showsIgnored ? "" : " AND review_state <> 'ignored'")
        + (values.containsKey("source") ? source(tx) : "")
        + (values.containsKey("confidence") ? confidenceClause(tx) : "");
  }

  /** Uses the index of a source with few assets; otherwise filters the scanned rows. */
  private String source(Tx tx) {
    long seen =
        query(
                tx,
                "SELECT count(*) FROM (SELECT 1 FROM discovered_sighting WHERE org_id = :org"
                    + " AND source = :source LIMIT "
                    + FEW
                    + ") counted")
            .mapTo(Long.class)
            .one();
    areFew |= seen < FEW;
    return seen < FEW
        ? " AND asset_id IN (SELECT asset_id FROM discovered_sighting WHERE org_id = :org"
            + " AND source = :source) AND sources LIKE :sources"
        : " AND sources LIKE :sources";
  }

  /** Uses the index of the confidence when few assets reach it. */
  private String confidenceClause(Tx tx) {
    String those = "FROM discovered_asset WHERE org_id = :org AND confidence >= :confidence";
    long count =
        query(tx, "SELECT count(*) FROM (SELECT 1 " + those + " LIMIT " + FEW + ") counted")
            .mapTo(Long.class)
            .one();
    areFew |= count < FEW;
    return count < FEW ? " AND asset_id IN (SELECT asset_id " + those + ")" : "";
  }

  /** Uses the text index for a rare text; a scan fills a page soon for a common one. */
  private String rare(Tx tx) {
    String counted = Trigrams.count(tx, "discovered_asset", FEW);
    Query query = tx.handle().createQuery(counted).bind("org", org);
    trigrams.orElseThrow().bind(tx, org, counted, query);
    boolean isRare = query.mapTo(Long.class).one() < FEW;
    areFew |= isRare;
    return isRare ? " AND " + Trigrams.condition(tx, "discovered_asset", "asset_id") : "";
  }

  private Query query(Tx tx, String sql) {
    Query query = tx.handle().createQuery(sql).bind("org", org);
    values.forEach(query::bind);
    trigrams.ifPresent(found -> found.bind(tx, org, sql, query));
    return query;
  }
}
