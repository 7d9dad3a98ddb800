import type { Pool } from "pg";
import type { Logger } from "./logger.ts";

const flushMilliseconds = 60_000;

export interface KeyUse {
  organizationId: string;
  keyId: string;
  /** Of the secret that was used; null for a legacy credential without one. */
  prefix: string | null;
  address: string;
  route: string;
}

/**
 * Remembers the last use of each secret and writes it at most once a minute, in one statement for all. A crash loses a
 * minute of it.
 */
export interface KeyUseLog {
  note(use: KeyUse): void;
  flush(): Promise<void>;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

const nameSecret = ({ keyId, prefix }: KeyUse) => `${keyId} ${prefix ?? ""}`;

/** @param pool shared with the request log: what is written later takes no connection from a request */
export function createKeyUseLog(pool: Pick<Pool, "query">, logger: Logger): KeyUseLog {
  let uses = new Map<string, KeyUse & { at: string }>();

  async function flush(): Promise<void> {
    if (uses.size === 0) return;
    const rows = [...uses.values()];
    uses = new Map();
    try {
      await pool.query("SELECT record_key_uses($1::jsonb)", [JSON.stringify(rows)]);
    } catch (error) {
      // Newer uses win over the ones that come back.
      uses = new Map([...rows.map((row) => [nameSecret(row), row] as const), ...uses]);
      logger.warn({ error }, "last uses of keys could not be written; retrying in a minute");
    }
  }

  const timer = setInterval(() => void flush(), flushMilliseconds);
  timer.unref();
  return {
    note: (use) => void uses.set(nameSecret(use), { ...use, at: new Date().toISOString() }),
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
