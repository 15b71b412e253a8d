import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html } from "./components/html.js";
import { Shell } from "./components/shell.js";
import { OnDemand } from "./components/on-demand.js";
import { PageHead } from "./components/page.js";
import { Empty, ErrorBox, Skeleton } from "./components/states.js";
import { get } from "./api.js";
import { PAGES, navigate, useLocation } from "./router.js";
import { SessionContext } from "./session.js";

/** Returns the page at an address and its path parameters, or null. */
function match(path, atDoor) {
  const parts = path.split("/");
  for (const { address, module, component, door = false } of PAGES) {
    const wanted = address.split("/");
    const fits =
      door === atDoor &&
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith("{") ? parts[i] !== "" : part === parts[i]));
    if (!fits) continue;
    const params = {};
    wanted.forEach((part, i) => {
      if (part.startsWith("{")) params[part.slice(1, -1)] = decodeURIComponent(parts[i]);
    });
    return { load: () => import(`./${module}`), name: component, params };
  }
  return null;
}

const Found = ({ found: { load, name, params } }) =>
  html`<${OnDemand} load=${load} name=${name} props=${params} />`;

function Missing() {
  return html`<${PageHead} title="Page not found" />
    <div class="card">
      <${Empty} icon="circle-help" title="No page exists at this address">
        <p>Check the address, press Ctrl+K to search, or open the overview.</p>
        <a class="btn" href="/overview">Open overview</a>
      </${Empty}>
    </div>`;
}

/** Pages that require a session. */
function Inside({ path }) {
  const [session, set] = useState(null);
  const [error, setError] = useState(null);
  const load = () => get("/api/auth/session").then((s) => (setError(null), set(s)), setError);
  useEffect(() => {
    load();
  }, []);
  useEffect(() => {
    if (!session) return;
    if (path === "/") navigate(session.onboarded ? "/overview" : "/setup", { replace: true });
  }, [session, path]);
  if (error && error.status !== 401) {
    return html`<main class="door"><${ErrorBox} error=${error} retry=${load} /></main>`;
  }
  if (!session) return html`<${Skeleton} height=${400} />`;
  const found = match(path, false);
  return html`<${SessionContext.Provider} value=${{ ...session, reload: load }}>
    <${Shell} path=${path}>
      ${found ? html`<${Found} key=${path} found=${found} />` : path !== "/" && html`<${Missing} />`}
    </${Shell}>
  </${SessionContext.Provider}>`;
}

function App() {
  const path = useLocation().pathname.replace(/(.)\/$/, "$1");
  const door = match(path, true);
  return door ? html`<${Found} key=${path} found=${door} />` : html`<${Inside} path=${path} />`;
}

render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
