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
  "": "Not specified in the configuration",
  none: "None: anyone who can reach it can call it",
};

/** How calls of a server are authenticated, in words. */
export const authWords = (mode) => AUTH[mode ?? ""] ?? words(mode);

/** The display name of the client whose configuration contains the server. */
export const sourceName = (source) => words(String(source ?? "").replaceAll("-", "_"));

/** The variables that a server is started with. Their values never leave the machine. */
export function envText(keys) {
  const names = Array.isArray(keys) ? keys : Object.keys(keys ?? {});
  return names.length ? names.map((name) => name + "=***").join(" ") : "none";
}

/** The command or the URL of a server. */
export const launch = (server) => server.url || [server.command, ...(server.args ?? [])].filter(Boolean).join(" ");

/** The number of findings by severity, most severe first. */
export function Counts({ counts, none = "None" }) {
  const some = SEVERITIES.filter((level) => counts?.[level] > 0);
  if (!some.length) return html`<span class="dim">${none}</span>`;
  const rest = some.slice(1).map((level) => `${num(counts[level])} ${level}`);
  return html`<span class="counts">
    <${Sev} level=${some[0]} /> <b>${num(counts[some[0]])}</b>
    ${rest.length > 0 && html`<span class="dim">${rest.join(", ")}</span>`}
  </span>`;
}

/** A shortened hash or fingerprint. Copying copies the full value. */
export const Hash = ({ of: hash }) => html`<${Copyable} text=${hash} shown=${hash.slice(0, 19)} label="Copy hash" />`;

/** The server that a finding is about; some are about the file as a whole. */
export function ServerOf(/** @type {Props} */ { finding }) {
  if (!finding.server) return html`<span class="dim">The file</span>`;
  return html`<code>${finding.server}</code>`;
}

/** The drift status of a server. */
export function Drift(/** @type {Props} */ { server }) {
  if (server.drift.length) {
    return html`<${Tag} tone="high" icon="git-compare-arrows">${server.drift.map((f) => words(f)).join(", ")}</${Tag}>`;
  }
  if (server.inBaseline && server.lifecycleState === "removed") {
    return html`<${Tag} tone="medium">Removed since approval</${Tag}>`;
  }
  return server.inBaseline
    ? html`<${Tag} tone="ok">As approved</${Tag}>`
    : html`<${Tag}>Not in the baseline</${Tag}>`;
}

/** The visible API key with the fewest scopes that can upload reports. */
export function useReportKey() {
  const may = useMay("api-keys:read");
  const keys = useQuery(may ? "/api/admin/api-keys?limit=200" : null);
  const usable = (keys.data?.apiKeys ?? []).filter(
    (key) => ["active", "expiring"].includes(key.status) && key.scopes.includes("reports:write"),
  );
  usable.sort((a, b) => a.scopes.length - b.scopes.length);
  return { key: usable[0], may, loading: keys.loading };
}

/** The empty state before the first report: the upload command, or how to create a key. */
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

/** The upload command. The key is shown only once, to the member who created it. */
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
      The file ${file} contains only ${name ? html`the key <b>${name}</b>` : "an API key with permission to upload reports"}.
    </p>
    <${Button} icon=${copied ? "check" : "copy"} onClick=${copy}>${copied ? "Copied" : "Copy command"}</${Button}>
  </div>`;
}
