import { html } from "../components/html.js";
import { SEVERITIES, Sev, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Icon } from "../components/icons.js";
import { num, plural } from "../formats/counts.js";
import { duration } from "../formats/dates.js";
import { UNDELIVERED } from "./alert-words.js";
import { OPEN_INCIDENTS } from "./incident-words.js";

const MOST_ALERTS = 3;

/**
 * Returns the items that need attention, highest severity first, each with a link.
 *
 * @param incidents a page of open incidents; alerts: open critical alerts; drift: baseline drift. Each is undefined until
 *     it is loaded
 */
export function attentionOf(overview, { incidents, alerts, drift }) {
  // Alerts of an incident are handled in the incident.
  const alone = (alerts?.alerts ?? []).filter((one) => !one.incident_id);
  const unseen = overview.alerts.critical - (alerts?.alerts.length ?? 0);
  const items = [
    ...(incidents?.incidents ?? []).map(incident),
    moreIncidents(overview.incidents.open, incidents),
    ...alone.slice(0, MOST_ALERTS).map(alert),
    (unseen > 0 || alone.length > MOST_ALERTS) && allAlerts(overview.alerts.critical),
    ...stops(overview.killSwitch),
    changed(drift),
    ...waits(overview),
    ...fails(overview),
  ];
  const rank = (item) => SEVERITIES.indexOf(item.severity);
  return items.filter(Boolean).sort((a, b) => rank(a) - rank(b));
}

const joined = (...parts) => parts.filter(Boolean).join(" · ");

const incident = (one) => ({
  key: one.id,
  severity: one.severity,
  title: one.title,
  detail: joined(
    `Incident #${one.number}`,
    one.agentCount > 0 && plural(one.agentCount, "agent"),
    !one.commander && "no commander assigned",
  ),
  at: one.openedAt,
  href: "/incidents/" + one.id,
  verb: "Open incident",
});

const alert = (one) => ({
  key: one.id,
  severity: one.severity,
  title: one.title,
  detail: joined("Alert", one.agent_name, one.destination),
  at: one.last_seen_at,
  href: "/alerts/" + one.id,
  verb: "Review alert",
});

function moreIncidents(open, page) {
  const rest = page ? open - page.incidents.length : 0;
  return (
    rest > 0 && {
      key: "incidents",
      severity: "high",
      title: plural(rest, "more open incident"),
      detail: `${num(open)} in total`,
      href: `/incidents?status=${OPEN_INCIDENTS}`,
      verb: "View incidents",
    }
  );
}

const allAlerts = (total) => ({
  key: "alerts",
  severity: "critical",
  title: plural(total, "open critical alert"),
  detail: "Including alerts of incidents",
  href: "/alerts?severity=critical",
  verb: "View alerts",
});

function stops({ frozen, frozenAt, reason, enforcementDisabledAt, enforcementDisabledReason }) {
  return [
    enforcementDisabledAt && {
      key: "enforcement",
      severity: "critical",
      title: "Enforcement is disabled",
      detail: enforcementDisabledReason || "Policies are in observe mode. No calls are blocked.",
      at: enforcementDisabledAt,
      href: "/rollout",
      verb: "Open rollout",
    },
    frozen && {
      key: "frozen",
      severity: "high",
      title: "Rollouts are frozen",
      detail: reason || "Policies cannot be promoted.",
      at: frozenAt,
      href: "/rollout",
      verb: "Open rollout",
    },
  ];
}

/** Counts the same changes as the baseline page. */
function changed(drift) {
  const changes = drift ? drift.added_assets.length + drift.removed_assets.length + drift.modified_assets.length : 0;
  return (
    changes > 0 && {
      key: "drift",
      severity: "high",
      title: `${plural(changes, "change")} since the approved MCP baseline`,
      detail: "Revert unwanted changes and approve the rest.",
      href: "/mcp/baseline",
      verb: "Review changes",
    }
  );
}

function waits({ approvals, mcp, discovery, agents }) {
  return [
    approvals.pending > 0 && {
      key: "approvals",
      severity: "high",
      title: plural(approvals.pending, "pending approval"),
      detail: `Oldest: ${duration(approvals.oldestAgeSeconds * 1000)}`,
      href: "/approvals?status=pending",
      verb: "Review approvals",
    },
    agents.contained > 0 && {
      key: "contained",
      severity: "high",
      title: plural(agents.contained, "contained agent"),
      detail: "All actions are denied until released",
      href: "/agents?status=contained",
      verb: "View agents",
    },
    agents.degraded > 0 && {
      key: "degraded",
      severity: "medium",
      title: plural(agents.degraded, "degraded agent"),
      detail: "Gate failed, or too many denied requests or failed sessions",
      href: "/agents",
      verb: "View agents",
    },
    mcp.unreviewed > 0 && {
      key: "servers",
      severity: "medium",
      title: plural(mcp.unreviewed, "unreviewed MCP server"),
      detail: "Found by scans",
      href: "/mcp?reviewState=unreviewed",
      verb: "Review servers",
    },
    discovery.unreviewed > 0 && {
      key: "assets",
      severity: "medium",
      title: plural(discovery.unreviewed, "unreviewed asset"),
      detail:
        discovery.shadow > 0
          ? plural(discovery.shadow, "unregistered asset", "unregistered assets")
          : "Found by scans and integrations",
      href: "/discovery?reviewState=unreviewed",
      verb: "Review assets",
    },
  ];
}

function fails({ alerts, integrations }) {
  return [
    alerts.deliveryFailed > 0 && {
      key: "deliveries",
      severity: "medium",
      title: `${plural(alerts.deliveryFailed, "open alert")} not delivered to all channels`,
      detail: "All retries failed.",
      href: "/alerts?status=" + UNDELIVERED,
      verb: "View deliveries",
    },
    integrations.failing > 0 && {
      key: "integrations",
      severity: "medium",
      title: plural(integrations.failing, "failing integration"),
      detail: "Data from earlier runs remains available",
      href: "/settings/integrations",
      verb: "Review integrations",
    },
  ];
}

/**
 * The list of items that need attention.
 *
 * @param unknown failed queries, whose items are missing
 */
export function Attention({ items, unknown }) {
  const retry = () => unknown.forEach((query) => query.reload());
  return html`<${Card} title="Needs attention" padded=${false} className="attention">
    ${unknown.length > 0 &&
    html`<div class="pad">
      <div class="note tone-medium" role="status">
        <${Icon} name="triangle-alert" />
        <div><b>This list is incomplete.</b> ${unknown[0].error.message}</div>
        <${Button} small onClick=${retry}>Try again</${Button}>
      </div>
    </div>`}
    ${items.length === 0
      ? !unknown.length &&
        html`<p class="pad row"><${Icon} name="circle-check" />Nothing needs attention.</p>`
      : html`<ul class="att">
          ${items.map(
            (item) => html`<li key=${item.key}>
              <${Sev} level=${item.severity} />
              <div>
                <div class="t">${item.title}</div>
                <div class="m">${item.detail}</div>
              </div>
              <span class="w">${item.at && html`<${Time} at=${item.at} />`}</span>
              <a class="btn sm" href=${item.href}>${item.verb}<span class="vh">: ${item.title}</span></a>
            </li>`,
          )}
        </ul>`}
  </${Card}>`;
}
