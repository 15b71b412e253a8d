const NUMBER = new Intl.NumberFormat("en");
const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Formats a count with thousands separators: "12,480". */
export const num = (n) => NUMBER.format(n ?? 0);

/** Formats a count in compact form: "12.5K". */
export const short = (n) => (n < 10_000 ? NUMBER.format(n ?? 0) : SHORT.format(n));

/** Formats a fraction as a percentage: "99.2%". */
export const percent = (share) =>
  (Math.round((share ?? 0) * 1000) / 10).toLocaleString("en") + "%";

/** "1 agent", "3 agents". */
export const plural = (n, one, many = one + "s") => `${num(n)} ${n === 1 ? one : many}`;

/** "1.4 MB". */
export function bytes(n) {
  if (n < 1000) return `${n} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let i = -1;
  let value = n;
  do {
    value /= 1000;
    i++;
  } while (value >= 1000 && i < units.length - 1);
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[i]}`;
}
