import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, Card, KeyValue, PageHead } from "../components/page.js";
import { Copyable, Sev, State, Time } from "../components/marks.js";
import { Note, whenLoaded } from "../components/states.js";
import { num, plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { Drift, Hash, authWords, envText, sourceName } from "./mcp-parts.js";
import { Review } from "./mcp.js";

const SHOWN = 20;

/** One MCP server: its configuration, findings and reviews. */
export function McpServerPage({ id }) {
  const query = useQuery(`/api/mcp/${encodeURIComponent(id)}`, { every: 30 });
  const server = query.data?.server;
  const [reviewing, setReviewing] = useState(false);
  const crumbs = [["MCP servers", "/mcp"]];
  return html`<${PageHead}
      title=${server?.name ?? "MCP server"}
      crumbs=${crumbs}
      sub=${server && `${sourceName(server.source)} · ${server.configPath}`}
    >
      ${server && html`<${Button} kind="pri" icon="shield-check" onClick=${() => setReviewing(true)}>Review</${Button}>`}
    </${PageHead}>
    ${whenLoaded(query, 420, ({ server: s }) => html`
      ${s.lifecycleState === "removed" &&
      html`<${Note} tone="medium" icon="circle-minus" title="Removed from its configuration file">
        The latest report of ${s.configPath} does not contain this server.
      </${Note}>`}
      <div class="cols">
        <div class="grid">
          <${Launch} server=${s} />
          <${ServerFindings} server=${s} />
          ${s.assets.length > 1 && html`<${Assets} assets=${s.assets} />`}
        </div>
        <div class="grid">
          <${Decisions} server=${s} />
          <${Card} title="Baseline">
            <div class="row"><${Drift} server=${s} /></div>
            ${s.drift.length > 0 &&
            html`<p class="mt4"><a href="/mcp/baseline">Compare with baseline</a></p>`}
          </${Card}>
          <${Agents} agents=${s.agents ?? []} />
          <${Card} title="Seen">
            <${KeyValue}
              rows=${[
                ["Status", html`<${State} of=${s.lifecycleState} />`],
                ["First", html`<${Time} at=${s.firstSeenAt} />`],
                ["Last", html`<${Time} at=${s.lastSeenAt} />`],
                ["Report", s.lastReportId && html`<a href=${"/mcp/reports/" + s.lastReportId}>The latest</a>`],
              ]}
            />
          </${Card}>
        </div>
      </div>
      ${reviewing && html`<${Review} server=${s} onClose=${() => setReviewing(false)} />`}`)}`;
}

function Launch(/** @type {Props} */ { server }) {
  return html`<${Card} title="Configuration">
    ${!server.hasAssets &&
    html`<${Note} tone="info">
      Reports contain only its findings. To see its configuration, scan with --inventory.
    </${Note}>`}
    <${KeyValue}
      rows=${[
        ["Command", server.command && html`<${Copyable} text=${server.command} label="Copy command" />`],
        ["Arguments", server.args?.length > 0 && html`<code>${server.args.join(" ")}</code>`],
        ["URL", server.url && html`<${Copyable} text=${server.url} label="Copy URL" />`],
        ["Transport", server.transport && html`<code>${server.transport}</code>`],
        ["Environment variables", html`<code>${envText(server.envKeys)}</code>`],
        ["Authentication", authWords(server.authMode)],
        ["Offers", `${plural(server.toolCount, "tool")}, ${plural(server.resourceCount, "resource")}`],
        ["Description", server.description],
        ["Launch hash", server.configHash && html`<${Hash} of=${server.configHash} />`],
        ["ID", html`<${Copyable} text=${server.id} label="Copy ID" />`],
      ]}
    />
  </${Card}>`;
}

function ServerFindings(/** @type {Props} */ { server }) {
  const open = server.findings.filter((f) => f.status === "new" || f.status === "open");
  const others = server.findings.length - open.length;
  const all = "/mcp/findings?server=" + server.id;
  return html`<${Card} title="Open findings" padded=${false} action=${html`<a href=${all + "&status=all"}>All findings</a>`}>
    ${open.length === 0
      ? html`<div class="pad dim">${server.lastReportId ? "No open findings." : "No reports of this server yet."}
          ${others > 0 && ` ${plural(others, "finding is", "findings are")} fixed or suppressed.`}</div>`
      : html`<ul class="mcp-lines">
          ${open.slice(0, SHOWN).map(
            (f) => html`<li key=${f.finding_id}>
              <${Sev} level=${f.severity} />
              <div>
                <a class="t" href=${`${all}&finding_type=${f.finding_type}&finding=${f.finding_id}`}>
                  ${words(f.finding_type)}
                </a>
                <p class="dim">${f.detail}</p>
              </div>
              <${State} of=${f.status} />
            </li>`,
          )}
        </ul>
        ${open.length > SHOWN && html`<div class="pad"><a href=${all}>${num(open.length - SHOWN)} more</a></div>`}`}
  </${Card}>`;
}

function Assets({ assets }) {
  return html`<${Card} title="Assets" padded=${false}>
    <ul class="mcp-lines">
      ${assets.map(
        (asset) => html`<li key=${asset.asset_id}>
          <span class="dim">${words(asset.kind)}</span>
          <div><span class="t mono">${asset.name}</span><p class="dim">${asset.description}</p></div>
          <span class="dim">${plural(asset.tool_count, "tool")}</span>
        </li>`,
      )}
    </ul>
  </${Card}>`;
}

function Agents({ agents }) {
  return html`<${Card} title="Agents using this server">
    ${agents.length === 0
      ? html`<p class="dim">No agents use this server yet.</p>`
      : html`<ul class="mcp-plain">
          ${agents.map(
            (a) => html`<li key=${a}>
              ${a.startsWith("agt_") ? html`<a href=${"/agents/" + a}>${a}</a>` : html`<code>${a}</code>`}
            </li>`,
          )}
        </ul>`}
  </${Card}>`;
}

/** The current review and, with permission to read the audit log, earlier ones. */
function Decisions(/** @type {Props} */ { server }) {
  const mayRead = useMay("audit:read");
  const log = useQuery(mayRead ? "/api/admin/audit-log?category=mcp&limit=200" : null);
  const entries = (log.data?.entries ?? []).filter((e) => e.target?.id === server.id);
  return html`<${Card} title="Review">
    <div class="row"><${State} of=${server.reviewState} />
      ${server.reviewReason === "drift" && html`<span class="dim">Changed after approval</span>`}</div>
    <${KeyValue}
      rows=${[
        ["Decided by", server.reviewedBy],
        ["When", server.reviewedAt && html`<${Time} at=${server.reviewedAt} />`],
        ["Note", server.reviewNote],
      ]}
    />
    <h3 class="sub">History</h3>
    ${!mayRead
      ? html`<p class="dim">Earlier reviews are in the audit log. ${whoMay("audit:read")}</p>`
      : entries.length === 0
        ? html`<p class="dim">
            ${log.loading ? "Loading" : "No reviews in the latest 200 entries of the audit log."}
          </p>`
        : html`<ul class="mcp-plain">
            ${entries.map(
              (e) => html`<li key=${e.id}>
                <b>${words(e.details.decision ?? e.details.to ?? e.action.split(".").at(-1))}</b>
                <span class="dim"> ${e.actor.name}, <${Time} at=${e.timestamp} /></span>
                ${e.details.note && html`<p>${e.details.note}</p>`}
              </li>`,
            )}
          </ul>`}
  </${Card}>`;
}
