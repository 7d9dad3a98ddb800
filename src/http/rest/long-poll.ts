import type { Socket } from "node:net";
import type { EventNotifier } from "../../platform/feed-watch.ts";
import type { Patience } from "../../rpc/context.ts";
import type { ProgramPrincipal } from "../../rpc/principal.ts";

/** Who reads, for as long as the request is held. */
export interface Reader {
  principal: ProgramPrincipal;
  socket: Socket;
  /** Judges the caller again, as he is now. @throws what refuses him */
  readmit(): Promise<ProgramPrincipal>;
  /** Told of time that was spent waiting. */
  noteWait(milliseconds: number): void;
}

/** Timers may ring a little early: less than this is no time to wait for. */
const leastMilliseconds = 10;

/**
 * Reads, and where the read found nothing and would wait: again as soon as there is something new, until something is found or
 * the time is over. While it waits it holds neither transaction nor connection; afterwards the caller is judged again, since a
 * key may have been revoked meanwhile.
 */
export async function readPatiently<Found extends { patience: Patience | null }>(
  eventNotifier: EventNotifier,
  reader: Reader,
  read: (principal: ProgramPrincipal) => Promise<Found>,
): Promise<Found> {
  let found = await read(reader.principal);
  if (found.patience === null) return found;
  const place = eventNotifier.admit(reader.principal);
  if (place === null) return found;
  const deadline = performance.now() + found.patience.seconds * 1000;
  const leave = () => place.leave();
  reader.socket.once("close", leave);
  if (reader.socket.destroyed) leave();
  try {
    while (found.patience !== null) {
      const begun = performance.now();
      if (deadline - begun < leastMilliseconds) break;
      const end = await place.wait(found.patience.newest, deadline - begun);
      reader.noteWait(performance.now() - begun);
      // What is at hand will do: nobody reads it, or the process stops.
      if (end === "ended") break;
      found = await read(await reader.readmit());
    }
    return found;
  } finally {
    reader.socket.off("close", leave);
    leave();
  }
}
