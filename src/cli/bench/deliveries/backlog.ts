import { sql } from "kysely";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { fanOut } from "../../../areas/webhooks/deliveries/store.fan-out.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

const eventsPerStatement = 4_000;

/** The deliveries of firms as the database holds them: made in bulk, looked at, cleared away. */
export interface Backlog {
  /**
   * Copies an event of the firm, as the change of a client, and lets the product's own statement fan it out. One
   * commit: a reader who works it off sees all at once.
   *
   * @returns how many deliveries
   */
  add(organizationId: string, events: number): Promise<number>;
  /** Of the firm's subscriptions with these names: deliveries by status, without those that succeeded. */
  countUnfinished(organizationId: string, names: readonly string[]): Promise<Partial<Record<string, number>>>;
  /** Forgets all deliveries and their jobs. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** @param ownerUrl a superuser's */
export function openBacklog(ownerUrl: string): Backlog {
  const database = openDatabase(ownerUrl, { poolSize: 1, hooks });
  return {
    add: (organizationId, events) => addDeliveries(database, organizationId, events),
    countUnfinished: async (organizationId, names) => {
      const { rows } = await sql<{ status: string; count: number }>`
        SELECT d.status, count(*)::integer AS count FROM "WebhookSubscription" s
        JOIN "WebhookDelivery" d ON d."organizationId" = s."organizationId" AND d."subscriptionId" = s.id AND d.status <> 'succeeded'
        WHERE s."organizationId" = ${organizationId} AND s.name = ANY (${[...names]}::text[]) GROUP BY d.status`.execute(
        database.withoutTenant,
      );
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    },
    clear: async () => {
      await sql`TRUNCATE "WebhookDelivery"`.execute(database.withoutTenant);
      await sql`TRUNCATE "WebhookJob"`.execute(database.withoutTenant);
    },
    close: () => database.close(),
  };
}

function addDeliveries(database: Database, organizationId: string, events: number): Promise<number> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    // The pool's 5 s are for requests.
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    let made = 0;
    for (let left = events; left > 0; left -= eventsPerStatement) {
      const count = Math.min(left, eventsPerStatement);
      const { rows: counters } = await sql<{ base: number }>`
        UPDATE "EventCounter" SET last = last + ${count} WHERE "organizationId" = ${organizationId} RETURNING last - ${count}::bigint AS base`.execute(
        transaction,
      );
      const base = counters[0]?.base ?? 0;
      await sql`
        INSERT INTO "Event"
        SELECT e."organizationId", ${base}::bigint + n, left(e.id, 14) || lpad(to_hex(${base}::bigint + n), 16, '0'), 'client', e."entityId", 'client.updated', now(),
               e.actor, e.payload, e.diff, e."relatedIds", e."correlationId", e.metadata
        FROM (SELECT * FROM "Event" WHERE "organizationId" = ${organizationId} ORDER BY number LIMIT 1) e, generate_series(1, ${count}::integer) n`.execute(
        transaction,
      );
      const sent = sql`(
        SELECT id, number, "eventType", ARRAY['events:read'] AS "visibleTo", NULL::text AS "onlyTo" FROM "Event"
        WHERE "organizationId" = ${organizationId} AND number > ${base})`;
      for (const statement of fanOut.insert(
        organizationId,
        [{ id: "", eventType: "client.updated", visibleTo: ["events:read"], onlyTo: null }],
        sent,
      )) {
        made += (await statement.execute(transaction)).rows.length;
      }
    }
    return made;
  });
}
