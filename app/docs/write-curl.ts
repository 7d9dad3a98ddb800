import type { Operation } from "./document.ts";

/** Placeholder until the browser knows the server's URL. */
export const addressMark = "$CASEPORT_URL";

/** The operation's example as a curl command, with placeholders for URL and key. */
export function writeCurl({ method, path, parameters, needsKey, body }: Operation): string {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example ?? name))), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const address = `${addressMark}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${address}"`,
    ...(needsKey ? [`-H "x-api-key: $API_KEY"`] : []),
    ...(parameters.some(({ name }) => name === "X-Idempotency-Key") ? [`-H "X-Idempotency-Key: $(uuidgen)"`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.example ?? {}, null, 2).replaceAll("'", "'\\''")}'`]),
  ];
  return parts.join(" \\\n  ");
}
