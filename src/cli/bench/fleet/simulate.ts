import { Client } from "pg";
import { openDatabase } from "../../../platform/database/database.ts";
import { checkFleet } from "./check.ts";
import { createFleetClient, type FleetClient } from "./client.ts";
import { createFirms, type Firm } from "./firms.ts";
import { observeMachine, readVolume, type MachineReaders } from "./machine.ts";
import { countAll, percentile } from "./meters.ts";
import type { FleetReport, MeasuredPart } from "./report.ts";
import { Fleet, type Part } from "./run.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

export interface SimulationOptions {
  firms: number;
  /** Of the whole run. */
  seconds: number;
  perMinute: number;
  noisyAtOnce: number;
  casesPerFirm: number;
  /** The server's, and the origin of its pages. */
  baseUrl: string;
  origin: string;
  applicationUrl: string;
  /** Of a role that sees all rows. */
  ownerUrl: string;
  /** Hosts of webhooks; none: firms have no webhooks. */
  hosts: readonly string[];
  readers: MachineReaders;
}

/** A tenth of the time nothing counts: connections open, plans are made. */
const makeParts = (seconds: number): Part[] => [
  { name: "warm-up", seconds: seconds * 0.1, isNoisy: false },
  { name: "without", seconds: seconds * 0.45, isNoisy: false },
  { name: "beside a noisy firm", seconds: seconds * 0.45, isNoisy: true },
];
const noisyFactor = 20;
const progressMilliseconds = 5_000;

/**
 * Runs a fleet against a server.
 *
 * @param say prints a line of progress
 */
export async function simulate(
  options: SimulationOptions,
  stopping: AbortSignal,
  say: (line: string) => void,
): Promise<FleetReport> {
  const { baseUrl, origin, firms: count, perMinute, noisyAtOnce, casesPerFirm, hosts } = options;
  const owner = new Client({ connectionString: options.ownerUrl });
  await owner.connect();
  const client = createFleetClient(baseUrl, origin);
  try {
    const database = openDatabase(options.applicationUrl, { poolSize: 4, hooks });
    const firms = await createFirms(database, count, casesPerFirm, hosts);
    const [noisy] = await createFirms(database, 1, casesPerFirm * noisyFactor, hosts);
    await database.close();
    if (noisy === undefined) throw new Error("No firm was created.");
    say(`${count} firms of ${casesPerFirm} cases, and one of ${casesPerFirm * noisyFactor}`);
    for (const firm of [...firms, noisy]) await subscribe(client, firm);
    await owner.query("ANALYZE");
    const parts = makeParts(options.seconds);
    const fleet = new Fleet(client, { firms, noisy, noisyAtOnce, perMinute, parts });
    const before = await readVolume(owner);
    const measured = await runMeasured(fleet, { readers: options.readers, stopping, say });
    stopping.throwIfAborted();
    const findings = await checkFleet(client, [...firms, noisy], fleet.ledger, owner);
    const failed = measured.reduce((sum, { meters: { quiet, noisy: own } }) => sum + quiet.failed + own.failed, 0);
    return { parts: measured, findings, failed, before, after: await readVolume(owner) };
  } finally {
    client.close();
    await owner.end();
  }
}

interface Run {
  readers: MachineReaders;
  stopping: AbortSignal;
  say: (line: string) => void;
}

async function runMeasured(fleet: Fleet, { readers, stopping, say }: Run): Promise<MeasuredPart[]> {
  const measured: MeasuredPart[] = [];
  let current: Part | null = null;
  let endObservation: Awaited<ReturnType<typeof observeMachine>> | null = null;
  const timer = setInterval(() => {
    const { quiet, noisy } = fleet.meters.get(current?.name ?? "") ?? {};
    if (current === null || quiet === undefined || noisy === undefined) return;
    say(
      `${current.name}: ${countAll(quiet)} requests, p50 ${percentile(quiet, 50).toFixed(0)} ms, p99 ${percentile(quiet, 99).toFixed(0)} ms, ${fleet.underWay} under way; noisy firm ${countAll(noisy)}`,
    );
  }, progressMilliseconds);
  try {
    await fleet.run(stopping, async (part) => {
      if (current !== null && endObservation !== null) {
        const meters = fleet.meters.get(current.name);
        if (meters !== undefined)
          measured.push({ name: current.name, seconds: current.seconds, meters, saturation: await endObservation() });
      }
      current = part;
      endObservation = part === null ? null : await observeMachine(readers);
    });
  } finally {
    clearInterval(timer);
  }
  return measured;
}

/** Events of all kinds, as a copy of the firm's records needs them. */
async function subscribe(client: FleetClient, { secret, webhookHost }: Firm): Promise<void> {
  if (webhookHost === null) return;
  const body = { name: "Copy", url: `https://${webhookHost}/caseport`, eventTypes: ["*"] };
  const { status } = await client.send({ method: "POST", path: "/api/v1/webhook-subscriptions", body, key: secret });
  if (status !== 201) throw new Error(`A subscription was rejected: ${status}.`);
}
