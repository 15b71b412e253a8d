import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Dialog } from "./dialog.js";
import { get } from "../api.js";
import { plural } from "../formats/counts.js";
import { ago } from "../formats/dates.js";
import { PAGES, navigate } from "../router.js";
import { useSession } from "../session.js";

const KINDS = {
  agents: ["bot", "Agent"],
  sessions: ["activity", "Session"],
  policies: ["scroll-text", "Policy"],
  servers: ["server", "MCP server"],
  alerts: ["bell", "Alert"],
  incidents: ["siren", "Incident"],
  approvals: ["user-check", "Approval"],
};

/** The links of the sidebar, then the pages that only the search lists. */
const LINKS = PAGES.flatMap((page) => [page, ...(page.links ?? [])])
  .filter((page) => page.name)
  .sort((one, other) => Number(!one.key) - Number(!other.key));

const MOST_RECENT = 6;

/** Returns the recently opened results of a workspace. */
function recentOf(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

function remember(key, hit) {
  const kept = { href: hit.href, icon: hit.icon, name: hit.name, kind: hit.kind };
  const all = [kept, ...recentOf(key).filter((r) => r.href !== hit.href)].slice(0, MOST_RECENT);
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // Without local storage, there are no recent results.
  }
}

/** The search dialog for pages and resources of the workspace. */
export function Palette({ close }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [found, setFound] = useState({ text: "", hits: [], error: null });
  const field = useRef(null);
  const list = useRef(null);
  const key = "recent." + useSession().tenant?.id;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const asked = text.trim();
    if (!asked) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const found = await get(`/api/search/resources?q=${encodeURIComponent(asked)}`, { signal: abort.signal }).then(
        (answer) => ({ hits: hitsOf(answer), error: null }),
        (error) => ({ hits: [], error }),
      );
      if (!abort.signal.aborted) setFound({ text: asked, ...found });
    }, 150);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  const asked = text.trim().toLowerCase();
  const pages = LINKS.map(({ address, icon, name }) => ({ href: address, icon, name, kind: "Page" }));
  const searched = found.text.toLowerCase() === asked;
  const recent = recentOf(key);
  const hits = asked
    ? [...pages.filter((page) => page.name.toLowerCase().includes(asked)), ...(searched ? found.hits : [])]
    : [...recent, ...pages.filter((page) => !recent.some((r) => r.href === page.href))].slice(0, 12);
  useLayoutEffect(() => list.current?.children[at]?.scrollIntoView({ block: "nearest" }), [at, text]);
  const go = (hit) => {
    remember(key, hit);
    close();
    navigate(hit.href);
  };
  const press = (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && hits.length) {
      event.preventDefault();
      setAt((at + step + hits.length) % hits.length);
    } else if (event.key === "Enter" && hits[at]) go(hits[at]);
  };
  return html`<${Dialog} kind="palette" label="Search" headed=${false} onClose=${close}>
    <div class="dl-b pal">
      <input
        class="inp"
        ref=${field}
        value=${text}
        onInput=${(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown=${press}
        placeholder="Search pages, agents, sessions and policies"
        role="combobox"
        aria-expanded="true"
        aria-controls="pal"
        aria-activedescendant=${hits.length ? "pal-" + at : undefined}
        aria-label="Search"
        autocomplete="off"
        spellcheck=${false}
      />
      <ul ref=${list} id="pal" role="listbox" aria-label="Results" class="nav">
        ${hits.map(
          (hit, i) => html`<li
            key=${hit.href}
            id=${"pal-" + i}
            role="option"
            aria-selected=${i === at ? "true" : "false"}
            class=${i === at ? "on" : ""}
            onMouseMove=${() => setAt(i)}
            onClick=${() => go(hit)}
          >
            <${Icon} name=${hit.icon} />
            <span class="t">${hit.name}</span>
            ${hit.note && html`<span class="m">${hit.note}</span>`}
            <span class="n">${hit.kind}</span>
          </li>`,
        )}
      </ul>
      <p class=${hits.length && !found.error ? "vh" : "dim"} role="status">
        ${asked && statusOf(text.trim(), searched, hits, found.error)}
      </p>
    </div>
  </${Dialog}>`;
}

/** Returns the status message of a search. */
function statusOf(text, searched, hits, error) {
  if (!searched) return hits.length ? "" : "Searching…";
  if (error) return `Search failed, so only pages are listed. ${error.message}`;
  return hits.length ? plural(hits.length, "result") : `No results for “${text}”.`;
}

/** Replaces timestamps in a text with relative times. */
const withTimes = (text) => text?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => ago(moment));

function hitsOf(answer) {
  return Object.entries(KINDS).flatMap(([key, [icon, kind]]) =>
    (answer[key] ?? [])
      .slice(0, 5)
      .map((hit) => ({ href: hit.url, icon, name: hit.title, note: withTimes(hit.subtitle), kind })),
  );
}

/** The list of keyboard shortcuts. */
export function Keys({ close }) {
  const rows = [
    [["Ctrl", "K"], "Search pages and resources"],
    [["/"], "Focus the search field of a list"],
    [["?"], "Show keyboard shortcuts"],
    [["j"], "Next row"],
    [["k"], "Previous row"],
    [["x"], "Select row"],
    [["Enter"], "Open row"],
    [["Esc"], "Close the dialog or menu"],
    ...LINKS.filter(({ key }) => key).map(({ key, name }) => [["g", key], "Go to " + name]),
  ];
  return html`<${Dialog} label="Keyboard shortcuts" onClose=${close}>
    <div class="dl-b">
      <dl class="keys">
        ${rows.map(
          ([keys, does]) => html`<div key=${does}><dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${does}</dd></div>`,
        )}
      </dl>
    </div>
  </${Dialog}>`;
}
