import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Field } from "../components/form.js";

/** The validation error of a group of fields. */
export function Wrong({ error, name }) {
  const wrong = error?.fields?.[name];
  if (!wrong) return null;
  return html`<div class="field"><small class="wrong"><${Icon} name="circle-alert" size=${13} />${wrong}</small>
    </div>`;
}

/**
 * A collapsible group of checkboxes.
 *
 * @param options [value, label]
 * @param any the label if nothing is selected
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
      ${options.length === 0 && html`<p class="dim">No options available yet.</p>`}
    </fieldset>
    <${Wrong} error=${error} name=${name} />
  </details>`;
}

/** A text field for a comma-separated list. */
export function Listed({ value, onChange, ...rest }) {
  return html`<${Field}
    ...${rest}
    optional
    defaultValue=${value.join(", ")}
    hint="Separate values with commas."
    onInput=${(text) => onChange(text.split(",").map((part) => part.trim()).filter(Boolean))}
  />`;
}
