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

/** Where what was acted upon has a page of its own. */
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
 * One entry with everything that is known of it.
 *
 * @param seq its number in the chain, which is in the address
 * @param shown the entry, where the list has it
 * @param newest the latest number, where the list knows it
 * @param onOpen shows another one, by its number
 */
export function EntryDrawer({ seq, shown, newest, onOpen, onClose }) {
  const found = useEntry(seq, shown);
  const last = newest ?? found.newest;
  return html`<${Drawer} label=${found.entry?.action ?? `Entry ${seq}`} onClose=${onClose}>
    ${found.entry
      ? html`<${Entry} of=${found.entry} last=${last} onOpen=${onOpen} />`
      : html`<div class="dl-b">
          ${found.error
            ? html`<${ErrorBox} error=${found.error} />`
            : found.loading
              ? html`<${Skeleton} height=${240} />`
              : html`<${Empty} icon="history" title="There is no such entry">
                  <p>It may have been kept as long as the workspace wants.</p>
                </${Empty}>`}
        </div>`}
  </${Drawer}>`;
}

/** An entry that is on another page of the list is where its number says, counted from the latest. */
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
      <div class="row"><${State} of=${entry.outcome} /><${Tag}>${words(entry.category)}</${Tag}></div>
      <${KeyValue}
        rows=${[
          ["When", html`${utc(entry.timestamp)}, <${Time} at=${entry.timestamp} />`],
          ["Actor", actor.name || words(actor.type)],
          ["Is", [words(actor.type), actor.role && role(actor.role)].filter(Boolean).join(", ")],
          ["Actor ID", actor.id && html`<${Copyable} text=${actor.id} label="Copy the actor’s ID" />`],
          ["Address", actor.ip],
          ["Program", actor.userAgent],
          ["Target", target.type && [words(target.type), target.name].filter(Boolean).join(" ")],
          ["Target ID", target.id && html`<${Copyable} text=${target.id} label="Copy the target’s ID" />`],
          ["Page", page && target.id && html`<a href=${page}>Open what it is about</a>`],
          ["Request", entry.requestId && html`<${Copyable} text=${entry.requestId} label="Copy the request’s ID" />`],
        ]}
      />
      ${details.length > 0 &&
      html`<div>
        <h3>Details</h3>
        <div class="mt2"><${KeyValue} rows=${details.map(([name, value]) => [words(name), shown(value)])} /></div>
      </div>`}
      <div>
        <h3>In the chain</h3>
        <div class="mt2">
          <${KeyValue}
            rows=${[
              ["Number", String(entry.seq)],
              ["Entry", html`<${Copyable} text=${entry.id} label="Copy the entry’s ID" />`],
              ["Hash", html`<${Copyable} text=${entry.hash} label="Copy the hash" />`],
              ["Hash before", html`<${Copyable} text=${entry.prevHash} label="Copy the hash before" />`],
            ]}
          />
        </div>
        <p class="dim mt2">
          The hash is SHA-256 of the hash before, followed by this entry without its hash, as canonical JSON
          (RFC 8785).
        </p>
      </div>
    </div>
    <div class="dl-f">
      <${Button}
        icon="arrow-left"
        because=${entry.seq > 1 ? "" : "This is the first entry"}
        onClick=${() => onOpen(entry.seq - 1)}
      >Entry before</${Button}>
      <${Button}
        icon="arrow-right"
        because=${entry.seq === last ? "This is the latest entry" : ""}
        onClick=${() => onOpen(entry.seq + 1)}
      >Entry after</${Button}>
    </div>`;
}

/** A value as text; JSON within it is laid out. */
function shown(value) {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return String(value);
  try {
    return html`<pre class="code wrap">${JSON.stringify(JSON.parse(value), null, 2)}</pre>`;
  } catch {
    return value;
  }
}
