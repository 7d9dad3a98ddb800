import type { Socket } from "node:net";
import type { EventNotifier } from "../../platform/database/events/event-notifier.ts";
import type { LongPoll } from "../../rpc/context.ts";
import type { ApiPrincipal } from "../../rpc/principal.ts";
import type { Services } from "../services.ts";
import { authenticate } from "./authenticate.ts";
import { actingAs, authorizeRequest } from "../rest/authorize-request.ts";
import type { Call } from "../../rpc/call/call-procedure.ts";
import { refreshAllowance } from "./limit-rate.ts";
import type { ApiRequest } from "../rest/request.ts";
import type { RequestContext } from "./request-context.ts";

interface Reader {
  principal: ApiPrincipal;
  socket: Socket;
  /**
   * Authenticates and authorizes the caller again.
   *
   * @throws what rejects them
   */
  reauthorize(): Promise<ApiPrincipal>;
  addWait(milliseconds: number): void;
}

/** The client of a read that may wait: authorized again after waiting, but counted once. */
export function createReader(
  services: Services,
  { principal, declaration: { meta } }: Call,
  request: ApiRequest,
  requestContext: RequestContext,
): Reader {
  const { headers, socket } = request;
  return {
    principal,
    socket,
    reauthorize: async () => {
      const { principal: current } = await authenticate(services, requestContext, headers, meta);
      const principalNow = actingAs(requestContext, current);
      await refreshAllowance(services, requestContext, current, meta.tier);
      authorizeRequest(principalNow, requestContext.clientIp ?? "", meta);
      return principalNow;
    },
    addWait: (milliseconds) => {
      requestContext.waitedMilliseconds = (requestContext.waitedMilliseconds ?? 0) + milliseconds;
    },
  };
}

/** Timers can fire slightly early: a shorter remainder is not waited for. */
const minMilliseconds = 10;

/**
 * Reads; if the read finds nothing and may wait, reads again as soon as there are new events, until it finds something
 * or the time is over. It holds no transaction or connection while waiting. Afterwards the caller is authorized again,
 * because the key can be revoked in the meantime.
 */
export async function readWithLongPoll<Found extends { longPoll: LongPoll | null }>(
  eventNotifier: EventNotifier,
  reader: Reader,
  read: (principal: ApiPrincipal) => Promise<Found>,
): Promise<Found> {
  let found = await read(reader.principal);
  if (found.longPoll === null) return found;
  const place = eventNotifier.admit(reader.principal);
  if (place === null) return found;
  const deadline = performance.now() + found.longPoll.seconds * 1000;
  const leave = () => place.leave();
  reader.socket.once("close", leave);
  if (reader.socket.destroyed) leave();
  try {
    while (found.longPoll !== null) {
      const begun = performance.now();
      if (deadline - begun < minMilliseconds) break;
      const end = await place.wait(found.longPoll.newest, deadline - begun);
      reader.addWait(performance.now() - begun);
      // Returns the empty page: the client has disconnected, or the process stops.
      if (end === "ended") break;
      found = await read(await reader.reauthorize());
    }
    return found;
  } finally {
    reader.socket.off("close", leave);
    leave();
  }
}
