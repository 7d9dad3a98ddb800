import { randomUUID } from "node:crypto";
import { send, type Reply } from "./send.ts";

/** Calls under /api/v1 with one key. */
export interface Api {
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** A mutation, with an idempotency key of its own. */
  change(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
}

/**
 * The body of a successful response.
 *
 * @throws if the request was rejected
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a test names the type; the conformance tests check the shape of every response
export function readBody<Body extends object>({ status, text, body }: Reply): Body {
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${text}`);
  return body as Body;
}

/** Why a request was rejected, in short: its status, and the fields or other detail, or else the code. */
export const faultOf = ({ status, headers, body }: Reply) => [status, headers["x-error-detail"] ?? body["code"]];

/** For the particulars of an area: what a caller with this secret sees. */
export function openApi(server: { baseUrl: string }, secret: string): Api {
  const target = (path: string) => `/api/v1${path}`;
  return {
    get: (path, headers = {}) =>
      send(server.baseUrl, { method: "GET", target: target(path), headers: { "x-api-key": secret, ...headers } }),
    change: (method, path, body, headers = {}) =>
      send(server.baseUrl, {
        method,
        target: target(path),
        headers: {
          "x-api-key": secret,
          "X-Idempotency-Key": randomUUID(),
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
  };
}
