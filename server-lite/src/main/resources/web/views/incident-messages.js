import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Field, Options, useUnsaved } from "../components/form.js";
import { Empty, Note, Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useMay, useSession, whoMay } from "../session.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { usePeople } from "./people.js";

const AUDIENCES = [
  ["internal", "Internal"],
  ["executive", "Management"],
  ["customer", "Customers"],
];
const CHANNELS = [
  ["email", "Email"],
  ["slack", "Slack"],
];
const TONES = [
  ["neutral", "Neutral"],
  ["formal", "Formal"],
];

/** Messages about an incident: drafts, editing and delivery attempts. */
export function Messages(/** @type {Props} */ { incident }) {
  const [editing, setEditing] = useState(null);
  const may = useMay("incidents:write");
  const because = may ? "" : whoMay("incidents:write");
  return html`<div class="grid">
    ${editing
      ? html`<${Editor} key=${editing.id} incident=${incident} message=${editing} because=${because}
        onClose=${() => setEditing(null)} />`
      : html`<${Drafting} incident=${incident} because=${because} onDraft=${setEditing} />`}
    ${incident.communications.length === 0 && !editing &&
    html`<div class="card"><${Empty} icon="mail" title="No messages yet">
      <p>Draft a message above. Drafts contain figures, times and statuses, but never evidence.</p>
    </${Empty}></div>`}
    ${incident.communications
      .filter((message) => message.id !== editing?.id)
      .map((message, i, all) => html`<${Message} key=${message.id} message=${message} number=${all.length - i}
        because=${because}
        onEdit=${() => setEditing(message)} />`)}
  </div>`;
}

function Drafting(/** @type {Props} */ { incident, because, onDraft }) {
  const [asked, setAsked] = useState({ channel: "email", audience: "internal", tone: "neutral" });
  const path = /** @type {const} */ (`/api/incidents/${incident.id}`);
  const action = useAction(() => send("POST", path + "/communications/draft", asked));
  const draft = async (event) => {
    event.preventDefault();
    const done = !because && !action.busy && (await action.run());
    if (!done) return;
    refetch(path);
    say("Draft created. Review it before you send it.");
    onDraft(done.communication);
  };
  const choice = (name, label, options) => html`<${Field} as="select" name=${name} label=${label} value=${asked[name]}
    onInput=${(value) => setAsked({ ...asked, [name]: value })} error=${action.error}><${Options}
      options=${options} /></${Field}>`;
  return html`<${Card} title="New message">
    <form class="grid" onSubmit=${draft}>
      <div class="rsp-two">
        ${choice("audience", "Audience", AUDIENCES)} ${choice("channel", "Channel", CHANNELS)} ${choice("tone", "Tone", TONES)}
      </div>
      <${Refused} error=${action.error} />
      <div><${Button} kind="pri" type="submit" icon="pencil" because=${because}
        busy=${action.busy}>Draft message</${Button}></div>
    </form>
  </${Card}>`;
}

/** The integrations that can send a message. Slack requires one; for email it is optional. */
function useChannels(type) {
  const may = useMay("integrations:read");
  const all = useQuery(may ? "/api/admin/integrations?limit=200" : null).data?.integrations ?? [];
  return all.filter((one) => one.type === type);
}

function Editor(/** @type {Props} */ { incident, message, because, onClose }) {
  const [before] = useState({
    subject: message.subject,
    body: message.body,
    recipients: message.recipients.join(", "),
    integrationId: message.integrationId ?? "",
  });
  const [fields, setFields] = useState(before);
  const unsaved = useUnsaved(Object.keys(before).some((name) => fields[name] !== before[name]), ["tab"]);
  const channels = useChannels(message.channel);
  const { features } = useSession();
  const path = /** @type {const} */ (`/api/incidents/${incident.id}`);
  const slack = message.channel === "slack";
  const recipients = fields.recipients.split(/[,\s]+/).filter(Boolean);
  const action = useAction(() =>
    send("POST", path + "/communications/send", {
      communicationId: message.id,
      subject: fields.subject,
      body: fields.body,
      ...(slack ? {} : { recipients }),
      ...(fields.integrationId ? { integrationId: fields.integrationId } : {}),
    }),
  );
  const set = (name) => (value) => setFields({ ...fields, [name]: value });
  const reached = fields.integrationId || (!slack && recipients.length);
  const nobody = reached ? "" : slack ? "Choose a Slack channel first" : "Enter the recipients first";
  const submit = async (event) => {
    event.preventDefault();
    const done = !because && !nobody && !action.busy && (await action.run());
    if (!done) return;
    refetch(path);
    const { status, deliveryAttempts } = done.communication;
    if (status === "failed") say("Message not sent. " + (deliveryAttempts[0]?.error ?? ""), { tone: "critical" });
    else say(status === "sent" ? "Message sent" : "Sending message");
    onClose();
  };
  return html`<${Card} title=${message.status === "failed" ? "Resend message" : "Edit and send message"}>
    <form class="grid" onSubmit=${submit}>
      ${!slack && !features?.smtp && !fields.integrationId &&
      html`<${Note} tone="medium"
        icon="triangle-alert">No mail server is configured, so the delivery will fail. Ask the operator of this server to configure one.</${Note}>`}
      ${(slack || channels.length > 0) &&
      html`<${Field} as="select" name="integrationId" label=${slack ? "Slack channel" : "Email integration"}
        optional=${!slack}
        value=${fields.integrationId} onInput=${set("integrationId")} error=${action.error}
        hint=${slack && !channels.length ? "No Slack integration. Add one in the settings." : undefined}>
        <${Options} options=${[["", "None"], ...channels.map(({ id, name }) => [id, name])]} />
      </${Field}>`}
      ${!slack &&
      html`<${Field} name="recipients" label="To" value=${fields.recipients} onInput=${set("recipients")}
        error=${action.error}
        inputmode="email" hint="Separate addresses with commas." />`}
      <${Field} name="subject" label="Subject" value=${fields.subject} onInput=${set("subject")}
        error=${action.error} maxlength="300" />
      <${Field} as="textarea" rows="10" name="body" label="Message" value=${fields.body} onInput=${set("body")}
        error=${action.error} />
      <${Refused} error=${action.error} />
      <div class="row rsp-wrap">
        <${Button} kind="pri" type="submit" icon="send" because=${because || nobody}
          busy=${action.busy}>Send message</${Button}>
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <span class="dim">Your changes are saved when you send the message.</span>
      </div>
      ${unsaved}
    </form>
  </${Card}>`;
}

function Message({ message, number, because, onEdit }) {
  const { name } = usePeople();
  const open = ["draft", "failed"].includes(message.status);
  const [first] = message.deliveryAttempts;
  const title = html`${message.subject || "Message"}<span class="vh">, message ${number}</span>`;
  return html`<${Card} id=${message.id} title=${title} action=${html`<${State}
    of=${message.status === "sent" ? "delivered" : message.status} label=${words(message.status)} />
    ${open && html`<${Button} small because=${because} onClick=${onEdit}>
      ${message.status === "failed" ? "Resend message" : "Edit and send"}</${Button}>`}`}>
    <div class="grid">
      <p class="dim">${words(message.channel)}, ${AUDIENCES.find(([v]) => v === message.audience)?.[1].toLowerCase()}, by ${name(message.createdBy)}
        ${" "}<${Time} at=${message.createdAt} />
          ${message.recipients.length > 0 && `, to ${message.recipients.join(", ")}`}</p>
      ${first?.error && html`<${Note} tone="critical" icon="circle-alert">${first.error}</${Note}>`}
      ${message.deliveryAttempts.length > 0 &&
      html`<ol class="rsp-tries" aria-label=${plural(message.attempts, "attempt")}>${message.deliveryAttempts.map(
        (attempt) => html`<li key=${attempt.attempt}>
          <b>${attempt.attempt}</b><span>${words(attempt.status)}</span><span></span><${Time} at=${attempt.at} />
        </li>`,
      )}</ol>`}
      <details><summary>Message</summary><p class="rsp-text">${message.body}</p></details>
    </div>
  </${Card}>`;
}
