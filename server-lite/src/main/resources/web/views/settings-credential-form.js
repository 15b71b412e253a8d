import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Dialog } from "../components/dialog.js";
import { Check, Field, focusWrong, Options, useUnsaved } from "../components/form.js";
import { Refused } from "../components/states.js";
import { send } from "../api.js";
import { useAction } from "../query.js";

/** Where the API has credentials. */
export const CREDENTIALS = "/api/egress/credentials";

/** Where in a request a secret goes. */
export const AUTH = {
  bearer: "Authorization, as Bearer",
  basic: "Authorization, as Basic",
  header: "A header of your own",
  query: "A parameter of the address",
};

const LEFT_TO_VAULT = ["", "What the secret in the vault says"];

/**
 * A new credential, or another mapping of one. A secret is written and never read back.
 *
 * @param of the one that is changed; none for a new one
 * @param vault of the listing: mount and prefix of the paths; none where there is no vault
 */
export function CredentialForm({ of: one, vault, onSaved, onClose }) {
  const first = {
    pattern: one?.pattern ?? "",
    source: one?.source ?? "embedded",
    authType: one ? (one.authType ?? "") : "bearer",
    header: one?.header ?? "",
    prefix: one?.prefix ?? "",
    vaultPath: one?.vaultPath ?? "",
    enabled: one?.enabled ?? true,
    token: "",
    username: "",
    password: "",
  };
  const [form, setForm] = useState(first);
  const set = (key) => (value) => setForm((f) => ({ ...f, [key]: value }));
  const box = useRef();
  const action = useAction(() =>
    send("PUT", CREDENTIALS, bodyOf(one, form), one ? { headers: { "If-Match": `"${one.version}"` } } : {}),
  );
  const held = useUnsaved(JSON.stringify(form) !== JSON.stringify(first));
  const inVault = form.source === "vault";
  const basic = form.authType === "basic";
  const isNewSecret = !one || one.source !== form.source;
  const missing = !inVault && isNewSecret && !(basic ? form.username || form.password : form.token);
  const because = !form.pattern.trim() ? "Say which requests first" : missing ? "Give the secret first" : "";
  const submit = async (event) => {
    event.preventDefault();
    if (because || action.busy) return;
    const answer = await action.run();
    if (answer) onSaved(answer.credential, !one);
    else focusWrong(box.current);
  };
  const pickSource = (source) =>
    setForm((f) => ({ ...f, source, authType: source === "vault" ? f.authType : f.authType || "bearer" }));
  const kept = one && !isNewSecret ? " Leave it empty to keep what is stored." : "";
  const secret = { type: "password", autocomplete: "new-password", error: action.error };
  return html`<${Dialog} label=${one ? "Edit credential" : "Add credential"} onClose=${onClose}>
    ${held}
    <form onSubmit=${submit} ref=${box} autocomplete="off" novalidate>
      <div class="dl-b form">
        <${Field}
          name="pattern"
          label="Requests to"
          hint="A host, *.host for all below it, with a port or a path where that matters: api.example.com:8443/v1/*"
          value=${form.pattern}
          onInput=${set("pattern")}
          error=${action.error}
          maxlength="500"
          placeholder="api.stripe.com"
          spellcheck=${false}
        />
        <${Field}
          name="source"
          label="Where the secret lies"
          as="select"
          hint=${vault ? "" : "There is no vault: the operator sets vault_addr."}
          value=${form.source}
          onInput=${pickSource}
          error=${action.error}
        >
          <option value="embedded">Here, sealed</option>
          <option value="vault" disabled=${!vault}>In the operator’s vault</option>
        </${Field}>
        ${inVault &&
        html`<${Field}
          name="vaultPath"
          label="Path in the vault"
          optional
          hint=${vault && `Below ${vault.pathPrefix} in ${vault.mount}. Empty takes the operator’s template.`}
          value=${form.vaultPath}
          onInput=${set("vaultPath")}
          error=${action.error}
          maxlength="400"
          spellcheck=${false}
        />`}
        <${Field}
          name="authType"
          label="It goes into"
          as="select"
          value=${form.authType}
          onInput=${set("authType")}
          error=${action.error}
        >
          <${Options} options=${inVault ? [LEFT_TO_VAULT, ...Object.entries(AUTH)] : Object.entries(AUTH)} />
        </${Field}>
        ${["header", "query"].includes(form.authType) &&
        html`<${Field}
          name="header"
          label=${form.authType === "header" ? "Name of the header" : "Name of the parameter"}
          value=${form.header}
          onInput=${set("header")}
          error=${action.error}
          maxlength="100"
          spellcheck=${false}
        />`}
        ${form.authType === "header" &&
        html`<${Field}
          name="prefix"
          label="In front of the token"
          optional
          hint="With its blank, such as “token ”."
          value=${form.prefix}
          onInput=${set("prefix")}
          error=${action.error}
          maxlength="100"
          spellcheck=${false}
        />`}
        ${!inVault &&
        (basic
          ? html`<${Field} ...${secret} name="secret.username" label="Username" type="text" autocomplete="off"
                hint=${kept.trim()} value=${form.username} onInput=${set("username")} />
              <${Field} ...${secret} name="secret.password" label="Password" hint=${kept.trim()}
                value=${form.password} onInput=${set("password")} />`
          : html`<${Field} ...${secret} name="secret.token" label="Token" hint=${"It is never shown again." + kept}
              value=${form.token} onInput=${set("token")} />`)}
        <${Check}
          label="Enabled"
          hint="Switched off counts as not there."
          checked=${form.enabled}
          onChange=${set("enabled")}
        />
        <${Refused} error=${action.error} />
        ${action.error && html`<p class="dim">Nothing was saved. What you typed is still here.</p>`}
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button} kind="pri" type="submit" because=${because} busy=${action.busy}>
          ${one ? "Save credential" : "Add credential"}
        </${Button}>
      </div>
    </form>
  </${Dialog}>`;
}

function bodyOf(one, form) {
  const body = {
    ...(one ? { id: one.id } : {}),
    pattern: form.pattern.trim(),
    source: form.source,
    enabled: form.enabled,
  };
  if (form.authType) body.authType = form.authType;
  if (["header", "query"].includes(form.authType) && form.header.trim()) body.header = form.header.trim();
  if (form.authType === "header" && form.prefix) body.prefix = form.prefix;
  if (form.source === "vault") {
    if (form.vaultPath.trim()) body.vaultPath = form.vaultPath.trim();
  } else if (form.authType === "basic") {
    if (form.username || form.password) body.secret = { username: form.username, password: form.password };
  } else if (form.token) {
    body.secret = { token: form.token };
  }
  return body;
}
