import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, KeyValue, PageHead } from "../components/page.js";
import { Confirm, Drawer } from "../components/dialog.js";
import { Copyable, State, Tag, Time } from "../components/marks.js";
import { Empty, Note, Refused, say, whenLoaded } from "../components/states.js";
import { DataTable, Pager } from "../components/table.js";
import { AUTH, CREDENTIALS, CredentialForm } from "./settings-credential-form.js";
import { send, withQuery } from "../api.js";
import { num } from "../formats/counts.js";
import { duration } from "../formats/dates.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";

const SIZE = 50;

/** The secrets that the outbound proxy adds to requests. Agents never see them. */
export function Credentials({ crumbs, title }) {
  const [params, update] = useParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const path = withQuery(CREDENTIALS, { limit: SIZE, offset: (page - 1) * SIZE, sort: params.get("sort") });
  const query = useQuery(path, { every: 30 });
  const write = useMay("integrations:write") ? "" : whoMay("integrations:write");
  const [doing, setDoing] = useState(null);
  const opened = query.data?.credentials.find((one) => one.id === params.get("credential"));
  const add = () => update({ new: "1" }, { push: true });
  const saved = (one, isNew) => {
    setDoing(null);
    update({ new: null, credential: one.id });
    refetch(CREDENTIALS);
    say(isNew ? "Credential added" : "Credential saved");
  };
  return html`<${PageHead}
      title=${title}
      crumbs=${crumbs}
      sub="Secrets that the proxy adds to requests of agents."
    >
      <${Button} kind="pri" icon="plus" because=${write} onClick=${add}>Add credential</${Button}>
    </${PageHead}>
    ${whenLoaded(query, 160, (data) => html`<${DataTable} list=${path}
        name="credentials"
        caption="Outbound credentials"
        columns=${COLUMNS}
        rows=${data.credentials}
        id=${(one) => one.id}
        onOpen=${(one) => update({ credential: one.id }, { push: true })}
        empty=${html`<${Empty} icon="lock" title="No credentials yet">
          <p>A credential is a secret that the proxy adds to requests. Agents never see it.</p>
          <${Button} because=${write} onClick=${add}>Add a credential</${Button}>
        </${Empty}>`}
        foot=${html`<${Pager} page=${page} size=${SIZE} total=${data.total} update=${update} unit="credentials" />`}
      />
      <${Vault} vault=${data.vault} />`)}
    ${opened &&
    !doing &&
    html`<${CredentialDrawer}
      key=${opened.id}
      of=${opened}
      write=${write}
      onDo=${(what) => setDoing([what, opened])}
      onClose=${() => update({ credential: null })}
    />`}
    ${(params.get("new") && !write) || doing?.[0] === "edit"
      ? html`<${CredentialForm}
          of=${doing?.[1]}
          vault=${query.data?.vault}
          onSaved=${saved}
          onClose=${() => (doing ? setDoing(null) : update({ new: null }))}
        />`
      : null}
    ${doing?.[0] === "delete" &&
    html`<${Confirm}
      label=${"Delete the credential of " + doing[1].pattern}
      verb="Delete credential"
      danger
      onConfirm=${async () => {
        const headers = { "If-Match": `"${doing[1].version}"` };
        await send("DELETE", `${CREDENTIALS}/${doing[1].id}`, undefined, { headers });
        update({ credential: null });
        refetch(CREDENTIALS);
        say("Credential deleted");
      }}
      onClose=${() => setDoing(null)}
    >
      <p>
        Requests to <code>${doing[1].pattern}</code> are sent without it, or with the credential of a broader pattern.
        ${doing[1].source === "vault" ? " The secret stays in the vault." : " The secret is deleted too."}
      </p>
    </${Confirm}>`}`;
}

/** @type {Columns<Api<"EgressCredential">, "/api/egress/credentials">} */
const COLUMNS = [
  {
    key: "pattern",
    sort: "pattern",
    label: "Requests to",
    main: true,
    cell: (one) => one.pattern,
    detail: (one) => one.lastError,
  },
  { key: "source", sort: "source", label: "Stored in", cell: whereOf },
  { key: "auth", sort: "authType", label: "Injected into", cell: (one) => place(one) },
  {
    key: "state",
    sort: "lastError",
    label: "Status",
    cell: (one) =>
      one.lastError
        ? html`<${State} of="error" label="Secret unavailable" />`
        : one.enabled
          ? html`<${State} of="active" label="Enabled" />`
          : html`<${State} of="disabled" label="Disabled" />`,
  },
  { key: "used", sort: "lastUsedAt", label: "Last used", className: "dim", cell: (one) => html`<${Time} at=${one.lastUsedAt} />` },
  { key: "uses", sort: "useCount24h", label: "Uses in 24 h", className: "num", cell: (one) => num(one.useCount24h) },
];

function whereOf(one) {
  return one.source === "vault" ? "Vault" : "This server, encrypted";
}

function place(one) {
  if (!one.authType) return "As specified in the vault";
  if (one.authType === "header") return html`Header <code>${one.header}</code>`;
  if (one.authType === "query") return html`Parameter <code>${one.header}</code>`;
  return AUTH[one.authType];
}

function CredentialDrawer(/** @type {Props<{ of: Api<"EgressCredential"> }>} */ { of: one, write, onDo, onClose }) {
  const use = useMay("integrations:use") ? "" : whoMay("integrations:use");
  const [result, setResult] = useState(null);
  const test = useAction(async () => {
    setResult(null);
    setResult((await send("POST", `${CREDENTIALS}/${one.id}/test`)).test);
    refetch(CREDENTIALS);
  });
  return html`<${Drawer} label=${one.pattern} onClose=${onClose}>
    <div class="dl-b">
      ${one.lastError &&
      !result &&
      html`<${Note} tone="critical" icon="triangle-alert" title="The secret could not be retrieved.">
        ${one.lastError} (<${Time} at=${one.lastErrorAt} />) Requests that need it are blocked.
      </${Note}>`}
      <div><${Button} icon="zap" because=${use} busy=${test.busy} onClick=${() => test.run()}>Test</${Button}></div>
      <div aria-live="polite" class="grid">
        <${Refused} error=${test.error} />
        ${result &&
        html`<${Note}
          tone=${result.ok ? "ok" : "critical"}
          icon=${result.ok ? "circle-check" : "circle-alert"}
          title=${result.ok ? "The secret can be retrieved." : "The secret could not be retrieved."}
        >
          ${result.error} Took ${duration(result.latencyMs)}.
          ${result.ok && " The test does not check whether the destination accepts it."}
        </${Note}>`}
      </div>
      <${KeyValue}
        rows=${[
          ["Status", one.enabled ? "Enabled" : html`<${Tag}>Disabled</${Tag}>`],
          ["Stored in", whereOf(one)],
          ["Mount", one.vaultMount && html`<code>${one.vaultMount}</code>`],
          ["Path", one.vaultPath && html`<${Copyable} text=${one.vaultPath} label="Copy path" />`],
          ["Injected into", place(one)],
          ["Prefix", one.prefix && html`<code>${JSON.stringify(one.prefix)}</code>`],
          ["Secret version", one.secretVersion != null && num(one.secretVersion)],
          ["Last used", html`<${Time} at=${one.lastUsedAt} />`],
          ["Uses in 24 h", num(one.useCount24h)],
          ["Added", html`<${Time} at=${one.createdAt} />`],
          ["Updated", html`<${Time} at=${one.updatedAt} />, version ${one.version}`],
          ["ID", html`<${Copyable} text=${one.id} label="Copy ID" />`],
        ]}
      />
    </div>
    <div class="dl-f">
      <${Button} icon="trash-2" because=${write} onClick=${() => onDo("delete")}>Delete</${Button}>
      <${Button} icon="pencil" because=${write} onClick=${() => onDo("edit")}>Edit</${Button}>
    </div>
  </${Drawer}>`;
}

function Vault({ vault }) {
  if (!vault) {
    return html`<${Note} icon="lock" title="Secrets are encrypted on this server.">
      To store them in HashiCorp Vault or OpenBao instead, the operator sets <code>vault_addr</code> and
      ${" "}<code>vault_token</code>.
    </${Note}>`;
  }
  return html`<${Note} icon="lock" title="Secrets can be stored in the operator’s vault.">
    Mount <code>${vault.mount}</code>, path prefix <code>${vault.pathPrefix}</code>. Secrets from the vault are
    cached for one minute.
  </${Note}>`;
}
