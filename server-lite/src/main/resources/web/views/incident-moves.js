import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { SEVERITIES } from "../components/marks.js";
import { Check, Field, FormDialog, Options, useForm } from "../components/form.js";
import { Note, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { words } from "../formats/words.js";
import { CATEGORIES, numbered, PRIORITIES, RESOLUTIONS } from "./incident-words.js";

/** Changes an incident. Fails with 412 if it changed since it was loaded. */
export async function change(incident, body) {
  const path = /** @type {const} */ (`/api/incidents/${incident.id}`);
  try {
    return await send("PUT", path, body, { headers: { "If-Match": `"${incident.version}"` } });
  } finally {
    // Also after an error: the page shows the current incident.
    refetch("/api/incidents", "/api/overview");
  }
}

const RANKED = ["critical", "high"];
const levels = SEVERITIES.map((level) => [level, words(level)]);

/** The dialogs: title, button, initial values, required fields and request body. */
const KINDS = {
  acknowledge: {
    label: "Acknowledge incident",
    verb: "Acknowledge incident",
    done: "Incident acknowledged",
    note: "The status changes to Investigating. The time to acknowledge is recorded.",
    body: () => ({ status: "investigating" }),
  },
  resolve: {
    label: "Resolve incident",
    verb: "Resolve incident",
    done: "Incident resolved",
    note: "Contained agents stay contained until released.",
    begin: () => ({ resolution: "fixed", resolutionNote: "" }),
    need: ["resolutionNote"],
    body: ({ resolution, resolutionNote }) => ({ status: "resolved", resolution, resolutionNote }),
  },
  close: {
    label: "Close incident",
    verb: "Close incident",
    done: "Incident closed",
    note: "You can’t add evidence to a closed incident. You can reopen it.",
    begin: () => ({ waiveReview: false, reason: "" }),
    body: ({ waiveReview, reason }) => ({ status: "closed", ...(waiveReview ? { waiveReview, reason } : {}) }),
  },
  reopen: {
    label: "Reopen incident",
    verb: "Reopen incident",
    done: "Incident reopened",
    begin: () => ({ reason: "" }),
    need: ["reason"],
    body: ({ reason }) => ({ status: "investigating", reason }),
  },
  severity: {
    label: "Change severity",
    verb: "Change severity",
    done: "Severity changed",
    note: "Also changes the priority and the targets.",
    begin: ({ severity }) => ({ severity, reason: "" }),
    need: ["reason"],
    body: ({ severity, reason }) => ({ severity, reason }),
  },
  edit: {
    label: "Edit incident",
    verb: "Save incident",
    done: "Incident saved",
    begin: (incident) => ({
      title: incident.title,
      summary: incident.summary ?? "",
      category: incident.category,
      priority: incident.priority,
      tags: incident.tags.join(", "),
      channelUrl: incident.warRoom.channelUrl ?? "",
    }),
    need: ["title"],
    body: (now, before) => {
      const changed = Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name]));
      if ("tags" in changed) changed.tags = list(changed.tags);
      if ("channelUrl" in changed) changed.channelUrl ||= null;
      return changed;
    },
  },
  merge: {
    label: "Merge incident",
    verb: "Merge incident",
    done: "Incident merged",
    note: "This incident is closed as a duplicate. Its evidence moves to the other incident.",
    begin: () => ({ duplicateOf: "" }),
    need: ["duplicateOf"],
    body: ({ duplicateOf }) => ({ duplicateOf }),
  },
  evidence: {
    label: "Add evidence",
    verb: "Add evidence",
    done: "Evidence added",
    begin: () => ({ agent: "", alert: "", session: "", evidenceNote: "" }),
    body: ({ agent, alert, session, evidenceNote }) => ({
      ...(agent ? { addAgentIds: [agent] } : {}),
      ...(alert ? { addAlertIds: [alert] } : {}),
      ...(session.trim() ? { addSessionIds: [session.trim()] } : {}),
      ...(evidenceNote.trim() ? { evidenceNote: evidenceNote.trim() } : {}),
    }),
  },
};

const list = (text) => text.split(",").map((part) => part.trim()).filter(Boolean);

/** The dialog for a change to an incident. */
export function MoveDialog(/** @type {Props} */ { kind, incident, onClose }) {
  const move = KINDS[kind];
  // Sends the version that was current when the dialog opened.
  const [seen] = useState(incident);
  const [before] = useState(() => move.begin?.(incident) ?? {});
  const form = useForm(before, (values) => change(seen, move.body(values, before)));
  const { values } = form;
  const missing = move.need?.find((name) => !String(values[name]).trim());
  const nothing = kind === "evidence" && !values.agent && !values.alert && !values.session.trim();
  const waived = kind === "close" && values.waiveReview && !values.reason.trim();
  const done = () => {
    say(move.done);
    onClose();
  };
  const field = (name, label, props = {}) => html`<${Field} key=${name} ...${form.field(name)} label=${label} ...${props} />`;
  const choice = (name, label, options, hint) =>
    field(name, label, { as: "select", hint, children: html`<${Options} options=${options} />` });
  const Fields = FIELDS[kind];
  return html`<${FormDialog}
    label=${move.label}
    verb=${move.verb}
    because=${missing || nothing || waived ? "Fill in the required fields first" : ""}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    ${move.note && html`<p>${move.note}</p>`}
    ${Fields && html`<${Fields} seen=${seen} form=${form} field=${field} choice=${choice} />`}
  </${FormDialog}>`;
}

const FIELDS = {
  resolve: ({ choice, field }) => html`${choice("resolution", "Resolution", RESOLUTIONS)}
    ${field("resolutionNote", "Resolution notes", { as: "textarea", rows: 3, maxlength: 4000 })}`,
  close: ({ seen, form, field }) =>
    RANKED.includes(seen.severity) &&
    html`<${Note}>High and critical incidents require a final review, or a reason to close without one.</${Note}>
      <${Check} label="Close without a final review" checked=${form.values.waiveReview}
        onChange=${(waiveReview) => form.set({ waiveReview })} />
      ${form.values.waiveReview && field("reason", "Reason for closing without a review", { as: "textarea", rows: 2, maxlength: 1000 })}`,
  reopen: ({ field }) => field("reason", "Reason", { as: "textarea", rows: 2, maxlength: 1000 }),
  severity: ({ choice, field }) => html`${choice("severity", "Severity", levels)}
    ${field("reason", "Reason", { as: "textarea", rows: 2, maxlength: 1000 })}`,
  edit: ({ choice, field }) => html`${field("title", "Title", { maxlength: 200 })}
    ${field("summary", "Summary", { as: "textarea", rows: 3, optional: true })}
    ${choice("category", "Category", CATEGORIES)}
    ${choice("priority", "Priority", PRIORITIES)}
    ${field("tags", "Tags", { optional: true, hint: "Separate tags with commas." })}
    ${field("channelUrl", "Chat channel URL", { optional: true, type: "url" })}`,
  merge: MergeFields,
  evidence: EvidenceFields,
};

function MergeFields({ seen, choice }) {
  const others = useQuery("/api/incidents?limit=100").data?.incidents ?? [];
  const options = others
    .filter((other) => other.id !== seen.id && other.status !== "closed")
    .map((other) => [other.id, numbered(other)]);
  return choice("duplicateOf", "Merge into", [["", "Choose an incident"], ...options]);
}

function EvidenceFields({ seen, field, choice }) {
  const agents = useQuery("/api/agents?limit=200").data?.agents ?? [];
  const alerts = useQuery("/api/alerts?page_size=100").data?.alerts ?? [];
  const more = agents.filter(({ id }) => !seen.agentIds.includes(id)).map(({ id, name }) => [id, name]);
  const free = alerts.filter(({ incident_id: taken }) => !taken).map((alert) => [
    alert.id,
    `${alert.title} (${alert.agent_name ?? words(alert.source)})`,
  ]);
  return html`${choice("agent", "Agent", [["", "None"], ...more], "You can contain the agent in this incident.")}
    ${choice("alert", "Alert", [["", "None"], ...free], "Alerts that do not belong to an incident.")}
    ${field("session", "Session ID", { optional: true, hint: "For example, ses_01M8…", maxlength: 40 })}
    ${field("evidenceNote", "Note", { optional: true, maxlength: 1000 })}`;
}
