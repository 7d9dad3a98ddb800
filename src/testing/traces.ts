import type { Row } from "../platform/tables.ts";
import type { TestFirm } from "./firm.ts";

/** The events of a firm in the order of their numbers. */
export function readEvents(firm: TestFirm): Promise<Row<"Event">[]> {
  return firm.inside((transaction) => transaction.selectFrom("Event").selectAll().orderBy("number").execute());
}

/** The audit entries of a firm in the order of their ids. */
export function readAuditEntries(firm: TestFirm): Promise<Row<"AuditEntry">[]> {
  return firm.inside((transaction) => transaction.selectFrom("AuditEntry").selectAll().orderBy("id").execute());
}

/** How many events and audit entries a firm has: what a request that did nothing leaves as it was. */
export async function countTraces(firm: TestFirm): Promise<{ events: number; entries: number }> {
  const [events, entries] = await Promise.all([readEvents(firm), readAuditEntries(firm)]);
  return { events: events.length, entries: entries.length };
}
