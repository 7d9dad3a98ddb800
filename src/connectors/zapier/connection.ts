import { apiUrlOf, type Connection, type Json } from "../call.ts";
import { ConnectorError } from "../errors.ts";
import type { Bundle, Z } from "./platform.ts";

/** Adds the key to requests to the API, and to no other: a step also downloads files from where another app keeps them. */
export function addKey(request: Json & { url: string; headers: Json }, _z: Z, bundle: Bundle): Json {
  const { serverUrl = "", apiKey = "" } = bundle.authData;
  // As it is requested: without `..` and the like.
  if (!URL.canParse(request.url) || !new URL(request.url).href.startsWith(`${apiUrlOf(serverUrl)}/`)) return request;
  return { ...request, headers: { ...request.headers, "x-api-key": apiKey } };
}

export function openConnection(z: Z, bundle: Bundle): Connection {
  return {
    serverUrl: bundle.authData.serverUrl ?? "",
    send: async ({ method, url, headers, body }) => {
      const response = await z
        .request({
          method,
          url,
          headers,
          ...(body !== undefined && { body }),
          // Another host would get the key.
          redirect: "manual",
          skipThrowForStatus: true,
          throwForThrottlingEarly: false,
        })
        .catch((error: unknown) => {
          if (!isNetworkFault(error)) throw error;
          throw new ConnectorError("The server did not respond. Check the server URL.");
        });
      const read: Record<string, string> = {};
      response.headers.forEach((value, name) => (read[name.toLowerCase()] = value));
      return { status: response.status, headers: read, body: response.content };
    },
  };
}

/** What node-fetch throws: its text has the address. */
const isNetworkFault = (error: unknown) =>
  error instanceof Error && /fetch|request to/i.test(`${error.name} ${error.message}`);

/** How long Zapier waits where the server does not say it, in seconds. */
const usualDelaySeconds = 60;

/**
 * The error as Zapier treats it: it repeats what is throttled, asks to reconnect after a 401, and shows anything else
 * with the server's sentence.
 */
export function toZapierError(z: Z, error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const { message, status, code, details, retryAfterSeconds } = error;
  const text = details === "" ? message : `${message} (${details})`;
  if (status === 401) return new z.errors.ExpiredAuthError(text);
  if ([429, 502, 503, 504].includes(status) || code === "IDEMPOTENCY_IN_PROGRESS")
    return new z.errors.ThrottledError(text, retryAfterSeconds ?? usualDelaySeconds);
  return new z.errors.Error(text, code === "" ? "FAILED" : code, status);
}

/** Work with a connection, whose errors are Zapier's. */
export async function withConnection<Result>(
  z: Z,
  bundle: Bundle,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(openConnection(z, bundle));
  } catch (error) {
    throw toZapierError(z, error);
  }
}
