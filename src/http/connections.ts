import type { Socket } from "node:net";
import { isInNetworks, resolveClientIp, toRateLimitKey } from "../platform/client-ip.ts";
import type { Environment } from "../platform/environment.ts";
import type { Logger } from "../platform/observability/logger.ts";
import { runFirstRead } from "./loop-rounds.ts";

/** A client may take longer than `stallSeconds` for what one write holds, at this rate. */
const minBytesPerMillisecond = 16;
/** How often the connections are looked through, in every `stallSeconds`. */
const checksPerStall = 4;

/** The open connections of a process, over all addresses that it listens on. */
export interface Connections {
  /**
   * Closes the connection at once if there are too many, of its IP address or in all. Else it is read when its turn
   * comes: node:http parses all requests of a packet at once, and so those of all new connections in one round.
   */
  accept(socket: Socket): void;
  close(): void;
}

/** What a connection had taken when it last took something. */
interface Progress {
  sentBytes: number;
  at: number;
}

/**
 * Limits the number of connections, and closes those whose client does not read: a response that nobody reads stays in
 * memory. A socket's own timeout does not find them, since a client that keeps sending renews it.
 */
export function createConnections(
  { connections: limits, trustedProxies }: Pick<Environment, "connections" | "trustedProxies">,
  logger: Logger,
): Connections {
  const open = new Map<Socket, Progress>();
  const stalledMilliseconds = limits.stallSeconds * 1_000;
  const countByAddress = new Map<string, number>();
  let rejected = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, progress] of open)
      if (isStalled(socket, progress, { now, stalledMilliseconds })) socket.destroy();
    if (rejected > 0) logger.warn({ rejected, open: open.size }, "connections were closed: there were too many");
    rejected = 0;
  }, stalledMilliseconds / checksPerStall).unref();
  return {
    accept(socket) {
      const address = resolveClientIp(socket.remoteAddress, null);
      const subject = readAddress(socket);
      const count = countByAddress.get(subject) ?? 0;
      // A trusted proxy's connections are those of many clients.
      const isOver = count >= limits.perAddress && !isInNetworks(address, trustedProxies);
      if (isOver || open.size >= limits.total) {
        rejected += 1;
        socket.destroy();
        return;
      }
      open.set(socket, { sentBytes: 0, at: performance.now() });
      // node:http lets it flow in the ticks that follow this event.
      process.nextTick(() => {
        socket.pause();
        runFirstRead(subject, () => socket.resume());
      });
      countByAddress.set(subject, count + 1);
      socket.once("close", () => {
        open.delete(socket);
        const left = (countByAddress.get(subject) ?? 1) - 1;
        if (left === 0) countByAddress.delete(subject);
        else countByAddress.set(subject, left);
      });
    },
    close: () => clearInterval(timer),
  };
}

/** Whose connection it is: the address, or its network where a client has many. */
export function readAddress(socket: Socket): string {
  return toRateLimitKey(resolveClientIp(socket.remoteAddress, null));
}

function isStalled(
  socket: Socket,
  progress: Progress,
  { now, stalledMilliseconds }: { now: number; stalledMilliseconds: number },
): boolean {
  const waitingBytes = socket.writableLength;
  const sentBytes = socket.bytesWritten - waitingBytes;
  if (waitingBytes === 0 || sentBytes !== progress.sentBytes) {
    Object.assign(progress, { sentBytes, at: now });
    return false;
  }
  return now - progress.at > stalledMilliseconds + waitingBytes / minBytesPerMillisecond;
}
