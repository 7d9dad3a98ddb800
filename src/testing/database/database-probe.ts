import { Pool } from "pg";
import type { MutationScenario } from "../mutations/mutation.ts";

/** What one request left behind, counted past row-level security. */
export interface Traces {
  effects: number;
  events: number;
  audits: number;
  answers: number;
}

/** Looks at a database as its owner: what is really there. */
export interface DatabaseProbe {
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** What the attempts of one mutation left: their request ids, and the idempotency key that they share. */
  traces(mutation: MutationScenario, requestIds: readonly string[], idempotencyKey: string): Promise<Traces>;
  /** Faults of the event log: numbers that are missing or a counter that disagrees. Empty when there are none. */
  gaps(): Promise<Record<string, unknown>[]>;
  /** Connections of the application that are inside a transaction now. */
  openTransactions(): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export function openDatabaseProbe(ownerUrl: string): DatabaseProbe {
  const pool = new Pool({ connectionString: ownerUrl, max: 2, application_name: "ledger" });
  pool.on("error", () => undefined);
  const rows = async (text: string, values: readonly unknown[] = []) =>
    (await pool.query<Record<string, unknown>>(text, [...values])).rows;
  const count = async (text: string, values: readonly unknown[]) => Number((await rows(text, values))[0]?.["effects"] ?? 0);
  return {
    rows,
    traces: async (mutation, requestIds, idempotencyKey) => {
      const [effects, events, audits, answers] = await Promise.all([
        count(mutation.effects.text, mutation.effects.values),
        count(`SELECT count(*) AS effects FROM "Event" WHERE "correlationId" = ANY ($1) AND entity = $2`, [requestIds, mutation.entity]),
        count(`SELECT count(*) AS effects FROM "AuditEntry" WHERE "requestId" = ANY ($1) AND entity = $2`, [requestIds, mutation.entity]),
        count(`SELECT count(*) AS effects FROM "IdempotencyRecord" WHERE "idempotencyKey" = $1`, [idempotencyKey]),
      ]);
      return { effects, events, audits, answers };
    },
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
