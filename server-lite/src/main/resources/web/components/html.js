import { h } from "preact";
import htm from "htm";

/** Markup as a tagged template; what is put into it is text, whatever it looks like. */
export const html = htm.bind(h);
