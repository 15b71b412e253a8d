import { useRef } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, Card, PageHead } from "../components/page.js";
import { Field, focusWrong } from "../components/form.js";
import { Empty, say, whenLoaded } from "../components/states.js";
import { ChangedBy, linesOf, Lines, ReadOnly, SaveBar, useDraft } from "./settings-parts.js";
import { send } from "../api.js";
import { useAction, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";

const REDACTION = "/api/admin/redaction";

/** The workspace's own recognizers and allow list. */
export function RedactionSettings({ crumbs, title }) {
  const query = useQuery(REDACTION);
  return html`<${PageHead}
      title=${title}
      crumbs=${crumbs}
      sub="Built-in types are detected automatically. Add your own patterns."
    />
    ${whenLoaded(query, 160, ({ redaction }) =>
      html`<${Form} redaction=${redaction} reload=${query.reload} />`)}`;
}

const rowsOf = (recognizers) =>
  recognizers.map((one) => ({
    name: one.name,
    pattern: one.pattern,
    score: String(one.score),
    context: one.context.join(", "),
  }));

const recognizersOf = (rows) =>
  rows.map((row) => ({
    name: row.name.trim(),
    pattern: row.pattern,
    ...(row.score.trim() === "" ? {} : { score: Number.isNaN(Number(row.score)) ? row.score : Number(row.score) }),
    context: row.context.split(",").map((word) => word.trim()).filter(Boolean),
  }));

const showValue = (value) =>
  Array.isArray(value)
    ? value.map((row) => `${row.name} ${row.pattern} ${row.score} ${row.context}`.trim()).join("\n") || "None"
    : value || "Empty";

function Form({ redaction, reload }) {
  const may = useMay("detection:write");
  const because = may ? "" : whoMay("detection:write");
  const draft = useDraft(
    { recognizers: rowsOf(redaction.recognizers), allowList: redaction.allowList.join("\n") },
    redaction.version,
  );
  const { value, set } = draft;
  const box = useRef(null);
  const action = useAction(async () => {
    const body = {
      version: draft.version,
      recognizers: recognizersOf(value.recognizers),
      allowList: linesOf(value.allowList),
    };
    try {
      await send("PUT", REDACTION, body, { headers: { "If-Match": `"${draft.version}"` } });
    } catch (error) {
      focusWrong(box.current);
      throw error;
    }
    await reload();
    say("Redaction saved");
  });
  const rows = value.recognizers;
  const change = (at, part) => (text) =>
    set("recognizers")(rows.map((row, i) => (i === at ? { ...row, [part]: text } : row)));
  const add = () => set("recognizers")([...rows, { name: "", pattern: "", score: "0.85", context: "" }]);
  return html`<div class="grid" ref=${box}>
      ${!may && html`<${ReadOnly} who=${because} />`}
      <${Card}
        title="Custom recognizers"
        action=${html`<${Button} small icon="plus" because=${because} onClick=${add}>Add recognizer</${Button}>`}
      >
        ${rows.length === 0
          ? html`<${Empty} icon="eye-off" title="No recognizers yet" level=${3}>
              <p>A recognizer finds text by its pattern, such as employee numbers.</p>
            </${Empty}>`
          : html`<fieldset class="plain" disabled=${!may}>
              <p class="dim">
                Patterns are RE2 regular expressions, without lookaround and backreferences. Context words
                add 0.45 to the score. Names are letters, digits and underscores.
              </p>
              <ul class="rows four">
                ${rows.map(
                  (row, i) => html`<${Row}
                    key=${i}
                    at=${i}
                    row=${row}
                    change=${change}
                    because=${because}
                    error=${action.error}
                    onRemove=${() => set("recognizers")(rows.filter((_, place) => place !== i))}
                  />`,
                )}
              </ul>
            </fieldset>`}
      </${Card}>
      <${Card} title="Allow list">
        <fieldset class="plain form" disabled=${!may}>
          <${Lines}
            name="allowList"
            label="Never redact"
            rows="5"
            hint="One text per line, such as a public email address."
            value=${value.allowList}
            onInput=${set("allowList")}
            error=${action.error}
          />
        </fieldset>
        <div class="mt4">
          <${ChangedBy} version=${redaction.version} at=${redaction.updatedAt} by=${redaction.updatedBy} />
        </div>
      </${Card}>
      <${Card} title="Try redaction">
        <p>
          Programs call <code>POST /v1/redact</code> with a key that has the scope <code>redact:write</code>.
          To try it, <a href="/settings/keys?new=own">create a key</a> and run:
        </p>
        <pre class="code wrap mt2">${example()}</pre>
      </${Card}>
    </div>
    <${SaveBar}
      draft=${draft}
      labels=${(name) => (name === "allowList" ? "Allow list" : "Recognizers")}
      show=${showValue}
      action=${action}
      reload=${reload}
      because=${because}
    />`;
}

const example = () =>
  `curl -H "X-Api-Key: $SVC_API_KEY" -H "Content-Type: application/json" \\\n` +
  `  -d '{"text": "Mail dana@example.com about E123456"}' ${location.origin}/v1/redact`;

function Row({ at, row, change, because, error, onRemove }) {
  const of = (part) => ({
    name: `recognizers[${at}].${part}`,
    value: row[part],
    onInput: change(at, part),
    error,
    autocomplete: "off",
    spellcheck: false,
  });
  return html`<li>
    <${Field} ...${of("name")} label="Name" placeholder="EMPLOYEE_ID" maxlength="40" />
    <${Field} ...${of("pattern")} label="Pattern" placeholder="E\\d{6}" maxlength="300" />
    <${Field} ...${of("score")} label="Score" type="number" min="0" max="1" step="0.05" />
    <${Field} ...${of("context")} label="Context words" placeholder="employee, staff" />
    <${Button}
      small
      icon="trash-2"
      because=${because}
      aria-label=${`Remove ${row.name || "recognizer"}`}
      onClick=${onRemove}
    >
      Remove
    </${Button}>
  </li>`;
}
