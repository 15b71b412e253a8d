import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, KeyValue, PageHead } from "../components/page.js";
import { Confirm, Drawer } from "../components/dialog.js";
import { Field, FormDialog, useForm } from "../components/form.js";
import { Copyable, State, Tag, Time } from "../components/marks.js";
import { SecretOnce } from "../components/secret-once.js";
import { Empty, Note, say, whenLoaded } from "../components/states.js";
import { DataTable, Pager } from "../components/table.js";
import { NewKey, SCOPES } from "./settings-key-form.js";
import { rightsOf, Transfer } from "./settings-key-owner.js";
import { Who } from "./settings-parts.js";
import { send, withQuery } from "../api.js";
import { num, plural } from "../formats/counts.js";
import { role } from "../formats/words.js";
import { refetch, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, useSession, whoMay } from "../session.js";

const KEYS = "/api/admin/api-keys";
const SIZE = 50;
const WORKS = ["active", "expiring"];

/** The API keys of the workspace. */
export function ApiKeys({ crumbs, title }) {
  const [params, update] = useParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const path = withQuery(KEYS, { limit: SIZE, offset: (page - 1) * SIZE, sort: params.get("sort") });
  const query = useQuery(path, { every: 30 });
  const because = useMay("api-keys:write") ? "" : whoMay("api-keys:write");
  const { permissions } = useSession();
  const notOwner = permissions.includes("members:write") ? "" : whoMay("members:write");
  const [issued, setIssued] = useState(null);
  const [doing, setDoing] = useState(null);
  const opened = query.data?.apiKeys.find((key) => key.id === params.get("key"));
  const make = () => update({ new: "1" }, { push: true });
  const done = (answer) => {
    setDoing(null);
    update({ new: null, key: null });
    setIssued(answer);
    refetch(KEYS);
  };
  const all = permissions.includes("members:write") || permissions.includes("audit:read");
  return html`<${PageHead}
      title=${title}
      crumbs=${crumbs}
      sub=${all ? "Keys that programs use to call the API." : "The keys that you own. Administrators see all keys."}
    >
      <${Button} kind="pri" icon="plus" because=${because} onClick=${make}>Create key</${Button}>
    </${PageHead}>
    ${whenLoaded(query, 160, (data) => html`<${DataTable} list=${path}
      name="api-keys"
      caption="API keys"
      columns=${COLUMNS}
      rows=${data.apiKeys}
      id=${(key) => key.id}
      onOpen=${(key) => update({ key: key.id }, { push: true })}
      empty=${html`<${Empty} icon="key-round" title="No keys yet">
        <p>Scanners, agents and gateways use keys to call this server, limited to the scopes that you select.</p>
        <${Button} because=${because} onClick=${make}>Create key</${Button}>
      </${Empty}>`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${data.total} update=${update} unit="keys" />`}
    />`)}
    ${opened &&
    !doing &&
    html`<${KeyDrawer}
      of=${opened}
      because=${because}
      notOwner=${notOwner}
      onDo=${(what) => setDoing([what, opened])}
      onClose=${() => update({ key: null })}
    />`}
    ${params.get("new") &&
    !because &&
    html`<${NewKey} scopes=${params.get("new")} onDone=${done} onClose=${() => update({ new: null })} />`}
    ${doing?.[0] === "rotate" && html`<${Rotate} of=${doing[1]} onDone=${done} onClose=${() => setDoing(null)} />`}
    ${doing?.[0] === "revoke" && html`<${Revoke} of=${doing[1]} onClose=${() => setDoing(null)} />`}
    ${doing?.[0] === "transfer" && html`<${Transfer} of=${doing[1]} onClose=${() => setDoing(null)} />`}
    ${issued &&
    html`<${SecretOnce}
      label=${"Key " + issued.apiKey.name}
      secret=${issued.key}
      onClose=${() => setIssued(null)}
    >
      <${UploadCommand} of=${issued.apiKey} />
    </${SecretOnce}>`}`;
}

/** @type {Columns<Api<"ApiKey">, "/api/admin/api-keys">} */
const COLUMNS = [
  {
    key: "name",
    sort: "name",
    label: "Name",
    main: true,
    cell: (key) => key.name,
    detail: (key) => html`<code>${key.prefix}…${key.last4}</code>`,
  },
  { key: "status", label: "Status", cell: (key) => html`<${State} of=${key.status} />` },
  { key: "scopes", label: "Scopes", cell: (key) => html`<span class="dim">${mayDo(key)}</span>` },
  { key: "role", sort: "role", label: "Role", cell: (key) => role(key.role) },
  { key: "owner", sort: "ownerId", label: "Owner", cell: (key) => html`<${Who} id=${key.ownerId} />` },
  { key: "expires", sort: "expiresAt", label: "Expires", cell: (key) => html`<${Time} at=${key.expiresAt} />`, className: "dim" },
  { key: "used", sort: "lastUsedAt", label: "Last used", cell: (key) => html`<${Time} at=${key.lastUsedAt} />`, className: "dim" },
  { key: "uses", sort: "useCount", label: "Uses", hidden: true, cell: (key) => num(key.useCount), className: "num" },
  { key: "ip", sort: "lastUsedIp", label: "Last used from", hidden: true, cell: (key) => key.lastUsedIp ?? "" },
  { key: "by", sort: "createdBy", label: "Created by", hidden: true, cell: (key) => html`<${Who} id=${key.createdBy} />` },
  { key: "created", sort: "createdAt", label: "Created", hidden: true, cell: (key) => html`<${Time} at=${key.createdAt} />` },
];

function mayDo(key) {
  if (key.scopes.length === 1) return SCOPES[key.scopes[0]]?.[0] ?? key.scopes[0];
  return plural(key.scopes.length, "scope");
}

function KeyDrawer(/** @type {Props<{ of: Api<"ApiKey"> }>} */ { of: key, because, notOwner, onDo, onClose }) {
  const notNow = WORKS.includes(key.status) ? "" : `The key is ${key.status}`;
  const ended = ["revoked", "expired"].includes(key.status) ? `The key is ${key.status}` : "";
  return html`<${Drawer} label=${key.name} onClose=${onClose}>
    <div class="dl-b">
      <${KeyValue}
        rows=${[
          ["Status", html`<${State} of=${key.status} />`],
          ["Key", html`<code>${key.prefix}…${key.last4}</code>`],
          ["ID", html`<${Copyable} text=${key.id} label="Copy ID" />`],
          ["Role", role(key.role)],
          ["Current permissions", rightsOf(key)],
          ["Owner", html`<${Who} id=${key.ownerId} />`],
          ["Created by key", key.parentId && html`<a href=${"/settings/keys?key=" + key.parentId}>${key.parentId}</a>`],
          ["Agent", key.agentId && html`<a href=${"/agents/" + key.agentId}>${key.agentId}</a>`],
          ["Allowed from", key.allowedIps.length ? key.allowedIps.join(", ") : "Any address"],
          ["Created", html`<${Time} at=${key.createdAt} /> by <${Who} id=${key.createdBy} />`],
          ["Expires", html`<${Time} at=${key.expiresAt} />`],
          ["Works until", key.retiresAt && html`<${Time} at=${key.retiresAt} />`],
          ["Replaced", key.rotatedFrom && html`<code>${key.rotatedFrom}</code>`],
          [
            "Last used",
            html`<${Time} at=${key.lastUsedAt} />${key.lastUsedIp && html` from <code>${key.lastUsedIp}</code>`}`,
          ],
          ["Uses", num(key.useCount)],
        ]}
      />
      <div>
        <h3>Scopes</h3>
        <ul class="choices mt2">
          ${key.scopes.map(
            (scope) => html`<li key=${scope}>
              <${Tag}>${scope}</${Tag}> <span class="dim">${SCOPES[scope]?.[1]}</span>
            </li>`,
          )}
        </ul>
      </div>
      ${WORKS.includes(key.status) && html`<${UploadCommand} of=${key} />`}
      ${key.status === "suspended" &&
      html`<${Note} tone="medium" icon="pause">
        ${key.statusReason}
      </${Note}>`}
    </div>
    <div class="dl-f">
      <${Button}
        icon="rotate-ccw"
        because=${because || notNow}
        onClick=${() => onDo("rotate")}
      >Rotate key</${Button}>
      <${Button}
        icon="users"
        because=${notOwner || ended || (key.parentId ? "Transfer the key that created this key" : "")}
        onClick=${() => onDo("transfer")}
      >Transfer key</${Button}>
      <${Button} icon="ban" because=${because || ended} onClick=${() => onDo("revoke")}>Revoke key</${Button}>
    </div>
  </${Drawer}>`;
}

/** The upload command of the scanner, which reads the key from a file. */
function UploadCommand(/** @type {Props<{ of: Api<"ApiKey"> }>} */ { of: key }) {
  const { tenant } = useSession();
  if (!key.scopes.includes("reports:write")) return null;
  const file = (key.name.toLowerCase().replace(/[^a-z0-9._]+/g, "-").replace(/^-+|-+$/g, "") || "svc") + ".key";
  const command =
    `svc-preflight scan --include-assets --org-id ${tenant.id} --output report.json\n` +
    `svc-preflight upload report.json --url ${location.origin} --api-key-file ${file}`;
  return html`<div>
    <h3>Upload scan reports</h3>
    <p class="dim">Store only the key in a file named <code>${file}</code>.</p>
    <div class="copy-code">
      <pre class="code wrap">${command}</pre>
      <${Copyable} text=${command} shown="" label="Copy commands" />
    </div>
  </div>`;
}

function Rotate(/** @type {Props<{ of: Api<"ApiKey"> }>} */ { of: key, onDone, onClose }) {
  const form = useForm({ graceHours: "24" }, ({ graceHours }) =>
    send("POST", `${KEYS}/${key.id}/rotate`, { graceHours: Number(graceHours) }),
  );
  const done = (answer) => {
    say(`${key.name} rotated`);
    onDone(answer);
  };
  return html`<${FormDialog}
    label=${"Rotate " + key.name}
    verb="Rotate key"
    because=${/^\d+$/.test(form.values.graceHours) ? "" : "Enter a whole number of hours"}
    form=${form}
    onDone=${done}
    onClose=${onClose}
    novalidate
  >
    <p>A new key replaces it, with the same scopes, role, owner and lifetime. It is shown once.</p>
    <${Field}
      ...${form.field("graceHours")}
      label="Grace period of the old key (hours)"
      hint="0 to 168. With 0, the old key stops working immediately."
      type="number"
      min="0"
      max="168"
    />
  </${FormDialog}>`;
}

function Revoke(/** @type {Props<{ of: Api<"ApiKey"> }>} */ { of: key, onClose }) {
  const revoke = async () => {
    await send("DELETE", `${KEYS}/${key.id}`);
    refetch(KEYS);
    say(`${key.name} revoked`);
  };
  return html`<${Confirm}
    label=${"Revoke " + key.name}
    verb="Revoke key"
    danger
    onConfirm=${revoke}
    onClose=${onClose}
  >
    <p>The key and all keys that it created stop working immediately. You cannot undo this.</p>
    <${KeyValue}
      rows=${[
        ["Key", html`<code>${key.prefix}…${key.last4}</code>`],
        ["Last used", html`<${Time} at=${key.lastUsedAt} />`],
        ["Uses", num(key.useCount)],
      ]}
    />
  </${Confirm}>`;
}
