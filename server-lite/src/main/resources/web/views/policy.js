import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Copyable, Sev, Tag, Time } from "../components/marks.js";
import { Button, Card, KeyValue, PageHead, Tabs } from "../components/page.js";
import { Switch, useUnsaved } from "../components/form.js";
import { ErrorBox, Note, Refused, say, Skeleton } from "../components/states.js";
import { num, plural } from "../formats/counts.js";
import { middle } from "../formats/words.js";
import { call } from "../api.js";
import { refetch, showAtOnce, useAction, useQuery } from "../query.js";
import { navigate, useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { Editor, useValidation } from "./policy-editor.js";
import { Compiled, Deletion, Details } from "./policy-dialogs.js";
import { PolicyAgents } from "./policy-agents.js";
import { PolicyVersions } from "./policy-versions.js";
import { TryRequest } from "./policy-try.js";
import { usePeople } from "./people.js";
import { ifMatch, Stage, useKillSwitch } from "./policy-parts.js";

const CRUMBS = [["Policies", "/policies"]];
const RUNS = "Roll back the policy first. Only drafts and rolled-back policies can be deleted.";
const lines = (text) => text.replaceAll("\r\n", "\n");

/** One policy: document, agents and versions. */
export function PolicyPage({ id }) {
  const path = /** @type {const} */ (`/api/policies/${encodeURIComponent(id)}`);
  const query = useQuery(path, { every: 30 });
  if (query.data) return html`<${Loaded}
    key=${id} path=${path} latest=${query.data.policy} reload=${query.reload} />`;
  return html`<${PageHead} title="Policy" crumbs=${CRUMBS} />
    ${query.error ? html`<${ErrorBox}
      error=${query.error} retry=${query.reload} />` : html`<${Skeleton} height=${480} />`}`;
}

/** The text under the cursor stays as it is, whatever the page learns; base is what it began from. */
function useDraft(latest) {
  const [draft, set] = useState({ base: latest, dsl: lines(latest.dsl) });
  const changed = draft.dsl !== lines(draft.base.dsl);
  useEffect(() => {
    if (!changed) set({ base: latest, dsl: lines(latest.dsl) });
    else if (latest.dsl === draft.base.dsl) set({ base: latest, dsl: draft.dsl });
  }, [latest]);
  return {
    ...draft,
    changed,
    type: (dsl) => set((d) => ({ ...d, dsl })),
    take: (policy) => set({ base: policy, dsl: lines(policy.dsl) }),
    keep: (policy) => set((d) => ({ base: policy, dsl: d.dsl })),
  };
}

function Loaded({ path, latest, reload }) {
  const [params] = useParams();
  const tab = params.get("tab") ?? "document";
  const draft = useDraft(latest);
  const leave = useUnsaved(draft.changed);
  const may = useMay("policies:write");
  const mayDelete = useMay("policies:delete");
  const [open, setOpen] = useState(null);
  const still = ["draft", "rollback"].includes(latest.currentStage);
  const address = `/policies/${latest.id}`;
  return html`<${PageHead} title=${latest.name} crumbs=${CRUMBS} sub=${latest.description || undefined}>
      <${Button}
        icon="pencil" because=${may ? "" : whoMay("policies:write")} onClick=${() => setOpen("details")}
      >Edit details</${Button}>
      <${Button} icon="trash-2"
        because=${!mayDelete ? whoMay("policies:delete") : still ? "" : RUNS}
        onClick=${() => setOpen("delete")}>Delete</${Button}>
      <${Button}
        kind="pri" icon="workflow" onClick=${() => navigate(address + "/rollout")}>Open rollout</${Button}>
    </${PageHead}>
    ${leave}
    <${Tabs} label="Parts of the policy" tabs=${[
      [draft.changed ? "Document, not saved" : "Document", address, tab === "document"],
      ["Agents", address + "?tab=agents", tab === "agents", latest.appliesToAllAgents ? "all" : num(latest.assignedAgentCount)],
      ["Versions", address + "?tab=versions", tab === "versions", num(latest.version)],
    ]} />
    <div class="cols flush">
      <div class="grid">
        ${tab === "agents"
          ? html`<${PolicyAgents} policy=${latest} />`
          : tab === "versions"
            ? html`<${PolicyVersions} policy=${latest} />`
            : html`<${Document} draft=${draft} path=${path} reload=${reload} show=${() => setOpen("compiled")} />`}
      </div>
      <div class="grid"><${Facts} policy=${latest} path=${path} /></div>
    </div>
    ${open === "details" && html`<${Details} policy=${latest} onClose=${() => setOpen(null)} />`}
    ${open === "delete" && html`<${Deletion} policy=${latest} onClose=${() => setOpen(null)} />`}
    ${open === "compiled" && html`<${Compiled} dsl=${draft.dsl} onClose=${() => setOpen(null)} />`}`;
}

function Document({ draft, path, reload, show }) {
  const may = useMay("policies:write");
  const checked = useValidation(draft.dsl);
  const save = useAction(async () => {
    const { data } = await call("PUT", path, { body: { dsl: draft.dsl }, ...ifMatch(draft.base) });
    draft.take(data.policy);
    refetch("/api/policies", "/api/governance/rollout");
    say(data.policy.candidateVersion ? `Version ${data.policy.version} saved. Promote it to put it into effect.` : "Saved");
  });
  const because = !may
    ? whoMay("policies:write")
    : !draft.changed
      ? "There are no changes to save"
      : checked.found?.valid === false && checked.found.dsl === draft.dsl
        ? "The document has errors"
        : "";
  const action = html`<${Button} small because=${may ? (draft.dsl.trim() ? "" : "Enter a document first") : whoMay("policies:write")}
      onClick=${show}>Show compiled</${Button}>
    <${Button}
      small kind="pri" icon="save" busy=${save.busy} because=${because} onClick=${() => save.run()}
    >Save policy</${Button}>`;
  return html`${save.error &&
    (save.error.status === 412
      ? html`<${Conflict} draft=${draft} path=${path} clear=${save.clear} reload=${reload} />`
      : html`<${Refused} error=${save.error} />`)}
    <${Editor}
      dsl=${draft.dsl} onInput=${draft.type} readonly=${!may} checked=${checked} action=${action} rows=${26} />
    <${TryRequest} dsl=${draft.dsl} keep=${may ? draft.type : null} />`;
}

/** Shown after a conflicting save, with a choice between both texts. */
function Conflict({ draft, path, clear, reload }) {
  const fetchIt = async (show) => {
    const { data } = await call("GET", path);
    show(data.policy);
    clear();
    reload();
  };
  const action = useAction(fetchIt);
  return html`<div role="alert">
    <${Note} tone="medium" icon="triangle-alert" title="Not saved: this policy was changed by another member">
      <p>Your text is not lost. Check the versions before you overwrite the other changes.</p>
      <div class="row wrap">
        <${Button}
          small busy=${action.busy} onClick=${() => action.run(draft.keep)}
        >Overwrite with my text</${Button}>
        <${Button}
          small busy=${action.busy} onClick=${() => action.run(draft.take)}>Discard my text</${Button}>
      </div>
      <${Refused} error=${action.error} />
    </${Note}>
  </div>`;
}

const tagOf = (name) => html`<${Tag} key=${name}>${name}</${Tag}>`;

function Facts(/** @type {Props} */ { policy: p, path }) {
  const may = useMay("policies:write");
  const { name: who } = usePeople();
  const frozen = useKillSwitch()?.frozen;
  const toggle = useAction(async (enabled) => {
    const undo = showAtOnce(path, (d) => ({ policy: { ...d.policy, enabled } }));
    try {
      await call("POST", path + "/toggle", { body: { enabled }, ...ifMatch(p) });
      say(`${p.name} is ${enabled ? "enabled" : "disabled"}`);
    } catch (error) {
      undo();
      throw error;
    } finally {
      refetch("/api/policies", "/api/governance/rollout");
    }
  });
  return html`<${Card} title="Status">
      <${KeyValue} rows=${[
        ["Stage", html`<${Stage} stage=${p.currentStage} mode=${p.mode} frozen=${frozen} />`],
        [
          "Enabled",
          html`<${Switch}
            label=${"Evaluate " + p.name} on=${p.enabled} because=${may ? "" : whoMay("policies:write")}
            onChange=${toggle.run} />`,
        ],
        ["Applies to", p.appliesToAllAgents ? "All agents" : plural(p.assignedAgentCount, "agent")],
        ["Current version", `Version ${p.activeVersion}`],
        ["Awaiting promotion", p.candidateVersion && html`<a href=${`/policies/${p.id}/rollout`}>Version ${p.candidateVersion}</a>`],
        ["Severity", html`<${Sev} level=${p.severity} />`],
        ["Rules", num(p.ruleCount)],
        ["Tags", p.tags.length > 0 && html`<span class="row wrap">${p.tags.map(tagOf)}</span>`],
        ["Content hash", p.contentHash && html`<${Copyable}
          text=${p.contentHash} shown=${middle(p.contentHash, 22)} label="Copy content hash" />`],
        ["ID", html`<${Copyable} text=${p.id} shown=${middle(p.id, 22)} label="Copy ID" />`],
        ["Updated", html`<${Time} at=${p.updatedAt} /> by ${who(p.updatedBy)}`],
        ["Created", html`<${Time} at=${p.createdAt} /> by ${who(p.createdBy)}`],
      ]} />
      <${Refused} error=${toggle.error} />
    </${Card}>
    <${Card} title="Last 24 hours">
      <${KeyValue} rows=${[
        ["Evaluated", num(p.stats.evaluations24h)],
        ["Denied", num(p.stats.denied24h)],
        ["Would deny", num(p.stats.wouldDeny24h)],
        ["Last matched", html`<${Time} at=${p.stats.lastMatchedAt} />`],
      ]} />
    </${Card}>`;
}
