/**
 * Adds a test to a policy document. The test is written as JSON, which is valid YAML.
 *
 * @returns the document, or null if the format of its tests is not supported
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
