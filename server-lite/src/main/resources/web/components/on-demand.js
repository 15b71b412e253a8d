import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { ErrorBox, Skeleton } from "./states.js";

/**
 * Something whose module is loaded when somebody comes to it. Give it a key where what is loaded
 * can change.
 *
 * @param load of the module
 * @param name of the component in it
 * @param head what stands above until it is there; the component brings its own
 * @param height of its place until then
 * @param props of the component
 */
export function OnDemand({ load, name, head, height = 320, props }) {
  const [loaded, set] = useState(null);
  useEffect(() => {
    let live = true;
    load().then(
      (module) => live && set({ Component: module[name] }),
      () => live && set({ failed: true }),
    );
    return () => (live = false);
  }, []);
  if (loaded?.Component) return html`<${loaded.Component} ...${props} />`;
  // A module that failed to load stays failed in the browser's list of modules until a reload.
  const failed = { status: 0, message: "This page cannot be loaded." };
  return html`${head}
    ${loaded?.failed
      ? html`<${ErrorBox} error=${failed} retry=${() => location.reload()} />`
      : html`<${Skeleton} height=${height} />`}`;
}
