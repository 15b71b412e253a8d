import { html } from "../components/html.js";
import { Card, KeyValue, PageHead } from "../components/page.js";
import { Copyable, State, Time } from "../components/marks.js";
import { role } from "../formats/words.js";
import { useSession } from "../session.js";

/** The server settings of single sign-on: name and description. */
const SSO = [
  ["oidc_issuer", "URL of the OpenID Connect provider."],
  ["oidc_client_id", "Client ID at that provider."],
  ["oidc_client_secret", "Client secret. Empty for a public client."],
  ["oidc_scopes", "Requested scopes. Default: openid, email and profile."],
  ["oidc_role_claim", "Claim with the groups of a member. Default: groups."],
  ["oidc_role_map", "Role of each group, such as security-team=role_admin. The first matching entry applies."],
  ["oidc_audiences", "Additional accepted audiences of ID tokens. Default: none."],
];

const SESSIONS = [
  ["session_idle_minutes", "Minutes of inactivity after which a session ends. Default: 60."],
  ["session_absolute_hours", "Maximum duration of a session in hours. Default: 12."],
];

const COMMANDS = "java -jar svc-server.jar serve --help\njava -jar svc-server.jar serve --print-config";
const MAIL = [
  ["smtp_url", "Mail server, such as smtps://user:password@mail.example.com?from=svc@example.com"],
];
const NO_MAIL =
  "This server sends no email. You pass on invitation links yourself, the operator resets forgotten " +
  "passwords, and email alerts are not sent.";

/** Sign-in and mail settings, which the operator of the server sets. */
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
            : "Members sign in with a password. To use work accounts, configure an OpenID Connect provider."}
        </p>
        <${Named} settings=${SSO} />
        <p>Register this redirect URL with the provider:</p>
        <${Copyable} text=${callback} label="Copy redirect URL" />
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
            ? "The server sends invitations, password reset links and alerts by email."
            : NO_MAIL}
        </p>
        <${Named} settings=${MAIL} />
      </div>
    </${Card}>
    <${Card} title="Sessions">
      <div class="grid">
        <p>Sessions expire, and end immediately when a role or a password changes.</p>
        <${Named} settings=${SESSIONS} />
        <div class="wide-kv">
          <${KeyValue}
            rows=${[
              ["Signed in as", `${user.name || user.username}, ${role(own).toLowerCase()}`],
              ["Your session expires", html`<${Time} at=${expiresAt} /> without activity`],
            ]}
          />
        </div>
      </div>
    </${Card}>
    <${Card} title="Configuration">
      <p>
        Set them in <code>svc.yaml</code>, as environment variables such as <code>SVC_SMTP_URL</code>, or as options such as
        ${" "}<code>--smtp-url</code>. To list all settings with their values, run:
      </p>
      <pre class="code wrap mt2">${COMMANDS}</pre>
    </${Card}>`;
}

const OnOff = ({ on }) => html`<${State} of=${on ? "active" : "disabled"} label=${on ? "On" : "Not configured"} />`;

function Named({ settings }) {
  return html`<dl class="kv named">
    ${settings.map(([name, about]) => html`<dt key=${name}><code>${name}</code></dt><dd>${about}</dd>`)}
  </dl>`;
}
