package io.svc.server.mcp;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import java.util.StringJoiner;
import java.util.function.LongConsumer;

/** Reviews of servers. Thread-safe. */
final class McpReviews {
  private final Database database;
  private final AuditLog audit;

  McpReviews(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /**
   * Applies a decision.
   *
   * @param expected throws if the version is not the expected one
   * @throws ApiException if the server does not exist, or the decision is not possible
   */
  InventoryServer review(
      Caller caller,
      String serverId,
      ServerReviewState.Decision decision,
      String note,
      LongConsumer expected) {
    return database.write(
        tx -> {
          InventoryCounts.lock(tx, caller.tenant());
          InventoryServer server = McpInventory.require(tx, caller.tenant(), serverId);
          expected.accept(server.version());
          ServerReviewState to =
              server
                  .reviewState()
                  .after(decision)
                  .orElseThrow(() -> invalidTransition(server.reviewState(), decision));
          InventoryServer reviewed = decide(tx, caller, server, to, note);
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.MCP, "server.review", "mcp_server", server.id(), server.name())
                  .with("decision", decision.toString())
                  .with("from", server.reviewState().toString())
                  .with("to", to.toString())
                  .with("note", note));
          return reviewed;
        });
  }

  /** Stores a decision. */
  static InventoryServer decide(
      Tx tx, Caller caller, InventoryServer server, ServerReviewState to, String note) {
    InventoryServer reviewed = server.reviewed(to, "", note, caller.name(), tx.now());
    InventoryCounts tally = new InventoryCounts();
    tally.remove(server);
    tally.add(reviewed);
    tally.write(tx, caller.tenant());
    tx.on(ServerStore.class).store(caller.tenant(), reviewed);
    return reviewed;
  }

  private static ApiException invalidTransition(
      ServerReviewState from, ServerReviewState.Decision decision) {
    StringJoiner allowed = new StringJoiner(", ");
    from.decisions().forEach(other -> allowed.add(other.toString()));
    return new ApiException(
        ErrorCode.INVALID_TRANSITION,
        "A server with the status \""
            + from
            + "\" does not accept \""
            + decision
            + "\"; expected "
            + allowed
            + ".");
  }
}
