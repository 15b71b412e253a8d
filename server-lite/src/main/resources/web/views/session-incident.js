import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Dialog } from "../components/dialog.js";
import { Field, Options, focusWrong } from "../components/form.js";
import { SEVERITIES } from "../components/marks.js";
import { Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { plural } from "../formats/counts.js";
import { utc } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { refetch, useAction } from "../query.js";
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
export function CreateIncident({ session, entries, onClose }) {
  const [form, setForm] = useState(() => ({
    title: `${session.agentName}: ${entries.length ? entries[0].title : "session to look into"}`.slice(0, 200),
    severity: worst(entries),
    summary: entries.length ? `Events of the session:\n${listed(entries)}` : "",
  }));
  const set = (key) => (value) => setForm((before) => ({ ...before, [key]: value }));
  const box = useRef();
  // The server knows a request that is sent twice by this.
  const once = useRef(crypto.randomUUID());
  const action = useAction(() =>
    send(
      "POST",
      "/api/incidents",
      { ...form, title: form.title.trim(), sessionId: session.id, agentIds: [session.agentId] },
      { headers: { "Idempotency-Key": once.current } },
    ),
  );
  const submit = async (event) => {
    event.preventDefault();
    const answer = await action.run();
    if (!answer) return focusWrong(box.current);
    refetch("/api/incidents", "/api/overview");
    say("Incident opened");
    navigate("/incidents/" + answer.incident.id);
  };
  return html`<${Dialog} label="Create incident" onClose=${onClose}>
    <form onSubmit=${submit} ref=${box}>
      <div class="dl-b">
        <p>
          ${entries.length
            ? `The session and ${plural(entries.length, "selected event")} go into it as evidence.`
            : "The session goes into it as evidence."}
        </p>
        <${Field}
          name="title"
          label="Title"
          value=${form.title}
          onInput=${set("title")}
          error=${action.error}
          required
          maxlength="200"
        />
        <${Field}
          as="select"
          name="severity"
          label="Severity"
          value=${form.severity}
          onInput=${set("severity")}
          error=${action.error}
        >
          <${Options} options=${SEVERITIES.map((level) => [level, words(level)])} />
        </${Field}>
        <${Field}
          as="textarea"
          name="summary"
          label="Summary"
          optional
          rows="5"
          value=${form.summary}
          onInput=${set("summary")}
          error=${action.error}
          maxlength="10000"
        />
        <${Refused} error=${action.error} />
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button}
          kind="pri"
          type="submit"
          busy=${action.busy}
          because=${form.title.trim() ? "" : "Give it a title first"}
        >
          Create incident
        </${Button}>
      </div>
    </form>
  </${Dialog}>`;
}
