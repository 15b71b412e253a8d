import { html } from "./html.js";

/** Texts with more words are shown as changed completely. */
const MOST_WORDS = 400;

/**
 * Compares two texts word by word, by their longest common subsequence.
 *
 * @returns [before, after], each a list of [text, true if it differs]
 */
function wordDiff(before, after) {
  const a = before.split(/(?=[\s,])/);
  const b = after.split(/(?=[\s,])/);
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return [[[before, true]], [[after, true]]];
  const common = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const was = [];
  const is = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      was.push([a[i++], false]);
      is.push([b[j++], false]);
    } else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) was.push([a[i++], true]);
    else is.push([b[j++], true]);
  }
  return [was, is];
}

const marked = (parts, As) =>
  parts.map(([text, differs], i) => (differs ? html`<${As} key=${i}>${text}</${As}>` : text));

/**
 * A side-by-side comparison of fields.
 *
 * @param rows name, before, after and mark of each; if one text is missing, the other takes the full width; mark is
 *     shown below the name
 * @param long true if names are long, such as paths
 */
export function DiffRows({ rows, long }) {
  return html`<div class=${long ? "dg long" : "dg"}>
    ${rows.map(({ name, before, after, mark }, i) => {
      const first = i ? "" : " first";
      const both = before != null && after != null;
      const [was, is] = both ? wordDiff(before, after) : [[[before, false]], [[after, false]]];
      const wide = both ? "" : " wide";
      return [
        html`<div class=${"k" + first}>${name}${mark}</div>`,
        before != null &&
          html`<div class=${"b" + first + wide}><span class="vh">before: </span><code>${marked(was, "del")}</code></div>`,
        after != null &&
          html`<div class=${"a" + first + wide}><span class="vh">after: </span><code>${marked(is, "ins")}</code></div>`,
      ];
    })}
  </div>`;
}
