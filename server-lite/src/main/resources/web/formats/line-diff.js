const MOST_CELLS = 4_000_000;

/**
 * Compares two texts line by line.
 *
 * @returns [kind, line, number before, number after], where kind is same, removed or added
 */
export function lineDiff(before, after) {
  const a = before.split("\n");
  const b = after.split("\n");
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const middle = between(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const kinds = [...a.slice(0, head).map(same), ...middle, ...(tail ? a.slice(-tail).map(same) : [])];
  let left = 0;
  let right = 0;
  return kinds.map(([kind, line]) => [
    kind,
    line,
    kind === "added" ? null : ++left,
    kind === "removed" ? null : ++right,
  ]);
}

const same = (line) => ["same", line];

/** Compares by longest common subsequence. Above the size limit, all lines count as changed. */
function between(a, b) {
  const whole = [...a.map((line) => ["removed", line]), ...b.map((line) => ["added", line])];
  if (a.length * b.length > MOST_CELLS || !a.length || !b.length) return whole;
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1] + 1
          : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  const out = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push(same(a[i++]));
      j++;
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
      out.push(["removed", a[i++]]);
    } else {
      out.push(["added", b[j++]]);
    }
  }
  return out;
}

/** Returns changed lines with context. Omitted lines are ["gap", number of lines]. */
export function hunks(diff, around = 3) {
  const near = diff.map((_, i) => diff.slice(Math.max(0, i - around), i + around + 1).some(([kind]) => kind !== "same"));
  const out = [];
  diff.forEach((row, i) => {
    if (near[i]) out.push(row);
    else if (out.at(-1)?.[0] === "gap") out.at(-1)[1]++;
    else out.push(["gap", 1]);
  });
  return out;
}
