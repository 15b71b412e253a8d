import { html } from "../components/html.js";
import { Field, FormDialog, Options, useForm } from "../components/form.js";
import { Note, say } from "../components/states.js";
import { send, withQuery } from "../api.js";
import { plural } from "../formats/counts.js";
import { role } from "../formats/words.js";
import { refetch, useQuery } from "../query.js";

const KEYS = "/api/admin/api-keys";
const ENDED = ["revoked", "expired"];

/** Transfers a key, with the keys below it, to another member. */
export function Transfer(/** @type {Props<{ of: Api<"ApiKey"> }>} */ { of: key, onClose }) {
  const members = useQuery("/api/admin/members").data?.members ?? [];
  const others = members.filter((member) => member.userId !== key.ownerId && member.status === "active");
  const form = useForm({ ownerId: "" }, (body) => send("POST", `${KEYS}/${key.id}/transfer`, body));
  const done = () => {
    refetch(KEYS);
    say(`${key.name} transferred`);
    onClose();
  };
  const options = others.map((member) => [member.userId, `${member.name || member.email} (${role(member.role)})`]);
  return html`<${FormDialog}
    label=${"Transfer " + key.name}
    verb="Transfer key"
    because=${form.values.ownerId ? "" : "Choose a member first"}
    form=${form}
    onDone=${done}
    onClose=${onClose}
    novalidate
  >
    <p>The role of the new owner limits the key, and all keys that it created, from now on.</p>
    <${Field} ...${form.field("ownerId")} label="New owner" as="select">
      <${Options} options=${[["", "Choose a member"], ...options]} />
    </${Field}>
    <${Note} icon="key-round">The key itself stays the same. Rotate it if the previous owner must not use it.</${Note}>
  </${FormDialog}>`;
}

/** The keys and pending invitations that a change of a member affects. */
export function Affected(/** @type {Props<{ of: Api<"Member"> }>} */ { of: member }) {
  const query = useQuery(withQuery(KEYS, { ownerId: member.userId, limit: 500 }));
  const sent = useQuery("/api/admin/members").data?.invitations ?? [];
  if (!query.data) return null;
  const keys = query.data.apiKeys.filter((key) => !ENDED.includes(key.status));
  const senders = [member.userId, ...keys.map((key) => key.id)];
  const invitations = sent.filter((one) => one.status === "pending" && senders.includes(one.invitedBy));
  if (!keys.length && !invitations.length) return html`<p class="dim">They own no API keys and sent no invitations.</p>`;
  return html`<div>
    <h3>Affected: ${plural(keys.length, "API key")}, ${plural(invitations.length, "invitation")}</h3>
    <ul class="choices mt2">
      ${keys.map((key) => html`<li key=${key.id}>
        <a href=${"/settings/keys?key=" + key.id}>${key.name}</a>
        <span class="dim"> API key, ${rightsOf(key)}</span>
      </li>`)}
      ${invitations.map((one) => html`<li key=${one.id}>
        ${one.email} <span class="dim">Invitation, ${role(one.role).toLowerCase()}</span>
      </li>`)}
    </ul>
  </div>`;
}

/** The roles that limit a key now. */
export function rightsOf(key) {
  return key.effectiveRoles.length ? key.effectiveRoles.map((name) => role(name).toLowerCase()).join(" and ") : "no rights";
}
