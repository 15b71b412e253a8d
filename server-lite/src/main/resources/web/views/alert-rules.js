import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State, Time } from "../components/marks.js";
import { Button, PageHead } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Switch } from "../components/form.js";
import { DataTable } from "../components/table.js";
import { Empty, say, whenLoaded } from "../components/states.js";
import { send, withQuery } from "../api.js";
import { refetch, showAtOnce, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { num } from "../formats/counts.js";
import { sentence } from "./alert-rule-words.js";
import { RuleForm } from "./alert-rule-form.js";

const RULES = "/api/alerts/rules";

/** Returns the names of agents and channels by ID. */
export function useNames() {
  const may = useMay("integrations:read");
  const agents = useQuery("/api/agents?limit=200").data?.agents ?? [];
  const all = useQuery(may ? "/api/admin/integrations?limit=200" : null).data?.integrations ?? [];
  const channels = all.filter((integration) => integration.category === "notification");
  return {
    agentList: agents,
    channelList: channels,
    agents: new Map(agents.map(({ id, name }) => [id, name])),
    channels: new Map(channels.map(({ id, name }) => [id, name])),
  };
}

/** The list of alert rules, or the rule in the parameter "rule". */
export function AlertRules() {
  const [params] = useParams();
  const rule = params.get("rule");
  return rule ? html`<${OneRule} key=${rule} id=${rule} />` : html`<${AllRules} />`;
}

const CRUMBS = [["Alerts", "/alerts"]];

function OneRule({ id }) {
  const names = useNames();
  const isNew = id === "new";
  const query = useQuery(isNew ? null : `${RULES}/${id}`);
  const title = isNew ? "New alert rule" : (query.data?.rule.name ?? "Alert rule");
  return html`<${PageHead} title=${title} crumbs=${[...CRUMBS, ["Alert rules", RULES.slice(4)]]} />
    ${isNew
      ? html`<${RuleForm} names=${names} />`
      : whenLoaded(query, 480, ({ rule }) => html`<${RuleForm} rule=${rule} names=${names} />`)}`;
}

function AllRules() {
  const [params, update] = useParams();
  const path = withQuery(RULES, { limit: 200, sort: params.get("sort") });
  const query = useQuery(path, { every: 30 });
  const names = useNames();
  const may = useMay("alert-rules:write");
  const because = may ? "" : whoMay("alert-rules:write");
  const [removing, setRemoving] = useState(null);
  const add = html`<${Button} kind="pri" icon="plus" because=${because}
    onClick=${() => update({ rule: "new" }, { push: true })}>Create rule</${Button}>`;
  return html`<${PageHead} title="Alert rules" sub="Route alerts to channels and control frequency."
    crumbs=${CRUMBS}>${add}</${PageHead}>
    ${whenLoaded(query, 300, ({ rules }) => html`<${DataTable} list=${path}
      name="alert-rules"
      caption="Alert rules"
      columns=${columns(path, names, because, setRemoving)}
      rows=${rules}
      id=${(rule) => rule.id}
      href=${(rule) => "/alerts/rules?rule=" + rule.id}
      empty=${html`<${Empty} icon="bell-off" title="No alert rules">
        <p>Alert rules define which alerts are sent, to which channels, and how often.</p>${add}
      </${Empty}>`}
    />`)}
    ${removing && html`<${Remove} rule=${removing} onClose=${() => setRemoving(null)} />`}`;
}

/** @returns {Columns<Api<"AlertRule">, "/api/alerts/rules">} */
function columns(path, names, because, remove) {
  return [
    {
      key: "name",
      sort: "name",
      label: "Rule",
      main: true,
      cell: (rule) => rule.name,
      detail: (rule) => sentence(rule, names),
    },
    {
      key: "on",
      sort: "enabled",
      label: "Enabled",
      cell: (rule) => html`<span class="row">
        <${Switch} label=${`Enable rule ${rule.name}`} on=${rule.enabled} because=${because}
          onChange=${(on) => turn(path, rule, on)} />
        ${!rule.enabled && html`<${State} of="disabled" label="Disabled" />`}
      </span>`,
    },
    { key: "matched", sort: "stats.matched_24h", label: "Matches (24 h)", className: "num", cell: (rule) => num(rule.stats.matched_24h) },
    { key: "held", sort: "stats.suppressed_24h", label: "Suppressed (24 h)", className: "num", cell: (rule) => num(rule.stats.suppressed_24h) },
    {
      key: "last",
      sort: "stats.last_matched_at",
      label: "Last match",
      className: "dim",
      cell: (rule) => html`<${Time} at=${rule.stats.last_matched_at} />`,
    },
    {
      key: "delete",
      label: "Delete",
      cell: (rule) => html`<${Button} kind="ghost" small icon="trash-2" because=${because}
        aria-label=${`Delete rule ${rule.name}`} onClick=${() => remove(rule)} />`,
    },
  ];
}

/** Switches a rule immediately, and back if the request fails. */
async function turn(path, rule, enabled) {
  const undo = showAtOnce(path, (data) => ({
    ...data,
    rules: data.rules.map((one) => (one.id === rule.id ? { ...one, enabled } : one)),
  }));
  try {
    await send("PUT", `${RULES}/${rule.id}`, { enabled }, { headers: { "If-Match": `"${rule.version}"` } });
    say(enabled ? `“${rule.name}” is enabled` : `“${rule.name}” is disabled`);
  } catch (error) {
    undo();
    say(`“${rule.name}” was not changed. ${error.message}`, { tone: "critical" });
  }
  refetch(RULES);
}

function Remove(/** @type {Props} */ { rule, onClose }) {
  const [{ id, name, version }] = useState(rule);
  const confirm = async () => {
    await send("DELETE", `${RULES}/${id}`, undefined, { headers: { "If-Match": `"${version}"` } });
    refetch(RULES);
    say("Alert rule deleted");
  };
  return html`<${Confirm} label="Delete rule" danger typed=${name} onConfirm=${confirm} onClose=${onClose}>
    <p>The rule sends no more notifications. Existing alerts remain.</p>
  </${Confirm}>`;
}
