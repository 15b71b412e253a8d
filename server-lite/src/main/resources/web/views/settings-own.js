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

/** What somebody does about the own sign-in: another password, and an end to forgotten sessions. */
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
    say("Password changed; you are signed out everywhere else");
    reload();
    refetch(SESSIONS);
  };
  const because =
    !currentPassword || !newPassword
      ? "Type your current password and a new one first"
      : currentPassword === newPassword
        ? "The new password is the current one"
        : "";
  return html`${held}
    <${Card} title="Password">
      <form class="form" onSubmit=${submit} aria-label="Another password">
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
      cell: (s) => html`<span class="row wrap">${program(s.userAgent)}${s.current && html`<${Tag} tone="accent">This one</${Tag}>`}</span>`,
      detail: (s) => s.ip,
    },
    { key: "seen", label: "Last seen", cell: (s) => html`<${Time} at=${s.lastSeenAt} />` },
    { key: "started", label: "Signed in", cell: (s) => html`<span class="dim"><${Time} at=${s.startedAt} /></span>` },
    {
      key: "end",
      label: "End it",
      cell: (s) =>
        s.current
          ? html`<span class="dim">Sign out ends it</span>`
          : html`<${Button} small onClick=${() => setEnding(s)}>End<span class="vh"> the session in ${program(s.userAgent)}</span></${Button}>`,
    },
  ];
  const others = query.data?.sessions.filter((s) => !s.current).length ?? 0;
  return html`<div class="row wrap mt4">
      <h2>Where you are signed in</h2>
      <span class="sp"><${Button}
        small because=${others ? "" : "There are no other sessions"} onClick=${() => setEnding({})}>Sign out other sessions</${Button}></span>
    </div>
    ${whenLoaded(query, 160, ({ sessions }) => html`<${DataTable}
      name="own-sessions" caption="Sessions" columns=${columns} rows=${sessions} id=${(s) => s.id} />`)}
    ${ending && html`<${End} session=${ending} others=${others} onClose=${() => setEnding(null)} />`}`;
}

/** Asks for the password: whoever has stolen a session must not end those of its owner. */
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
    label=${session.id ? "End this session" : "End all other sessions"}
    verb=${session.id ? "End session" : "End sessions"}
    danger
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <p>
      ${session.id
        ? `The session in ${program(session.userAgent)} at ${session.ip} ends at once.`
        : `${plural(others, "other session")} end${others === 1 ? "s" : ""} at once.`}
      ${" If one of them is not yours, change your password, too."}
    </p>
    <${Password}
      ...${form.field("currentPassword")}
      id="end-password" label="Current password" required=${false}
      hint="Empty if you signed in by single sign-on, within the last ten minutes."
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

/** What a browser says it is, in few words; what is not known by one is told by its first word. */
function program(userAgent) {
  const name = (list) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = name(BROWSERS) ?? (userAgent.split(/[\s/]/)[0].slice(0, 40) || "An unknown program");
  const system = name(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
