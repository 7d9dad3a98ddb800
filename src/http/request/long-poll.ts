import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { OperationMeta } from "../../contract/operation.ts";
import type { Outcome } from "../../rpc/call/execute-operation.ts";
import type { Services } from "../services.ts";
import { authenticate, type Caller } from "./authenticate.ts";
import { refreshAllowance } from "./limit-rate.ts";
import type { RequestContext } from "./request-context.ts";
import { actingAs } from "./with-caller.ts";

/** A call of an operation that may wait for events. */
export interface WaitingCall {
  caller: Caller;
  /** What authenticates the caller again. */
  headers: IncomingHttpHeaders;
  /** Of the client: the wait ends when it closes. */
  socket: Socket;
  meta: OperationMeta;
  /** Executes the operation, which authorizes the caller. */
  execute: (caller: Caller) => Promise<Outcome>;
}

/** Timers can fire slightly early: a shorter remainder is not waited for. */
const minMilliseconds = 10;

/**
 * Executes an operation; if it is a read that finds nothing and may wait, reads again as soon as there are new events,
 * until it finds something or the time is over. It holds no transaction or connection while waiting. Afterwards the
 * caller is authenticated and authorized again, because the key can be revoked in the meantime, but not counted again.
 *
 * @throws what rejects the caller or the operation
 */
export async function executeWithLongPoll(
  services: Services,
  requestContext: RequestContext,
  { caller, headers, socket, meta, execute }: WaitingCall,
): Promise<Outcome> {
  let outcome = await execute(caller);
  if (outcome.longPoll === null) return outcome;
  const place = services.eventNotifier.admit(caller.principal);
  if (place === null) return outcome;
  const deadline = performance.now() + outcome.longPoll.seconds * 1000;
  const leave = () => place.leave();
  socket.once("close", leave);
  if (socket.destroyed) leave();
  try {
    while (outcome.longPoll !== null) {
      const begun = performance.now();
      if (deadline - begun < minMilliseconds) break;
      const end = await place.wait(outcome.longPoll.newest, deadline - begun);
      requestContext.waitedMilliseconds = (requestContext.waitedMilliseconds ?? 0) + performance.now() - begun;
      // Returns the empty page: the client has disconnected, or the process stops.
      if (end === "ended") break;
      const { principal, responseKey } = await authenticate(services, requestContext, headers, meta);
      await refreshAllowance(services, requestContext, principal, meta.tier);
      outcome = await execute({ principal: actingAs(requestContext, principal), responseKey });
    }
    return outcome;
  } finally {
    socket.off("close", leave);
    leave();
  }
}
