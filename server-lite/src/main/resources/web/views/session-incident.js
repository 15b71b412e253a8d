import { useRef } from "preact/hooks";
import { html } from "../components/html.js";
import { Field, FormDialog, Options, useForm } from "../components/form.js";
import { SEVERITIES } from "../components/marks.js";
import { say } from "../components/states.js";
import { send } from "../api.js";
import { plural } from "../formats/counts.js";
import { utc } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { refetch } from "../query.js";
import { navigate } from "../router.js";

const MOST_LISTED = 40;

function worst(entries) {
  const found = SEVERITIES.find((level) => entries.some(({ severity }) => severity === level));
  return !found || found === "info" ? "medium" : found;
}

function listed(entries) {
  const lines = entries
    .slice(0, MOST_LISTED)
    .map(({ id, at, title }) => `${utc(at)}  ${title}  (${id})`);
  const left = entries.length - lines.length;
  return [...lines, left > 0 && `and ${plural(left, "more event")}`].filter(Boolean).join("\n");
}

/**
 * Opens an incident from a session.
 *
 * @param entries those that were selected; they stand in the summary
 */
export function CreateIncident(/** @type {Props} */ { session, entries, onClose }) {
  const initial = {
    title: `${session.agentName}: ${entries.length ? entries[0].title : "session to look into"}`.slice(0, 200),
    severity: worst(entries),
    summary: entries.length ? `Events of the session:\n${listed(entries)}` : "",
  };
  // The server knows a request that is sent twice by this.
  const once = useRef(crypto.randomUUID());
  const form = useForm(initial, (values) =>
    send(
      "POST",
      "/api/incidents",
      { ...values, title: values.title.trim(), sessionId: session.id, agentIds: [session.agentId] },
      { headers: { "Idempotency-Key": once.current } },
    ),
  );
  const done = ({ incident }) => {
    refetch("/api/incidents", "/api/overview");
    say("Incident opened");
    navigate("/incidents/" + incident.id);
  };
  return html`<${FormDialog}
    label="Create incident"
    because=${form.values.title.trim() ? "" : "Give it a title first"}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <p>
      ${entries.length
        ? `The session and ${plural(entries.length, "selected event")} go into it as evidence.`
        : "The session goes into it as evidence."}
    </p>
    <${Field} ...${form.field("title")} label="Title" required maxlength="200" />
    <${Field} ...${form.field("severity")} as="select" label="Severity">
      <${Options} options=${SEVERITIES.map((level) => [level, words(level)])} />
    </${Field}>
    <${Field} ...${form.field("summary")} as="textarea" label="Summary" optional rows="5" maxlength="10000" />
  </${FormDialog}>`;
}
