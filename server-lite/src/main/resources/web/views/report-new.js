import { html } from "../components/html.js";
import { Field, FormDialog, Options, useForm } from "../components/form.js";
import { say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { navigate } from "../router.js";
import { useMay } from "../session.js";
import { FRAMEWORKS, TYPES } from "./report-words.js";

/** Requests a report: type, period and filters. */
export function NewReport({ onClose }) {
  const mayReview = useMay("audit:read");
  const types = TYPES.filter(([type]) => type !== "access_review" || mayReview);
  const initial = { type: "compliance", framework: "owasp_agentic", title: "", from: "", to: "", filters: {} };
  const form = useForm(initial, ({ type, title, framework, from, to, filters }) =>
    send("POST", "/api/reports", {
      type,
      title: title.trim() || null,
      framework: type === "compliance" ? framework : null,
      from: from ? from + "T00:00:00Z" : null,
      to: to ? to + "T23:59:59Z" : null,
      filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim())),
    }),
  );
  const { type, filters } = form.values;
  const [, , about, narrowed] = TYPES.find(([name]) => name === type) ?? TYPES[0];
  const done = ({ report }) => {
    refetch("/api/reports");
    say(report.status === "ready" ? "Report created" : "Creating the report");
    onClose();
    navigate("/reports/" + report.id);
  };
  const narrow = (name, label) => ({
    name: "filters." + name,
    label,
    optional: true,
    value: filters[name] ?? "",
    onInput: (value) => form.set({ filters: { ...filters, [name]: value } }),
    error: form.error,
  });
  return html`<${FormDialog} label="New report" verb="Create report" form=${form} onDone=${done} onClose=${onClose}>
    <${Field} ...${form.field("type")} as="select" label="Type" hint=${about}
      onInput=${(value) => form.set({ type: value, filters: {} })}>
      <${Options} options=${types.map(([name, label]) => [name, label])} />
    </${Field}>
    ${type === "compliance" &&
    html`<${Field} ...${form.field("framework")} as="select" label="Framework"><${Options} options=${FRAMEWORKS} /></${Field}>`}
    <div class="rsp-two">
      <${Field} ...${form.field("from")} type="date" label="From" optional hint="Start of the day, in UTC." />
      <${Field} ...${form.field("to")} type="date" label="To" optional hint="End of the day, in UTC. Empty: now." />
    </div>
    ${narrowed.map(([name, label, options]) =>
      typeof options === "string"
        ? html`<${OneOf} key=${options} list=${options} ...${narrow(name, label)} />`
        : options
          ? html`<${Field} key=${type + name} as="select" ...${narrow(name, label)}>
              <${Options} options=${[["", "All"], ...options]} />
            </${Field}>`
          : html`<${Field} key=${type + name} ...${narrow(name, label)} />`,
    )}
    <${Field} ...${form.field("title")} label="Title" optional maxlength="200" />
  </${FormDialog}>`;
}

/** A selection from a list of the API. */
function OneOf({ list, ...rest }) {
  const known = useQuery(/** @type {string} */ (`/api/${list}?limit=200`)).data?.[list] ?? [];
  return html`<${Field} as="select" ...${rest}>
    <${Options} options=${[["", "All"], ...known.map(({ id, name }) => [id, name])]} />
  </${Field}>`;
}
