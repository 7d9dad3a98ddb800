import type { ErrorCode, Fault, RejectionReason } from "../../../contract/errors/error-codes.ts";
import type { TestServer } from "../server.ts";
import { send, type Reply } from "./send.ts";

/** What a rejection shows the portal. */
export interface PortalError {
  message: string;
  data: { code: ErrorCode; faults: Fault[]; reason: RejectionReason | null };
}

/** A response of a procedure: data or error, as the browser gets it. */
export interface PortalReply<Data = Record<string, unknown>> {
  status: number;
  headers: Reply["headers"];
  text: string;
  /** @throws with the response when it was rejected */
  data: Data;
  /** Undefined when it succeeded. */
  error: PortalError | undefined;
}

/** The portal's procedures as one person's browser calls them, from a page of one organization. */
export interface Portal {
  query<Data = Record<string, unknown>>(procedure: string, input?: object): Promise<PortalReply<Data>>;
  mutate<Data = Record<string, unknown>>(procedure: string, input?: object): Promise<PortalReply<Data>>;
}

/**
 * @param cookie of a session, as signIn gives it; null without one
 * @param slug the organization in the page's URL
 */
export function openPortal(
  server: Pick<TestServer, "baseUrl" | "origin">,
  cookie: string | null,
  slug: string | null = null,
): Portal {
  const headers = {
    Origin: server.origin,
    ...(cookie !== null && { Cookie: cookie }),
    ...(slug !== null && { "X-Organization": slug }),
  };
  return {
    query: async (procedure, input = {}) =>
      readReply(
        await send(server.baseUrl, {
          method: "GET",
          target: `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
          headers,
        }),
      ),
    mutate: async (procedure, input = {}) =>
      readReply(
        await send(server.baseUrl, {
          method: "POST",
          target: `/api/trpc/${procedure}`,
          headers: { ...headers, "Content-Type": "application/json" },
          body: JSON.stringify(input),
        }),
      ),
  };
}

function readReply<Data>({ status, headers, text, body }: Reply): PortalReply<Data> {
  const { result, error } = body as { result?: { data: Data }; error?: PortalError };
  return {
    status,
    headers,
    text,
    error,
    get data() {
      if (result === undefined) throw new Error(`rejected: ${status} ${text}`);
      return result.data;
    },
  };
}
