import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, Card, KeyValue, PageHead } from "../components/page.js";
import { Confirm, Drawer } from "../components/dialog.js";
import { Field, FormDialog, Options, useForm } from "../components/form.js";
import { Copyable, State, Tag, Time } from "../components/marks.js";
import { SecretOnce } from "../components/secret-once.js";
import { Empty, Note, Refused, say, whenLoaded } from "../components/states.js";
import { DataTable } from "../components/table.js";
import { Affected } from "./settings-key-owner.js";
import { Who } from "./settings-parts.js";
import { send, withQuery } from "../api.js";
import { plural } from "../formats/counts.js";
import { role, words } from "../formats/words.js";
import { refetch, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, useSession, whoMay } from "../session.js";

const MEMBERS = "/api/admin/members";
const INVITE = "/api/admin/invite";

/** What each role is for. */
const ROLES = [
  ["role_viewer", "Read-only access except for the audit log, keys and integrations."],
  ["role_auditor", "Read-only access including the audit log, and creates reports."],
  ["role_approver", "Reviews, certifies and decides approvals. Cannot change settings."],
  ["role_operator", "Manages policies, rollouts, detection and incidents."],
  ["role_admin", "Full access, including rollbacks, containment and these settings."],
];

/** The members of the workspace, and the invitations. */
export function Members({ crumbs, title }) {
  const [params, update] = useParams();
  const path = withQuery(MEMBERS, { sort: params.get("sort") });
  const query = useQuery(path, { every: 30 });
  const because = useMay("members:write") ? "" : whoMay("members:write");
  const { user } = useSession();
  const [doing, setDoing] = useState(null);
  const [link, setLink] = useState(null);
  const opened = query.data?.members.find((member) => member.userId === params.get("member"));
  const close = () => setDoing(null);
  const invite = () => update({ new: "1" }, { push: true });
  const invited = (answer) => {
    update({ new: null });
    refetch(MEMBERS, INVITE);
    if (answer.inviteUrl) setLink(answer);
    else say(`Invitation sent to ${answer.invitation.email}`);
  };
  return html`<${PageHead} title=${title} crumbs=${crumbs} sub="Members of this workspace and their roles.">
      <${Button} kind="pri" icon="user-plus" because=${because} onClick=${invite}>Invite member</${Button}>
    </${PageHead}>
    ${whenLoaded(query, 160, (data) => html`<${DataTable} list=${path}
        name="members"
        caption="Members"
        columns=${columns(user.id)}
        rows=${data.members}
        id=${(member) => member.userId}
        onOpen=${(member) => update({ member: member.userId }, { push: true })}
      />
      <${Invitations}
        list=${data.invitations}
        because=${because}
        onRevoke=${(one) => setDoing(["revoke", one])}
      />
    `)}
    ${opened &&
    !doing &&
    html`<${MemberDrawer}
      of=${opened}
      because=${because}
      onDo=${(what) => setDoing([what, opened])}
      onClose=${() => update({ member: null })}
    />`}
    ${doing?.[0] === "role" &&
    html`<${ChangeRole} of=${doing[1]} own=${doing[1].userId === user.id} onClose=${close} />`}
    ${doing?.[0] === "remove" &&
    html`<${Remove} of=${doing[1]} onDone=${() => update({ member: null })} onClose=${close} />`}
    ${doing?.[0] === "end" &&
    html`<${EndSessions} of=${doing[1]} own=${doing[1].userId === user.id} onClose=${close} />`}
    ${doing?.[0] === "revoke" && html`<${RevokeInvitation} of=${doing[1]} onClose=${close} />`}
    ${params.get("new") &&
    !because &&
    html`<${Invite} onDone=${invited} onClose=${() => update({ new: null })} />`}
    ${link &&
    html`<${SecretOnce} label="Invitation link" secret=${link.inviteUrl} onClose=${() => setLink(null)}>
      <p>
        This server sends no email. Send the link to <b>${link.invitation.email}</b> yourself. Anyone with the link can
        join as ${role(link.invitation.role).toLowerCase()}.
      </p>
    </${SecretOnce}>`}`;
}

/** @returns {Columns<Api<"Member">, "/api/admin/members">} */
const columns = (own) => [
  {
    key: "name",
    sort: "name",
    label: "Name",
    main: true,
    cell: (member) => member.name || member.username,
    detail: (member) => member.email,
  },
  {
    key: "role",
    sort: "role",
    label: "Role",
    cell: (member) => html`<span class="row"
      >${role(member.role)}${member.userId === own && html`<${Tag} tone="accent">You</${Tag}>`}</span
    >`,
  },
  { key: "status", sort: "status", label: "Status", cell: (member) => html`<${State} of=${member.status} />` },
  { key: "sso", sort: "ssoLinked", label: "Sign-in method", cell: (member) => (member.ssoLinked ? "Single sign-on" : "Password") },
  {
    key: "login",
    sort: "lastLoginAt",
    label: "Last sign-in",
    className: "dim",
    cell: (member) => html`<${Time} at=${member.lastLoginAt} />`,
  },
  { key: "joined", sort: "joinedAt", label: "Joined", className: "dim", cell: (member) => html`<${Time} at=${member.joinedAt} />` },
];

function MemberDrawer(/** @type {Props<{ of: Api<"Member"> }>} */ { of: member, because, onDo, onClose }) {
  return html`<${Drawer} label=${member.name || member.username} onClose=${onClose}>
    <div class="dl-b">
      <${KeyValue}
        rows=${[
          ["Email", member.email],
          ["Username", member.username],
          ["Role", role(member.role)],
          ["Status", html`<${State} of=${member.status} />`],
          ["Sign-in method", member.ssoLinked ? "Single sign-on" : "Password"],
          ["Last sign-in", html`<${Time} at=${member.lastLoginAt} />`],
          ["Joined", html`<${Time} at=${member.joinedAt} />`],
          ["ID", html`<${Copyable} text=${member.userId} label="Copy ID" />`],
        ]}
      />
      <p class="dim">${ROLES.find(([name]) => name === member.role)?.[1]}</p>
    </div>
    <div class="dl-f">
      <${Button} icon="pencil" because=${because} onClick=${() => onDo("role")}>Change role</${Button}>
      <${Button} icon="log-out" because=${because} onClick=${() => onDo("end")}>Sign out everywhere</${Button}>
      <${Button} icon="trash-2" because=${because} onClick=${() => onDo("remove")}>Remove member</${Button}>
    </div>
  </${Drawer}>`;
}

function RoleField({ form }) {
  return html`<${Field} ...${form.field("role")} label="Role" as="select"
    hint=${ROLES.find(([id]) => id === form.values.role)?.[1]}>
    <${Options} options=${ROLES.map(([id]) => [id, role(id)])} />
  </${Field}>`;
}

function ChangeRole(/** @type {Props<{ of: Api<"Member"> }>} */ { of: member, own, onClose }) {
  const name = member.name || member.email;
  const form = useForm({ role: member.role }, (body) => send("PUT", `${MEMBERS}/${member.userId}/role`, body));
  const done = () => {
    refetch(MEMBERS, "/api/admin/api-keys");
    say(`${name} is ${role(form.values.role).toLowerCase()} now`);
    onClose();
  };
  return html`<${FormDialog}
    label=${"Role of " + name}
    verb="Change role"
    because=${form.values.role === member.role ? "Choose another role first" : ""}
    form=${form}
    refusal=${html`<${Refused} error=${form.error} /><${LastAdmin} error=${form.error} />`}
    onDone=${done}
    onClose=${onClose}
    novalidate
  >
    <${RoleField} form=${form} />
    <${Note} icon="log-out">
      ${own
        ? "You are signed out. Sign in again with the new role."
        : "The change applies immediately: their sessions end, the new role limits their API keys, and invitations that they may no longer send are revoked."}
    </${Note}>
    <${Affected} of=${member} />
  </${FormDialog}>`;
}

/** Explains that a workspace needs an administrator. */
function LastAdmin({ error }) {
  if (error?.code !== "last_admin") return null;
  return html`<${Note} icon="users">
    Assign the administrator role to another member first. A workspace needs an administrator.
  </${Note}>`;
}

/** Ends all sessions of a member, for example after the loss of a device. */
function EndSessions(/** @type {Props<{ of: Api<"Member"> }>} */ { of: member, own, onClose }) {
  const end = async () => {
    await send("DELETE", `${MEMBERS}/${member.userId}/sessions`);
    say(`${member.email} is signed out everywhere`);
    refetch(MEMBERS);
  };
  return html`<${Confirm}
    label=${"Sign out " + (member.name || member.email)}
    verb="Sign out everywhere"
    danger
    onConfirm=${end}
    onClose=${onClose}
  >
    <p>
      ${own
        ? "All your sessions end immediately, including this one. Sign in again."
        : "Their sessions end immediately on all devices. They can sign in again."}
    </p>
    <p class="dim">
      API keys keep working, and the password stays valid. To block a member permanently,
      remove the member.
    </p>
  </${Confirm}>`;
}

function Remove(/** @type {Props<{ of: Api<"Member"> }>} */ { of: member, onDone, onClose }) {
  const [refused, setRefused] = useState(null);
  const remove = async () => {
    try {
      const { revokedKeys } = await send("DELETE", `${MEMBERS}/${member.userId}`);
      refetch(MEMBERS, "/api/admin/api-keys");
      say(`${member.email} removed, ${plural(revokedKeys, "key")} revoked`);
      onDone();
    } catch (error) {
      setRefused(error);
      throw error;
    }
  };
  return html`<${Confirm}
    label=${"Remove " + (member.name || member.email)}
    verb="Remove member"
    typed=${member.email}
    danger
    onConfirm=${remove}
    onClose=${onClose}
  >
    <p>Their sessions end immediately, and their API keys and pending invitations are revoked.</p>
    <${Affected} of=${member} />
    <p class="dim">To keep a key, transfer it to another member first.</p>
    <p class="dim">Their entries in the audit log are retained.</p>
    <${LastAdmin} error=${refused} />
  </${Confirm}>`;
}

function Invitations({ list, because, onRevoke }) {
  return html`<${Card} title="Invitations" padded=${false} className="tbl-card">
    <${DataTable}
      name="invitations"
      caption="Invitations"
      rows=${list}
      id=${(one) => one.id}
      columns=${[
        { key: "email", label: "Email", main: true, cell: (one) => one.email, detail: (one) => one.message },
        { key: "role", label: "Role", cell: (one) => role(one.role) },
        { key: "status", label: "Status", cell: (one) => html`<${State} of=${one.status} />` },
        { key: "mail", label: "Email delivery", cell: (one) => MAIL[one.deliveryStatus] ?? words(one.deliveryStatus) },
        { key: "by", label: "Invited by", cell: (one) => html`<${Who} id=${one.invitedBy} />` },
        { key: "ends", label: "Expires", className: "dim", cell: (one) => html`<${Time} at=${one.expiresAt} />` },
        {
          key: "acts",
          label: "Action",
          cell: (one) =>
            one.status === "pending"
              ? html`<${Button}
                  small
                  because=${because}
                  aria-label=${"Revoke invitation of " + one.email}
                  onClick=${() => onRevoke(one)}
                >Revoke</${Button}>`
              : html`<span class="dim">None</span>`,
        },
      ]}
      empty=${html`<${Empty} icon="mail" title="No invitations" level=${3}>
        <p>An invitation is valid for 7 days and for one use.</p>
      </${Empty}>`}
    />
  </${Card}>`;
}

const MAIL = {
  pending: "Sending",
  delivered: "Delivered",
  failed: "Failed",
  not_configured: "Not sent",
};

function RevokeInvitation(/** @type {Props<{ of: Api<"Invitation"> }>} */ { of: one, onClose }) {
  const revoke = async () => {
    await send("DELETE", `${INVITE}?id=${encodeURIComponent(one.id)}`);
    refetch(MEMBERS, INVITE);
    say("Invitation revoked");
  };
  return html`<${Confirm} label="Revoke invitation" danger onConfirm=${revoke} onClose=${onClose}>
    <p>The link of <b>${one.email}</b> stops working. You can invite them again.</p>
  </${Confirm}>`;
}

function Invite({ onDone, onClose }) {
  const { features } = useSession();
  const form = useForm({ email: "", role: "role_viewer", message: "" }, (values) =>
    send("POST", INVITE, { ...values, email: values.email.trim() }),
  );
  return html`<${FormDialog}
    label="Invite member"
    verb="Invite"
    because=${form.values.email.trim() ? "" : "Enter an email address first"}
    form=${form}
    onDone=${onDone}
    onClose=${onClose}
    novalidate
  >
    <${Field} ...${form.field("email")} label="Email" type="email" autocomplete="off" maxlength="254" />
    <${RoleField} form=${form} />
    <${Field} ...${form.field("message")} label="Message" optional as="textarea" rows="2" maxlength="1000" />
    <p class="dim">
      ${features.smtp
        ? "They receive an email with a link."
        : "This server sends no email. You get a link to pass on."}
      ${" "}The link is valid for 7 days. Inviting an address again replaces its earlier link.
    </p>
  </${FormDialog}>`;
}
