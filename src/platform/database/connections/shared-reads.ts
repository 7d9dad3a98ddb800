import { classifyFailure } from "../database-errors.ts";
import type { PreparingConnection, PreparingPool } from "../statements/prepared-statements.ts";

/** So many reads wait for one another at most. */
const maxSharing = 4;

interface Shared {
  connection: ReturnType<PreparingPool["connect"]>;
  joined: number;
  running: number;
}

/** Runs a read of an organization on a connection that others of it may use at the same time. */
export type RunShared = <Result>(
  organizationId: string,
  work: (connection: PreparingConnection) => Promise<Result>,
) => Promise<Result>;

/**
 * Has quick reads of one organization that begin in the same turn of the event loop share a connection: their
 * statements are one write and wake one server process, which costs as much as such a read. Each statement is a
 * transaction of its own, as if the reads used the connection one after the other. Another organization never waits for
 * them. A read that waited for the server in vain fails those behind it, too.
 */
export function shareConnections(connections: PreparingPool): RunShared {
  /** Those that the turn's next read joins, by organization. */
  const open = new Map<string, Shared>();
  const close = (organizationId: string, shared: Shared) => {
    if (open.get(organizationId) === shared) open.delete(organizationId);
  };
  const join = (organizationId: string): Shared => {
    const shared = open.get(organizationId) ?? { connection: connections.connect(), joined: 0, running: 0 };
    if (shared.joined === 0) {
      open.set(organizationId, shared);
      setImmediate(() => close(organizationId, shared));
    }
    shared.joined += 1;
    shared.running += 1;
    if (shared.joined === maxSharing) close(organizationId, shared);
    return shared;
  };
  return async (organizationId, work) => {
    const shared = join(organizationId);
    const seat = shared.joined - 1;
    try {
      return await work((await shared.connection).shareWith(seat));
    } catch (error) {
      // It has waited in vain, and each behind it would wait as long again.
      if (shared.running > 1 && classifyFailure(error) === "away") (await shared.connection).abort();
      throw error;
    } finally {
      shared.running -= 1;
      if (shared.running === 0) {
        close(organizationId, shared);
        // Without a connection, the work has got the error.
        await shared.connection.then(
          (connection) => connection.release(),
          () => undefined,
        );
      }
    }
  };
}
