import { words } from "./formats/words.js";

/** The label of an API field, such as "Owner ID" for "actionItems[0].ownerId". */
const fieldLabel = (field) => words(lastName(field));

const lastName = (field) => field.split(".").at(-1).replace(/\[\d+\]$/, "");

/** An error response from the API. All endpoints return the same error format. Messages name fields by their labels. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {any} body
   * @param {number | null} [retryAfter] seconds
   * @param {(field: string) => string | undefined} [label] of a field in the form; by default, derived from its name
   */
  constructor(status, body, retryAfter, label = fieldLabel) {
    const fields = (body?.errors ?? []).map((e) => e.field).filter(Boolean);
    const labelOf = (field) => (field ? label(field) || fieldLabel(field) : "");
    const labeled = (message) => fields.reduce((text, field) => named(text, field, labelOf(field)), message);
    super(body?.message ? labeled(body.message) : `The server returned an unexpected response (status ${status}).`);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
    this.code = body?.code ?? "";
    this.requestId = body?.requestId ?? "";
    this.errors = (body?.errors ?? []).map((e) => ({ ...e, label: labelOf(e.field), message: labeled(e.message) }));
    this.retryAfter = body?.retryAfterSeconds ?? retryAfter ?? null;
  }

  /** Error messages by field name. */
  get fields() {
    return Object.fromEntries(this.errors.map((e) => [e.field, e.message]));
  }

  /** This error with the labels of a form. */
  labeled(label) {
    return new ApiError(this.status, this.body, this.retryAfter, label);
  }
}

const named = (text, field, label) =>
  [field, lastName(field)].reduce((changed, name) => changed.replaceAll(`"${name}"`, () => label), text);

const SIGNED_OUT = ["/login", "/register", "/forgot", "/reset", "/invite"];

function signIn() {
  if (SIGNED_OUT.includes(location.pathname)) return;
  const here = location.pathname + location.search + location.hash;
  location.assign("/login?next=" + encodeURIComponent(here));
}

/**
 * @typedef {object} Options
 * @property {any} [body] sent as JSON; a string or a Blob is sent unchanged
 * @property {string} [type] content type of a string or Blob
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {boolean} [background] true for an automatic refresh, which does not extend the session
 * @property {boolean} [blob] true for a response of type Blob instead of parsed JSON
 */

/**
 * Calls the API. The data is undefined when the status is 304.
 *
 * @template {string} M
 * @template {string} P
 * @param {M} method
 * @param {P} path
 * @param {Options} options
 * @returns {Promise<{status: number, data: Answer<M, P>, etag: string | null, response: Response}>}
 */
export async function call(method, path, { body, type, headers = {}, signal, background, blob } = {}) {
  const raw = typeof body === "string" || body instanceof Blob;
  let response;
  try {
    response = await fetch(path, {
      method,
      signal,
      credentials: "same-origin",
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": type ?? "application/json" }),
        ...(background ? { "X-Svc-Background": "1" } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
    });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new ApiError(0, { code: "unreachable", message: "The server is unreachable." });
  }
  const unchanged = response.status === 304;
  const data = unchanged ? undefined : await content(response, blob && response.ok);
  if (!response.ok && !unchanged) {
    const session = ["unauthenticated", "key_expired"].includes(data?.code);
    if (response.status === 401 && session) signIn();
    throw new ApiError(response.status, data, Number(response.headers.get("Retry-After")) || null);
  }
  return { status: response.status, data, etag: response.headers.get("ETag"), response };
}

/** Returns the content of a response. Fails if the response is incomplete. */
async function content(response, blob) {
  const json = (response.headers.get("Content-Type") ?? "").includes("json");
  try {
    return blob ? await response.blob() : json ? await response.json() : undefined;
  } catch (e) {
    if (e.name === "AbortError") throw e;
    if (!response.ok) return null;
    throw new ApiError(0, { code: "broken_off", message: "The response from the server was interrupted." });
  }
}

/**
 * Returns the response to a GET.
 *
 * @type {<P extends string>(path: P, options?: Options) => Promise<Answer<"GET", P>>}
 */
export const get = async (path, options) => (await call("GET", path, options)).data;

/**
 * Returns the response to a change.
 *
 * @type {<M extends string, P extends string>(method: M, path: P, body?: RequestBody<M, P>, options?: Options) => Promise<Answer<M, P>>}
 */
export const send = async (method, path, body, options = {}) =>
  (await call(method, path, { ...options, body })).data;

/**
 * Returns true if a path redirects to another site. The page must then navigate to it, because fetch cannot follow.
 *
 * @throws ApiError for any other response
 */
export async function leadsElsewhere(path) {
  const response = await fetch(path, { redirect: "manual", headers: { Accept: "application/json" } }).catch(() => {
    throw new ApiError(0, { code: "unreachable", message: "The server is unreachable." });
  });
  if (response.type === "opaqueredirect") return true;
  throw new ApiError(response.status, await response.json().catch(() => null));
}

/**
 * Returns a path with a query. Empty parameters are omitted, the items of a list are separated by commas.
 *
 * @type {<P extends string>(path: P, params: QueryParameters<P>) => P}
 */
export const withQuery = (path, params) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value != null && value !== "" && !(Array.isArray(value) && !value.length)) {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return /** @type {typeof path} */ (text ? `${path}?${text}` : path);
};

/** Downloads a file from the API. Throws ApiError like any other call. */
export async function download(path, name, accept = "*/*") {
  save((await call("GET", path, { headers: { Accept: accept }, blob: true })).data, name);
}

/** Saves a blob as a download. */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
