import { html } from "../components/html.js";
import { Tag } from "../components/marks.js";
import { PageHead } from "../components/page.js";
import { Empty, whenLoaded } from "../components/states.js";
import { ChipSet, ClearFilters, FilterBar } from "../components/filters.js";
import { num } from "../formats/counts.js";
import { withQuery } from "../api.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { KillSwitches } from "./kill-switches.js";
import { STAGES, stageName } from "./policy-parts.js";

const COLUMNS = [...STAGES, ["rollback", "Rolled back", "Evaluated at a lower stage"]];
const FEW = 20;
const MANY = 500;

/** Policies by stage, and the kill switches. */
export function Rollout() {
  const [params] = useParams();
  const chosen = params.get("stage");
  const shown = COLUMNS.filter(([stage]) => !chosen || stage === chosen);
  const all = useQuery(withQuery("/api/governance/rollout", { limit: MANY }), { every: 30 });
  const first = all.data?.total === 0;
  const may = useMay("policies:write");
  return html`<${PageHead}
    title="Rollout" sub="Policies by stage, promoted one stage at a time." />
    <${KillSwitches} rollouts=${all} />
    <div class="mt4"></div>
    ${first
      ? html`<div class="card"><${Empty} icon="workflow" title="No policies yet">
          <p>Policies appear here by stage, from draft to enforce.</p>
          ${may ? html`<a
            class="btn pri" href="/policies/new"
          >Choose a template</a>` : html`<p class="dim">${whoMay("policies:write")}</p>`}
        </${Empty}></div>`
      : html`<${FilterBar}>
            <${ChipSet} name="stage" label="Stage" options=${COLUMNS.map(([stage, label]) => [stage, label])} />
            <${ClearFilters} names=${["stage"]} />
          </${FilterBar}>
          <div class=${"board" + (chosen ? " one" : "")}>
            ${shown.map(
              ([stage, label, text]) => html`<${Column}
                key=${stage}
                stage=${stage}
                label=${label}
                text=${text}
                most=${chosen ? MANY : FEW}
              />`,
            )}
          </div>`}`;
}

function Column({ stage, label, text, most }) {
  const query = useQuery(withQuery("/api/governance/rollout", { stage, limit: most }), { every: 30 });
  const total = query.data?.total;
  return html`<section class="card" aria-labelledby=${"stage-" + stage}>
    <header>
      <h2 id=${"stage-" + stage}>${label} <span class="dim">${total === undefined ? "" : num(total)}</span></h2>
    </header>
    <p class="pad dim">${text}</p>
    ${whenLoaded(query, 120, ({ rollouts, total }) => html`<ul class="lines">
        ${rollouts.length === 0 && html`<li class="dim">No policies in this stage</li>`}
        ${rollouts.map((r) => html`<${Item} key=${r.policyId} rollout=${r} />`)}
      </ul>
      ${total > rollouts.length && html`<p class="pad"><a href=${`/policies?mode=${stage}`}>Show all ${num(total)} policies</a></p>`}`)}
  </section>`;
}

function Item(/** @type {Props} */ { rollout: r }) {
  const blocked = r.blockers.find((b) => !["rollout_frozen", "forbidden"].includes(b.code));
  const waits = r.policyVersion !== r.activeVersion;
  const top = r.currentStage === "enforce" && !waits;
  return html`<li>
    <div>
      <a class="t" href=${`/policies/${r.policyId}/rollout`}>${r.policyName}</a>
      <span class="row wrap d">
        ${waits && html`<${Tag} tone="accent">Version ${r.policyVersion} awaiting promotion</${Tag}>`}
        ${!r.enabled && html`<${Tag} tone="info" icon="power">Disabled</${Tag}>`}
        ${r.frozen && html`<${Tag} tone="low" icon="snowflake">Frozen</${Tag}>`}
        ${r.currentStage === "rollback" && html`<span class="dim">Evaluated at ${stageName(r.effectiveMode)}</span>`}
        ${!r.frozen && !top && !blocked && html`<${Tag}
          tone="ok" icon="arrow-up">Ready for ${stageName(r.nextStage)}</${Tag}>`}
      </span>
      ${blocked && !top && html`<span class="dim d">${SHORT[blocked.code] ?? blocked.message}</span>`}
    </div>
  </li>`;
}

const SHORT = {
  evidence_missing: "Needs a replay",
  evidence_stale: "Needs a replay of this version",
  evidence_expired: "Evidence has expired",
  too_few_samples: "Too few sessions were replayed",
  calibration_failed: "Calibration failed",
  invalid_transition: "Cannot be promoted yet",
};
