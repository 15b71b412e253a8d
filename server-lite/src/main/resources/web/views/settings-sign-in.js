import { html } from "../components/html.js";
import { Card, KeyValue, PageHead } from "../components/page.js";
import { Copyable, State, Time } from "../components/marks.js";
import { role } from "../formats/words.js";
import { useSession } from "../session.js";

/** Settings of the server about single sign-on: the name, and what it is for. */
const SSO = [
  ["oidc_issuer", "Address of the OpenID Connect provider."],
  ["oidc_client_id", "Client ID at that provider."],
  ["oidc_client_secret", "Its secret; none for a public client."],
  ["oidc_scopes", "Scopes to ask for. openid, email and profile unless set."],
  ["oidc_role_claim", "Claim that lists a person’s groups. groups unless set."],
  ["oidc_role_map", "Role of each group, such as security-team=role_admin. The first entry that matches applies."],
  ["oidc_audiences", "Further audiences that an ID token may name. None unless set."],
];

const SESSIONS = [
  ["session_idle_minutes", "Minutes without a request after which a session ends. 60 unless set."],
  ["session_absolute_hours", "Hours after sign-in after which it ends in any case. 12 unless set."],
];

const COMMANDS = "java -jar svc-server.jar serve --help\njava -jar svc-server.jar serve --print-config";
const MAIL = [
  ["smtp_url", "Mail server, such as smtps://user:password@mail.example.com?from=svc@example.com"],
];
const NO_MAIL =
  "Nothing is mailed. Invitations give you a link to hand over, forgotten passwords are reset by the " +
  "operator, and alerts by email are not sent.";

/** How people get in, and whether the server can mail them; the operator of the server sets both. */
export function SignIn({ crumbs, title }) {
  const { features, user, role: own, expiresAt } = useSession();
  const callback = location.origin + "/api/auth/sso/callback";
  return html`<${PageHead}
      title=${title}
      crumbs=${crumbs}
      sub="Settings of the whole server, set by its operator."
    />
    <${Card} title="Single sign-on" action=${html`<${OnOff} on=${features.sso} />`}>
      <div class="grid">
        <p>
          ${features.sso
            ? "Members sign in through your identity provider or with a password. If oidc_role_map is set, every " +
              "single sign-on sets the member’s role: a role assigned here lasts until then, and members of none of " +
              "the groups become viewers. The last administrator keeps the role, with a warning on every page."
            : "People sign in by password. With an OpenID Connect provider they use their work account."}
        </p>
        <${Named} settings=${SSO} />
        <p>Register this redirect address at the provider:</p>
        <${Copyable} text=${callback} label="Copy the redirect address" />
        ${!features.sso &&
        html`<pre class="code wrap">${
          "# svc.yaml\noidc_issuer: https://login.example.com\noidc_client_id: svc\n" +
          "oidc_client_secret: …\noidc_role_map: [security-team=role_admin, platform=role_operator]"
        }</pre>`}
      </div>
    </${Card}>
    <${Card} title="Mail" action=${html`<${OnOff} on=${features.smtp} />`}>
      <div class="grid">
        <p>
          ${features.smtp
            ? "Invitations, links for new passwords and alerts by email are sent."
            : NO_MAIL}
        </p>
        <${Named} settings=${MAIL} />
      </div>
    </${Card}>
    <${Card} title="Sessions">
      <div class="grid">
        <p>A session ends by itself, and at once when a role or a password is changed.</p>
        <${Named} settings=${SESSIONS} />
        <div class="wide-kv">
          <${KeyValue}
            rows=${[
              ["Signed in as", `${user.name || user.username}, ${role(own).toLowerCase()}`],
              ["Your session ends", html`<${Time} at=${expiresAt} /> unless you go on`],
            ]}
          />
        </div>
      </div>
    </${Card}>
    <${Card} title="How to set them">
      <p>
        Each is a line of <code>svc.yaml</code>, a variable such as <code>SVC_SMTP_URL</code>, or an option such as
        ${" "}<code>--smtp-url</code>. This lists all of them, and what each is now:
      </p>
      <pre class="code wrap mt2">${COMMANDS}</pre>
    </${Card}>`;
}

const OnOff = ({ on }) => html`<${State} of=${on ? "active" : "disabled"} label=${on ? "On" : "Not set up"} />`;

function Named({ settings }) {
  return html`<dl class="kv named">
    ${settings.map(([name, about]) => html`<dt key=${name}><code>${name}</code></dt><dd>${about}</dd>`)}
  </dl>`;
}
