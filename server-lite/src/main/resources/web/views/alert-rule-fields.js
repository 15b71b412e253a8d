import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Field } from "../components/form.js";

/** What is wrong with a part of a form that is not one field. */
export function Wrong({ error, name }) {
  const wrong = error?.fields?.[name];
  if (!wrong) return null;
  return html`<div class="field"><small class="wrong"><${Icon} name="circle-alert" size=${13} />${wrong}</small>
    </div>`;
}

/**
 * Several of a few values, folded up until somebody wants to choose.
 *
 * @param options [value, label]
 * @param any what holds where nothing is chosen
 */
export function Picks({ label, any, options, chosen, onChange, name, error, open }) {
  const flip = (value) =>
    onChange(chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value]);
  const shown = options.filter(([value]) => chosen.includes(value)).map(([, text]) => text);
  return html`<details class="rsp-picks" open=${open || Boolean(error?.fields?.[name])}>
    <summary><b>${label}</b> <span class="dim">${shown.join(", ") || any}</span></summary>
    <fieldset class="rsp-set rsp-many">
      <legend class="vh">${label}</legend>
      ${options.map(
        ([value, text]) => html`<label class="check" key=${value}>
          <input type="checkbox" checked=${chosen.includes(value)} onChange=${() => flip(value)} /><span>
            ${text}</span>
        </label>`,
      )}
      ${options.length === 0 && html`<p class="dim">There is nothing to choose from yet.</p>`}
    </fieldset>
    <${Wrong} error=${error} name=${name} />
  </details>`;
}

/** Several values that people type, with commas between. */
export function Listed({ value, onChange, ...rest }) {
  return html`<${Field}
    ...${rest}
    optional
    defaultValue=${value.join(", ")}
    hint="Several with commas between."
    onInput=${(text) => onChange(text.split(",").map((part) => part.trim()).filter(Boolean))}
  />`;
}
