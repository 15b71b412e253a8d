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

/** Creates the incident, then links the other alerts: one request takes only one alert. */
async function create(fields, alertIds, key) {
  const body = { ...fields, alertId: alertIds[0] };
  const { incident } = await send("POST", "/api/incidents", body, { headers: { "Idempotency-Key": key } });
  let refused = null;
  for (const id of alertIds.slice(1)) {
    await send("PUT", `/api/incidents/${incident.id}`, { addAlertIds: [id] }).catch((error) => (refused = error));
  }
  return { incident, refused };
}

/**
 * A dialog that creates an incident and opens its page.
 *
 * @param title proposed, as are severity, category and summary
 * @param agentIds linked to the incident, as are alertIds and sessionId
 */
export function IncidentDialog({
  title = "",
  severity = "high",
  category = "OTHER",
  summary = "",
  agentIds = [],
  alertIds = [],
  sessionId,
  tags,
  onClose,
}) {
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join("-"));
  const form = useForm({ title, severity, category, summary }, (values) =>
    create({ ...values, title: values.title.trim(), agentIds, sessionId, tags }, alertIds, key),
  );
  const done = ({ incident, refused }) => {
    refetch("/api/incidents", "/api/alerts", "/api/overview");
    const created = `Incident #${incident.number} created`;
    if (refused) say(`${created}. ${refused.message}`, { tone: "medium" });
    else say(created);
    onClose();
    navigate("/incidents/" + incident.id);
  };
  const links = [
    agentIds.length && plural(agentIds.length, "agent"),
    alertIds.length && plural(alertIds.length, "alert"),
    sessionId && "1 session",
  ].filter(Boolean);
  return html`<${FormDialog}
    label="Create incident"
    because=${form.values.title.trim() ? "" : "Enter a title first"}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <${Field} ...${form.field("title")} label="Title" maxlength="200" required />
    <${Field} ...${form.field("severity")} as="select" label="Severity"
      hint="Sets the priority and the deadlines.">
      <${Options} options=${SEVERITIES.map((level) => [level, words(level)])} />
    </${Field}>
    <${Field} ...${form.field("category")} as="select" label="Category">
      <${Options} options=${CATEGORIES} />
    </${Field}>
    <${Field} ...${form.field("summary")} as="textarea" rows="5" maxlength="10000" label="Summary" optional />
    ${links.length > 0 && html`<${Note} icon="link">Linked as evidence: ${links.join(", ")}.</${Note}>`}
  </${FormDialog}>`;
}
