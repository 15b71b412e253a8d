import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Dialog } from "../components/dialog.js";
import { Field, focusWrong, Options } from "../components/form.js";
import { Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useAction, useQuery } from "../query.js";
import { navigate } from "../router.js";
import { useMay } from "../session.js";
import { FRAMEWORKS, TYPES } from "./report-words.js";

/** Asks for a report: its type, the time that it is about, and what its rows are narrowed by. */
export function NewReport({ onClose }) {
  const mayReview = useMay("audit:read");
  const types = TYPES.filter(([type]) => type !== "access_review" || mayReview);
  const [fields, setFields] = useState({
    type: "compliance",
    framework: "owasp_agentic",
    title: "",
    from: "",
    to: "",
    filters: {},
  });
  const form = useRef();
  const [, , about, narrowed] = TYPES.find(([type]) => type === fields.type);
  const filters = Object.fromEntries(Object.entries(fields.filters).filter(([, value]) => value.trim()));
  const action = useAction(() =>
    send("POST", "/api/reports", {
      type: fields.type,
      title: fields.title.trim() || null,
      framework: fields.type === "compliance" ? fields.framework : null,
      from: fields.from ? fields.from + "T00:00:00Z" : null,
      to: fields.to ? fields.to + "T23:59:59Z" : null,
      filters,
    }),
  );
  const submit = async (event) => {
    event.preventDefault();
    if (action.busy) return;
    const made = await action.run();
    if (!made) {
      focusWrong(form.current);
      return;
    }
    refetch("/api/reports");
    say(made.report.status === "ready" ? "Report made" : "Report is being made");
    onClose();
    navigate("/reports/" + made.report.id);
  };
  const set = (name) => (value) => setFields({ ...fields, [name]: value });
  const narrow = (name) => (value) => setFields({ ...fields, filters: { ...fields.filters, [name]: value } });
  return html`<${Dialog} label="New report" onClose=${onClose}>
    <form ref=${form} onSubmit=${submit}>
      <div class="dl-b">
        <${Field} as="select" name="type" label="Type" value=${fields.type} hint=${about} error=${action.error}
          onInput=${(type) => setFields({ ...fields, type, filters: {} })}>
          <${Options} options=${types.map(([type, label]) => [type, label])} />
        </${Field}>
        ${fields.type === "compliance" &&
        html`<${Field} as="select" name="framework" label="Framework" value=${fields.framework}
          onInput=${set("framework")} error=${action.error}><${Options} options=${FRAMEWORKS} /></${Field}>`}
        <div class="rsp-two">
          <${Field} type="date" name="from" label="From" optional value=${fields.from} onInput=${set("from")}
            error=${action.error} hint="The beginning of the day, in UTC." />
          <${Field} type="date" name="to" label="To" optional value=${fields.to} onInput=${set("to")}
            error=${action.error} hint="The end of the day; now without it." />
        </div>
        ${narrowed.map(([name, label, options]) =>
          typeof options === "string"
            ? html`<${OneOf} key=${options} list=${options} name=${"filters." + name} label=${label} optional
                value=${fields.filters[name] ?? ""} onInput=${narrow(name)} error=${action.error} />`
            : options
              ? html`<${Field} key=${fields.type + name} as="select" name=${"filters." + name} label=${label} optional
                value=${fields.filters[name] ?? ""} onInput=${narrow(name)} error=${action.error}>
                <${Options} options=${[["", "All"], ...options]} />
              </${Field}>`
            : html`<${Field} key=${fields.type + name} name=${"filters." + name} label=${label} optional
                value=${fields.filters[name] ?? ""} onInput=${narrow(name)} error=${action.error} />`,
        )}
        <${Field} name="title" label="Title" optional value=${fields.title} onInput=${set("title")}
          error=${action.error} maxlength="200" />
        <${Refused} error=${action.error} />
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button} kind="pri" type="submit" busy=${action.busy}>Make report</${Button}>
      </div>
    </form>
  </${Dialog}>`;
}

/** One of a list of the API, by name. */
function OneOf({ list, ...rest }) {
  const known = useQuery(`/api/${list}?limit=200`).data?.[list] ?? [];
  return html`<${Field} as="select" ...${rest}>
    <${Options} options=${[["", "All"], ...known.map(({ id, name }) => [id, name])]} />
  </${Field}>`;
}
