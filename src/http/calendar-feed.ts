import type { IncomingMessage } from "node:http";
import { AppError, notFound } from "../contract/errors/error-codes.ts";
import { matchesNone } from "../contract/revision.ts";
import { toRateLimitKey } from "../platform/client-ip.ts";
import { sha256 } from "../platform/crypto/digest.ts";
import { calendarFeedPath, readFeedToken } from "../platform/identity/credentials/feed-token.ts";
import type { RateVerdict } from "../platform/rate-limit/rate-limiter.ts";
import { readClientIp } from "./request/client-ip.ts";
import type { RequestContext } from "./request/request-context.ts";
import { respondToOtherMethods } from "./request/respond.ts";
import type { HttpResponse } from "./request/response.ts";
import type { Services } from "./services.ts";

/** Requests in an hour. */
const perFeed = 60;
const suffix = ".ics";

/**
 * Serves `/api/calendar/<token>.ics` without a key: the token is the credential. A feed that is unknown, malformed or
 * revoked, and one whose member is not active, have the same 404. The path is never logged. A feed that is read too
 * often does not count against its address, which hosted calendars share among the feeds of many firms.
 */
export async function handleCalendarFeed(
  services: Services,
  path: string,
  request: IncomingMessage,
  requestContext: RequestContext,
): Promise<HttpResponse> {
  requestContext.operation = "calendarFeeds.get";
  const other = respondToOtherMethods(request.method);
  if (other !== null) return other;
  const clientIp = readClientIp(services, request);
  requestContext.clientIp = clientIp;
  const ofAddress = ["calendar-address", toRateLimitKey(clientIp), services.environment.calendarLimit] as const;
  assertAllowed(await services.limiter.peek(...ofAddress));
  const feed = await findFeed(services, path);
  if (feed !== null) assertAllowed(await services.hourlyLimiter.consume("calendar-feed", feed.feedId, perFeed));
  assertAllowed(await services.limiter.consume(...ofAddress));
  if (feed === null) throw notFound("Calendar feed");
  const userAgent = request.headers["user-agent"] ?? null;
  const body = await services.calendarFeeds.read(feed, {
    requestId: requestContext.requestId,
    clientIp,
    userAgent,
    now: new Date(),
  });
  return respond(request, body);
}

async function findFeed({ calendarFeeds }: Services, path: string) {
  const name = path.slice(calendarFeedPath.length + 1);
  const digest = name.endsWith(suffix) ? readFeedToken(name.slice(0, -suffix.length)) : null;
  return digest === null ? null : calendarFeeds.find(digest);
}

function assertAllowed({ allowed, resetsInSeconds }: RateVerdict): void {
  if (!allowed)
    throw new AppError("RATE_LIMITED", "Too many requests for calendar feeds", {
      headers: {
        "Retry-After": String(resetsInSeconds),
      },
    });
}

function respond({ headers: sent }: IncomingMessage, body: string): HttpResponse {
  const headers = {
    ETag: `"${sha256(body).toString("base64url").slice(0, 22)}"`,
    "Cache-Control": "private, no-cache",
    "X-Robots-Tag": "noindex",
  };
  if (matchesNone(sent["if-none-match"] ?? null, headers.ETag)) return { status: 304, headers, body: "" };
  return { status: 200, headers: { ...headers, "Content-Type": "text/calendar; charset=utf-8" }, body };
}
