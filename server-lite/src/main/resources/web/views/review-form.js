import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Check, Field } from "../components/form.js";
import { Note, Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useAction } from "../query.js";
import { useMay, whoMay } from "../session.js";

/** Each decision: label, meaning and result. */
const DECISIONS = {
  approve: ["Approve", "Known and accepted.", "approved"],
  needs_info: ["Request information", "More information is needed before a decision.", "awaiting information"],
  ignore: ["Ignore", "No review needed.", "ignored"],
  reject: ["Reject", "Must not be used.", "rejected"],
  quarantine: ["Quarantine", "Suspicious: isolate it until the problem is resolved.", "quarantined"],
  reset: ["Reset review", "Removes the decision and marks it as unreviewed.", "reset to unreviewed"],
};

/** The name of a decision. */
export const decisionName = (decision) => DECISIONS[decision][0];

const SERVER = {
  unreviewed: ["approve", "needs_info", "ignore", "reject", "quarantine"],
  needs_info: ["approve", "reject", "quarantine", "reset"],
  approved: ["reject", "quarantine", "reset"],
  rejected: ["quarantine", "reset"],
  ignored: ["quarantine", "reset"],
  quarantined: ["reset"],
};

const ASSET = {
  unreviewed: ["approve", "needs_info", "ignore", "reject"],
  needs_info: ["approve", "reject", "reset"],
  approved: ["reject", "reset"],
  rejected: ["reset"],
  ignored: ["reset"],
};

/** The reviewable types: path, ID field, decisions and affected lists. */
export const KINDS = {
  server: {
    path: "/api/mcp/review",
    id: "serverId",
    moves: SERVER,
    lists: ["/api/mcp", "/api/discovery", "/api/overview"],
  },
  asset: {
    path: "/api/discovery/review",
    id: "assetId",
    moves: ASSET,
    lists: ["/api/discovery", "/api/mcp", "/api/agents", "/api/overview"],
  },
};

/** Sends a decision about the shown version. */
export function decide(kind, thing, decision, note, more = {}) {
  const { path, id } = KINDS[kind];
  const headers = { "If-Match": `"${thing.version}"` };
  return send("POST", path, { [id]: thing.id, decision, note: note || undefined, ...more }, { headers });
}

/** The shown item of a list, also after the list no longer contains it. */
export function useShown(things, id) {
  const last = useRef(null);
  const found = things.find((thing) => thing.id === id);
  if (found) last.current = found;
  return found ?? (last.current?.id === id ? last.current : undefined);
}

/**
 * A decision about a server or an asset, with a note.
 *
 * @param kind server or asset
 * @param thing as it is shown; what it changed to meanwhile is refused by the service
 * @param onDone called when the decision is taken
 */
export function ReviewForm({ kind, thing: given, onDone }) {
  const [thing, setThing] = useState(given);
  const [decision, setDecision] = useState("");
  const [note, setNote] = useState(thing.reviewNote ?? "");
  const [register, setRegister] = useState(false);
  const may = useMay("reviews:write");
  const action = useAction(() =>
    decide(kind, thing, decision, note.trim(), decision === "approve" && register ? { registerAsAgent: true } : {}),
  );
  const registers = ["workflow", "agent"].includes(thing.kind) && thing.governanceStatus !== "registered";
  const again = () => {
    setThing(given);
    setDecision("");
    action.clear();
  };
  const submit = async (event) => {
    event.preventDefault();
    if (!decision || !may || !(await action.run())) {
      if (decision) refetch(...KINDS[kind].lists);
      return;
    }
    say(`${thing.name}: ${DECISIONS[decision][2]}`);
    refetch(...KINDS[kind].lists);
    onDone();
  };
  return html`<form class="review" onSubmit=${submit}>
    ${thing.reviewReason === "drift" &&
    html`<${Note} tone="high" icon="git-compare-arrows">It changed after approval. Review it again.</${Note}>`}
    <fieldset>
      <legend>Decision</legend>
      ${KINDS[kind].moves[thing.reviewState].map(
        (name) => html`<label class="check" key=${name}>
          <input type="radio" name="decision" value=${name} checked=${decision === name}
            onChange=${() => setDecision(name)} />
          <span>${DECISIONS[name][0]}<small>${DECISIONS[name][1]}</small></span>
        </label>`,
      )}
    </fieldset>
    ${registers && decision === "approve" &&
    html`<${Check} label="Register as agent" hint="Creates an agent that you can assign policies to."
      checked=${register} onChange=${setRegister} />`}
    <${Field} as="textarea" name="note" label="Note" optional rows="3" maxlength="1000" value=${note}
      onInput=${setNote} error=${action.error} hint="Saved with the decision and in the audit log." />
    <${Refused} error=${action.error} />
    ${action.error && given.version !== thing.version &&
    html`<${Button} icon="refresh-cw" onClick=${again}>Review the current version</${Button}>`}
    <div class="row">
      <${Button} kind="pri" type="submit" busy=${action.busy}
        because=${!may ? whoMay("reviews:write") : decision ? "" : "Choose a decision first"}
      >${decision ? DECISIONS[decision][0] : "Save decision"}</${Button}>
    </div>
  </form>`;
}
