import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Password, PASSWORD_HINT } from "../components/door.js";
import { FormDialog, focusWrong, useForm, useUnsaved } from "../components/form.js";
import { Tag, Time } from "../components/marks.js";
import { Button, Card, PageHead } from "../components/page.js";
import { Refused, say, whenLoaded } from "../components/states.js";
import { DataTable } from "../components/table.js";
import { plural } from "../formats/counts.js";
import { send } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { useSession } from "../session.js";

const SESSIONS = "/api/auth/sessions";
const NO_PASSWORDS = { currentPassword: "", newPassword: "" };

/** The password and the sessions of the signed-in member. */
export function OwnSignIn({ crumbs, title }) {
  return html`<${PageHead} title=${title} crumbs=${crumbs} sub="Your password, sign-in methods and sessions." />
    <${NewPassword} />
    <${Sessions} />`;
}

function NewPassword() {
  const form = useForm(NO_PASSWORDS, (body) => send("POST", "/api/auth/change-password", body));
  const { currentPassword, newPassword } = form.values;
  const { reload } = useSession();
  const held = useUnsaved(Boolean(newPassword));
  const submit = async (event) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!(await form.run())) return focusWrong(element);
    form.set(NO_PASSWORDS);
    say("Password changed. Your other sessions were signed out.");
    reload();
    refetch(SESSIONS);
  };
  const because =
    !currentPassword || !newPassword
      ? "Enter your current and your new password first"
      : currentPassword === newPassword
        ? "The new password must differ from the current one"
        : "";
  return html`${held}
    <${Card} title="Password">
      <form class="form" onSubmit=${submit} aria-label="Change password">
        <${Password}
          ...${form.field("currentPassword")}
          label="Current password" autocomplete="current-password" maxlength="128" />
        <${Password}
          ...${form.field("newPassword")}
          label="New password" hint=${PASSWORD_HINT} autocomplete="new-password" maxlength="128" />
        <${Refused} error=${form.error} />
        <div class="row">
          <${Button} kind="pri" type="submit" busy=${form.busy} because=${because}>Change password</${Button}>
        </div>
      </form>
    </${Card}>`;
}

function Sessions() {
  const query = useQuery(SESSIONS, { every: 60 });
  const [ending, setEnding] = useState(null);
  /** @type {Columns<Api<"OwnSession">>} */
  const columns = [
    {
      key: "where",
      label: "Browser",
      main: true,
      cell: (s) => html`<span class="row wrap">${program(s.userAgent)}${s.current && html`<${Tag} tone="accent">This session</${Tag}>`}</span>`,
      detail: (s) => s.ip,
    },
    { key: "seen", label: "Last seen", cell: (s) => html`<${Time} at=${s.lastSeenAt} />` },
    { key: "started", label: "Signed in", cell: (s) => html`<span class="dim"><${Time} at=${s.startedAt} /></span>` },
    {
      key: "end",
      label: "Action",
      cell: (s) =>
        s.current
          ? html`<span class="dim">Sign out to end it</span>`
          : html`<${Button} small onClick=${() => setEnding(s)}>Revoke<span class="vh"> the session in ${program(s.userAgent)}</span></${Button}>`,
    },
  ];
  const others = query.data?.sessions.filter((s) => !s.current).length ?? 0;
  return html`<div class="row wrap mt4">
      <h2>Active sessions</h2>
      <span class="sp"><${Button}
        small because=${others ? "" : "There are no other sessions"} onClick=${() => setEnding({})}>Sign out other sessions</${Button}></span>
    </div>
    ${whenLoaded(query, 160, ({ sessions }) => html`<${DataTable}
      name="own-sessions" caption="Sessions" columns=${columns} rows=${sessions} id=${(s) => s.id} />`)}
    ${ending && html`<${End} session=${ending} others=${others} onClose=${() => setEnding(null)} />`}`;
}

/** Requires the password, so that a stolen session cannot end the owner's sessions. */
function End(/** @type {Props<{ session: Api<"OwnSession"> }>} */ { session, others, onClose }) {
  const form = useForm({ currentPassword: "" }, ({ currentPassword }) =>
    send("POST", "/api/auth/end-sessions", {
      ...(currentPassword ? { currentPassword } : {}),
      ...(session.id ? { sessionId: session.id } : {}),
    }),
  );
  const done = ({ ended }) => {
    say(`${plural(ended, "session")} ended`);
    refetch(SESSIONS);
    onClose();
  };
  return html`<${FormDialog}
    label=${session.id ? "Revoke session" : "Sign out other sessions"}
    verb=${session.id ? "Revoke session" : "Sign out other sessions"}
    danger
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <p>
      ${session.id
        ? `The session in ${program(session.userAgent)} at ${session.ip} ends immediately.`
        : `${plural(others, "other session")} end${others === 1 ? "s" : ""} immediately.`}
      ${" If you do not recognize a session, change your password too."}
    </p>
    <${Password}
      ...${form.field("currentPassword")}
      id="end-password" label="Current password" required=${false}
      hint="Leave empty if you signed in with single sign-on within the last 10 minutes."
      autocomplete="current-password" maxlength="128" />
  </${FormDialog}>`;
}

const BROWSERS = [
  [/\bEdg\//, "Edge"],
  [/\bFirefox\//, "Firefox"],
  [/\b(Headless)?Chrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** A short name of the browser, or the first word of an unknown user agent. */
function program(userAgent) {
  const name = (list) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = name(BROWSERS) ?? (userAgent.split(/[\s/]/)[0].slice(0, 40) || "Unknown browser");
  const system = name(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
