import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { holdPage } from "../router.js";
import { Dialog } from "./dialog.js";
import { Button } from "./page.js";
import { Refused } from "./states.js";
import { useAction } from "../query.js";

/**
 * A labeled input with a hint and its validation error.
 *
 * @param name the API field, which validation errors refer to
 * @param error the error of the form; its message for this field is shown
 * @param as input, textarea or select
 * @param id of the input; defaults to an ID derived from the name
 * @param children the options of a select
 */
export function Field({ name, label, hint, error, as = "input", value, onInput, children, optional, ...rest }) {
  const id = rest.id ?? "f-" + name.replaceAll(/[^A-Za-z0-9]/g, "-");
  const inForm = typeof label === "string" && error?.labeled?.((field) => (field === name ? label : ""));
  const wrong = (inForm || error)?.fields?.[name];
  const As = as;
  const described = [hint && id + "-hint", wrong && id + "-wrong"].filter(Boolean).join(" ");
  return html`<div class="field">
    <label for=${id}>${label}${optional && html` <span class="dim">(optional)</span>`}</label>
    <${As}
      class="inp"
      id=${id}
      name=${name}
      value=${value}
      aria-describedby=${described || undefined}
      aria-invalid=${wrong ? "true" : undefined}
      ...${{ [as === "select" ? "onChange" : "onInput"]: (event) => onInput(event.target.value) }}
      ...${rest}
    >${children}</${As}>
    ${hint && html`<small id=${id + "-hint"}>${hint}</small>`}
    ${wrong && html`<small class="wrong" id=${id + "-wrong"}><${Icon} name="circle-alert" size=${13} />${wrong}</small>`}
  </div>`;
}

/** The options of a select. options are [value, label]. */
export function Options({ options }) {
  return options.map(([value, label]) => html`<option key=${value} value=${value}>${label}</option>`);
}

/** A labeled checkbox. hint describes its effect. */
export function Check({ label, hint, checked, onChange, disabled }) {
  return html`<label class="check">
    <input
      type="checkbox"
      checked=${checked}
      disabled=${disabled}
      onChange=${(event) => onChange(event.target.checked)}
    />
    <span>${label}${hint && html`<small>${hint}</small>`}</span>
  </label>`;
}

/** A switch that takes effect immediately. */
export function Switch({ label, on, because, onChange }) {
  return html`<button
    type="button"
    role="switch"
    class="switch"
    aria-checked=${on ? "true" : "false"}
    aria-label=${label}
    aria-disabled=${because ? "true" : undefined}
    title=${because || undefined}
    onClick=${() => !because && onChange(!on)}
  ><i></i></button>`;
}

/** Focuses the first invalid field. */
export function focusWrong(form) {
  requestAnimationFrame(() => form?.querySelector("[aria-invalid=true]")?.focus());
}

/**
 * The values of a form and the request that sends them.
 *
 * @param initial values, by the names of the fields in the API
 * @param request called with the values
 * @returns the state of useAction, with values, set(changes) and field(name), the properties of a Field
 */
export function useForm(initial, request) {
  const [values, setValues] = useState(initial);
  const action = useAction(() => request(values));
  const set = (changes) => setValues((before) => ({ ...before, ...changes }));
  const field = (name) => ({
    name,
    value: values[name],
    onInput: (value) => set({ [name]: value }),
    error: action.error,
  });
  return { ...action, values, set, field };
}

/**
 * A dialog with a form. After an error, the focus moves to the first invalid field.
 *
 * @param verb the button text; defaults to the label
 * @param danger true for a red button
 * @param because why the form cannot be submitted; empty if it can
 * @param form of useForm
 * @param className of the element around the fields
 * @param refusal the error of the request, unless Refused shows it
 * @param onDone called with the response; closes the dialog
 * @param rest properties of the form element
 */
export function FormDialog({
  label,
  verb = label,
  danger,
  because,
  form,
  className = "dl-b",
  refusal = html`<${Refused} error=${form.error} />`,
  onDone,
  onClose,
  children,
  ...rest
}) {
  const submit = async (event) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (because || form.busy) return;
    const answer = await form.run();
    if (answer === undefined) focusWrong(element);
    else onDone(answer);
  };
  return html`<${Dialog} label=${label} onClose=${onClose}>
    <form onSubmit=${submit} ...${rest}>
      <div class=${className}>${children}${refusal}</div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button} kind=${danger ? "danger" : "pri"} type="submit" busy=${form.busy} because=${because}>${verb}</${Button}>
      </div>
    </form>
  </${Dialog}>`;
}

/**
 * Asks for confirmation before the member leaves a page with unsaved changes.
 *
 * @param changed true if there are unsaved changes
 * @param params query parameters that also leave the page when they change
 * @returns the dialog, for the page to render
 */
export function useUnsaved(changed, params = []) {
  const [leave, setLeave] = useState(null);
  useEffect(() => {
    holdPage(changed ? (go) => setLeave(() => go) : null, params);
    return () => holdPage(null);
  }, [changed]);
  if (!leave) return null;
  const go = () => {
    holdPage(null);
    setLeave(null);
    leave();
  };
  return html`<${Dialog} label="Leave without saving?" onClose=${() => setLeave(null)}>
    <div class="dl-b"><p>Your changes on this page are not saved.</p></div>
    <div class="dl-f">
      <${Button} onClick=${() => setLeave(null)}>Stay on page</${Button}>
      <${Button} kind="danger" onClick=${go}>Leave page</${Button}>
    </div>
  </${Dialog}>`;
}
