import { useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { ago, utc } from "../formats/dates.js";
import { words } from "../formats/words.js";

/** Severities, highest first. */
export const SEVERITIES = ["critical", "high", "medium", "low", "info"];

/** The highest severity of some items; undefined without items. */
export const worst = (items) => SEVERITIES.find((level) => items.some(({ severity }) => severity === level));

/** A severity as text, bars and color. Never color alone. */
export function Sev({ level }) {
  const filled = 4 - SEVERITIES.indexOf(level);
  const bars = [0, 1, 2, 3].map(
    (i) =>
      html`<rect
        x=${i * 3.6}
        y=${8 - i * 2.4}
        width="2.6"
        height=${4 + i * 2.4}
        rx=".8"
        fill="currentColor"
        opacity=${i < filled ? 1 : 0.28}
      />`,
  );
  return html`<span class=${"sev " + level}>
    <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">${bars}</svg>${words(level)}
  </span>`;
}

/** The risk of an agent or an asset as a level and its points out of 100. */
export function Risk(/** @type {Props} */ { of: { riskLevel, riskScore, riskFactors } }) {
  if (!riskFactors.length) return html`<span class="risk dim">Not assessed</span>`;
  return html`<span class="row risk">
    <${Sev} level=${riskLevel} /><span class="dim">${riskScore}</span>
  </span>`;
}

/**
 * A status label. Without a tone it is outlined, for a status that is not started or needs no action.
 *
 * @param tone critical, high, medium, low, info, ok or accent
 */
export function Tag({ tone, icon, children }) {
  return html`<span class=${"tag " + (tone ? "tone-" + tone : "line")}>
    ${icon && html`<${Icon} name=${icon} size=${13} />`}${children}
  </span>`;
}

/** The tone of each status. */
const TONES = {
  open: null,
  new: "high",
  active: "ok",
  inactive: "info",
  contained: "critical",
  retired: "info",
  completed: "ok",
  failed: "critical",
  valid: "ok",
  expired: "medium",
  revoked: "critical",
  invalid: "critical",
  pending: "medium",
  approved: "ok",
  executing: "accent",
  executed: "ok",
  denied: "critical",
  rejected: "critical",
  cancelled: "info",
  canceled: "info",
  stale: "medium",
  ignored: "info",
  unreviewed: "medium",
  needs_info: "medium",
  quarantined: "critical",
  acknowledged: "accent",
  resolved: "ok",
  false_positive: "info",
  investigating: "accent",
  closed: "info",
  fixed: "ok",
  suppressed: "info",
  draft: null,
  observe: "low",
  soft_enforce: "medium",
  enforce: "accent",
  rollback: "critical",
  certified: "ok",
  blocked: "critical",
  not_certified: null,
  connected: "ok",
  degraded: "medium",
  error: "critical",
  disabled: "info",
  healthy: "ok",
  unknown: "info",
  delivered: "ok",
  partially_delivered: "medium",
  retrying: "medium",
  no_route: "info",
  allowed: "ok",
  allow: "ok",
  warn: "medium",
  redact: "low",
  require_approval: "high",
  deny: "critical",
  pending_approval: "high",
  pass: "ok",
  fail: "critical",
  partial: "medium",
  not_evaluated: "info",
  waived: "medium",
  not_applicable: "info",
  match: "ok",
  diverged: "critical",
  timeout: "medium",
  ready: "ok",
  queued: "info",
  running: "accent",
  complete: "ok",
  shadow: "critical",
  registered: "ok",
  unregistered: "medium",
  production: "ok",
  staging: "accent",
  testing: "low",
  suspended: "critical",
  expiring: "medium",
  rotated: "info",
  accepted: "ok",
  success: "ok",
  failure: "critical",
};

/** A status from the API as a tag in its tone. */
export function State({ of: state, label }) {
  if (!state) return null;
  return html`<${Tag} tone=${TONES[String(state).toLowerCase()]}>${label ?? words(state)}</${Tag}>`;
}

/** A relative time. The tooltip and the markup contain the timestamp. */
export function Time({ at, none = "Never" }) {
  if (!at) return html`<span class="dim">${none}</span>`;
  return html`<time datetime=${at} title=${utc(at)}>${ago(at)}</time>`;
}

/** An ID, a path or a hash with a copy button. */
export function Copyable({ text, label = "Copy", shown = text }) {
  const [done, set] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => {});
    set(true);
    setTimeout(() => set(false), 1500);
  };
  return html`<span class="copyable">
    <code>${shown}</code>
    <button class="ico sm" type="button" aria-label=${done ? "Copied" : label} onClick=${copy}>
      <${Icon} name=${done ? "check" : "copy"} size=${14} />
    </button>
  </span>`;
}
