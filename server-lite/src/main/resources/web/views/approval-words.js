import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";

/** Statuses that can still change without a member. */
export const MOVING = ["pending", "approved", "executing"];

export const STATES = ["approved", "executing", "executed", "denied", "expired", "cancelled", "stale", "execution_failed"];

/** The label of a status. */
export const statusName = (status) => (status === "cancelled" ? "Withdrawn" : words(status));

/** What a status means for the waiting call. */
export const MEANS = {
  approved: "Approved. Valid for one use.",
  executing: "The call is in progress.",
  executed: "The approval was used. The next call requires a new approval.",
  denied: "Denied. The call was not sent.",
  expired: "Not approved in time. The call was not sent.",
  cancelled: "Withdrawn. The call was not sent.",
  stale: "The policies changed after the request. The agent must request approval again.",
  execution_failed: "The call was interrupted. It may have reached the destination. It is not retried.",
};

/** Advice for errors of a decision, by error code. */
const ADVICE = {
  approval_stale: "The policies changed after the request, so it can no longer be approved. The agent must request approval again.",
  approval_consumed: "The approval was already used. It is valid for one use.",
  approval_expired: "The approval expired. The agent must request approval again.",
  conflict: "The approval is paused. You can deny it now, or approve it after the pause.",
  invalid_transition: "Someone else decided in the meantime. Close this dialog to see the decision.",
};

/** Adds the advice to the message of an error. */
export function explained(error) {
  if (ADVICE[error.code]) error.message = `${error.message} ${ADVICE[error.code]}`;
  return error;
}

/** The time until an approval expires. It stops while the approval is paused. */
export function Countdown(/** @type {Props} */ { approval }) {
  const { remainingSeconds, paused, id } = approval;
  const received = useRef({ at: performance.now(), seconds: remainingSeconds, id });
  if (received.current.seconds !== remainingSeconds || received.current.id !== id) {
    received.current = { at: performance.now(), seconds: remainingSeconds, id };
  }
  const [, tick] = useState(0);
  useEffect(() => {
    if (paused) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [paused]);
  const gone = paused ? 0 : (performance.now() - received.current.at) / 1000;
  const left = Math.max(0, Math.round(received.current.seconds - gone));
  const tone = paused ? "tone-info" : left < 60 ? "tone-critical" : left < 300 ? "tone-medium" : "line";
  return html`<span class=${"tag rsp-num " + tone} role="timer">
    <${Icon} name=${paused ? "pause" : "clock"} size=${13} />${paused ? "Paused, " : "Expires in "}${remaining(left)}${paused ? " left" : ""}
  </span>`;
}

/** Formats seconds as "4:05", from one hour on as "2 h 5 min". */
function remaining(seconds) {
  if (seconds >= 3600) return duration(seconds * 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Formats an action in one line. */
export function actionLine(action) {
  const where = action.host ? `${action.host}${action.path ?? ""}` : "";
  const call = [action.server, action.tool].filter(Boolean).join(".");
  return [call || words(action.type), where && [action.method, where].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
}
