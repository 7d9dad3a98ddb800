import type { IncomingMessage } from "node:http";
import { AppError } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import { toRateLimitKey } from "../../platform/client-ip.ts";
import { splitTarget } from "../../rpc/call/route.ts";
import { readClientIp } from "../request/client-ip.ts";
import type { HttpResponse } from "../request/response.ts";
import type { Services } from "../services.ts";
import type { FindForm } from "./document-forms.ts";
import { readDocumentQuery } from "./document-query.ts";
import { respondWithText } from "./served-text.ts";

/**
 * Serves GET /api/v1/openapi.json, whose query chooses version and operations. Requires no key; limited per IP address.
 * The handler throws RATE_LIMITED, and VALIDATION_FAILED for a query that it does not know.
 */
export function createDocumentHandler(
  services: Services,
  findForm: FindForm,
): (request: IncomingMessage) => Promise<HttpResponse> {
  return async (request) => {
    const client = toRateLimitKey(readClientIp(services, request));
    const { allowed, resetsInSeconds } = await services.limiter.consume(
      "document",
      client,
      services.environment.rateLimits.unauthenticated,
    );
    if (!allowed)
      throw new AppError("RATE_LIMITED", messages.rateLimited, { headers: { "Retry-After": String(resetsInSeconds) } });
    const [, query] = splitTarget(request.url);
    return respondWithText(request, await findForm(client, readDocumentQuery(query)));
  };
}
