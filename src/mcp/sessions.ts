import { randomUUID } from "node:crypto";
import { notFound } from "../contract/errors/error-codes.ts";
import { WebStandardStreamableHTTPServerTransport, type McpServer } from "@modelcontextprotocol/server";

const idleMilliseconds = 30 * 60_000;
const maxSessionsPerKey = 20;
const maxSessions = 2_000;

/** Whose session it is: of one key, at one path, which decides which tools it has. */
export interface SessionOwner {
  keyId: string;
  path: string;
}

interface Session extends SessionOwner {
  transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

export interface Sessions {
  /** Opens a session for a client's `initialize`. */
  open(initialize: Request, owner: SessionOwner): Promise<WebStandardStreamableHTTPServerTransport>;
  /**
   * The session that a request names; null for a request without one, which is served by itself.
   *
   * @throws NOT_FOUND for one that ended, was of a process before, or is another owner's: clients then initialize again
   */
  find(sessionId: string | string[] | undefined, owner: SessionOwner): WebStandardStreamableHTTPServerTransport | null;
  end(sessionId: string | string[] | undefined, owner: SessionOwner): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Sessions of clients of the 2025 revisions that can ask their person: the server's question and the person's answer
 * are messages of one connection there. They are in this process's memory. Others are served without a session.
 */
export function createSessions(createServer: (initialize: Request) => McpServer): Sessions {
  const open = new Map<string, Session>();
  const drop = async (sessionId: string) => {
    const session = open.get(sessionId);
    open.delete(sessionId);
    await session?.transport.close();
  };
  /** Makes room: the idle ones, and the longest unused beyond a limit. */
  const clean = async (keyId: string) => {
    const now = Date.now();
    const oldestFirst = [...open].toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    const own = oldestFirst.filter(([, session]) => session.keyId === keyId);
    const idle = oldestFirst.filter(([, { usedAt }]) => now - usedAt > idleMilliseconds);
    const surplus = [
      ...own.slice(0, Math.max(0, own.length - maxSessionsPerKey + 1)),
      ...oldestFirst.slice(0, Math.max(0, open.size - maxSessions + 1)),
    ];
    await Promise.all([...idle, ...surplus].map(([sessionId]) => drop(sessionId)));
  };
  const findOwn = (sessionId: string | string[] | undefined, { keyId, path }: SessionOwner) => {
    const session = typeof sessionId === "string" ? open.get(sessionId) : undefined;
    return session?.keyId === keyId && session.path === path ? session : undefined;
  };
  return {
    open: async (initialize, owner) => {
      await clean(owner.keyId);
      const sessionId = randomUUID();
      const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => sessionId });
      await createServer(initialize).connect(transport);
      open.set(sessionId, { ...owner, transport, usedAt: Date.now() });
      return transport;
    },
    find: (sessionId, owner) => {
      if (sessionId === undefined) return null;
      const session = findOwn(sessionId, owner);
      if (session === undefined) throw notFound("Session");
      session.usedAt = Date.now();
      return session.transport;
    },
    end: async (sessionId, owner) => {
      if (typeof sessionId !== "string" || findOwn(sessionId, owner) === undefined) return false;
      await drop(sessionId);
      return true;
    },
    close: async () => {
      await Promise.all([...open.keys()].map(drop));
    },
  };
}
