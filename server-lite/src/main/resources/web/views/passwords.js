import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Door, Password, PASSWORD_HINT, useToken } from "../components/door.js";
import { Field, focusWrong } from "../components/form.js";
import { Refused } from "../components/states.js";
import { send } from "../api.js";
import { useAction } from "../query.js";

/** Requests a password reset link. */
export function Forgot() {
  const [email, setEmail] = useState("");
  const action = useAction(() => send("POST", "/api/auth/forgot-password", { email: email.trim() }));
  const [asked, setAsked] = useState(false);
  const box = useRef(null);
  const submit = async (event) => {
    event.preventDefault();
    if (await action.run()) setAsked(true);
    else focusWrong(box.current);
  };
  if (asked) {
    return html`<${Door} key="asked" title="Check your email">
      <div role="status">
        <p>If an account with this address exists, we sent it a link to set a new password. The link works once, for one hour.</p>
        <p class="dim">
          Nothing came? Look for it among unwanted mail. A server that sends no mail cannot send the link: its
          operator can set a new password for you.
        </p>
      </div>
      <a class="btn" href="/login">Back to sign in</a>
    </${Door}>`;
  }
  return html`<${Door} key="ask" title="Set a new password">
    <p class="dim">Enter the email address of your account. We send you a link to set a new password.</p>
    <form onSubmit=${submit} ref=${box}>
      <${Field}
        name="email"
        label="Email"
        type="email"
        value=${email}
        onInput=${setEmail}
        error=${action.error}
        autocomplete="email"
        required
      />
      <${Refused} error=${action.error} />
      <${Button} kind="pri" type="submit" busy=${action.busy}>Send link</${Button}>
    </form>
    <p><a href="/login">Back to sign in</a></p>
  </${Door}>`;
}

/** Sets a new password with the link from the email. */
export function Reset() {
  const token = useToken();
  const [password, setPassword] = useState("");
  const action = useAction(() => send("POST", "/api/auth/reset-password", { token, password }));
  const box = useRef(null);
  const submit = async (event) => {
    event.preventDefault();
    if (await action.run()) location.assign("/login?status=password-set");
    else focusWrong(box.current);
  };
  if (!token || action.error?.code === "token_invalid") {
    return html`<${Dead} title="This link does not work" href="/forgot" verb="Request new link">
      ${token
        ? "It was already used, or it is older than one hour. Request a new link."
        : "It is incomplete, or this page was reloaded. Open the link from your email again."}
    </${Dead}>`;
  }
  return html`<${Door} key="set" title="Set a new password">
    <p class="dim">After you set a new password, you are signed out everywhere. Sign in again with it.</p>
    <form onSubmit=${submit} ref=${box}>
      <${Password}
        label="New password"
        value=${password}
        onInput=${setPassword}
        error=${action.error}
        hint=${PASSWORD_HINT}
        autocomplete="new-password"
      />
      <${Unplaced} error=${action.error} />
      <${Button} kind="pri" type="submit" busy=${action.busy}>Set password</${Button}>
    </form>
  </${Door}>`;
}

/** Accepts an invitation to a workspace. */
export function Invite() {
  const token = useToken();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const action = useAction(() =>
    send("POST", "/api/auth/accept-invite", { token, name: name.trim() || undefined, password }),
  );
  const box = useRef(null);
  const submit = async (event) => {
    event.preventDefault();
    const answer = await action.run();
    if (answer) location.assign(answer.redirectTo);
    else focusWrong(box.current);
  };
  const code = action.error?.code;
  if (!token || code === "token_invalid") {
    return html`<${Dead} title="This invitation does not work" href="/login" verb="Sign in">
      ${token
        ? "It was used or revoked, or it is older than 7 days. Ask for a new invitation."
        : "The link is incomplete, or this page was reloaded. Open the link again, or ask for a new invitation."}
    </${Dead}>`;
  }
  if (code === "registration_closed" || code === "username_exists") {
    return html`<${Dead} title="Unable to accept the invitation" href="/login" verb="Sign in">
      ${code === "username_exists"
        ? "An account with this address already exists. Sign in with it. An account belongs to one workspace."
        : "This server does not accept invitations. Ask its operator for an account."}
    </${Dead}>`;
  }
  return html`<${Door} key="join" title="Join your team">
    <p class="dim">You were invited to a workspace. Your account uses the address that received the invitation.</p>
    <form onSubmit=${submit} ref=${box}>
      <${Field}
        name="name"
        label="Your name"
        value=${name}
        onInput=${setName}
        error=${action.error}
        autocomplete="name"
        required
      />
      <${Password}
        value=${password}
        onInput=${setPassword}
        error=${action.error}
        hint=${PASSWORD_HINT}
        autocomplete="new-password"
      />
      <${Unplaced} error=${action.error} />
      <${Button} kind="pri" type="submit" busy=${action.busy}>Join workspace</${Button}>
    </form>
    <p>Already have an account? <a href="/login">Sign in</a></p>
  </${Door}>`;
}

/** An error that belongs to no field. */
function Unplaced({ error }) {
  return error?.errors?.length ? null : html`<${Refused} error=${error} />`;
}

/** An invalid link, with the next step. */
function Dead({ title, href, verb, children }) {
  return html`<${Door} key="dead" title=${title}>
    <p role="alert">${children}</p>
    <a class="btn pri" href=${href}>${verb}</a>
  </${Door}>`;
}
