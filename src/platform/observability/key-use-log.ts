import type { Pool } from "pg";
import type { Logger } from "./logger.ts";

const flushMilliseconds = 60_000;
/** Secrets whose first use is known to be written, at most; then they are forgotten, and written once more. */
const writtenBound = 10_000;

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
 * minute of it. The first use of a secret in this process is written before the request's entry in the log: whoever
 * has just read there that a key works would read beside it that it was never used.
 */
export interface KeyUseLog {
  note(use: KeyUse): void;
  flush(): Promise<void>;
  /** Writes first uses that are waiting. Does not reject: what could not be written is written with the others. */
  flushFirstUses(): Promise<void>;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

const nameSecret = ({ keyId, prefix }: KeyUse) => `${keyId} ${prefix ?? ""}`;

/** @param pool shared with the request log: what is written later takes no connection from a request */
export function createKeyUseLog(pool: Pick<Pool, "query">, logger: Logger): KeyUseLog {
  let uses = new Map<string, KeyUse & { at: string }>();
  const written = new Set<string>();
  let hasFirstUse = false;

  async function flush(): Promise<void> {
    if (uses.size === 0) return;
    const rows = [...uses.values()];
    uses = new Map();
    hasFirstUse = false;
    if (written.size >= writtenBound) written.clear();
    for (const row of rows) written.add(nameSecret(row));
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
    note: (use) => {
      const name = nameSecret(use);
      if (!written.has(name)) hasFirstUse = true;
      uses.set(name, { ...use, at: new Date().toISOString() });
    },
    flush,
    flushFirstUses: () => (hasFirstUse ? flush() : Promise.resolve()),
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
