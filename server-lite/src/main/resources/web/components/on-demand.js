import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { ErrorBox, Skeleton } from "./states.js";

/**
 * A component whose module is loaded when it is first rendered. Set a key if the module can change.
 *
 * @param load imports the module
 * @param name the exported component
 * @param head shown above the placeholder while the module loads; the component renders its own
 * @param height of the placeholder
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
  // The browser caches a failed import until the page is reloaded.
  const failed = { status: 0, message: "This page could not be loaded." };
  return html`${head}
    ${loaded?.failed
      ? html`<${ErrorBox} error=${failed} retry=${() => location.reload()} />`
      : html`<${Skeleton} height=${height} />`}`;
}
