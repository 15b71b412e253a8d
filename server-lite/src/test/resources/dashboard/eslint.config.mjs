import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";

// Browser globals that the dashboard uses. Others, such as `name` and `event`, are usually mistakes.
const globals = `AbortController Blob CustomEvent Event IntersectionObserver ResizeObserver URL URLSearchParams
  addEventListener clearInterval clearTimeout crypto dispatchEvent document fetch getComputedStyle history
  localStorage location matchMedia navigator performance print removeEventListener requestAnimationFrame scrollTo
  setInterval setTimeout`;

export default [
  { ignores: ["**/vendor/"] },
  js.configs.recommended,
  {
    plugins: { "react-hooks": hooks },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "react-hooks/rules-of-hooks": "error",
    },
    languageOptions: { globals: Object.fromEntries(globals.split(/\s+/).map((name) => [name, "readonly"])) },
    linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" },
  },
];
