import { isTemporary, toConnectorError, ConnectorError } from "../errors.ts";
import type { Connection, Json } from "../call.ts";
import type { HttpReply, HttpRequest } from "../transport.ts";
import type { Context, Platform } from "./platform.ts";

export const credentialName = "caseportApi";

/** What a step waits for by itself; longer waits are the error's. */
const longestWaitSeconds = 60;
const attempts = 4;

/**
 * The server of the credential. n8n adds the key to the request, so that no code of the node sees it.
 *
 * @param work.canRepeat whether an attempt that may have taken effect can be repeated
 */
export async function openConnection(
  context: Context,
  platform: Platform,
  { canRepeat }: { canRepeat: boolean },
): Promise<Connection> {
  const { serverUrl } = await context.getCredentials(credentialName);
  return {
    serverUrl: String(serverUrl),
    send: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        const reply = await sendOnce(context, request);
        const wait = attempt < attempts ? chooseWait(reply, canRepeat, attempt) : null;
        if (wait === null) return reply;
        await platform.sleep(wait * 1_000);
      }
    },
  };
}

/** Does work that can be repeated over the connection of a node; its error is as n8n shows one. */
export async function withConnection<Result>(
  context: Context,
  platform: Platform,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await openConnection(context, platform, { canRepeat: true }));
  } catch (error) {
    throw toNodeError(context, platform, error);
  }
}

async function sendOnce(context: Context, { method, url, headers, body }: HttpRequest): Promise<HttpReply> {
  try {
    const response = await context.helpers.httpRequestWithAuthentication.call(context, credentialName, {
      method,
      url,
      headers,
      ...(body !== undefined && { body }),
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
    });
    return { status: response.statusCode, headers: readHeaders(response.headers), body: response.body };
  } catch (error) {
    // The error of n8n's client has the request with its headers.
    throw new ConnectorError(`The server did not respond: ${describeCause(error)}`);
  }
}

function describeCause(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && /^[A-Z_]+$/.test(code) ? code : "the connection failed";
}

function readHeaders(headers: Json): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** @returns seconds, or null if the response is final */
function chooseWait(reply: HttpReply, canRepeat: boolean, attempt: number): number | null {
  if (reply.status < 400) return null;
  const body = typeof reply.body === "object" && reply.body !== null ? (reply.body as Json) : {};
  const error = toConnectorError(reply, body);
  if (!isTemporary(error, canRepeat)) return null;
  const seconds = error.retryAfterSeconds ?? 2 ** (attempt - 1);
  return seconds > longestWaitSeconds ? null : seconds;
}

/** The error as n8n shows it: the sentence, and below it code, reason and the ID of the request. */
export function toNodeError(context: Context, platform: Platform, error: unknown, itemIndex?: number): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const { message, details, status, code, reason, requestId, retryAfterSeconds } = error;
  const wait = retryAfterSeconds === undefined ? "" : ` Try again in ${retryAfterSeconds} seconds.`;
  const shown = { message, code, reason, requestId };
  return new platform.NodeApiError(context.getNode() as never, shown as never, {
    message: `${message}${wait}`,
    description: details,
    ...(status > 0 && { httpCode: String(status) }),
    ...(itemIndex !== undefined && { itemIndex }),
  });
}
