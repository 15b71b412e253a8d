import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Door } from "../components/door.js";
import { Button } from "../components/page.js";
import { Field, focusWrong, Options } from "../components/form.js";
import { Copyable } from "../components/marks.js";
import { SecretOnce } from "../components/secret-once.js";
import { Note, Refused, whenLoaded } from "../components/states.js";
import { send } from "../api.js";
import { plural } from "../formats/counts.js";
import { refetch, useAction, useQuery } from "../query.js";
import { navigate, useParams } from "../router.js";
import { whoMay } from "../session.js";

const STEPS = [
  ["workspace", "Workspace", "Name and time zone"],
  ["key", "API key", "Used by scanners to upload reports"],
  ["scan", "First scan", "Scan the MCP servers on a machine"],
];

/** The setup of a workspace: name, API key and first scan. The step is in the address. */
export function Setup() {
  const [params, update] = useParams();
  const session = useQuery("/api/auth/session");
  const at = Math.max(0, STEPS.findIndex(([id]) => id === params.get("step")));
  const to = (step, more) => update({ step, ...more }, { push: true });
  const done = session.data?.onboarded;
  useEffect(() => {
    if (done && at === 0 && params.get("step") === null) navigate("/overview", { replace: true });
  }, [done, at]);
  const steps = [
    (s) => html`<${Workspace} session=${s} onDone=${() => to("key")} />`,
    (s) => html`<${Key} session=${s} onDone=${(name) => to("scan", { key: name })} />`,
    (s) => html`<${FirstScan} session=${s} keyName=${params.get("key")} />`,
  ];
  return html`<${Door} title="Set up your workspace" wide>
    <ol class="steps" aria-label="Steps">
      ${STEPS.map(
        ([id, name, does], i) => html`<li
          key=${id}
          class=${i < at ? "done" : i === at ? "now" : ""}
          aria-current=${i === at ? "step" : undefined}
        ><b>${name}</b><span>${does}</span></li>`,
      )}
    </ol>
    ${whenLoaded(session, 220, (s) => html`<div class="step" key=${at}>${steps[at](s)}</div>`)}
    ${session.data?.tenant &&
    html`<p class="row">
      ${at === 2 && html`<a class="btn ghost" href="/setup?step=key">Create another key</a>`}
      <a class="btn ghost sp" href="/overview">${at === 2 ? "Open overview" : "Skip for now"}</a>
    </p>`}
  </${Door}>`;
}

const INDUSTRIES = [
  "Financial services",
  "Healthcare",
  "Manufacturing",
  "Public sector",
  "Retail",
  "Software",
  "Other",
];
const SIZES = ["1 to 10", "11 to 50", "51 to 250", "251 to 1000", "More than 1000"];

const zones = (here) => [...new Set(["UTC", here, ...(Intl.supportedValuesOf?.("timeZone") ?? [])])];

function Workspace(/** @type {Props<{ session: Api<"AuthSessionEnvelope"> }>} */ { session, onDone }) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const [form, setForm] = useState({
    organizationName: session.tenant?.name ?? "",
    timezone: here,
    industry: "",
    size: "",
  });
  const box = useRef(null);
  const action = useAction(() =>
    send("POST", "/api/auth/setup", Object.fromEntries(Object.entries(form).filter(([, value]) => value))),
  );
  const field = (name) => ({
    name,
    error: action.error,
    value: form[name],
    onInput: (value) => setForm((f) => ({ ...f, [name]: value })),
  });
  const submit = async (event) => {
    event.preventDefault();
    if (await action.run()) {
      refetch("/api/auth/session");
      onDone();
    } else focusWrong(box.current);
  };
  useEffect(() => {
    if (action.error?.code === "already_onboarded") navigate("/overview", { replace: true });
  }, [action.error]);
  if (session.role && session.role !== "role_admin") {
    return html`<${Note} icon="lock" title="An administrator sets up the workspace">
      You can already open the overview.
    </${Note}>`;
  }
  const options = (list) => [["", "Not specified"], ...list.map((one) => [one, one])];
  return html`<form onSubmit=${submit} ref=${box}>
    <${Field}
      ...${field("organizationName")}
      label="Workspace"
      autocomplete="organization"
      maxlength="200"
      required
    />
    <${Field}
      ...${field("timezone")}
      as="select"
      label="Time zone"
      hint="Used for daily charts and reports."
    >
      <${Options} options=${zones(here).map((zone) => [zone, zone.replaceAll("_", " ")])} />
    </${Field}>
    <${Field} ...${field("industry")} as="select" label="Industry" optional>
      <${Options} options=${options(INDUSTRIES)} />
    </${Field}>
    <${Field} ...${field("size")} as="select" label="Company size" optional>
      <${Options} options=${options(SIZES)} />
    </${Field}>
    ${!action.error?.errors?.length && html`<${Refused} error=${action.error} />`}
    <${Button} kind="pri" type="submit" busy=${action.busy}>Save and continue</${Button}>
  </form>`;
}

function Key(/** @type {Props<{ session: Api<"AuthSessionEnvelope"> }>} */ { session, onDone }) {
  const [name, setName] = useState("ci-scanner");
  const [issued, setIssued] = useState(null);
  const action = useAction(() =>
    send("POST", "/api/admin/api-keys", { name: name.trim(), scopes: ["reports:write"] }),
  );
  const may = session.permissions.includes("api-keys:write");
  const submit = async (event) => {
    event.preventDefault();
    const answer = may && (await action.run());
    if (answer) setIssued(answer);
  };
  const close = () => {
    setIssued(null);
    refetch("/api/admin/api-keys", "/api/overview");
    onDone(issued.apiKey.name);
  };
  return html`<form onSubmit=${submit}>
      <p>
        Scanners on a laptop or in a pipeline use an API key to upload reports. It has no other permissions and
        expires after 90 days.
      </p>
      <${Field}
        name="name"
        label="Name"
        hint="For example, the pipeline that uses the key."
        value=${name}
        onInput=${setName}
        error=${action.error}
        maxlength="100"
        required
      />
      ${!action.error?.errors?.length && html`<${Refused} error=${action.error} />`}
      <${Button}
        kind="pri"
        type="submit"
        icon="key-round"
        busy=${action.busy}
        because=${may ? "" : whoMay("api-keys:write")}
      >Create API key</${Button}>
      <${Button} onClick=${() => onDone(null)}>Use existing key</${Button}>
    </form>
    ${issued &&
    html`<${SecretOnce} label=${`Key “${issued.apiKey.name}”`} secret=${issued.key} onClose=${close}>
      <p>
        Store it in a file <code>${fileOf(issued.apiKey.name)}</code> that only the scanner can read, or in the
        secrets of your pipeline as <code>SVC_API_KEY</code>.
      </p>
    </${SecretOnce}>`}`;
}

/** The file that the commands read a key from, named after the key. */
const fileOf = (name) => (name || "svc").replaceAll(/[^\w.-]+/g, "-") + ".key";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

function FirstScan(/** @type {Props<{ session: Api<"AuthSessionEnvelope"> }>} */ { session, keyName }) {
  const org = session.tenant?.id;
  const open = location.protocol === "http:" && !LOCAL.includes(location.hostname);
  const commands = [
    `svc-preflight scan --include-assets --org-id ${org} --output report.json`,
    `svc-preflight upload report.json --url ${location.origin} --api-key-file ${fileOf(keyName)}` +
      (open ? " --allow-http" : ""),
  ];
  return html`<p>
      Run these commands on a machine with MCP clients, such as your own. Nothing is started or changed.
      Secret values stay on the machine.
    </p>
    ${commands.map(
      (command, i) => html`<div class="command" key=${i}>
        <${Copyable} text=${command} label=${i ? "Copy upload command" : "Copy scan command"} />
      </div>`,
    )}
    <p class="dim">
      ${keyName
        ? html`The file <code>${fileOf(keyName)}</code> contains the key “${keyName}”. `
        : html`The file <code>${fileOf()}</code> contains a key with permission to upload reports. `}
      In a pipeline, use <code>SVC_API_KEY</code> instead. The scan exits with code 1 if there are findings. The
      report is written in any case.
    </p>
    ${open &&
    html`<${Note} tone="medium" icon="triangle-alert" title="The connection to this server is not encrypted">
      Anyone on the network path can read the key. Use HTTPS before other machines upload reports.
    </${Note}>`}
    <${Received} />`;
}

/** Checks whether a report was received. */
function Received() {
  const query = useQuery("/api/mcp/reports?limit=1", { every: 5 });
  const total = query.data?.total ?? 0;
  return html`<div role="status">
    ${total > 0
      ? html`<${Note} tone="ok" icon="circle-check" title="First report received">
          ${plural(total, "report received.", "reports received.")}${" "}
          <a href="/mcp/reports">View reports</a> or <a href="/mcp/findings">view findings</a>.
        </${Note}>`
      : html`<${Note} icon="clock" title="Waiting for the first report">This page updates automatically.</${Note}>`}
  </div>`;
}
