package server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every list, search, overview and export there is, as requests to a store of so many rows. */
final class Listings {
  /** Of GET, those whose answer is about one thing, or the same however much there is. */
  private static final Set<String> SINGLE =
      Set.of(
          "/healthz", "/readyz", "/metrics", "/api/openapi.json", "/openapi.json",
          "/api/auth/session", "/api/auth/sessions", "/api/auth/logout", "/api/auth/sso/authorize",
          "/api/auth/sso/callback", "/api/admin/tenant", "/api/policies/{policyId}",
          "/api/policies/templates", "/api/policies/dsl/schema", "/api/admin/redaction",
          "/v1/proxy", "/v1/proxy/{target}", "/api/approvals/{approvalId}",
          "/v1/approvals/{approvalId}", "/v1/approvals/{approvalId}/response",
          "/api/governance/rollout/{policyId}", "/api/v1/governance/rollout/{policyId}",
          "/api/v1/governance/replays/{replayJobId}", "/api/governance/attestation/keys",
          "/api/v1/governance/attestation/keys", "/api/lifecycle/config",
          "/api/discovery/connectors", "/api/mcp/reports/{reportId}",
          "/api/admin/integrations/{integrationId}", "/api/alerts/rules/{ruleId}",
          "/api/reports/{reportId}", "/api/detection/config", "/api/detection/models",
          "/api/incidents/{incidentId}/review");

  /** Whose answer grows with what it is asked for, which is the point of it. */
  private static final Set<String> WHOLE =
      Set.of(
          "/api/admin/audit-log/verify", "/api/admin/audit-log/export",
          "/api/reports/{reportId}/export", "/api/mcp/baseline", "/api/mcp/baseline/diff",
          "/api/admin/members");

  private static final Pattern OPERATION =
      Pattern.compile("\"(/[^\"]*)\"\\s*:\\s*\\{\\s*(?:\"parameters\"[^\\]]*\\],)?\\s*\"get\"");

  private final long rows;
  private final List<Request> all = new ArrayList<>();

  private Listings(long rows) {
    this.rows = rows;
  }

  static List<Request> of(long rows) {
    Listings listings = new Listings(rows);
    listings.governance();
    listings.agents();
    listings.mcp();
    listings.alertsAndIncidents();
    listings.rest();
    return listings.all;
  }

  private void governance() {
    String decisions = "/api/governance/execution?limit=50";
    add("decisions", decisions);
    add("decisions, deep page", decisions + "&cursor=" + Copies.id("dec", rows / 2));
    add("decisions, of an agent", decisions + "&agentId=" + Copies.id("agt", 7));
    add("decisions, of a session", decisions + "&sessionId=" + Copies.id("ses", 7));
    add("decisions, denied", decisions + "&outcome=denied");
    add("decisions, allowed", decisions + "&outcome=allowed");
    add("decisions, routed elsewhere", decisions + "&routingMode=container");
    add("decisions, denied of an agent", decisions + "&outcome=denied&agentId=" + Copies.id("agt", 7));
    add("decisions, q common", decisions + "&q=tool_call");
    add("decisions, q rare", decisions + "&q=zebra");
    add("decisions, q nowhere", decisions + "&q=giraffe");
    String events = "/api/v1/governance/events?limit=100";
    add("events, oldest", events);
    add("events, one type", events + "&eventType=replay.verdict");
    add("events, no such type", events + "&eventType=approval.expired");
    add("events, of an agent", events + "&agentId=" + Copies.id("agt", 7));
    add("feed of decisions", "/api/v1/governance/execution");
    add("feed of decisions, of an agent", "/api/v1/governance/execution?agentId=" + Copies.id("agt", 7));
    add("feed of rollouts", "/api/v1/governance/rollout");
    add("feed of claims", "/api/v1/governance/attestation");
    add("kill switches", "/api/governance/kill-switch");
    add("kill switches, v1", "/api/v1/governance/kill-switch");
    add("rollouts", "/api/governance/rollout?limit=50");
    add("policies", "/api/policies?limit=50");
    add("policies, q", "/api/policies?limit=50&q=payments");
    add("versions of a policy", "/api/policies/" + Copies.id("pol", 1) + "/versions");
    String claims = "/api/governance/attestation?limit=50";
    add("claims", claims);
    add("claims, revoked", claims + "&status=revoked");
    add("claims, valid", claims + "&status=valid");
    add("claims, of an agent", claims + "&agentId=" + Copies.id("agt", 7));
    add("claims, q nowhere", claims + "&q=giraffe");
    String certifications = "/v1/store/certifications?limit=50";
    add("certifications", certifications);
    add("certifications, of a workflow", certifications + "&workflow_id=invoice-intake-8");
    String approvals = "/api/approvals?limit=50";
    add("approvals", approvals);
    add("approvals, pending", approvals + "&status=pending");
    add("approvals, denied", approvals + "&status=denied");
    add("approvals, of an agent", approvals + "&agentId=" + Copies.id("agt", 7));
    add("approvals, q nowhere", approvals + "&q=giraffe");
  }

  private void agents() {
    String agents = "/api/agents?limit=50";
    add("agents", agents);
    add("agents, status", agents + "&status=active");
    add("agents, environment", agents + "&environment=staging");
    add("agents, offset", agents + "&offset=" + Copies.agents(rows) / 2);
    add("agents, q common", agents + "&q=number");
    add("agents, q nowhere", agents + "&q=giraffe");
    String agent = "/api/agents/" + Copies.id("agt", 7);
    add("an agent", agent);
    add("sessions of an agent", agent + "/sessions?limit=50");
    String longest = "/api/sessions/" + Copies.id("ses", rows / 5);
    add("timeline of a long session", longest + "?limit=100");
    add("timeline, far behind", longest + "?limit=100&offset=" + rows / 100);
    add("runtime logs", "/api/store/runtime-logs?session_id=" + Copies.id("ses", 7));
    add("trace links", "/api/store/trace-links?session_id=" + Copies.id("ses", 7));
    add("lifecycle overview", "/api/lifecycle/overview");
    add("checklist of an agent", "/api/lifecycle/agents/" + Copies.id("agt", 7) + "/checklist");
  }

  private void mcp() {
    String findings = "/api/mcp/findings";
    add("findings", findings);
    add("findings, deep page", findings + "?page_token=" + Plans.token(rows / 10));
    add("findings, severity", findings + "?severity=critical,high");
    add("findings, status", findings + "?status=open,new");
    add("findings, both", findings + "?status=open,new&severity=critical,high");
    add("findings, type", findings + "?finding_type=unpinned_package");
    add("findings, type and status", findings + "?finding_type=unpinned_package&status=open");
    add("findings, server", findings + "?server=" + Copies.id("mcp", 7));
    add("findings, q common", findings + "?q=server");
    add("findings, q rare", findings + "?q=zebra%20cross");
    add("findings, q nowhere", findings + "?q=giraffe");
    add("findings, q of two letters", findings + "?q=zq");
    add("findings, q and status", findings + "?q=server&status=suppressed");
    String servers = "/api/mcp?limit=50";
    add("servers", servers);
    add("servers, review", servers + "&reviewState=approved");
    add("servers, offset", servers + "&offset=" + rows / 200);
    add("servers, q rare", servers + "&q=server%2077");
    add("a server", "/api/mcp/" + Copies.id("mcp", 7));
    add("findings of a server", "/api/mcp/" + Copies.id("mcp", 7) + "/findings");
    add("scan reports", "/api/mcp/reports?limit=50");
    add("scan reports, offset", "/api/mcp/reports?limit=50&offset=" + rows / 50);
  }

  private void alertsAndIncidents() {
    String alerts = "/api/alerts";
    add("alerts", alerts);
    add("alerts, deep page", alerts + "?page_token=" + token(Copies.id("alr", rows / 2)));
    add("alerts, severity", alerts + "?severity=critical");
    add("alerts, open", alerts + "?triage_status=open");
    add("alerts, both", alerts + "?triage_status=open&severity=low");
    add("alerts, status", alerts + "?status=failed");
    add("alerts, of an agent", alerts + "?agent_id=" + Copies.id("agt", 7));
    add("alerts, threat", alerts + "?threat_type=secret_exposure");
    add("alerts, threat and open", alerts + "?threat_type=secret_exposure&triage_status=open");
    add("alerts, open of no agent", alerts + "?triage_status=open&agent_id=agt_nobody");
    add("an alert", "/api/alerts/" + Copies.id("alr", 7));
    add("alert rules", "/api/alerts/rules");
    String incidents = "/api/incidents?limit=50";
    add("incidents", incidents);
    add("incidents, open", incidents + "&status=open");
    add("incidents, both", incidents + "&status=open&severity=high");
    add("incidents, offset", incidents + "&offset=" + Math.min(5_000, rows / 10));
    add("incidents, q nowhere", incidents + "&q=giraffe");
    add("an incident", "/api/incidents/" + Copies.id("inc", 7));
  }

  private void rest() {
    String assets = "/api/discovery?limit=50";
    add("assets", assets);
    add("assets, review", assets + "&reviewState=unreviewed");
    add("assets, source", assets + "&source=n8n");
    add("assets, kind", assets + "&kind=workflow");
    add("assets, confidence", assets + "&minConfidence=0.99");
    add("assets, offset", assets + "&offset=1000");
    add("assets, q rare", assets + "&q=workflow%2077");
    add("assets, q nowhere", assets + "&q=giraffe");
    add("an asset", "/api/discovery/" + Copies.id("ast", 7));
    add("history of an asset", "/api/discovery/" + Copies.id("ast", 7) + "/history");
    add("differences of an asset", "/api/discovery/" + Copies.id("ast", 7) + "/diff");
    add("saved views", "/api/discovery/saved-views");
    add("audit log", "/api/admin/audit-log");
    add("audit log, one category", "/api/admin/audit-log?category=mcp");
    add("audit log, far back", "/api/admin/audit-log?offset=5000");
    add("API keys", "/api/admin/api-keys?limit=50");
    add("invitations", "/api/admin/invite?limit=50");
    add("integrations", "/api/admin/integrations");
    add("credentials", "/api/egress/credentials");
    add("reports", "/api/reports?limit=50");
    add("detection, figures", "/api/detection/stats");
    add("overview", "/api/overview");
    add("search", "/api/search/resources?q=server%2077");
    add("search, nowhere", "/api/search/resources?q=giraffe");
  }

  private void add(String name, String path) {
    all.add(Request.get(name, path));
  }

  /** What the document tells of and is neither measured nor said to be left out. */
  static Set<String> forgotten(String openapi, List<Request> measured) {
    Set<String> forgotten = new TreeSet<>();
    Matcher operation = OPERATION.matcher(openapi);
    while (operation.find()) {
      String path = operation.group(1);
      Pattern pattern = Pattern.compile(path.replaceAll("\\{\\w+}", "[^/]+") + "(\\?.*)?");
      if (!SINGLE.contains(path)
          && !WHOLE.contains(path)
          && measured.stream().noneMatch(one -> pattern.matcher(one.path()).matches())) {
        forgotten.add(path);
      }
    }
    return forgotten;
  }

  /** What answers with all there is. */
  static Set<String> whole() {
    return new TreeSet<>(WHOLE);
  }

  private static String token(String id) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(id.getBytes(StandardCharsets.US_ASCII));
  }
}
