import { useEffect, useRef } from "preact/hooks";
import { html } from "./html.js";

const INDENT = "  ";

/**
 * A text area with line numbers. Tab indents. Escape and then Tab moves the focus out, so that the field is not a
 * keyboard trap.
 *
 * @param marks problems as {line: "error" or "warning"}; the caller shows their messages
 * @param jump the position to move the cursor to, as {line, column}; a new object moves it again
 */
export function CodeArea({ id = "code", label, value, onInput, marks = {}, jump, rows = 24, readonly, describedBy }) {
  const area = useRef(null);
  const gutter = useRef(null);
  const leaving = useRef(false);
  const lines = value.split("\n").length;
  const follow = () => (gutter.current.scrollTop = area.current.scrollTop);
  useEffect(() => {
    if (!jump) return;
    const field = area.current;
    const before = field.value.split("\n").slice(0, jump.line - 1).join("\n");
    const start = (jump.line > 1 ? before.length + 1 : 0) + Math.max(0, (jump.column ?? 1) - 1);
    field.focus();
    field.setSelectionRange(start, start);
    const height = parseFloat(getComputedStyle(field).lineHeight);
    field.scrollTop = Math.max(0, (jump.line - 4) * height);
    field.scrollIntoView({ block: "nearest" });
  }, [jump]);
  const press = (event) => {
    if (readonly) return;
    if (event.key === "Tab" && !leaving.current) {
      event.preventDefault();
      if (event.shiftKey) outdent(event.target, onInput);
      else insert(event.target, INDENT, onInput);
      return;
    }
    leaving.current = event.key === "Escape" || (leaving.current && event.key === "Shift");
  };
  const wrong = Object.values(marks).includes("error");
  return html`<div class="code-area">
    <div class="nums" ref=${gutter} aria-hidden="true">
      ${Array.from({ length: lines }, (_, i) => html`<span key=${i} class=${marks[i + 1]}>${i + 1}</span>`)}
    </div>
    <textarea
      id=${id}
      ref=${area}
      aria-label=${label}
      aria-describedby=${[!readonly && id + "-keys", describedBy].filter(Boolean).join(" ") || undefined}
      aria-invalid=${wrong ? "true" : undefined}
      rows=${rows}
      wrap="off"
      spellcheck=${false}
      autocomplete="off"
      autocapitalize="off"
      readonly=${readonly}
      value=${value}
      onInput=${(event) => onInput(event.target.value)}
      onKeyDown=${press}
      onBlur=${() => (leaving.current = false)}
      onScroll=${follow}
    ></textarea>
    ${!readonly && html`<p class="keys" id=${id + "-keys"}>Tab indents. To leave the field, press Escape, then Tab.</p>`}
  </div>`;
}

/** Inserts text through the browser where possible, so that undo works. */
function insert(field, text, onInput) {
  if (document.execCommand?.("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  onInput(field.value);
}

function outdent(field, onInput) {
  const at = field.selectionStart;
  const start = field.value.lastIndexOf("\n", at - 1) + 1;
  const spaces = Math.min(2, field.value.slice(start).search(/[^ ]|$/));
  if (!spaces) return;
  field.setRangeText("", start, start + spaces, "preserve");
  onInput(field.value);
}
