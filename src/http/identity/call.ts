import type { IncomingMessage } from "node:http";
import type { AppError } from "../../contract/errors/error-codes.ts";
import type { PortalSession } from "../../platform/identity/identity.ts";
import type { KnownDevice } from "../../platform/identity/known-devices.ts";
import type { HttpResponse } from "../request/response.ts";
import type { IdentityEndpoint } from "./endpoints.ts";

export interface IdentityCall {
  endpoint: IdentityEndpoint;
  path: string;
  input: Record<string, unknown>;
  session: PortalSession | null;
  clientIp: string;
  /** The sender, if it is a known device of the person whom the request is about. */
  knownDevice: KnownDevice | null;
  request: IncomingMessage;
}

export interface IdentityOutcome {
  response: HttpResponse;
  /** The rejection; null if it succeeded. */
  rejection: AppError | null;
  /** The person in Better Auth's response; null if there is none. */
  userId: string | null;
}
