import {
  disconnect,
  endEvents,
  exchangeCode,
  refreshTokens,
  type CodeExchange,
  type IssuedTokens,
  type Refresh,
} from "../areas/assistants/domain.tokens.ts";
import { findToken } from "../areas/assistants/store.ts";
import type { Database } from "../platform/database/database.ts";
import type { Context } from "../rpc/context.ts";
import { systemPrincipal } from "../rpc/principal.ts";
import { describeAction, runInTransaction } from "../rpc/unit-of-work.ts";

interface Visit {
  requestId: string;
  clientIp: string;
}

/** Tokens of connected assistants as the server issues them: for a code or a refresh token instead of a session. */
export interface AssistantDoor {
  /** null if the code does not count. */
  exchange(given: CodeExchange, visit: Visit): Promise<IssuedTokens | null>;
  /** null if the token does not count. */
  refresh(given: Refresh, visit: Visit): Promise<IssuedTokens | null>;
  disconnect(given: Omit<Refresh, "resourcePath">, visit: Visit): Promise<boolean>;
}

/** The door of a process. Its requests run as the system of the token's organization. */
export function createAssistantDoor(database: Database): AssistantDoor {
  /**
   * Runs work in one transaction of the token's organization. A use that ends the connection is rejected, and the end
   * is committed.
   */
  const runWithToken = async <Result>(
    name: string,
    { digest }: { digest: Buffer },
    visit: Visit,
    work: (context: Context) => Promise<Result>,
  ): Promise<Result | null> => {
    const found = await findToken(database, digest);
    if (found === undefined) return null;
    const principal = systemPrincipal(found.organizationId);
    const action = describeAction(`assistants.${name}`, { mayEmit: endEvents });
    const { requestId, clientIp } = visit;
    const { result } = await runInTransaction(
      { database, principal, requestId, clientIp, action },
      async (context) => ({ result: await work(context), mustRecord: false }),
    );
    return result;
  };
  return {
    exchange: (given, visit) => runWithToken("exchange", given, visit, (context) => exchangeCode(context, given)),
    refresh: (given, visit) => runWithToken("refresh", given, visit, (context) => refreshTokens(context, given)),
    disconnect: async (given, visit) =>
      (await runWithToken("disconnect", given, visit, (context) => disconnect(context, given))) ?? false,
  };
}

export { ownsRedirectUri, readClientId, registerClient, hostOf } from "../areas/assistants/domain.clients.ts";
export { encryptRequest } from "../areas/assistants/domain.requests.ts";
export type { IssuedTokens } from "../areas/assistants/domain.tokens.ts";
export { ClientMetadata, isRedirectUri, type AuthorizationRequest, type Client } from "../areas/assistants/schema.ts";
