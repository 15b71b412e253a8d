import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, KeyValue, PageHead } from "../components/page.js";
import { Confirm, Dialog, Drawer } from "../components/dialog.js";
import { Field } from "../components/form.js";
import { Copyable, State, Tag, Time } from "../components/marks.js";
import { Empty, Note, Refused, say, whenLoaded } from "../components/states.js";
import { DataTable, Pager } from "../components/table.js";
import { FIELDS, IntegrationForm, isScanned, ITEM, typeName } from "./settings-integration-form.js";
import { send, withQuery } from "../api.js";
import { num, plural } from "../formats/counts.js";
import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";

const SIZE = 50;
const LARGEST = 10 * 1024 * 1024;

/** Channels, platforms and other services that the workspace is connected to. */
export function Integrations({ crumbs, title }) {
  const [params, update] = useParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const path = withQuery(ITEM, { limit: SIZE, offset: (page - 1) * SIZE, sort: params.get("sort") });
  const query = useQuery(path, { every: 20 });
  const write = useMay("integrations:write") ? "" : whoMay("integrations:write");
  const [doing, setDoing] = useState(null);
  const opened = query.data?.integrations.find((one) => one.id === params.get("integration"));
  const add = () => update({ new: "1" }, { push: true });
  const close = () => setDoing(null);
  const saved = (one, isNew) => {
    setDoing(null);
    update({ new: null, integration: one.id });
    refetch(ITEM);
    say(isNew ? `${one.name} added` : `${one.name} saved`);
  };
  return html`<${PageHead}
      title=${title}
      crumbs=${crumbs}
      sub="Alert channels, platforms, vaults and identity providers."
    >
      <${Button} kind="pri" icon="plus" because=${write} onClick=${add}>Add integration</${Button}>
    </${PageHead}>
    ${whenLoaded(query, 160, (data) => html`<${DataTable} list=${path}
      name="integrations"
      caption="Integrations"
      columns=${COLUMNS}
      rows=${data.integrations}
      id=${(one) => one.id}
      onOpen=${(one) => update({ integration: one.id }, { push: true })}
      empty=${html`<${Empty} icon="plug" title="No integrations yet">
        <p>Connect a channel to receive alerts, or a platform to discover its workflows.</p>
        <${Button} because=${write} onClick=${add}>Add integration</${Button}>
      </${Empty}>`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${data.total} update=${update} unit="integrations" />`}
    />`)}
    ${opened &&
    !doing &&
    html`<${IntegrationDrawer}
      key=${opened.id}
      of=${opened}
      write=${write}
      onDo=${(what) => setDoing([what, opened])}
      onClose=${() => update({ integration: null })}
    />`}
    ${(params.get("new") && !write) || doing?.[0] === "edit"
      ? html`<${IntegrationForm}
          of=${doing?.[1]}
          type=${params.get("new")}
          onSaved=${saved}
          onClose=${() => (doing ? close() : update({ new: null }))}
        />`
      : null}
    ${doing?.[0] === "import" && html`<${Import} of=${doing[1]} onClose=${close} />`}
    ${doing?.[0] === "delete" &&
    html`<${Confirm}
      label=${"Delete " + doing[1].name}
      verb="Delete integration"
      danger
      onConfirm=${async () => {
        await send("DELETE", `${ITEM}/${doing[1].id}`, undefined, ifMatch(doing[1]));
        update({ integration: null });
        refetch(ITEM);
        say(`${doing[1].name} deleted`);
      }}
      onClose=${close}
    >
      <p>Its secrets are deleted too. Alert rules no longer send alerts through it.</p>
    </${Confirm}>`}`;
}

const ifMatch = (one) => ({ headers: { "If-Match": `"${one.version}"` } });

/** @type {Columns<Api<"Integration">, "/api/admin/integrations">} */
const COLUMNS = [
  {
    key: "name",
    sort: "name",
    label: "Name",
    main: true,
    cell: (one) => one.name,
    detail: (one) => one.lastError || typeName(one.type),
  },
  { key: "type", sort: "type", label: "Type", cell: (one) => typeName(one.type) },
  { key: "category", sort: "category", label: "Category", cell: (one) => html`<${Tag}>${words(one.category)}</${Tag}>` },
  { key: "status", sort: "status", label: "Status", cell: (one) => html`<${State} of=${one.status} />` },
  { key: "test", sort: "lastTestAt", label: "Last test", className: "dim", cell: (one) => html`<${Time} at=${one.lastTestAt} />` },
  {
    key: "scan",
    sort: "lastScanAt",
    label: "Last scan",
    className: "dim",
    cell: (one) =>
      isScanned(one.type) ? html`<${Time} at=${one.lastScanAt} />` : html`<span class="dim">Not scanned</span>`,
  },
];

/** The meaning of each status. */
const STATUS = {
  draft: "Not tested yet. Run a test to activate it.",
  connected: "The last request succeeded.",
  degraded: "Recent requests failed. The integration is still active.",
  error: "Five requests in a row failed, or the credentials were rejected.",
  disabled: "The integration is disabled.",
};

const statusOf = (one) =>
  one.status === "draft" && one.lastError ? "No request has succeeded yet." : STATUS[one.status];

function IntegrationDrawer(/** @type {Props<{ of: Api<"Integration"> }>} */ { of: one, write, onDo, onClose }) {
  const use = useMay("integrations:use") ? "" : whoMay("integrations:use");
  const [result, setResult] = useState(null);
  const attempt = (what, body) => async () => {
    setResult(null);
    setResult([what, await send("POST", `${ITEM}/${one.id}/${what}`, body)]);
    refetch(ITEM, "/api/discovery");
  };
  const test = useAction(attempt("test"));
  const scan = useAction(attempt("scan"));
  const hook = FIELDS[one.type].some(([name]) => name === "webhookSecret");
  const run = (action) => () => {
    test.clear();
    scan.clear();
    action.run();
  };
  const idle = one.status === "disabled" ? "Enable the integration first" : "";
  return html`<${Drawer} label=${one.name} onClose=${onClose}>
    <div class="dl-b">
      <div class="row"><${State} of=${one.status} /><span class="dim">${statusOf(one)}</span></div>
      ${one.lastError &&
      !result && html`<${Note} tone="critical" icon="triangle-alert" title="Last error">${one.lastError}</${Note}>`}
      <div class="acts-row">
        <${Button} icon="zap" because=${use} busy=${test.busy} onClick=${run(test)}>
          ${test.busy ? "Testing" : "Test"}
        </${Button}>
        ${isScanned(one.type) &&
        html`<${Button} icon="radar" because=${use || idle} busy=${scan.busy} onClick=${run(scan)}>
            ${scan.busy ? "Scanning" : "Scan now"}
          </${Button}>
          <${Button} icon="upload" because=${use} onClick=${() => onDo("import")}>Import file</${Button}>`}
      </div>
      <div aria-live="polite" class="grid">
        <${Refused} error=${test.error ?? scan.error} />
        ${result?.[0] === "test" && html`<${TestResult} test=${result[1]} type=${one.type} />`}
        ${result?.[0] === "scan" && html`<${ScanResult} scan=${result[1].scan} />`}
      </div>
      <${KeyValue}
        rows=${[
          ["Type", typeName(one.type)],
          ...FIELDS[one.type].map(([name, label]) => [
            label,
            one.config[name] && html`<code>${one.config[name]}</code>`,
          ]),
          ["Scan interval", one.pollIntervalSeconds && `Every ${duration(one.pollIntervalSeconds * 1000)}`],
          [
            "Last test",
            one.lastTest && html`<${Time} at=${one.lastTestAt} />, ${one.lastTest.ok ? "worked" : "failed"}`,
          ],
          ["Last scan", one.lastScan && html`<${Time} at=${one.lastScanAt} />, ${told(one.lastScan)}`],
          ["Added", html`<${Time} at=${one.createdAt} />`],
          ["Updated", html`<${Time} at=${one.updatedAt} />, version ${one.version}`],
          ["ID", html`<${Copyable} text=${one.id} label="Copy ID" />`],
        ]}
      />
      ${hook &&
      html`<div>
        <h3>Webhook for runs</h3>
        <p class="dim">The platform can post run events to this URL, signed with the webhook secret.</p>
        <${Copyable} text=${`${location.origin}/v1/telemetry/webhooks/${one.id}`} label="Copy URL" />
      </div>`}
      ${isScanned(one.type) &&
      html`<p><a href=${"/discovery?source=" + one.type}>Workflows found on this platform</a></p>`}
    </div>
    <div class="dl-f">
      <${Button} icon="trash-2" because=${write} onClick=${() => onDo("delete")}>Delete</${Button}>
      <${Button} icon="pencil" because=${write} onClick=${() => onDo("edit")}>Edit</${Button}>
    </div>
  </${Drawer}>`;
}

function told(scan) {
  if (scan.status === "failed") return "failed";
  return `${plural(scan.assetsFound, "workflow")}, ${num(scan.newAssets)} new, ${duration(scan.durationMs)}`;
}

/** The next step after a failed test, by error code. */
const REMEDIES = {
  unauthorized: "The service rejected the credentials. Edit the integration and enter new ones.",
  smtp_not_configured: "Ask the operator of this server to configure email.",
  not_configured: "Without credentials, you can only import exported files.",
  blocked_address: "Private networks are blocked. The operator of this server can allow them.",
  unknown_host: "Check the host name for typos.",
  bad_url: "Check the URL.",
  tls: "The TLS certificate of the service is not trusted.",
  timeout: "The service did not respond in time. Try again, or check its status.",
  unexpected_answer: "Check the URL, and that the service supports this type of integration.",
  too_large: "Check the URL: the response is too large for this type of integration.",
  mail_refused: "Check the recipients. The operator of this server can check the mail server.",
  connect_failed: "Nothing is listening at this address. Check host and port.",
};

function TestResult({ test }) {
  if (test.ok) {
    return html`<${Note}
      tone="ok"
      icon="circle-check"
      title="Test succeeded"
    >Response received in ${duration(test.latencyMs)}.</${Note}>`;
  }
  return html`<${Note} tone="critical" icon="circle-alert" title=${test.error.message}>
    ${REMEDIES[test.error.code]}
  </${Note}>`;
}

function ScanResult({ scan, what = "scan" }) {
  if (scan.status === "failed") {
    return html`<${Note}
      tone="critical"
      icon="circle-alert"
      title=${`The ${what} failed`}
    >${scan.error}</${Note}>`;
  }
  if (scan.status === "running") {
    return html`<${Note} icon="clock" title=${`The ${what} is running`}>
      This page shows the result when it completes.
    </${Note}>`;
  }
  return html`<${Note} tone=${scan.error ? "medium" : "ok"} icon="circle-check" title=${`The ${what} is complete`}>
    ${plural(scan.assetsFound, "workflow")}: ${num(scan.newAssets)} new, ${num(scan.changedAssets)} changed,
    ${" "}${num(scan.removedAssets)} removed, ${plural(scan.driftFindings, "drift finding")}. ${scan.error}
  </${Note}>`;
}

/** The export files of each platform. */
const EXPORTS = {
  n8n: "A downloaded workflow, or the output of n8n export:workflow --all.",
  make: "An exported blueprint.",
  zapier: "The export of all Zaps of an account.",
  power_automate: "definition.json of an exported package, or a file in the Workflows folder of a solution.",
};

function Import(/** @type {Props<{ of: Api<"Integration"> }>} */ { of: one, onClose }) {
  const [file, setFile] = useState(null);
  const [name, setName] = useState("");
  const [scan, setScan] = useState(null);
  const box = useRef(null);
  const action = useAction(async () => {
    const path = withQuery(`${ITEM}/${one.id}/import`, { name: name.trim() });
    setScan((await send("POST", path, file, { type: "application/json" })).scan);
    refetch(ITEM, "/api/discovery");
  });
  const because = !file
    ? "Choose a file first"
    : file.size > LARGEST
      ? "The file is larger than 10 MB"
      : scan
        ? "The file is already imported"
        : "";
  const submit = (event) => {
    event.preventDefault();
    if (!because && !action.busy) action.run();
  };
  return html`<${Dialog} label=${"Import into " + one.name} onClose=${onClose}>
    <form onSubmit=${submit} ref=${box} novalidate>
      <div class="dl-b form">
        <div class="field">
          <label for="import-file">Exported file</label>
          <input
            id="import-file"
            type="file"
            accept=".json,application/json"
            aria-describedby="import-hint"
            onChange=${(event) => (setFile(event.target.files[0] ?? null), setScan(null), action.clear())}
          />
          <small id="import-hint">${EXPORTS[one.type]}</small>
        </div>
        <${Field}
          name="name"
          label="Name"
          optional
          hint="For a file with one workflow that contains no name."
          value=${name}
          onInput=${setName}
          error=${action.error}
          maxlength="200"
        />
        <div aria-live="polite" class="grid">
          <${Refused} error=${action.error} />
          ${scan && html`<${ScanResult} scan=${scan} what="import" />`}
        </div>
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>${scan ? "Close" : "Cancel"}</${Button}>
        <${Button} kind="pri" type="submit" because=${because} busy=${action.busy}>Import file</${Button}>
      </div>
    </form>
  </${Dialog}>`;
}
