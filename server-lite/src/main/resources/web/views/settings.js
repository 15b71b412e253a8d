import { useEffect, useRef } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { OnDemand } from "../components/on-demand.js";
import { PageHead } from "../components/page.js";
import { Empty } from "../components/states.js";
import { useSession, whoMay } from "../session.js";

/**
 * Each section: address, icon, name, module, component, and permission.
 *
 * @type {[string, [string, string, string, () => Promise<object>, string, string | null][]][]}
 */
const GROUPS = [
  [
    "Access",
    [
      ["keys", "key-round", "API keys", () => import("./settings-keys.js"), "ApiKeys", "api-keys:read"],
      ["members", "users", "Members", () => import("./settings-members.js"), "Members", "members:read"],
      ["sign-in", "log-in", "Sign-in and mail", () => import("./settings-sign-in.js"), "SignIn", null],
    ],
  ],
  [
    "Workspace",
    [
      [
        "workspace",
        "settings",
        "Workspace",
        () => import("./settings-workspace.js"),
        "Workspace",
        "members:read",
      ],
    ],
  ],
  [
    "Connections",
    [
      [
        "integrations",
        "plug",
        "Integrations",
        () => import("./settings-integrations.js"),
        "Integrations",
        "integrations:read",
      ],
      [
        "connectors",
        "network",
        "Connectors",
        () => import("./settings-connectors.js"),
        "Connectors",
        "resources:read",
      ],
      [
        "credentials",
        "lock",
        "Outbound credentials",
        () => import("./settings-credentials.js"),
        "Credentials",
        "integrations:read",
      ],
    ],
  ],
  [
    "Protection",
    [
      [
        "detection",
        "radar",
        "Detection",
        () => import("./settings-detection.js"),
        "DetectionSettings",
        "resources:read",
      ],
      [
        "redaction",
        "eye-off",
        "Redaction",
        () => import("./settings-redaction.js"),
        "RedactionSettings",
        "resources:read",
      ],
    ],
  ],
  ["You", [["own", "user-check", "Account", () => import("./settings-own.js"), "OwnSignIn", null]]],
];

const SECTIONS = GROUPS.flatMap(([, sections]) => sections);
const CRUMBS = [["Settings", "/settings"]];

/** The settings of the workspace, by section. */
export function Settings({ section = SECTIONS[0][0] }) {
  const { permissions } = useSession();
  const found = SECTIONS.find(([id]) => id === section);
  const mayRead = found && (!found[5] || permissions.includes(found[5]));
  return html`<div class="settings">
    <${SideNav} section=${section} />
    <div class="settings-body">
      ${!found && html`<${Missing} />`}
      ${found && !mayRead && html`<${Closed} title=${found[2]} permission=${found[5]} />`}
      ${mayRead && html`<${Section} key=${section} found=${found} />`}
    </div>
  </div>`;
}

function SideNav({ section }) {
  const nav = useRef(null);
  // On a narrow screen the sections are one row, which begins with others than the one that is shown.
  useEffect(() => {
    const shown = nav.current.querySelector("[aria-current]");
    if (shown) nav.current.scrollLeft = shown.offsetLeft - nav.current.offsetLeft - 40;
  }, []);
  return html`<nav class="settings-nav" aria-label="Settings" ref=${nav}>
    ${GROUPS.map(
      ([name, sections]) => html`<div key=${name}>
        <span>${name}</span>
        ${sections.map(
          ([id, icon, label]) => html`<a
            key=${id}
            href=${"/settings/" + id}
            aria-current=${id === section ? "page" : undefined}
          ><${Icon} name=${icon} size=${15} />${label}</a>`,
        )}
      </div>`,
    )}
  </nav>`;
}

function Section({ found }) {
  const [, , title, load, name] = found;
  const head = html`<${PageHead} title=${title} crumbs=${CRUMBS} />`;
  return html`<${OnDemand} load=${load} name=${name} head=${head} props=${{ crumbs: CRUMBS, title }} />`;
}

function Closed({ title, permission }) {
  return html`<${PageHead} title=${title} crumbs=${CRUMBS} />
    <div class="card">
      <${Empty} icon="lock" title="You don't have access to this page. Ask an administrator.">
        <p>${whoMay(permission)}</p>
      </${Empty}>
    </div>`;
}

function Missing() {
  return html`<${PageHead} title="Section not found" crumbs=${CRUMBS} />
    <div class="card">
      <${Empty} icon="circle-help" title="No section at this address">
        <a class="btn" href="/settings">Open settings</a>
      </${Empty}>
    </div>`;
}
