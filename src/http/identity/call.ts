import type { IncomingMessage } from "node:http";
import type { AppError } from "../../contract/error-codes.ts";
import type { PortalSession } from "../../platform/identity/identity.ts";
import type { Answer } from "../rest/response.ts";
import type { IdentityEndpoint } from "./endpoints.ts";

/** One call of an endpoint that was let through. */
export interface IdentityCall {
  endpoint: IdentityEndpoint;
  path: string;
  input: Record<string, unknown>;
  session: PortalSession | null;
  address: string;
  request: IncomingMessage;
}

/** What came of a call. */
export interface IdentityOutcome {
  answer: Answer;
  /** What is told instead; null when it succeeded. */
  rejection: AppError | null;
  /** The person in Better Auth's answer; null when it names none. */
  userId: string | null;
}
