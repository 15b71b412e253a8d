import { h } from "preact";
import htm from "htm";

/** Markup as a tagged template. Interpolated values are always escaped. */
export const html = htm.bind(h);
