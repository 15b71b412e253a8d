import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Sev, State, Tag, Time } from "../components/marks.js";
import { Button, PageHead, Tabs } from "../components/page.js";
import { Note, whenLoaded } from "../components/states.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { CATEGORIES, labelOf, numbered, RESOLUTIONS } from "./incident-words.js";
import { NoteBox, Timeline } from "./incident-timeline.js";
import { Side } from "./incident-side.js";
import { MoveDialog } from "./incident-moves.js";
import { ContainDialog, Containments } from "./incident-contain.js";
import { Messages } from "./incident-messages.js";
import { Review } from "./incident-review.js";

/** The page of an incident. */
export function IncidentPage({ id }) {
  const path = /** @type {const} */ (`/api/incidents/${id}`);
  const query = useQuery(path, { every: 15 });
  const [doing, setDoing] = useState(null);
  const incident = query.data?.incident;
  return html`<${PageHead}
      title=${incident ? numbered(incident) : "Incident"}
      sub=${incident && html`<${Subline} incident=${incident} />`}
      crumbs=${[["Incidents", "/incidents"]]}
    >
      ${incident && html`<${Moves} incident=${incident} onMove=${setDoing} />`}
    </${PageHead}>
    ${whenLoaded(query, 480, (data) => html`<${Room} incident=${data.incident} onMove=${setDoing} />`)}
    ${doing?.kind === "contain" &&
    html`<${ContainDialog} incident=${doing.incident} release=${doing.release} onClose=${() => setDoing(null)} />`}
    ${doing && doing.kind !== "contain" &&
    html`<${MoveDialog} kind=${doing.kind} incident=${doing.incident} onClose=${() => setDoing(null)} />`}`;
}

function Subline(/** @type {Props} */ { incident }) {
  return html`<span class="row rsp-wrap">
    <${Sev} level=${incident.severity} /><${State} of=${incident.status} />
    ${incident.contained && html`<${Tag} tone="critical" icon="lock">Agents contained</${Tag}>`}
    <span>${labelOf(CATEGORIES, incident.category)}, opened <${Time} at=${incident.openedAt} /></span>
  </span>`;
}

/** The actions of each status: [dialog, label, kind of button]. */
const FROM = {
  open: [["acknowledge", "Acknowledge incident", "pri"], ["resolve", "Resolve incident"]],
  investigating: [["resolve", "Resolve incident", "pri"]],
  contained: [["resolve", "Resolve incident", "pri"]],
  resolved: [["close", "Close incident", "pri"], ["reopen", "Reopen incident"]],
  closed: [["reopen", "Reopen incident"]],
};

function Moves(/** @type {Props} */ { incident, onMove }) {
  const may = useMay("incidents:write");
  const because = may ? "" : whoMay("incidents:write");
  const mayContain = useMay("incidents:contain");
  const refused = mayContain ? "" : whoMay("incidents:contain");
  const over = ["resolved", "closed"].includes(incident.status);
  const noAgents = incident.agentIds.length ? "" : "Add an agent to the incident first";
  return html`${incident.contained &&
    html`<${Button} because=${refused}
      onClick=${() => onMove({ kind: "contain", release: true, incident })}>Release agents</${Button}>`}
    ${!over &&
    html`<${Button} icon="lock" because=${refused || noAgents}
      onClick=${() => onMove({ kind: "contain", incident })}>Contain agents</${Button}>`}
    ${FROM[incident.status].map(
      ([kind, label, look]) => html`<${Button} key=${kind} kind=${look ?? ""} because=${because}
        onClick=${() => onMove({ kind, incident })}>${label}</${Button}>`,
    )}`;
}

function Room(/** @type {Props} */ { incident, onMove }) {
  const [params] = useParams();
  const tab = params.get("tab") ?? "timeline";
  const at = "/incidents/" + incident.id;
  return html`<div class="cols rsp-room">
    <div class="grid">
      <${Standing} incident=${incident} />
      <${NoteBox} incident=${incident} />
      <div>
        <${Tabs}
          label="Incident details"
          tabs=${[
            ["Timeline", at, tab === "timeline", incident.timelineTotal],
            ["Messages", at + "?tab=messages", tab === "messages", incident.communicationsTotal],
            ["Containment", at + "?tab=containment", tab === "containment", incident.containment.actionsTotal],
            ["Review", at + "?tab=review", tab === "review"],
          ]}
        />
        ${tab === "timeline" && html`<${Timeline} incident=${incident} />`}
        ${tab === "messages" && html`<${Messages} incident=${incident} />`}
        ${tab === "containment" && html`<${Containments} incident=${incident} />`}
        ${tab === "review" && html`<${Review} incident=${incident} />`}
      </div>
    </div>
    <${Side} incident=${incident} onMove=${onMove} />
  </div>`;
}

/** The summary of an incident, or its resolution. */
function Standing(/** @type {Props} */ { incident }) {
  if (incident.duplicateOf) {
    return html`<${Note} icon="link" title="Duplicate">
      Its evidence moved to another incident. <a href=${"/incidents/" + incident.duplicateOf}>Open incident</a>
    </${Note}>`;
  }
  if (incident.resolution) {
    return html`<${Note} tone="ok" icon="circle-check" title=${labelOf(RESOLUTIONS, incident.resolution)}>
      <span class="rsp-text">${incident.resolutionNote}</span>
    </${Note}>`;
  }
  return incident.summary ? html`<p class="rsp-text">${incident.summary}</p>` : null;
}
