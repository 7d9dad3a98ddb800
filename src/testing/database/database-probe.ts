import { Pool } from "pg";
import { createStateReader, type TenantState } from "./tenant-state.ts";

/** Looks at a database as its owner: what is really there. */
export interface DatabaseProbe {
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Every row of an organization. */
  readState(organizationId: string): Promise<TenantState>;
  /** Faults of the event log: numbers that are missing or a counter that disagrees. Empty when there are none. */
  gaps(): Promise<Record<string, unknown>[]>;
  /** Connections of the application that are inside a transaction now. */
  openTransactions(): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export function openDatabaseProbe(ownerUrl: string): DatabaseProbe {
  // Planned once: the statement that reads a state has a part for each of some eighty tables.
  const pool = new Pool({
    connectionString: ownerUrl,
    max: 2,
    application_name: "database probe",
    options: "-c plan_cache_mode=force_generic_plan -c jit=off",
  });
  pool.on("error", () => undefined);
  const rows = async (text: string, values: readonly unknown[] = []) =>
    (await pool.query<Record<string, unknown>>(text, [...values])).rows;
  return {
    rows,
    readState: createStateReader(pool),
    gaps: () =>
      rows(`SELECT c."organizationId", c.last, count(e.number) AS events, max(e.number) AS highest
        FROM "EventCounter" c LEFT JOIN "Event" e USING ("organizationId")
        GROUP BY c."organizationId", c.last
        HAVING c.last <> count(e.number) OR c.last <> max(e.number) OR min(e.number) <> 1`),
    openTransactions: () =>
      rows(`SELECT pid, state, query FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'caseport' AND state LIKE 'idle in transaction%'`),
    close: () => pool.end(),
  };
}
