import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Copyable, SEVERITIES, Sev, Tag } from "../components/marks.js";
import { Button } from "../components/page.js";
import { Empty, Skeleton } from "../components/states.js";
import { num } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useMay, useSession } from "../session.js";

const AUTH = {
  "": "Not told by the configuration",
  none: "None: anyone who can reach it can call it",
};

/** How calls of a server are authenticated, in words. */
export const authWords = (mode) => AUTH[mode ?? ""] ?? words(mode);

/** The client whose configuration names a server, as people call it. */
export const sourceName = (source) => words(String(source ?? "").replaceAll("-", "_"));

/** The variables that a server is started with. Their values never leave the machine. */
export function envText(keys) {
  const names = Array.isArray(keys) ? keys : Object.keys(keys ?? {});
  return names.length ? names.map((name) => name + "=***").join(" ") : "none";
}

/** What starts a server, or where it is reached. */
export const launch = (server) => server.url || [server.command, ...(server.args ?? [])].filter(Boolean).join(" ");

/** How many findings there are of each severity, the worst first. */
export function Counts({ counts, none = "None" }) {
  const some = SEVERITIES.filter((level) => counts?.[level] > 0);
  if (!some.length) return html`<span class="dim">${none}</span>`;
  const rest = some.slice(1).map((level) => `${num(counts[level])} ${level}`);
  return html`<span class="counts">
    <${Sev} level=${some[0]} /> <b>${num(counts[some[0]])}</b>
    ${rest.length > 0 && html`<span class="dim">${rest.join(", ")}</span>`}
  </span>`;
}

/** A hash or a fingerprint by its beginning; the whole is what is copied. */
export const Hash = ({ of: hash }) => html`<${Copyable} text=${hash} shown=${hash.slice(0, 19)} label="Copy the hash" />`;

/** The server that a finding is about; some are about the file as a whole. */
export function ServerOf(/** @type {Props} */ { finding }) {
  if (!finding.server) return html`<span class="dim">The file</span>`;
  return html`<code>${finding.server}</code>`;
}

/** Whether a server is as it was approved. */
export function Drift(/** @type {Props} */ { server }) {
  if (server.drift.length) {
    return html`<${Tag} tone="high" icon="git-compare-arrows">${server.drift.map((f) => words(f)).join(", ")}</${Tag}>`;
  }
  if (server.inBaseline && server.lifecycleState === "removed") {
    return html`<${Tag} tone="medium">Gone since it was approved</${Tag}>`;
  }
  return server.inBaseline
    ? html`<${Tag} tone="ok">As approved</${Tag}>`
    : html`<${Tag}>Not in the baseline</${Tag}>`;
}

/** A key that may send reports, of those that the person may see: the one that may do least. */
export function useReportKey() {
  const may = useMay("api-keys:read");
  const keys = useQuery(may ? "/api/admin/api-keys?limit=200" : null);
  const usable = (keys.data?.apiKeys ?? []).filter(
    (key) => ["active", "expiring"].includes(key.status) && key.scopes.includes("reports:write"),
  );
  usable.sort((a, b) => a.scopes.length - b.scopes.length);
  return { key: usable[0], may, loading: keys.loading };
}

/** How a first report gets here: the command, or a key to run it with. */
export function FirstReport({ title, children }) {
  const { key, may, loading } = useReportKey();
  if (loading) return html`<${Skeleton} height=${240} />`;
  return html`<${Empty} icon="upload" title=${title}>
    <p>${children}</p>
    ${key || !may
      ? html`<${UploadCommand} name=${key?.name} />`
      : html`<p>The scanner needs an API key with permission to upload reports. There is none yet.</p>
          <a class="btn pri" href="/settings/keys">Create API key</a>`}
  </${Empty}>`;
}

/** What sends the servers of a machine here. The key itself is known to nobody but who made it. */
export function UploadCommand({ name }) {
  const { tenant } = useSession();
  const [copied, setCopied] = useState(false);
  const file = (name ?? "svc").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") + ".key";
  const command =
    "svc-preflight scan --inventory | svc-preflight upload - \\\n" +
    `  --url ${location.origin} --org-id ${tenant?.id} --api-key-file ${file}`;
  const copy = async () => {
    await navigator.clipboard?.writeText(command).catch(() => {});
    setCopied(true);
  };
  return html`<div class="upload">
    <pre class="code wrap" tabindex="0" aria-label="Upload command">${command}</pre>
    <p class="dim">
      The file ${file} holds ${name ? html`the key <b>${name}</b>` : "an API key that may send reports"} and nothing else.
    </p>
    <${Button} icon=${copied ? "check" : "copy"} onClick=${copy}>${copied ? "Copied" : "Copy command"}</${Button}>
  </div>`;
}
