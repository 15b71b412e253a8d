/**
 * A policy document with one more test, which is written as JSON, as YAML takes it.
 *
 * @returns null where the tests of the document are written in a way that is not understood here
 */
export function withTest(dsl, test) {
  const entry = JSON.stringify(test);
  const text = dsl.replaceAll("\r\n", "\n");
  const tests = /^tests:[ \t]*(.*)$/m.exec(text);
  if (!tests) {
    if (/^\s*\{/.test(text)) return null;
    return `${text.replace(/\n*$/, "\n")}tests:\n  - ${entry}\n`;
  }
  const end = tests.index + tests[0].length;
  const inline = tests[1].replace(/(^|\s)#.*$/, "").trim();
  if (inline.startsWith("[")) {
    const open = text.indexOf("[", tests.index) + 1;
    const empty = /^\s*\]/.test(text.slice(open));
    return `${text.slice(0, open)}${entry}${empty ? "" : ", "}${text.slice(open)}`;
  }
  if (inline) return null;
  const indent = /\n([ \t]*)- /.exec(text.slice(end))?.[1] ?? "  ";
  return `${text.slice(0, end)}\n${indent}- ${entry}${text.slice(end)}`;
}
