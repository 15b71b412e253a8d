import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html } from "./components/html.js";
import { Shell } from "./components/shell.js";
import { OnDemand } from "./components/on-demand.js";
import { PageHead } from "./components/page.js";
import { Empty, ErrorBox, Skeleton } from "./components/states.js";
import { get } from "./api.js";
import { navigate, useLocation } from "./router.js";
import { SessionContext } from "./session.js";

/**
 * Every page: its address, its module and the name of its component. Modules are loaded on demand.
 * The server reads this table: it answers these addresses, and tells the browser early what each needs.
 */
const PAGES = [
  ["/overview", () => import("./views/overview.js"), "Overview"],
  ["/agents", () => import("./views/agents.js"), "Agents"],
  ["/agents/{id}", () => import("./views/agent.js"), "AgentPage"],
  ["/sessions/{id}", () => import("./views/session.js"), "SessionPage"],
  ["/discovery", () => import("./views/discovery.js"), "Discovery"],
  ["/discovery/{id}", () => import("./views/asset.js"), "AssetPage"],
  ["/mcp", () => import("./views/mcp.js"), "McpServers"],
  ["/mcp/findings", () => import("./views/findings.js"), "Findings"],
  ["/mcp/reports", () => import("./views/scan-reports.js"), "ScanReports"],
  ["/mcp/reports/{id}", () => import("./views/scan-report.js"), "ScanReportPage"],
  ["/mcp/baseline", () => import("./views/baseline.js"), "Baseline"],
  ["/mcp/{id}", () => import("./views/mcp-server.js"), "McpServerPage"],
  ["/policies", () => import("./views/policies.js"), "Policies"],
  ["/policies/new", () => import("./views/policy-new.js"), "NewPolicy"],
  ["/policies/{id}", () => import("./views/policy.js"), "PolicyPage"],
  ["/policies/{id}/rollout", () => import("./views/policy-rollout.js"), "PolicyRollout"],
  ["/rollout", () => import("./views/rollout.js"), "Rollout"],
  ["/certifications", () => import("./views/certifications.js"), "Certifications"],
  ["/lifecycle", () => import("./views/lifecycle.js"), "Lifecycle"],
  ["/attestation", () => import("./views/attestation.js"), "Attestation"],
  ["/execution", () => import("./views/execution.js"), "Execution"],
  ["/approvals", () => import("./views/approvals.js"), "Approvals"],
  ["/approvals/{id}", () => import("./views/approval.js"), "ApprovalPage"],
  ["/alerts", () => import("./views/alerts.js"), "Alerts"],
  ["/alerts/rules", () => import("./views/alert-rules.js"), "AlertRules"],
  ["/alerts/{id}", () => import("./views/alert.js"), "AlertPage"],
  ["/incidents", () => import("./views/incidents.js"), "Incidents"],
  ["/incidents/{id}", () => import("./views/incident.js"), "IncidentPage"],
  ["/reports", () => import("./views/reports.js"), "Reports"],
  ["/reports/{id}", () => import("./views/report.js"), "ReportPage"],
  ["/audit", () => import("./views/audit.js"), "Audit"],
  ["/settings", () => import("./views/settings.js"), "Settings"],
  ["/settings/{section}", () => import("./views/settings.js"), "Settings"],
];

/** Pages of people who are not signed in, and of those who have just come. */
const DOORS = [
  ["/login", () => import("./views/sign-in.js"), "Login"],
  ["/register", () => import("./views/sign-in.js"), "Register"],
  ["/forgot", () => import("./views/passwords.js"), "Forgot"],
  ["/reset", () => import("./views/passwords.js"), "Reset"],
  ["/invite", () => import("./views/passwords.js"), "Invite"],
  ["/setup", () => import("./views/setup.js"), "Setup"],
];

function match(pages, path) {
  const parts = path.split("/");
  for (const [template, load, name] of pages) {
    const wanted = template.split("/");
    const fits =
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith("{") ? parts[i] !== "" : part === parts[i]));
    if (!fits) continue;
    const params = {};
    wanted.forEach((part, i) => {
      if (part.startsWith("{")) params[part.slice(1, -1)] = decodeURIComponent(parts[i]);
    });
    return { load, name, params };
  }
  return null;
}

const Found = ({ found: { load, name, params } }) =>
  html`<${OnDemand} load=${load} name=${name} props=${params} />`;

function Missing() {
  return html`<${PageHead} title="Page not found" />
    <div class="card">
      <${Empty} icon="circle-help" title="There is no page at this address">
        <p>Search with Ctrl K, or start from the overview.</p>
        <a class="btn" href="/overview">Open overview</a>
      </${Empty}>
    </div>`;
}

/** The pages for people who are signed in. */
function Inside({ path }) {
  const [session, set] = useState(null);
  const [error, setError] = useState(null);
  const load = () => get("/api/auth/session").then((s) => (setError(null), set(s)), setError);
  useEffect(() => {
    load();
  }, []);
  useEffect(() => {
    if (!session) return;
    if (path === "/") navigate(session.onboarded ? "/overview" : "/setup", { replace: true });
  }, [session, path]);
  if (error && error.status !== 401) {
    return html`<main class="door"><${ErrorBox} error=${error} retry=${load} /></main>`;
  }
  if (!session) return html`<${Skeleton} height=${400} />`;
  const found = match(PAGES, path);
  return html`<${SessionContext.Provider} value=${{ ...session, reload: load }}>
    <${Shell} path=${path}>
      ${found ? html`<${Found} key=${path} found=${found} />` : path !== "/" && html`<${Missing} />`}
    </${Shell}>
  </${SessionContext.Provider}>`;
}

function App() {
  const path = useLocation().pathname.replace(/(.)\/$/, "$1");
  const door = match(DOORS, path);
  return door ? html`<${Found} key=${path} found=${door} />` : html`<${Inside} path=${path} />`;
}

render(html`<${App} />`, document.getElementById("app"));
