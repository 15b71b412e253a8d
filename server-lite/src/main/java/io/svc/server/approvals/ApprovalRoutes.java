package io.svc.server.approvals;

import io.svc.rules.Severity;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code /api/approvals} for the dashboard, and {@code /v1/approvals} for programs that wait. */
final class ApprovalRoutes {
  private static final ListColumns COLUMNS =
      ListColumns.of("approval_id", "apr_", "id")
          .labels("severity", Severity.class)
          .text(
              "title",
              """
              CASE WHEN host <> '' THEN
                  CASE WHEN method <> '' THEN method WHEN tool <> '' THEN tool ELSE action END
                  || ' ' || host || path
                ELSE CASE WHEN server <> '' THEN server || '.' ELSE '' END
                  || CASE WHEN tool <> '' THEN tool ELSE action END END""")
          .texts("agentName")
          .text("action.type", "action")
          .text("group", "approver_group")
          .numbers("approvalsRequired")
          .labels("status", ApprovalStatus.class)
          .numbers("requestedAt", "expiresAt", "closedAt");

  private static final int USUAL = 50;
  private static final int MAX = 200;
  private static final int MAX_COUNTED = 10_000;
  private static final int LONGEST_COMMENT = 2_000;

  /** RFC 7240, section 4.3: the number of seconds that a client is willing to wait. */
  private static final Pattern WAIT = Pattern.compile("(?i)(?:^|[,;\\s])wait\\s*=\\s*(\\d{1,6})");

  private final Approvals approvals;
  private final Database database;
  private final ApprovalVoting rulings;

  ApprovalRoutes(Approvals approvals, Database database, ApprovalVoting rulings) {
    this.approvals = approvals;
    this.database = database;
    this.rulings = rulings;
  }

  void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    // Operators may decide when they are in the approver group, which the route does not check.
    RouteAccess decide = read.withoutKeys();
    RouteAccess poll =
        RouteAccess.key(Scope.PROXY_USE, RateLimitBucket.EVAL)
            .orScope(Scope.EVAL_WRITE)
            .forAgents();
    api.list("/api/approvals", read, COLUMNS, this::list);
    api.get("/api/approvals/{approvalId}", read, this::getApproval);
    api.post("/api/approvals/{approvalId}/decide", decide, this::decide);
    api.post("/api/approvals/{approvalId}/cancel", decide, this::cancel);
    api.get("/v1/approvals/{approvalId}", poll, this::status);
    api.get("/v1/approvals/{approvalId}/response", poll, this::response);
  }

  private ListResponse list(Call call, ListRequest list) {
    Query query = call.query();
    Optional<ApprovalStatus> status = query.option("status", ApprovalStatus.class);
    Optional<String> agentId = query.text("agentId");
    String text = query.text("q").orElse("");
    PageRequest listPage = list.page(USUAL, MAX);
    return database.read(
        tx -> {
          LatestRows.Page<Approval> page =
              new LatestRows<>(tx, call.org(), "approval", COLUMNS, Approval.class)
                  .is("status", status)
                  .is("agent_id", agentId)
                  .containing(text)
                  .page(listPage, MAX_COUNTED);
          ApprovalView view = approvals.view(tx, call.org(), false);
          return new ListResponse(
              page.rows().stream().map(view::line).toList(),
              page.total(),
              page.totalIsMinimum(),
              ListRequest.next(page));
        });
  }

  private void getApproval(Call call) {
    String id = call.id("approvalId", "approval");
    show(call, id);
  }

  private void show(Call call, String id) {
    call.ok(
        database.read(
            tx -> {
              Approval approval = Approvals.get(tx, call.org(), id);
              ApprovalView view = approvals.view(tx, call.org(), false);
              Map<String, Object> fields = view.details(approval, Optional.empty());
              fields.put(
                  "mayApprove",
                  view.status(approval) == ApprovalStatus.PENDING
                      && rulings
                          .objection(tx, call.caller(), approval, ApprovalVoting.Choice.APPROVE)
                          .isEmpty());
              return Map.of("approval", fields);
            }));
  }

  private void decide(Call call) {
    String id = call.id("approvalId", "approval");
    Fields body = call.body();
    Optional<ApprovalVoting.Choice> choice =
        body.neededOption("decision", ApprovalVoting.Choice.class);
    String comment = body.optionalText("comment", LONGEST_COMMENT).orElse("");
    body.check();
    noted(call, () -> rulings.decide(call.caller(), id, choice.orElseThrow(), comment));
    show(call, id);
  }

  private void cancel(Call call) {
    String id = call.id("approvalId", "approval");
    Fields body = call.optionalBody();
    String comment = body.optionalText("comment", LONGEST_COMMENT).orElse("");
    body.check();
    noted(call, () -> rulings.cancel(call.caller(), id, comment));
    show(call, id);
  }

  /** Records denied attempts in the audit log. */
  private static void noted(Call call, Runnable step) {
    try {
      step.run();
    } catch (ApiException e) {
      throw e.code() == ErrorCode.FORBIDDEN ? call.denied(e) : e;
    }
  }

  /**
   * Returns the approval identifier of the path. A key that is bound to an agent only has access to
   * approvals of that agent.
   */
  private String approvalId(Call call) {
    String id = call.id("approvalId", "approval");
    call.caller()
        .agentId()
        .ifPresent(
            agentId -> {
              Approval approval = database.read(tx -> Approvals.get(tx, call.org(), id));
              if (!approval.agentId().equals(agentId)) {
                throw ApiException.notFound("approval", id);
              }
            });
    return id;
  }

  private void status(Call call) {
    String id = approvalId(call);
    OrgId org = call.org();
    approvals.awaitSettled(org, id, preferredWait(call));
    call.ok(
        database.read(
            tx ->
                approvals
                    .view(tx, org, true)
                    .details(Approvals.get(tx, org, id), approvals.answer(tx, org, id))));
  }

  private void response(Call call) {
    String id = approvalId(call);
    HeldCallOutcome awaited = approvals.await(call.org(), id, preferredWait(call));
    if (awaited instanceof HeldCallOutcome.Rejected deniedOutcome) {
      throw new ApiException(deniedOutcome.code(), deniedOutcome.message());
    }
    call.header("X-Svc-Approval-Id", id);
    if (awaited instanceof HeldCallOutcome.Pending pending) {
      call.header("Location", "/v1/approvals/" + id);
      call.header("Retry-After", Integer.toString(pending.pollSeconds()));
      call.send(202, "application/json", Json.bytes(pending.body()));
    } else if (awaited instanceof HeldCallOutcome.Completed done) {
      Map<String, String> headers = new LinkedHashMap<>(HeldResponseHeaders.shown(done.answer()));
      String type =
          Optional.ofNullable(headers.remove("content-type")).orElse("application/octet-stream");
      headers.forEach(call::header);
      call.header("X-Svc-Decision-Id", done.decisionId());
      call.send(done.answer().status(), type, done.answer().body());
    }
  }

  /**
   * Returns the wait that the caller prefers, limited to the maximum, and confirms it in the
   * response.
   */
  private static Duration preferredWait(Call call) {
    Matcher wait = WAIT.matcher(call.header("Prefer").orElse(""));
    if (!wait.find()) {
      return Duration.ZERO;
    }
    long seconds = Math.min(Long.parseLong(wait.group(1)), ApprovalLongPoll.LONGEST.toSeconds());
    call.header("Preference-Applied", "wait=" + seconds);
    return Duration.ofSeconds(seconds);
  }

  /** The response of the list endpoint. */
  record ListResponse(
      List<Map<String, Object>> approvals,
      long total,
      boolean totalIsMinimum,
      Optional<String> cursor) {}
}
