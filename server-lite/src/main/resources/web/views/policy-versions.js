import { html } from "../components/html.js";
import { Tag, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Empty, whenLoaded } from "../components/states.js";
import { Pager } from "../components/table.js";
import { plural } from "../formats/counts.js";
import { hunks, lineDiff } from "../formats/line-diff.js";
import { withQuery } from "../api.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { usePeople } from "./people.js";
import { Stage } from "./policy-parts.js";

const SIZE = 50;

/** The versions of a policy and their differences. */
export function PolicyVersions(/** @type {Props} */ { policy }) {
  const [params, update] = useParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const path = withQuery(`/api/policies/${policy.id}/versions`, { limit: SIZE, offset: (page - 1) * SIZE || null });
  const query = useQuery(path);
  return whenLoaded(query, 320, ({ versions, total }) => {
    const pick = (name, otherwise) =>
      versions.find((v) => v.version === Number(params.get(name))) ?? versions[otherwise] ?? versions[0];
    const to = pick("to", 0);
    const from = pick("from", 1);
    return html`<${List}
      policy=${policy} versions=${versions} total=${total} page=${page} update=${update} from=${from} to=${to} />
      ${versions.length > 1 && html`<${Difference}
        versions=${versions} from=${from} to=${to} update=${update} />`}`;
  });
}

function List(/** @type {Props<{ versions: Api<"PolicyVersion">[] }>} */ { policy, versions, total, page, update, from, to }) {
  const { name: who } = usePeople();
  return html`<${Card} title="Versions" padded=${false}>
    <ul class="lines">
      ${versions.map((v, i) => {
        const before = versions[i + 1];
        return html`<li key=${v.version} class=${v === to || v === from ? "on" : ""}>
          <div>
            <span class="row wrap">
              <b class="t">Version ${v.version}</b>
              ${v.active && html`<${Stage} stage=${policy.currentStage} mode=${policy.mode} />`}
              ${v.active && !policy.enabled && html`<${Tag} tone="info" icon="power">Disabled</${Tag}>`}
              ${v.candidate && html`<${Tag} tone="accent">Awaiting promotion</${Tag}>`}
            </span>
            <span class="dim d">${plural(v.ruleCount, "rule")}, saved <${Time} at=${v.createdAt} /> by ${who(v.createdBy)}</span>
          </div>
          ${before &&
          html`<${Button} small onClick=${() => update({ from: before.version, to: v.version })}>
            Show changes<span class="vh"> of version ${v.version}</span>
          </${Button}>`}
        </li>`;
      })}
    </ul>
    ${total > SIZE && html`<${Pager} page=${page} size=${SIZE} total=${total} update=${update} unit="versions" />`}
  </${Card}>`;
}

function Difference({ versions, from, to, update }) {
  const diff = lineDiff(from.dsl, to.dsl);
  const count = (kind) => diff.filter(([k]) => k === kind).length;
  const choose = (name, label, value) => html`<label class="row">
    ${label}
    <select class="inp" value=${String(value)} onChange=${(event) => update({ [name]: event.target.value })}>
      ${versions.map((v) => html`<option
        key=${v.version} value=${String(v.version)}>Version ${v.version}</option>`)}
    </select>
  </label>`;
  const same = count("added") + count("removed") === 0;
  return html`<${Card} title="Changes" padded=${false}
    action=${html`${choose("from", "From", from.version)}${choose("to", "to", to.version)}`}>
    <p class="pad dim" role="status">
      ${same ? "" : `${plural(count("added"), "line")} added, ${count("removed")} removed. `}
      ${from.contentHash === to.contentHash && "Both versions have the same rules, so replay evidence is valid for both."}
    </p>
    ${same
      ? html`<${Empty} icon="circle-check" level=${3} title="No changes between these versions" />`
      : html`<${Lines} diff=${diff} label=${`Changes from version ${from.version} to ${to.version}`} />`}
  </${Card}>`;
}

const SIGNS = { added: "+", removed: "−", same: "" };
const SAID = { added: "Added: ", removed: "Removed: ", same: "" };

function Lines({ diff, label }) {
  return html`<div class="diff-lines" tabindex="0" role="region" aria-label=${label}>
    <table>
      <caption class="vh">${label}</caption>
      <thead class="vh"><tr><th scope="col">Before</th><th scope="col">After</th><th scope="col">Line</th></tr></thead>
      <tbody>
        ${hunks(diff).map(([kind, line, before, after], i) =>
          kind === "gap"
            ? html`<tr key=${i} class="skip-lines"><td colspan="3">${plural(line, "line")} the same</td></tr>`
            : html`<tr key=${i} class=${kind}>
                <td class="no">${before}</td>
                <td class="no">${after}</td>
                <td><span
                  class="sign" aria-hidden="true"
                >${SIGNS[kind]}</span><span class="vh">${SAID[kind]}</span><code>${line}</code></td>
              </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
