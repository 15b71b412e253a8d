import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { SEVERITIES } from "../components/marks.js";
import { Button } from "../components/page.js";
import { Dialog } from "../components/dialog.js";
import { Field, Options } from "../components/form.js";
import { Note, Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useAction } from "../query.js";
import { navigate } from "../router.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { CATEGORIES } from "./incident-words.js";

/** What is linked to a new incident, in words. */
function linked(agents, alerts, sessions) {
  const parts = [
    agents.length && plural(agents.length, "agent"),
    alerts.length && plural(alerts.length, "alert"),
    sessions.length && plural(sessions.length, "session"),
  ].filter(Boolean);
  return parts.length ? `${parts.join(", ")} will be linked as evidence.` : "";
}

/** Opens the incident, then links what one call cannot take. */
async function open(fields, agentIds, alertIds, sessionIds) {
  const { incident } = await send("POST", "/api/incidents", {
    ...fields,
    agentIds,
    alertId: alertIds[0],
    sessionId: sessionIds[0],
  });
  let refused = null;
  for (const more of [
    ...alertIds.slice(1).map((id) => ({ addAlertIds: [id] })),
    ...sessionIds.slice(1).map((id) => ({ addSessionIds: [id] })),
  ]) {
    await send("PUT", `/api/incidents/${incident.id}`, more).catch((error) => (refused = error));
  }
  return { incident, refused };
}

/**
 * Opens an incident, from nothing or from what was selected elsewhere, and goes to its war room.
 *
 * @param title proposed; also severity and summary
 * @param agentIds linked to it, as are alertIds and sessionIds
 */
export function IncidentDialog(props) {
  const { onClose } = props;
  const [[agents, alerts, sessions]] = useState([
    props.agentIds ?? [],
    props.alertIds ?? [],
    props.sessionIds ?? [],
  ]);
  const [fields, setFields] = useState({
    title: props.title ?? "",
    severity: props.severity ?? "high",
    category: "OTHER",
    summary: props.summary ?? "",
  });
  const set = (name) => (value) => setFields({ ...fields, [name]: value });
  const action = useAction(() => open(fields, agents, alerts, sessions));
  const submit = async (event) => {
    event.preventDefault();
    if (!fields.title.trim() || action.busy) return;
    const opened = await action.run();
    if (!opened) return;
    refetch("/api/incidents", "/api/alerts", "/api/overview");
    const { incident, refused } = opened;
    if (refused) say(`Incident #${incident.number} opened. ${refused.message}`, { tone: "medium" });
    else say(`Incident #${incident.number} opened`);
    onClose();
    navigate("/incidents/" + incident.id);
  };
  const links = linked(agents, alerts, sessions);
  return html`<${Dialog} label="Create incident" onClose=${onClose}>
    <form onSubmit=${submit}>
      <div class="dl-b">
        <${Field}
          name="title"
          label="Title"
          value=${fields.title}
          onInput=${set("title")}
          error=${action.error}
          maxlength="200"
          required
        />
        <${Field} as="select" name="severity" label="Severity" value=${fields.severity}
          onInput=${set("severity")} error=${action.error}
          hint="It sets the priority, and until when people want it dealt with.">
          <${Options} options=${SEVERITIES.map((level) => [level, words(level)])} />
        </${Field}>
        <${Field} as="select" name="category" label="Kind" value=${fields.category}
          onInput=${set("category")} error=${action.error}>
          <${Options} options=${CATEGORIES} />
        </${Field}>
        <${Field} as="textarea" rows="3" name="summary" label="What is known" optional
          value=${fields.summary} onInput=${set("summary")} error=${action.error} />
        ${links && html`<${Note} icon="link">${links}</${Note}>`}
        <${Refused} error=${action.error} />
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button} kind="pri" type="submit" busy=${action.busy}
          because=${fields.title.trim() ? "" : "Give it a title first"}>Create incident</${Button}>
      </div>
    </form>
  </${Dialog}>`;
}
