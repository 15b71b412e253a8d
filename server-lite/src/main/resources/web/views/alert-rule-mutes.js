import { html } from "../components/html.js";
import { Button, Card } from "../components/page.js";
import { Field } from "../components/form.js";
import { fromInput } from "../formats/dates.js";
import { DAYS } from "./alert-rule-words.js";
import { Wrong } from "./alert-rule-fields.js";

const FRESH = () => ({
  days: ["sat", "sun"],
  from: "00:00",
  to: "24:00",
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
  expires_at: null,
});

/** The mute windows of a rule. */
export function Mutes({ mute, error, onChange }) {
  const change = (i, changes) => onChange(mute.map((one, k) => (k === i ? { ...one, ...changes } : one)));
  return html`<${Card} title="Mute windows"><div class="grid">
    ${mute.length === 0 && html`<p class="dim">No mute windows. The rule can send notifications at any time.</p>`}
    ${mute.map((window, i) => html`<${Window}
      key=${i}
      window=${window}
      at=${`mute[${i}]`}
      number=${i + 1}
      error=${error}
      onChange=${(changes) => change(i, changes)}
      onRemove=${() => onChange(mute.filter((_, k) => k !== i))}
    />`)}
    <div><${Button} small icon="plus" onClick=${() => onChange([...mute, FRESH()])}>Add mute window</${Button}></div>
  </div></${Card}>`;
}

function Window({ window, at, number, error, onChange, onRemove }) {
  const flip = (day) =>
    onChange({
      days: DAYS.map(([value]) => value).filter((value) =>
        value === day ? !window.days.includes(day) : window.days.includes(value),
      ),
    });
  return html`<fieldset class="rsp-set rsp-box">
    <legend class="vh">Mute window ${number}</legend>
    <div class="row rsp-wrap">${DAYS.map(
      ([day, label]) => html`<label class="check" key=${day}>
        <input type="checkbox" checked=${window.days.includes(day)} onChange=${() => flip(day)} /><span>
          ${label}</span>
      </label>`,
    )}</div>
    <${Wrong} error=${error} name=${at + ".days"} />
    <div class="rsp-two">
      <${Field} name=${at + ".from"} label="From" value=${window.from} error=${error} maxlength="5"
        onInput=${(from) => onChange({ from })} />
      <${Field} name=${at + ".to"} label="To" value=${window.to} error=${error} maxlength="5"
        hint="24:00 is the end of the day." onInput=${(to) => onChange({ to })} />
      <${Field} name=${at + ".timezone"} label="Time zone" value=${window.timezone} error=${error}
        hint="For example, Europe/Stockholm." onInput=${(timezone) => onChange({ timezone })} />
      <${Field} name=${at + ".expires_at"} label="Expires" optional type="datetime-local" error=${error}
        hint="In UTC." value=${window.expires_at?.slice(0, 16) ?? ""}
        onInput=${(value) => onChange({ expires_at: fromInput(value) })} />
    </div>
    <div><${Button} kind="ghost" small icon="trash-2" onClick=${onRemove}>Remove<span
      class="vh"> mute window ${number}</span></${Button}></div>
  </fieldset>`;
}
