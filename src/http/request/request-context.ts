import type { Span } from "@opentelemetry/api";
import type { Scope } from "../../contract/scopes.ts";
import type { AppError } from "../../contract/errors/error-codes.ts";
import type { ApiPrincipal } from "../../rpc/principal.ts";
import type { HttpResponse } from "./response.ts";
import type { Route } from "../../rpc/call/route.ts";

export interface RequestContext {
  requestId: string;
  /** Set for a request of an assistant, and of its tool: its key then acts as one. */
  isAssistant?: true;
  /** Of a request to assistants' tools: where a client learns how to get a token. */
  resourceMetadataUrl?: string;
  /** Undefined if the request's headers were never read completely. */
  method: string | undefined;
  /** performance.now() at arrival. */
  startedAt: number;
  /** How long it waited for events since then. */
  waitedMilliseconds?: number;
  /** Headers for the response, whatever its status. */
  headers: Record<string, string>;
  route?: Route;
  principal?: ApiPrincipal;
  /** The portal's procedures, for a request without a route. */
  operation?: string | undefined;
  userId?: string | undefined;
  /** Whether the body is a file, which may take longer than other bodies while bytes keep arriving. */
  takesFile?: boolean;
  clientIp?: string;
  /** Of a call that succeeded: with which it read or changed something, besides that of its operation. */
  usedScopes?: ReadonlySet<Scope>;
  /** Why the request was rejected, for the logs. */
  rejection?: AppError;
  /**
   * Whether the request is already logged: one that is closed during its body is completed both by the gate and by its
   * own handler.
   */
  isLogged?: boolean;
  /** Absent without tracing. It ends with the response. */
  span?: Span;
  /** Called once with the complete response: the request log, for requests under /api/v1. */
  note?: (response: HttpResponse) => void;
}
