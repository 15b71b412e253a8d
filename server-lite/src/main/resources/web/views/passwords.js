import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Door, Password, PASSWORD_HINT, useToken } from "../components/door.js";
import { Field, focusWrong } from "../components/form.js";
import { Refused } from "../components/states.js";
import { send } from "../api.js";
import { useAction } from "../query.js";

/** Asking for a link by which a new password can be set. */
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
    return html`<${Door} key="asked" title="Look into your mail">
      <div role="status">
        <p>If the address is known here, a link to set a new password is on its way to it. It works for an hour, once.</p>
        <p class="dim">
          Nothing came? Look for it among unwanted mail. A server that sends no mail cannot send the link: its
          operator can set a new password for you.
        </p>
      </div>
      <a class="btn" href="/login">Back to sign in</a>
    </${Door}>`;
  }
  return html`<${Door} key="ask" title="Set a new password">
    <p class="dim">Tell the address of your account. A link to set a new password is sent to it.</p>
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
      <${Button} kind="pri" type="submit" busy=${action.busy}>Send the link</${Button}>
    </form>
    <p><a href="/login">Back to sign in</a></p>
  </${Door}>`;
}

/** Setting a new password, with the link that was sent. */
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
    return html`<${Dead} title="This link does not work" href="/forgot" verb="Ask for a new link">
      ${token
        ? "It was used already, or it is older than an hour."
        : "It is not whole, or this page was loaded again. Open the link from your mail once more."}
    </${Dead}>`;
  }
  return html`<${Door} key="set" title="Set a new password">
    <p class="dim">With a new password you are signed out everywhere, and sign in again.</p>
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

/** Joining the workspace of somebody who sent an invitation. */
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
        ? "It was used, revoked, or is older than a week. Ask for a new invitation."
        : "The link is not whole, or this page was loaded again. Open the link once more, or ask for a new one."}
    </${Dead}>`;
  }
  if (code === "registration_closed" || code === "username_exists") {
    return html`<${Dead} title="You cannot join this way" href="/login" verb="Sign in">
      ${code === "username_exists"
        ? "There is an account of this address already. Sign in with it; one account belongs to one workspace."
        : "Invitations are not taken on this server. Ask its operator for an account."}
    </${Dead}>`;
  }
  return html`<${Door} key="join" title="Join your team">
    <p class="dim">You were invited to a workspace. Your account has the address the invitation was sent to.</p>
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
      <${Button} kind="pri" type="submit" busy=${action.busy}>Join</${Button}>
    </form>
    <p>You have an account? <a href="/login">Sign in</a>.</p>
  </${Door}>`;
}

/** A refusal that no field shows. */
function Unplaced({ error }) {
  return error?.errors?.length ? null : html`<${Refused} error=${error} />`;
}

/** A link that leads nowhere, and what to do about it. */
function Dead({ title, href, verb, children }) {
  return html`<${Door} key="dead" title=${title}>
    <p role="alert">${children}</p>
    <a class="btn pri" href=${href}>${verb}</a>
  </${Door}>`;
}
