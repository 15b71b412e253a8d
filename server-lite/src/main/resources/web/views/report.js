import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Copyable, State, Time } from "../components/marks.js";
import { Button, Card, KeyValue, PageHead } from "../components/page.js";
import { Note, Refused, say, whenLoaded } from "../components/states.js";
import { download } from "../api.js";
import { useAction, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { num } from "../formats/counts.js";
import { day } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { evidencePage, FRAMEWORKS, typeName } from "./report-words.js";
import { usePeople } from "./people.js";

const BEING_MADE = ["queued", "running"];

/** One report: figures, sections with evidence and gaps, and verification. */
export function ReportPage({ id }) {
  const path = /** @type {const} */ (`/api/reports/${id}`);
  const [waiting, setWaiting] = useState(false);
  const query = useQuery(path, { every: waiting ? 3 : 0 });
  const report = query.data?.report;
  useEffect(() => {
    if (report) setWaiting(BEING_MADE.includes(report.status));
  }, [report?.status]);
  const action = useAction(async (format) => {
    await download(`${path}/export?format=${format}`, `report-${id}.${format}`);
    say("Report saved");
  });
  return html`<${PageHead}
      title=${report?.title ?? "Report"}
      sub=${report && html`<span class="row rsp-wrap"><${State} of=${report.status} />
        <span>${typeName(report.type)}, ${report.from ? `${day(report.from)} to ${day(report.to)}` : `until ${day(report.to)}`}</span></span>`}
      crumbs=${[["Reports", "/reports"]]}
    >
      ${report && html`<${Exports} report=${report} action=${action} />`}
    </${PageHead}>
    <${Refused} error=${action.error} />
    ${whenLoaded(query, 420, (data) => html`<${Body} report=${data.report} />`)}`;
}

function Exports(/** @type {Props<{ report: Api<"Report"> }>} */ { report, action }) {
  const may = useMay("reports:write");
  const because = may ? (report.status === "ready" ? "" : "The report is not ready yet") : whoMay("reports:write");
  return html`<${Button} because=${report.status === "ready" ? "" : "The report is not ready yet"}
    onClick=${() => print()}>Print report</${Button}>
    ${["csv", "json"].map(
      (format) => html`<${Button} key=${format} icon="download" busy=${action.busy} because=${because}
        onClick=${() => action.run(format)}>${words(format)}</${Button}>`,
    )}`;
}

function Body(/** @type {Props<{ report: Api<"Report"> }>} */ { report }) {
  if (BEING_MADE.includes(report.status)) {
    return html`<div role="status"><${Note} tone="accent" icon="refresh-cw" title="Creating the report">
      This page updates automatically. You can leave it in the meantime.
    </${Note}></div>`;
  }
  if (report.status === "failed") {
    return html`<div role="alert"><${Note} tone="critical" icon="circle-alert" title="The report could not be created">
      ${report.error}</${Note}></div>`;
  }
  return html`<div class="grid rsp-report">
    <${Figures} report=${report} />
    ${report.sections.length > 0 && html`<${Sections} report=${report} />`}
    <${Counts} counts=${report.summary?.counts ?? {}} />
    ${report.rowCount === 0 && html`<${Note}>No entries match in this period. The file contains no rows.</${Note}>`}
    <${About} report=${report} />
  </div>`;
}

const Tile = ({ label, value, more }) =>
  html`<div class="tile"><div class="l">${label}</div><div class="v">${value}</div>${more && html`<div
    class="m">${more}</div>`}</div>`;

function Figures(/** @type {Props<{ report: Api<"Report"> }>} */ { report }) {
  const { score, controls } = report.summary ?? {};
  if (!controls) return html`<div class="tiles rsp-one"><${Tile} label="Rows" value=${num(report.rowCount)} /></div>`;
  return html`<div class="tiles">
    <${Tile} label="Score" value=${html`${score ?? 0}<small> %</small>`} more="Partially met controls count half" />
    <${Tile} label="Passed" value=${html`${controls.pass}<small> of ${controls.total}</small>`} />
    <${Tile} label="Partial" value=${controls.partial} />
    <${Tile} label="Failed" value=${controls.fail}
      more=${controls.notEvaluated > 0 && `${controls.notEvaluated} could not be evaluated`} />
  </div>`;
}

function Sections(/** @type {Props<{ report: Api<"Report"> }>} */ { report }) {
  const [params, update] = useParams();
  const only = params.get("show") === "gaps";
  const shown = report.sections.filter((section) => !only || section.gaps.length);
  return html`<section aria-labelledby="controls">
    <div class="row rsp-wrap rsp-head">
      <h2 id="controls">Controls</h2>
      <div class="seg sp" role="group" aria-label="Show controls">
        <button type="button" aria-pressed=${only ? "false" : "true"}
          onClick=${() => update({ show: null })}>All</button>
        <button type="button" aria-pressed=${only ? "true" : "false"}
          onClick=${() => update({ show: "gaps" })}>With gaps</button>
      </div>
    </div>
    <div class="grid">${shown.map((section) => html`<${Section} key=${section.id} section=${section} />`)}</div>
  </section>`;
}

function Section({ section }) {
  return html`<${Card} level=${3} id=${"control-" + section.id} className="rsp-control"
    title=${html`<span class="dim">${section.id}</span> ${section.title}`}
    action=${html`<${State} of=${section.status} />`}>
    <p class="dim">${section.description}</p>
    ${section.gaps.length > 0 &&
    html`<h4 class="rsp-h3">Gaps</h4>
      <ul class="gate">${section.gaps.map(
        (gap, i) => html`<li class="no" key=${i}><${Icon} name="circle-minus" />${gap}</li>`,
      )}</ul>`}
    ${section.evidence.length > 0 &&
    html`<h4 class="rsp-h3">Evidence</h4>
      <ul class="rsp-tags">${section.evidence.map((item, i) => html`<li key=${i}><${Evidence} item=${item} />
        </li>`)}</ul>`}
  </${Card}>`;
}

function Evidence({ item }) {
  const page = evidencePage(item);
  const label = item.name || item.id;
  return html`${page ? html`<a href=${page}>${label}</a>` : label} <span class="dim">${words(item.type)}</span>`;
}

/** The number of rows by column value. */
function Counts({ counts }) {
  const columns = Object.entries(counts).filter(([, values]) => Object.keys(values).length);
  if (!columns.length) return null;
  return html`<section aria-labelledby="figures">
    <h2 id="figures" class="rsp-head">Figures</h2>
    <div class="rsp-counts">${columns.map(([column, values]) => html`<${Count} key=${column} column=${column}
      values=${values} />`)}</div>
  </section>`;
}

function Count({ column, values }) {
  const rows = Object.entries(values).sort((a, b) => b[1] - a[1]);
  const most = rows[0][1];
  return html`<div class="card"><div class="pad">
    <table class="rsp-mini rsp-count">
      <caption>${words(column)}</caption>
      <thead class="vh"><tr><th scope="col">Value</th><th scope="col">Share</th><th scope="col">Count</th></tr>
        </thead>
      <tbody>${rows.map(
        ([value, count]) => html`<tr key=${value}>
          <th scope="row">${words(value)}</th>
          <td><div class="bar" aria-hidden="true"><i style=${{ width: (100 * count) / most + "%" }}></i></div></td>
          <td class="rsp-num">${num(count)}</td>
        </tr>`,
      )}</tbody>
    </table>
  </div></div>`;
}

function About(/** @type {Props<{ report: Api<"Report"> }>} */ { report }) {
  const { name } = usePeople();
  const filters = Object.entries(report.filters).map(([key, value]) => `${words(key)}: ${words(value)}`);
  return html`<div class="cols">
    <${Card} title="How to verify it">
      <div class="grid">
        <p>The rows are hashed and signed when the report is created. Anyone can verify the JSON file without this server.</p>
        <ol class="rsp-steps">
          <li>Save the report as JSON.</li>
          <li>Get the public keys through a trusted channel:
            <pre class="code wrap" tabindex="0">curl -H "X-Api-Key: $KEY" ${location.origin}/api/v1/governance/attestation/keys > keys.json</pre></li>
          <li>Verify the file:
            <pre class="code wrap"
              tabindex="0">svc-server report verify report-${report.id}.json --keys keys.json</pre></li>
        </ol>
        <div><span class="dim">Content hash</span><br /><${Copyable} text=${report.contentHash}
          label="Copy hash" /></div>
      </div>
    </${Card}>
    <${Card} title="About this report">
      <${KeyValue} rows=${[
        ["Framework", FRAMEWORKS.find(([value]) => value === report.framework)?.[1]],
        ["Rows", num(report.rowCount)],
        ["Filters", filters.length > 0 && filters.join(", ")],
        ["Requested by", name(report.createdBy)],
        ["Created", html`<${Time} at=${report.completedAt} />`],
        ["Retained until", html`<${Time} at=${report.expiresAt} />`],
        ["ID", html`<${Copyable} text=${report.id} />`],
      ]} />
    </${Card}>
  </div>`;
}
