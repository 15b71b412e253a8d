import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { words } from "../formats/words.js";

/** States in which an approval can still change by itself. */
export const MOVING = ["pending", "approved", "executing"];

export const STATES = ["approved", "executing", "executed", "denied", "expired", "cancelled", "stale", "execution_failed"];

/** What a state means for the call that waits. */
export const MEANS = {
  approved: "Approved. Valid for one use.",
  executing: "The call is under way.",
  executed: "It was used. Another call needs another approval.",
  denied: "It was denied. The call was not made.",
  expired: "Not approved in time. The call was not sent.",
  cancelled: "It was withdrawn. The call was not made.",
  stale: "The policies changed after it was asked. The agent has to ask again.",
  execution_failed: "The call broke off. It may have arrived, and is not sent again.",
};

/** What can be done about a refusal to decide, by its code. */
const ADVICE = {
  approval_stale: "The policies changed after the request, so it can no longer be approved. The agent has to request it again.",
  approval_consumed: "It was used already and cannot be used twice.",
  approval_expired: "Its time is over. The agent has to ask again.",
  conflict: "Its time stands still. It can be denied, and agreed to when the pause is over.",
  invalid_transition: "It was settled meanwhile. Close this and look at what was decided.",
};

/** The refusal with what it means here. */
export function explained(error) {
  if (ADVICE[error.code]) error.message = `${error.message} ${ADVICE[error.code]}`;
  return error;
}

/** How long people still have; it counts by itself, and stands still while the approval is paused. */
export function Countdown(/** @type {Props} */ { approval }) {
  const { remainingSeconds, paused, id } = approval;
  const told = useRef({ at: performance.now(), seconds: remainingSeconds, id });
  if (told.current.seconds !== remainingSeconds || told.current.id !== id) {
    told.current = { at: performance.now(), seconds: remainingSeconds, id };
  }
  const [, tick] = useState(0);
  useEffect(() => {
    if (paused) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [paused]);
  const gone = paused ? 0 : (performance.now() - told.current.at) / 1000;
  const left = Math.max(0, Math.round(told.current.seconds - gone));
  const tone = paused ? "tone-info" : left < 60 ? "tone-critical" : left < 300 ? "tone-medium" : "line";
  return html`<span class=${"tag rsp-num " + tone} role="timer">
    <${Icon} name=${paused ? "pause" : "clock"} size=${13} />${paused ? "Paused, " : ""}${clock(left)} left
  </span>`;
}

/** Seconds as "4:05" or "1:02:05". */
function clock(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((n, i) => (i ? String(n).padStart(2, "0") : n)).join(":");
}

/** The action in a line, by its parts. */
export function actionLine(action) {
  const where = action.host ? `${action.host}${action.path ?? ""}` : "";
  const call = [action.server, action.tool].filter(Boolean).join(".");
  return [call || words(action.type), where && [action.method, where].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
}
