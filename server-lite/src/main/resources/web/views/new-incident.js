import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { SEVERITIES } from "../components/marks.js";
import { Field, FormDialog, Options, useForm } from "../components/form.js";
import { Note, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch } from "../query.js";
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
  const initial = {
    title: props.title ?? "",
    severity: props.severity ?? "high",
    category: "OTHER",
    summary: props.summary ?? "",
  };
  const form = useForm(initial, (values) => open(values, agents, alerts, sessions));
  const done = ({ incident, refused }) => {
    refetch("/api/incidents", "/api/alerts", "/api/overview");
    if (refused) say(`Incident #${incident.number} opened. ${refused.message}`, { tone: "medium" });
    else say(`Incident #${incident.number} opened`);
    onClose();
    navigate("/incidents/" + incident.id);
  };
  const links = linked(agents, alerts, sessions);
  return html`<${FormDialog}
    label="Create incident"
    because=${form.values.title.trim() ? "" : "Give it a title first"}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <${Field} ...${form.field("title")} label="Title" maxlength="200" required />
    <${Field} ...${form.field("severity")} as="select" label="Severity"
      hint="Sets the priority and the deadlines.">
      <${Options} options=${SEVERITIES.map((level) => [level, words(level)])} />
    </${Field}>
    <${Field} ...${form.field("category")} as="select" label="Kind"><${Options} options=${CATEGORIES} /></${Field}>
    <${Field} ...${form.field("summary")} as="textarea" rows="3" label="Summary" optional />
    ${links && html`<${Note} icon="link">${links}</${Note}>`}
  </${FormDialog}>`;
}
