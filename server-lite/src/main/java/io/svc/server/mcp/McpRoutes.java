package io.svc.server.mcp;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RouteAccess;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code /api/mcp} for the dashboard. */
public final class McpRoutes {
  private static final int LONGEST_NOTE = 2_000;
  private static final int MAX_SERVERS = 10_000;
  private static final int ORDINARY_PAGE = 50;
  private static final int LARGEST_PAGE = 200;
  private static final int LARGEST_LIST = 500;
  private static final int LARGEST_BASELINE = 10 << 20;

  private final McpInventory inventory;
  private final McpFindings findings;
  private final McpReports reports;
  private final McpReviews reviews;
  private final McpBaselines baselines;
  private final Masking masking;
  private final AssetFields assets;

  McpRoutes(
      McpInventory inventory,
      McpFindings findings,
      McpReports reports,
      McpReviews reviews,
      McpBaselines baselines,
      Masking masking) {
    this.inventory = inventory;
    this.findings = findings;
    this.reports = reports;
    this.reviews = reviews;
    this.baselines = baselines;
    this.masking = masking;
    this.assets = new AssetFields(masking);
  }

  void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    RouteAccess write = RouteAccess.session(Permission.REVIEWS_WRITE);
    // Registered before the route of a single server, whose parameter would match these words.
    api.get("/api/mcp/baseline", read, this::baseline);
    api.post("/api/mcp/baseline", write.withBodyUpTo(LARGEST_BASELINE), this::approve);
    api.get("/api/mcp/baseline/diff", read, this::diff);
    api.list("/api/mcp/reports", read, McpReports.COLUMNS, this::reports);
    api.get("/api/mcp/reports/{reportId}", read, this::report);
    api.list("/api/mcp/findings", read, McpFindings.COLUMNS, this::findings);
    api.post("/api/mcp/review", write, this::review);
    api.list("/api/mcp", read, McpInventory.COLUMNS, this::servers);
    api.get("/api/mcp/{serverId}", read, this::server);
    api.get("/api/mcp/{serverId}/findings", read, this::findingsOfServer);
  }

  private ServerList servers(Call call, ListRequest list) {
    Query query = call.query();
    FindingCondition condition = new FindingCondition(call.org());
    query.text("source").ifPresent(source -> condition.is("source", source));
    query.option("reviewState", ServerReviewState.class).ifPresent(condition::reviewed);
    query.text("q").ifPresent(condition::contains);
    McpInventory.Page page =
        inventory.page(condition, call.org(), list.page(LARGEST_LIST, LARGEST_LIST));
    return new ServerList(
        page.servers().stream().map(ServerView::of).toList(),
        page.total(),
        page.isMinimum(),
        ListRequest.cursor(page.next()));
  }

  private void server(Call call) {
    McpInventory.ServerWithFindings knownServer =
        inventory.get(call.org(), call.id("serverId", "MCP server"));
    call.ok(
        Map.of(
            "server",
            new ServerView.Detail(
                ServerView.of(knownServer.server()),
                knownServer.server().assets(),
                knownServer.findings())));
  }

  private void findingsOfServer(Call call) {
    Query query = call.query();
    call.ok(
        findings.ofServer(
            call.org(),
            call.id("serverId", "MCP server"),
            query.number("limit", 1, LARGEST_LIST, LARGEST_LIST),
            query.offset()));
  }

  private FindingList findings(Call call, ListRequest list) {
    Query query = call.query();
    FindingCondition condition = new FindingCondition(call.org());
    condition.in("severity", query.options("severity", Severity.class));
    condition.in("status", query.options("status", FindingStatus.class));
    query
        .text("finding_type")
        .ifPresent(type -> condition.is("finding_type", type.toLowerCase(Locale.ROOT)));
    query
        .text("server")
        .ifPresent(
            server -> condition.is(server.startsWith("mcp_") ? "server_id" : "server", server));
    query.text("q").ifPresent(condition::contains);
    McpFindings.Page page =
        list.isSorted()
            ? findings.page(
                condition, list.page("page_size", "page_token", ORDINARY_PAGE, LARGEST_PAGE))
            : findings.page(
                condition,
                call.org(),
                list.size("page_size", ORDINARY_PAGE, LARGEST_PAGE),
                list.cursor("page_token"));
    return new FindingList(
        page.findings(), page.nextToken(), page.total().count(), page.total().isMinimum());
  }

  private McpReports.Page reports(Call call, ListRequest list) {
    return reports.page(call.org(), list.page(ORDINARY_PAGE, LARGEST_LIST));
  }

  private void report(Call call) {
    String reportId = call.path("reportId");
    if (!ReportReader.isReportId(reportId)) {
      throw ApiException.notFound("report", reportId);
    }
    call.ok(Map.of("report", reports.get(call.org(), reportId)));
  }

  private void review(Call call) {
    Fields body = call.body();
    String serverId = body.text("serverId", 1, 100);
    Optional<ServerReviewState.Decision> decision =
        body.neededOption("decision", ServerReviewState.Decision.class);
    String note = masking.text(body.optionalText("note", LONGEST_NOTE).orElse(""));
    body.check();
    InventoryServer server =
        reviews.review(call.caller(), serverId, decision.orElseThrow(), note, call::expectVersion);
    call.version(server.version()).ok(Map.of("server", ServerView.of(server)));
  }

  private void baseline(Call call) {
    call.ok(new BaselineEnvelope(baselines.latest(call.org())));
  }

  private void approve(Call call) {
    Fields body = call.body();
    McpBaselines.Approval approval =
        new McpBaselines.Approval(
            body.texts("serverIds", MAX_SERVERS, 100),
            body.flag("all", false),
            assets.readWithFiles(body, names -> inventory.serverLocations(call.org(), names)),
            masking.text(body.optionalText("note", LONGEST_NOTE).orElse("")));
    if (!approval.all() && approval.serverIds().isEmpty() && approval.assets().isEmpty()) {
      body.problem(
          "required",
          "serverIds",
          "No server to approve is specified; expected \"serverIds\", \"assets\" or \"all\":"
              + " true.");
    }
    body.check();
    call.ok(new BaselineEnvelope(Optional.of(baselines.approve(call.caller(), approval))));
  }

  private void diff(Call call) {
    call.ok(baselines.diff(call.org()));
  }

  private record ServerList(
      List<ServerView> servers, long total, boolean totalIsMinimum, Optional<String> cursor) {}

  /** Named like lists with page tokens in the API specification. */
  private record FindingList(
      List<JsonNode> findings,
      @JsonProperty("next_page_token") String nextPageToken,
      @JsonProperty("total_size") long totalSize,
      @JsonProperty("total_is_minimum") boolean totalIsMinimum) {}

  private record BaselineEnvelope(Optional<McpBaselines.ApprovedBaseline> baseline) {}
}
