import type { IncomingMessage } from "node:http";
import type { ReceivedText } from "../composition/text-door.ts";
import { AppError, notFound } from "../contract/errors/error-codes.ts";
import { toRateLimitKey } from "../platform/client-ip.ts";
import { readTextWebhookToken, textWebhookPath } from "../platform/identity/credentials/text-webhook-token.ts";
import type { RateVerdict } from "../platform/rate-limit/rate-limiter.ts";
import { methodNotAllowed } from "../rpc/call/route.ts";
import { readClientIp } from "./request/client-ip.ts";
import { readSignedBody } from "./request/read-body.ts";
import type { RequestContext } from "./request/request-context.ts";
import type { HttpResponse } from "./request/response.ts";
import type { Services } from "./services.ts";

/** A text has at most 1,600 characters, and what providers write around it is less than this. */
const maxBody = 65_536;
/**
 * Requests of an address in a minute that nobody signed. They take nothing from those that are signed: a provider sends
 * for many firms from few addresses, and others can send from these.
 */
const unsignedPerAddress = 600;
/** Signed requests of an account in a minute: what is refused, providers send to nobody again. */
const signedPerConnection = 6_000;

/**
 * Serves `/api/text/<token>` without a key: inbound texts and delivery reports of a firm's provider. The token says
 * whose they are, and the provider's signature that they are genuine. An unknown or malformed token, an account that
 * was disconnected, and a signature that is wrong or too old have the same 404, or the same 429 where their address has
 * sent too many of them: whoever floods the endpoint learns no token. Signed requests are limited by their account
 * alone. The path and the body are never logged.
 */
export function createTextWebhookHandler(
  services: Services,
  baseUrl: string,
): (path: string, request: IncomingMessage, requestContext: RequestContext) => Promise<HttpResponse> {
  return async (path, request, requestContext) => {
    requestContext.operation = "textWebhooks.receive";
    if (request.method !== "POST") throw methodNotAllowed("POST");
    const clientIp = readClientIp(services, request);
    requestContext.clientIp = clientIp;
    const body = await readSignedBody(request, maxBody);
    const received = await receive(services, path, {
      url: `${baseUrl}${request.url ?? ""}`,
      headers: request.headers,
      body,
      requestId: requestContext.requestId,
      clientIp,
    });
    if (received === null) {
      assertAllowed(
        await services.limiter.consume("text-webhook-address", toRateLimitKey(clientIp), unsignedPerAddress),
      );
      throw notFound("Text webhook");
    }
    return respond(received);
  };
}

interface Visit {
  url: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
  requestId: string;
  clientIp: string;
}

/** @returns null for what nobody signed */
async function receive(services: Services, path: string, visit: Visit): Promise<ReceivedText | null> {
  const digest = readTextWebhookToken(path.slice(textWebhookPath.length + 1));
  const connection = digest === null ? null : await services.texts.find(digest);
  if (connection === null) return null;
  const { requestId, clientIp, ...webhook } = visit;
  const content = await services.texts.read(connection, { ...webhook, now: new Date() });
  if (content === null) return null;
  assertAllowed(await services.limiter.consume("text-webhook", connection.connectionId, signedPerConnection));
  return services.texts.record(connection, content, { requestId, clientIp });
}

function assertAllowed({ allowed, resetsInSeconds }: RateVerdict): void {
  if (!allowed)
    throw new AppError("RATE_LIMITED", "Too many requests of text webhooks", {
      headers: { "Retry-After": String(resetsInSeconds) },
    });
}

/** Twilio sends what a response says as a text: an empty one says nothing. */
function respond({ provider }: ReceivedText): HttpResponse {
  return provider === "twilio"
    ? { status: 200, headers: { "Content-Type": "text/xml" }, body: "<Response></Response>" }
    : { status: 200, headers: { "Content-Type": "application/json" }, body: "{}" };
}
