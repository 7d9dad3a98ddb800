import { createRandomToken } from "../../src/portal/client/random-token.ts";
import type { TriedOperation, TriedParameter } from "./tried-operation.ts";

export interface ReceivedResponse {
  /** With the reason if the server was not reached. */
  status: string;
  milliseconds: number;
  headers: string;
  body: string;
}

/**
 * Sends a request to this server and reads the response as text.
 *
 * @param key for x-api-key; empty for none
 * @param valueOf the reader's input for a parameter, or for `body`
 */
export async function sendRequest(
  operation: TriedOperation,
  key: string,
  valueOf: (name: string) => string,
): Promise<ReceivedResponse> {
  const begin = performance.now();
  try {
    // Invalid headers throw, too.
    const [address, init] = composeRequest(operation, key, valueOf);
    const response = await fetch(address, { ...init, cache: "no-store", credentials: "omit", redirect: "error" });
    const body = await response.text();
    return {
      status: String(response.status),
      milliseconds: since(begin),
      headers: describeHeaders(response.headers),
      body: indent(body),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    return { status: "No response", milliseconds: since(begin), headers: reason, body: "" };
  }
}

function composeRequest(
  { method, path, parameters, bodyExample }: TriedOperation,
  key: string,
  valueOf: (name: string) => string,
): [string, RequestInit] {
  const entered = (place: TriedParameter["place"]): [string, string][] =>
    parameters
      .filter((parameter) => parameter.place === place && valueOf(parameter.name) !== "")
      .map(({ name }) => [name, valueOf(name)]);
  const address = entered("path").reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(entered("query")).toString();
  const headers = new Headers(entered("header"));
  if (key !== "") headers.set("x-api-key", key);
  const isIdempotent = parameters.some(({ name }) => name === "X-Idempotency-Key");
  if (isIdempotent && !headers.has("X-Idempotency-Key")) headers.set("X-Idempotency-Key", createRandomToken());
  if (bodyExample !== null) headers.set("Content-Type", "application/json");
  return [
    query === "" ? address : `${address}?${query}`,
    { method, headers, body: bodyExample === null ? null : valueOf("body") },
  ];
}

function since(begin: number): number {
  return Math.round(performance.now() - begin);
}

function describeHeaders(headers: Headers): string {
  return [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
}

function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
