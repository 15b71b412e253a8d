import { html } from "../components/html.js";
import { State, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Note, Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useAction } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { plural } from "../formats/counts.js";
import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { DELIVERY_MEANS } from "./alert-words.js";

const FAILED = ["failed", "partially_delivered", "retrying"];

/** The deliveries of an alert: each channel with its attempts, and the button to resend. */
export function AlertDelivery(/** @type {Props} */ { alert, path }) {
  const { delivery } = alert;
  const may = useMay("alerts:triage");
  const because = may ? "" : whoMay("alerts:triage");
  const action = useAction((integration) =>
    send("POST", path + "/resend", integration ? { integration_id: integration } : {}),
  );
  const resend = async (integration) => {
    const done = await action.run(integration);
    if (!done) return;
    refetch("/api/alerts");
    say("Resending alert");
  };
  const tone = FAILED.includes(delivery.status) ? "medium" : "info";
  const again = html`<${Button} small icon="refresh-cw" because=${because} busy=${action.busy}
    onClick=${() => resend(null)}>Resend alert</${Button}>`;
  return html`<${Card} title="Delivery" action=${html`<${State} of=${delivery.status} />${again}`}>
    <div class="grid">
      <${Note} tone=${tone} icon=${tone === "info" ? "info" : "triangle-alert"}>
        ${DELIVERY_MEANS[delivery.status]}</${Note}>
      <${Refused} error=${action.error} />
      ${delivery.channels.map(
        (channel) => html`<${Channel}
          key=${channel.delivery_id}
          channel=${channel}
          because=${because}
          busy=${action.busy}
          resend=${() => resend(channel.integration_id)}
        />`,
      )}
    </div>
  </${Card}>`;
}

function Channel({ channel, because, busy, resend }) {
  const { attempts } = channel;
  return html`<div class="rsp-box">
    <div class="row rsp-wrap">
      <h3>${channel.name}</h3>
      <span class="dim">${words(channel.type)}${channel.message === "resolved" && ", resolution notice"}</span>
      <${State} of=${channel.status} />
      <div class="sp">
        <${Button} kind="ghost" small because=${because} busy=${busy} onClick=${resend}>
          Resend<span class="vh"> to ${channel.name}</span>
        </${Button}>
      </div>
    </div>
    ${channel.next_attempt_at && html`<p class="dim">Next attempt <${Time} at=${channel.next_attempt_at} /></p>`}
    ${attempts.length === 0 && html`<p class="dim">Not attempted yet.</p>`}
    ${attempts.length > 0 &&
    html`<details open=${attempts.length < 4}>
      <summary>${plural(attempts.length, "attempt")}</summary>
      <ol class="rsp-tries">${attempts.map(
        (attempt) => html`<li key=${attempt.attempt}>
          <b>${attempt.attempt}</b>
          <span class="rsp-text">
            ${attempt.error || "Delivered"}${attempt.status_code ? `, status ${attempt.status_code}` : ""}</span>
          <span class="dim">${duration(attempt.duration_ms)}</span>
          <${Time} at=${attempt.at} />
        </li>`,
      )}</ol>
    </details>`}
  </div>`;
}
