import { html } from "../components/html.js";
import { Button, KeyValue } from "../components/page.js";
import { Drawer } from "../components/dialog.js";
import { Copyable, State, Tag, Time } from "../components/marks.js";
import { Empty, ErrorBox, Skeleton } from "../components/states.js";
import { withQuery } from "../api.js";
import { utc } from "../formats/dates.js";
import { role, words } from "../formats/words.js";
import { useQuery } from "../query.js";

const LOG = "/api/admin/audit-log";

/** The label of a category. */
export const categoryName = (category) => ({ auth: "Sign-in", admin: "Administration" })[category] ?? words(category);

/** The label of an action: "Policy: assign" for "policy.assign". */
export function actionName(action) {
  const [area, ...rest] = action.split(".");
  return [categoryName(area), rest.length && words(rest.join(" ")).toLowerCase()].filter(Boolean).join(": ");
}

/** The page of a target, by type. */
const PAGES = {
  agent: (id) => "/agents/" + id,
  policy: (id) => "/policies/" + id,
  incident: (id) => "/incidents/" + id,
  alert: (id) => "/alerts/" + id,
  report: (id) => "/reports/" + id,
  approval: (id) => "/approvals/" + id,
  asset: (id) => "/discovery/" + id,
  mcp_server: (id) => "/mcp/" + id,
  integration: (id) => "/settings/integrations?integration=" + id,
  api_key: (id) => "/settings/keys?key=" + id,
  egress_credential: (id) => "/settings/credentials?credential=" + id,
  user: (id) => "/settings/members?member=" + id,
  member: (id) => "/settings/members?member=" + id,
};

/**
 * The details of an audit log entry.
 *
 * @param seq the sequence number from the address
 * @param shown the entry, if the list contains it
 * @param newest the latest sequence number, if the list contains it
 * @param onOpen shows the entry with another sequence number
 */
export function EntryDrawer({ seq, shown, newest, onOpen, onClose }) {
  const found = useEntry(seq, shown);
  const last = newest ?? found.newest;
  return html`<${Drawer} label=${found.entry ? actionName(found.entry.action) : `Entry ${seq}`} onClose=${onClose}>
    ${found.entry
      ? html`<${Entry} of=${found.entry} last=${last} onOpen=${onOpen} />`
      : html`<div class="dl-b">
          ${found.error
            ? html`<${ErrorBox} error=${found.error} />`
            : found.loading
              ? html`<${Skeleton} height=${240} />`
              : html`<${Empty} icon="history" title="Entry not found">
                  <p>Its retention period may have ended.</p>
                </${Empty}>`}
        </div>`}
  </${Drawer}>`;
}

/** Loads an entry that is not in the list. Its offset is its distance from the latest entry. */
function useEntry(seq, shown) {
  const latest = useQuery(shown ? null : LOG + "?limit=1");
  const newest = latest.data?.entries[0]?.seq;
  const offset = newest - seq;
  const path = !shown && offset >= 0 ? withQuery(LOG, { limit: 1, offset: String(offset) }) : null;
  const there = useQuery(path);
  const entry = shown ?? there.data?.entries.find((one) => one.seq === seq);
  return { entry, newest, error: latest.error ?? there.error, loading: latest.loading || there.loading };
}

function Entry(/** @type {Props<{ of: Api<"AuditEntry"> }>} */ { of: entry, last, onOpen }) {
  const { actor, target } = entry;
  const page = PAGES[target.type]?.(target.id);
  const details = Object.entries(entry.details);
  return html`<div class="dl-b">
      <div class="row"><${State} of=${entry.outcome} /><${Tag}>${categoryName(entry.category)}</${Tag}></div>
      <${KeyValue}
        rows=${[
          ["Time", html`${utc(entry.timestamp)}, <${Time} at=${entry.timestamp} />`],
          ["Actor", actor.name || words(actor.type)],
          ["Actor type", [words(actor.type), actor.role && role(actor.role)].filter(Boolean).join(", ")],
          ["Actor ID", actor.id && html`<${Copyable} text=${actor.id} label="Copy actor ID" />`],
          ["IP address", actor.ip],
          ["User agent", actor.userAgent],
          ["Target", target.type && [words(target.type), target.name].filter(Boolean).join(" ")],
          ["Target ID", target.id && html`<${Copyable} text=${target.id} label="Copy target ID" />`],
          ["Page", page && target.id && html`<a href=${page}>Open target</a>`],
          ["Request ID", entry.requestId && html`<${Copyable} text=${entry.requestId} label="Copy request ID" />`],
        ]}
      />
      ${details.length > 0 &&
      html`<div>
        <h3>Details</h3>
        <div class="mt2"><${KeyValue} rows=${details.map(([name, value]) => [words(name), shown(value)])} /></div>
      </div>`}
      <div>
        <h3>Hash chain</h3>
        <div class="mt2">
          <${KeyValue}
            rows=${[
              ["Sequence number", String(entry.seq)],
              ["Entry ID", html`<${Copyable} text=${entry.id} label="Copy entry ID" />`],
              ["Action code", html`<code>${entry.action}</code>`],
              ["Hash", html`<${Copyable} text=${entry.hash} label="Copy hash" />`],
              ["Previous hash", html`<${Copyable} text=${entry.prevHash} label="Copy previous hash" />`],
            ]}
          />
        </div>
        <p class="dim mt2">
          The hash is the SHA-256 of the previous hash followed by this entry without its hash, as canonical JSON
          (RFC 8785).
        </p>
      </div>
    </div>
    <div class="dl-f">
      <${Button}
        icon="arrow-left"
        because=${entry.seq > 1 ? "" : "This is the first entry"}
        onClick=${() => onOpen(entry.seq - 1)}
      >Previous entry</${Button}>
      <${Button}
        icon="arrow-right"
        because=${entry.seq === last ? "This is the latest entry" : ""}
        onClick=${() => onOpen(entry.seq + 1)}
      >Next entry</${Button}>
    </div>`;
}

/** Formats a detail value. JSON is indented. */
function shown(value) {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return String(value);
  try {
    return html`<pre class="code wrap">${JSON.stringify(JSON.parse(value), null, 2)}</pre>`;
  } catch {
    return value;
  }
}
