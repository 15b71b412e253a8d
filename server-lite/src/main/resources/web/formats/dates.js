const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
/** @type {[number, Intl.RelativeTimeFormatUnit, number][]} */
const STEPS = [
  [60, "second", 1],
  [3600, "minute", 60],
  [86_400, "hour", 3600],
  [30 * 86_400, "day", 86_400],
  [365 * 86_400, "month", 30 * 86_400],
  [Infinity, "year", 365 * 86_400],
];

/** Formats a time relative to now: "5 min. ago", "in 3 days". */
export function ago(iso, now = Date.now()) {
  const seconds = (Date.parse(iso) - now) / 1000;
  const [, unit, size] = STEPS.find(([end]) => Math.abs(seconds) < end) ?? STEPS[0];
  return unit === "second" ? "just now" : RELATIVE.format(Math.round(seconds / size), unit);
}

/** Formats a timestamp in UTC: "2026-11-20 09:30:00 UTC". */
export function utc(iso) {
  return new Date(iso).toISOString().slice(0, 19).replace("T", " ") + " UTC";
}

/** Formats the date of a timestamp in UTC: "2026-11-20". */
export const day = (iso) => new Date(iso).toISOString().slice(0, 10);

/** Formats the time of day of a timestamp in UTC: "09:30:00". */
export const clock = (iso) => new Date(iso).toISOString().slice(11, 19);

/** Formats a duration in its two largest units: "850 ms", "4 min 10 s", "3 d 4 h". */
export function duration(millis) {
  if (millis == null) return "";
  if (millis < 1000) return Math.round(millis) + " ms";
  const seconds = Math.round(millis / 1000);
  const parts = /** @type {[number, string][]} */ ([
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ]);
  const first = parts.findIndex(([n]) => n > 0);
  return parts
    .slice(first, first + 2)
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n} ${unit}`)
    .join(" ");
}

/** Makes a text of the server readable: timestamps in UTC, and no backticks. */
export const readable = (text) =>
  text?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (timestamp) => utc(timestamp)).replaceAll("`", "");

/** Converts the value of a datetime-local input, in UTC, to a timestamp. Returns null for an empty value. */
export const fromInput = (value) => (value ? new Date(value + "Z").toISOString() : null);
