package io.svc.server.approvals;

import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;

/** The approvals of a tenant that somebody asks for, latest first. */
final class ApprovalRows {
  /** Beyond so many, a list tells that there are at least so many; a text is found in these. */
  static final int MOST_COUNTED = 10_000;

  private final Tx tx;
  private final StringBuilder where = new StringBuilder("org_id = :org");
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final String wanted;

  /** A part of the approvals; {@code next} is from where the next part goes on. */
  record Page(List<Approval> approvals, Optional<String> next, long total, boolean totalIsMinimum) {
    Page {
      approvals = List.copyOf(approvals);
    }
  }

  ApprovalRows(Tx tx, OrgId org, Optional<ApprovalStatus> status, String agentId, String text) {
    this.tx = tx;
    values.put("org", org);
    status.ifPresent(value -> is("status", value));
    if (!agentId.isEmpty()) {
      is("agent_id", agentId);
    }
    this.wanted = SearchText.wanted(text);
  }

  private void is(String column, Object value) {
    where.append(" AND ").append(column).append(" = :").append(column);
    values.put(column, value);
  }

  /** Those behind an approval, or the latest. */
  Page page(Optional<String> behind, int size) {
    Query query =
        bound(
            "SELECT * FROM "
                + looked()
                + " WHERE TRUE"
                + (behind.isPresent() ? " AND approval_id < :behind" : "")
                + " ORDER BY approval_id DESC LIMIT :limit");
    behind.ifPresent(id -> query.bind("behind", id));
    List<Approval> found =
        query.bind("limit", size + 1).map(ConstructorMapper.of(Approval.class)).list();
    boolean isCut = found.size() > size;
    List<Approval> page = isCut ? found.subList(0, size) : found;
    long count =
        bound(
                "SELECT count(*) FROM (SELECT 1 FROM "
                    + looked()
                    + " LIMIT "
                    + (MOST_COUNTED + 1)
                    + ") counted")
            .mapTo(Long.class)
            .one();
    return new Page(
        page,
        isCut ? Optional.of(page.get(size - 1).approvalId()) : Optional.empty(),
        Math.min(count, MOST_COUNTED),
        count > MOST_COUNTED);
  }

  /** Where it is looked: a text is looked for in the latest alone, however many there are. */
  private String looked() {
    String all = "SELECT * FROM approval WHERE " + where;
    return wanted.isEmpty()
        ? "(" + all + ") a"
        : "(SELECT * FROM ("
            + all
            + " ORDER BY approval_id DESC LIMIT "
            + MOST_COUNTED
            + ") latest WHERE <contains>) a";
  }

  private Query bound(String sql) {
    Query query = tx.handle().createQuery(sql);
    values.forEach(query::bind);
    if (!wanted.isEmpty()) {
      query.bind("wanted", wanted);
    }
    return query;
  }
}
