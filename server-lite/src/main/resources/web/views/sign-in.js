import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Door, Password, PASSWORD_HINT } from "../components/door.js";
import { Field, focusWrong } from "../components/form.js";
import { Note, Refused } from "../components/states.js";
import { leadsElsewhere, send, withQuery } from "../api.js";
import { useAction } from "../query.js";
import { ownPath } from "../router.js";

const NOTICES = {
  "signed-out": ["ok", "circle-check", "You are signed out."],
  "password-set": ["ok", "circle-check", "Your new password is set. Sign in with it."],
  error: ["critical", "circle-alert", "Single sign-on did not succeed. Try again, or sign in with your password."],
};

/** Why the server rejected a single sign-on, by the code in the address. */
const REASONS = {
  expired: "The sign-in took longer than 10 minutes or was started in another browser. Try again.",
  provider_denied: "Your identity provider did not complete the sign-in. Try again, or ask your administrator.",
  provider_error:
    "The identity provider could not be reached, or its response could not be verified. Try again. If it fails " +
    "again, ask the operator of this server: the log has the details.",
  account_disabled: "Your account is disabled. Ask an administrator of your workspace.",
  email_unverified:
    "Your identity provider sent no verified email address, which a new account needs. Verify your address there.",
  email_taken:
    "Another account already uses your email address. Sign in with its password, or ask an administrator to " +
    "remove that account.",
  invitation_required: "New accounts need an invitation. Ask an administrator to invite your email address.",
};

/** The message for the state in the address of the page. */
function noticeOf(params) {
  const notice = NOTICES[params.get("status")] ?? NOTICES[params.get("state")];
  const reason = params.get("state") === "error" && params.get("reason");
  return reason && Object.hasOwn(REASONS, reason) ? [notice[0], notice[1], REASONS[reason]] : notice;
}

/** Clears recent searches at sign-out, so that the next user of the browser does not see them. */
function forgetRecent() {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith("recent."))
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // Without storage there is nothing to clear.
  }
}

/** Sign-in by password, or through the identity provider if configured. */
export function Login() {
  const params = new URLSearchParams(location.search);
  const next = ownPath(params.get("next"), null);
  const notice = noticeOf(params);
  useEffect(() => {
    if (params.get("status") === "signed-out") forgetRecent();
  }, []);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const told = useRef(null);
  const focusTold = () => requestAnimationFrame(() => told.current?.focus());
  const action = useAction(() => send("POST", "/api/auth/login", { username: name.trim(), password }));
  const sso = useAction(async () => {
    const path = withQuery("/api/auth/sso/authorize", { redirect_uri: next });
    if (await leadsElsewhere(path)) location.assign(path);
  });
  const submit = async (event) => {
    event.preventDefault();
    sso.clear();
    const answer = await action.run();
    if (answer) location.assign(answer.onboarded && next ? next : answer.redirectTo);
    else focusTold();
  };
  const signOn = async () => {
    action.clear();
    if (!(await sso.run())) focusTold();
  };
  const error = action.error ?? sso.error;
  const without = error?.code === "sso_not_configured";
  return html`<${Door} title="Sign in">
    <div class="told" ref=${told} tabindex="-1">
      ${!error && html`<${Why} notice=${notice} next=${next} />`}
      <${Refused} error=${without ? null : error} />
      ${without &&
      html`<div role="alert">
        <${Note} title="Single sign-on is not configured">
          Sign in with your username and password. The operator of the server can configure single sign-on.
        </${Note}>
      </div>`}
    </div>
    <form onSubmit=${submit}>
      <${Field}
        name="username"
        label="Username or email"
        value=${name}
        onInput=${setName}
        autocomplete="username"
        autocapitalize="none"
        spellcheck=${false}
        required
      />
      <${Password} value=${password} onInput=${setPassword} autocomplete="current-password" />
      <${Button} kind="pri" type="submit" busy=${action.busy}>Sign in</${Button}>
    </form>
    ${!without &&
    html`<div class="or">or</div>
      <${Button} icon="key-round" busy=${sso.busy} onClick=${signOn}>Sign in with single sign-on</${Button}>`}
    <p><a href="/forgot">Forgot your password?</a></p>
    <p>New here? <a href="/register">Create a workspace</a>.</p>
  </${Door}>`;
}

/** Explains a redirect to this page. */
function Why({ notice, next }) {
  if (notice) {
    const [tone, icon, text] = notice;
    return html`<div role="status"><${Note} tone=${tone} icon=${icon}>${text}</${Note}></div>`;
  }
  return next && next !== "/" && html`<p class="dim">Sign in to continue to the page you requested.</p>`;
}

const EMPTY = { username: "", email: "", name: "", password: "", workspaceName: "" };

/** The first account of a workspace. */
export function Register() {
  const [form, setForm] = useState(EMPTY);
  const box = useRef(null);
  const action = useAction(() => send("POST", "/api/auth/register", form));
  const error = atUsername(action.error);
  const field = (name) => ({
    name,
    error,
    value: form[name],
    onInput: (value) => setForm((f) => ({ ...f, [name]: value })),
    required: true,
  });
  const submit = async (event) => {
    event.preventDefault();
    const answer = await action.run();
    if (answer) location.assign(answer.redirectTo);
    else focusWrong(box.current);
  };
  if (action.error?.code === "registration_closed") return html`<${Closed} />`;
  return html`<${Door} title="Create a workspace">
    <p class="dim">A workspace contains the agents, servers and policies of one team or organization.</p>
    <form onSubmit=${submit} ref=${box}>
      <${Field}
        ...${field("workspaceName")}
        label="Workspace"
        hint="Your team or organization."
        autocomplete="organization"
      />
      <${Field} ...${field("name")} label="Your name" autocomplete="name" />
      <${Field}
        ...${field("username")}
        label="Username"
        autocomplete="username"
        autocapitalize="none"
        spellcheck=${false}
      />
      <${Field} ...${field("email")} label="Email" type="email" autocomplete="email" />
      <${Password} ...${field("password")} hint=${PASSWORD_HINT} autocomplete="new-password" />
      ${!Object.keys(error?.fields ?? {}).length && html`<${Refused} error=${error} />`}
      <${Button} kind="pri" type="submit" busy=${action.busy}>Create workspace</${Button}>
    </form>
    <p>Already have an account? <a href="/login">Sign in</a></p>
  </${Door}>`;
}

/** Shows a conflict at the field with the name. */
function atUsername(error) {
  return error?.code === "username_exists" ? { ...error, fields: { username: error.message } } : error;
}

function Closed() {
  return html`<${Door} title="Registration is closed">
    <p>Workspaces on this server are created by its operator.</p>
    <p>
      Ask an administrator of your organization for an invitation. Its link creates your account.
    </p>
    <a class="btn" href="/login">Sign in</a>
  </${Door}>`;
}
