import { html } from "../components/html.js";
import { Check, Field, FormDialog, Options, useForm, useUnsaved } from "../components/form.js";
import { Refused } from "../components/states.js";
import { send } from "../api.js";

/** Where the API has credentials. */
export const CREDENTIALS = "/api/egress/credentials";

/** The part of a request that contains the secret. */
export const AUTH = {
  bearer: "Authorization header (Bearer)",
  basic: "Authorization header (Basic)",
  header: "Custom header",
  query: "Query parameter",
};

const LEFT_TO_VAULT = ["", "As specified in the vault"];

/**
 * Creates or edits a credential. A secret is written and never read back.
 *
 * @param of the credential to edit; missing for a new one
 * @param vault of the listing: mount and path prefix; missing without a vault
 */
export function CredentialForm(/** @type {Props<{ of: Api<"EgressCredential"> }>} */ { of: one, vault, onSaved, onClose }) {
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
  const form = useForm(first, (values) =>
    send("PUT", CREDENTIALS, bodyOf(one, values), one ? { headers: { "If-Match": `"${one.version}"` } } : {}),
  );
  const { pattern, source, authType, token, username, password, enabled } = form.values;
  const held = useUnsaved(JSON.stringify(form.values) !== JSON.stringify(first));
  const inVault = source === "vault";
  const basic = authType === "basic";
  const isNewSecret = !one || one.source !== source;
  const missing = !inVault && isNewSecret && !(basic ? username || password : token);
  const kept = one && !isNewSecret ? " Leave empty to keep the stored secret." : "";
  const secret = (name) => ({
    type: "password",
    autocomplete: "new-password",
    ...form.field(name),
    name: "secret." + name,
  });
  return html`${held}
    <${FormDialog}
      label=${one ? "Edit credential" : "Add credential"}
      verb=${one ? "Save credential" : "Add credential"}
      because=${!pattern.trim() ? "Enter a host first" : missing ? "Enter the secret first" : ""}
      form=${form}
      className="dl-b form"
      refusal=${html`<${Refused} error=${form.error} />
        ${form.error && html`<p class="dim">Nothing was saved. What you typed is still here.</p>`}`}
      onDone=${({ credential }) => onSaved(credential, !one)}
      onClose=${onClose}
      autocomplete="off"
      novalidate
    >
      <${Field}
        ...${form.field("pattern")}
        label="Requests to"
        hint="A host, or *.host for its subdomains, with optional port and path: api.example.com:8443/v1/*"
        maxlength="500"
        placeholder="api.stripe.com"
        spellcheck=${false}
      />
      <${Field}
        ...${form.field("source")}
        label="Stored in"
        as="select"
        hint=${vault ? "" : "No vault is configured. The operator of this server can configure one."}
        onInput=${(to) => form.set({ source: to, authType: to === "vault" ? authType : authType || "bearer" })}
      >
        <option value="embedded">This server, encrypted</option>
        <option value="vault" disabled=${!vault}>The operator’s vault</option>
      </${Field}>
      ${inVault &&
      html`<${Field}
        ...${form.field("vaultPath")}
        label="Path in the vault"
        optional
        hint=${vault && `Starts with ${vault.pathPrefix}, in the mount ${vault.mount}. Empty: the operator’s template applies.`}
        maxlength="400"
        spellcheck=${false}
      />`}
      <${Field} ...${form.field("authType")} label="Injected into" as="select">
        <${Options} options=${inVault ? [LEFT_TO_VAULT, ...Object.entries(AUTH)] : Object.entries(AUTH)} />
      </${Field}>
      ${["header", "query"].includes(authType) &&
      html`<${Field}
        ...${form.field("header")}
        label=${authType === "header" ? "Header name" : "Parameter name"}
        maxlength="100"
        spellcheck=${false}
      />`}
      ${authType === "header" &&
      html`<${Field}
        ...${form.field("prefix")}
        label="Prefix of the token"
        optional
        hint="Including the space, such as “token ”."
        maxlength="100"
        spellcheck=${false}
      />`}
      ${!inVault &&
      (basic
        ? html`<${Field} ...${secret("username")} label="Username" type="text" autocomplete="off" hint=${kept.trim()} />
            <${Field} ...${secret("password")} label="Password" hint=${kept.trim()} />`
        : html`<${Field} ...${secret("token")} label="Token" hint=${"You won't be able to see it again." + kept} />`)}
      <${Check}
        label="Enabled"
        hint="When off, the credential is not added to requests."
        checked=${enabled}
        onChange=${form.field("enabled").onInput}
      />
    </${FormDialog}>`;
}

function bodyOf(one, form) {
  /** @type {Api<"EgressCredentialDraft">} */
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
