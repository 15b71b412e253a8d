import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { num, short } from "../formats/counts.js";

const SPARK = { width: 84, height: 26, margin: 3 };

/**
 * A sparkline for the history of a number. It is decorative: the number and its list contain the same information.
 *
 * @param values oldest first
 * @param bad true if higher values are worse
 */
export function Spark({ values, bad }) {
  const { width, height, margin } = SPARK;
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const points = values.map((value, i) => [
    margin + (i / Math.max(1, values.length - 1)) * (width - 2 * margin),
    height - margin - ((value - low) / range) * (height - 2 * margin),
  ]);
  const [x, y] = points.at(-1) ?? [0, 0];
  const color = bad ? "var(--crit-s)" : "var(--accent)";
  return html`<svg class="spark" width=${width} height=${height} aria-hidden="true">
    <polyline
      points=${points.map((point) => point.map((n) => n.toFixed(1)).join()).join(" ")}
      fill="none"
      stroke=${color}
      stroke-width="1.6"
      stroke-linejoin="round"
      stroke-linecap="round"
    />
    <circle cx=${x} cy=${y} r="2.4" fill=${color} />
  </svg>`;
}

/** Returns the grid line interval for a scale with about four steps. */
function stepOf(most) {
  const rough = Math.max(most, 1) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((n) => n * ten).find((n) => n >= rough) ?? 10 * ten);
}

/**
 * Returns a ref and the current width of its element.
 *
 * @returns {[import("preact").RefObject<Element>, number]}
 */
function useWidth() {
  const box = useRef(null);
  const [width, set] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => set(Math.floor(entry.contentRect.width)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

const PLOT = { left: 42, top: 8, bottom: 22 };

/**
 * A bar chart over time with several series. A visually hidden table contains the same data for screen readers.
 *
 * @param title what the chart counts, and the period
 * @param rows one bar each, oldest first; nameOf(row) is the label of a bar, unit the table heading of the labels
 * @param series key, label and fill of each series; fill is the CSS class of its color
 * @param grouped true to group the series instead of stacking them
 */
export function StackChart({ title, rows, series, nameOf, unit, grouped, height = 200 }) {
  const [box, width] = useWidth();
  const [at, setAt] = useState(-1);
  const sum = (row) => series.reduce((all, { key }) => all + row[key], 0);
  const highest = (row) => Math.max(...series.map(({ key }) => row[key]));
  const most = Math.max(0, ...rows.map(grouped ? highest : sum));
  const step = stepOf(most);
  const top = Math.max(step, Math.ceil(most / step) * step);
  const y = (value) => PLOT.top + (height - PLOT.top - PLOT.bottom) * (1 - value / top);
  const room = Math.max(2, (width - PLOT.left) / Math.max(1, rows.length));
  const point = (event) => {
    const x = event.clientX - box.current.getBoundingClientRect().left - PLOT.left;
    setAt(Math.max(0, Math.min(rows.length - 1, Math.floor(x / room))));
  };
  const every = Math.max(1, Math.ceil(52 / room));
  return html`<figure
    class="chartbox"
    ref=${box}
    style=${{ minHeight: height + "px" }}
    onPointerMove=${point}
    onPointerLeave=${() => setAt(-1)}
  >
    ${width > 0 &&
    html`<svg class="chart" height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${title}>
      ${Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step).map(
        (value) => html`<g key=${value}>
          <line class="gl" x1=${PLOT.left} x2=${width} y1=${y(value)} y2=${y(value)} />
          <text x=${PLOT.left - 8} y=${y(value) + 4} text-anchor="end">${short(value)}</text>
        </g>`,
      )}
      ${rows.map(
        (row, i) => html`<g key=${i} opacity=${at < 0 || at === i ? 1 : 0.45}>
          ${(grouped ? sideBySide : onEachOther)(row, series, PLOT.left + i * room, room, y)}
        </g>`,
      )}
      ${rows.map(
        (row, i) =>
          i % every === 0 &&
          html`<text key=${i} x=${PLOT.left + (i + 0.5) * room} y=${height - 4} text-anchor="middle">
            ${nameOf(row)}
          </text>`,
      )}
    </svg>`}
    ${rows[at] &&
    html`<div class="tip" style=${{ left: Math.max(0, Math.min(width - 150, PLOT.left + at * room)) + "px" }}>
      <b>${nameOf(rows[at])}</b>
      ${series.map(({ key, label }) => html`<div key=${key}>${label}: ${num(rows[at][key])}</div>`)}
    </div>`}
    <figcaption class="vh">
      <table>
        <caption>${title}</caption>
        <thead>
          <tr>
            <th scope="col">${unit}</th>
            ${series.map(({ key, label }) => html`<th key=${key} scope="col">${label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row, i) => html`<tr key=${i}>
              <th scope="row">${nameOf(row)}</th>
              ${series.map(({ key }) => html`<td key=${key}>${num(row[key])}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </figcaption>
  </figure>`;
}

function onEachOther(row, series, left, room, y) {
  let below = 0;
  return series.map(({ key, fill }) => {
    const from = y(below);
    below += row[key];
    const to = y(below);
    return bar(key, fill, left + room * 0.14, room * 0.72, to, Math.max(0, from - to - 0.6));
  });
}

function sideBySide(row, series, left, room, y) {
  const width = Math.min(30, (room * 0.72) / series.length);
  const start = left + (room - width * series.length) / 2;
  return series.map(({ key, fill }, i) =>
    bar(key, fill, start + i * width, Math.max(1, width - 2), y(row[key]), Math.max(0, y(0) - y(row[key]))),
  );
}

const bar = (key, fill, x, width, y, height) =>
  html`<rect key=${key} class=${fill} x=${x} y=${y} width=${width} height=${height} rx="1.5" />`;

/** The legend of a chart. Screen readers use the chart's table instead. */
export function Legend({ series }) {
  return html`<div class="legend" aria-hidden="true">
    ${series.map(({ key, label, fill }) => html`<span key=${key}><i class=${fill}></i>${label}</span>`)}
  </div>`;
}

/**
 * A list of horizontal bars.
 *
 * @param items key, name, value, fill and href of each bar; name may be markup, fill is the CSS class
 *     of its color, href the list with the counted entries
 */
export function BarList({ label, items }) {
  const most = Math.max(1, ...items.map((item) => item.value));
  return html`<ul class="bars" aria-label=${label}>
    ${items.map(({ key, name, value, fill, href }) => {
      const inside = html`<span class="name">${name}</span>
        <span class="bar"><i class=${fill} style=${{ width: (100 * value) / most + "%" }}></i></span>
        <span class="n" title=${num(value)}>${short(value)}</span>`;
      return html`<li key=${key}>${href ? html`<a href=${href}>${inside}</a>` : html`<div>${inside}</div>`}</li>`;
    })}
  </ul>`;
}
