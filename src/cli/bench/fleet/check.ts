import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { FleetClient } from "./client.ts";
import type { Firm } from "./firms.ts";
import type { Ledger } from "./run.ts";

export interface Findings {
  acknowledged: number;
  /** Acknowledged writes without an event. */
  lost: number;
  /** Repetitions that were carried out again. */
  twice: number;
  /** Webhook deliveries that succeeded, and those that did not within a minute. */
  delivered: number;
  undelivered: number;
}

const readersAtOnce = 8;
const patienceSeconds = 60;

/** Holds what was acknowledged against the feed, which has an event of each write, and against the deliveries. */
export async function checkFleet(
  client: FleetClient,
  firms: readonly Firm[],
  { acknowledged, repeated, notReplayed }: Ledger,
  owner: Client,
): Promise<Findings> {
  const findings: Findings = { acknowledged: 0, lost: 0, twice: notReplayed, ...(await awaitDeliveries(owner)) };
  const left = firms.values();
  const work = async () => {
    for (const firm of left) {
      const seen = await readRequestIds(client, firm);
      const own = acknowledged.get(firm.organizationId) ?? new Set();
      findings.acknowledged += own.size;
      findings.lost += [...own].filter((id) => !seen.has(id)).length;
      findings.twice += [...repeated].filter((id) => seen.has(id)).length;
    }
  };
  await Promise.all(Array.from({ length: readersAtOnce }, work));
  return findings;
}

/** The requests of all events of a firm. */
async function readRequestIds(client: FleetClient, { secret }: Firm): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let after = ""; ;) {
    const path = `/api/v1/events?limit=500${after === "" ? "" : `&after=${encodeURIComponent(after)}`}`;
    const { status, body } = await client.send({ method: "GET", path, key: secret });
    if (status !== 200) throw new Error(`The feed could not be read in the end: ${status}.`);
    const events = body["events"] as { correlationId: string }[];
    for (const { correlationId } of events) seen.add(correlationId);
    if (events.length === 0) return seen;
    after = body["nextCursor"] as string;
  }
}

async function awaitDeliveries(owner: Client): Promise<Pick<Findings, "delivered" | "undelivered">> {
  for (const end = performance.now() + patienceSeconds * 1_000; ; await sleep(250)) {
    const { rows } = await owner.query<{ delivered: number; undelivered: number }>(
      `SELECT (count(*) FILTER (WHERE status = 'succeeded'))::integer AS delivered, (count(*) FILTER (WHERE status <> 'succeeded'))::integer AS undelivered FROM "WebhookDelivery"`,
    );
    const [counts = { delivered: 0, undelivered: 0 }] = rows;
    if (counts.undelivered === 0 || performance.now() > end) return counts;
  }
}
