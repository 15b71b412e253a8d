import { html } from "../components/html.js";
import { Sev, SEVERITIES, Tag } from "../components/marks.js";
import { DiffRows } from "../components/diff.js";
import { plural } from "../formats/counts.js";
import { readable } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { authWords, envText, sourceName } from "./mcp-parts.js";

const KINDS = {
  added: ["ok", "plus", "Added"],
  modified: ["medium", "pencil", "Modified"],
  removed: ["critical", "minus", "Removed"],
};

/**
 * Returns the changes of a diff with their servers.
 *
 * Each has key, kind, name, path, serverId, refused, findings, asset or fields, and seen. seen is the displayed content
 * as one text; refused is why the change cannot be approved.
 */
export function changesOf(diff, servers) {
  const one = (kind, name, path, source, content) => {
    const server = servers.find(
      (s) => s.name === name && s.configPath === path && (!source || s.source === source),
    );
    const findings = diff.drift_findings
      .filter((f) => f.server === name && f.config_path === path)
      .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
    return {
      key: [kind, source ?? "", path, name, content.asset?.kind, content.asset?.name].join("\n"),
      kind,
      name,
      path,
      source: source ?? server?.source,
      serverId: server?.id,
      refused: refusal(server),
      findings,
      seen: JSON.stringify({ ...content, asset: { ...content.asset, asset_id: undefined } }),
      ...content,
    };
  };
  const ofAsset = (kind) => (asset) =>
    one(kind, asset.server_name, asset.extensions?.config_path, asset.extensions?.source, { asset });
  return [
    ...diff.added_assets.map(ofAsset("added")),
    ...diff.modified_assets.map((m) =>
      one("modified", m.server_name, m.config_path, null, {
        fields: { changed: m.changed_fields, before: m.before, after: m.after },
      }),
    ),
    ...diff.removed_assets.map(ofAsset("removed")),
  ];
}

function refusal(server) {
  if (!server) return "This page can approve only the first 500 servers.";
  if (server.reviewState === "rejected" || server.reviewState === "quarantined") {
    return `The server is ${server.reviewState}. Reset that review before you approve it.`;
  }
  return "";
}

const NAMES = {
  args: "Arguments",
  env_keys: "Environment variables",
  auth_mode: "Authentication",
  url: "URL",
  config_hash: "Launch hash",
  offers: "Capabilities",
};
const nameOf = (field) => NAMES[field] ?? words(field);

/** Formats a field of an asset. Values of environment variables are not collected. */
function shown(name, value) {
  if (name === "env_keys") return envText(value);
  if (name === "auth_mode") return authWords(value);
  if (name === "config_hash") return String(value ?? "").slice(0, 19);
  if (Array.isArray(value)) return value.join(" ") || "none";
  if (value == null || value === "") return "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function rowsOf({ kind, asset, fields }) {
  if (kind === "modified") {
    return fields.changed.map((name) => ({
      name: nameOf(name),
      before: shown(name, fields.before[name]),
      after: shown(name, fields.after[name]),
    }));
  }
  const offers = `${plural(asset.tool_count, "tool")}, ${plural(asset.resource_count, "resource")}`;
  const rows = [
    asset.extensions?.url ? ["url", asset.extensions.url] : ["command", asset.command],
    ["args", asset.args],
    ["env_keys", asset.env_keys],
    ["auth_mode", asset.auth_mode],
    ["offers", offers],
  ];
  return rows.map(([name, value]) => ({
    name: nameOf(name),
    [kind === "added" ? "after" : "before"]: shown(name, value),
  }));
}

/** A change, with a checkbox to mark it as reviewed. */
export function Change({ change, done, onTick }) {
  const [tone, icon, label] = KINDS[change.kind];
  const id = "change-" + change.key.replace(/[^A-Za-z0-9]+/g, "-");
  const [worst] = change.findings;
  const more = change.asset && change.asset.kind !== "server" ? ` (${change.asset.kind} ${change.asset.name})` : "";
  return html`<article class="card asset" aria-labelledby=${id}>
    <header>
      <${Tag} tone=${tone} icon=${icon}>${label}</${Tag}>
      <h2 id=${id}>${change.name}${more}</h2>
      ${worst && html`<${Sev} level=${worst.severity} />`}
      <span class="why">${change.refused || readable(worst?.detail) || ""}</span>
      ${change.refused
        ? change.serverId && html`<a class="sp" href=${"/mcp/" + change.serverId}>Open server</a>`
        : html`<label>
            <input type="checkbox" checked=${done} onChange=${onTick} />Reviewed
            <span class="vh">: ${label.toLowerCase()} ${change.name}</span>
          </label>`}
    </header>
    <${DiffRows} rows=${rowsOf(change)} />
    <p class="from">${sourceName(change.source)} · <code>${change.path}</code></p>
  </article>`;
}
