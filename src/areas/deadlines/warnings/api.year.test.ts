import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { findDueAt } from "../calculation/domain.instants.ts";
import { warnOfDeadlines } from "./domain.jobs.ts";
import { createDeadline } from "../fixtures.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

/** A year of a firm, in seconds: the clock is the argument of the job. */
const total = isFullExtent ? 2_000 : 80;
const zones = [
  "America/New_York",
  "America/Chicago",
  "America/Phoenix",
  "America/Los_Angeles",
  "Pacific/Honolulu",
] as const;
const plans = [[180, 90, 60, 30, 14, 7, 3, 1], [30, 14, 7, 3, 1], [3, 1], [10, 0], []] as const;

/**
 * After so many days, two connections are killed. The first statements of new ones take more CPU than the rest of the
 * day.
 */
const daysBetweenKills = isFullExtent ? 3 : 10;

/** What the test knows of a deadline, apart from the product. */
interface Known {
  id: string;
  effectiveOn: string;
  timeZone: string;
  warningDays: readonly number[];
  isOpen: boolean;
  isResting: boolean;
  /** The fewest days of which it was warned, by date. */
  warned: Map<string, number>;
}

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
/** Whose connections are killed: nothing else then meets one that is closing. */
let doomed: Database;
const known: Known[] = [];

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  doomed = openDatabase(server.applicationUrl, { poolSize: 3, hooks });
  tenant = await createTenant(server.services.database);
  const cases = await Promise.all(Array.from({ length: 8 }, () => createCase(tenant)));
  for (let place = 0; place < total; place += 1) {
    const effectiveOn = addDays("2126-01-05", (place * 37) % 420);
    const [timeZone, warningDays] = [zones[place % zones.length] ?? zones[0], plans[place % plans.length] ?? []];
    const values = {
      caseId: cases[place % cases.length]?.caseId ?? "",
      dueOn: effectiveOn,
      timeZone,
      dueAt: findDueAt(effectiveOn, null, timeZone),
      warningDays: [...warningDays],
    };
    const { deadlineId } = await createDeadline(tenant, values);
    known.push({
      id: deadlineId,
      effectiveOn,
      timeZone,
      warningDays,
      isOpen: true,
      isResting: false,
      warned: new Map(),
    });
  }
});
afterAll(async () => {
  await doomed.close();
  await server.close(1000);
});

const change = (id: string, columns: object) =>
  tenant.inside((transaction) => transaction.updateTable("Deadline").set(columns).where("id", "=", id).execute());
const move = ({ id, timeZone }: Known, on: string) =>
  change(id, { dueOn: on, effectiveOn: on, actByOn: on, dueAt: findDueAt(on, null, timeZone) });

/** Every few days one is extended, one begins to rest or goes on later than it would have, and one is done. */
async function live(day: number): Promise<void> {
  const pick = (step: number) => known[(day * step) % known.length];
  const [extended, resting, done] = [pick(7), pick(11), pick(29)];
  if (day % 4 === 1 && extended?.isOpen === true && !extended.isResting) {
    extended.effectiveOn = addDays(extended.effectiveOn, 21);
    await move(extended, extended.effectiveOn);
  }
  if (day % 5 === 2 && resting?.isOpen === true) {
    resting.isResting = !resting.isResting;
    await change(resting.id, { isTolled: resting.isResting, verificationStatus: "verified" });
    if (!resting.isResting) await move(resting, (resting.effectiveOn = addDays(resting.effectiveOn, 40)));
  }
  if (day % 9 === 4 && done?.isOpen === true) {
    done.isOpen = false;
    await change(done.id, { status: "waived" });
  }
}

/** What has to be sent on a day at which a worker ran: of several days that were reached, the fewest, once for a date. */
function expectOf({ effectiveOn, warningDays, isOpen, isResting, warned }: Known, today: string): number | null {
  if (!isOpen || isResting || today > effectiveOn) return null;
  const left = Math.round((Date.parse(effectiveOn) - Date.parse(today)) / 86_400_000);
  const nearest = warningDays.findLast((days) => days >= left);
  return nearest === undefined || nearest >= (warned.get(effectiveOn) ?? Infinity) ? null : nearest;
}

/**
 * Three workers at once. A killed one leaves its work to the run of the next hour.
 *
 * @returns how many failed
 */
async function work(at: string, isKilled: boolean): Promise<number> {
  const database = isKilled ? doomed : server.services.database;
  const workers = Array.from({ length: 3 }, () =>
    warnOfDeadlines(database, at).then(
      () => 0,
      () => 1,
    ),
  );
  if (isKilled)
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'caseport' AND state <> 'idle' ORDER BY random() LIMIT 2`,
    );
  return (await Promise.all<number>(workers)).reduce((sum, failed) => sum + failed, 0);
}

test("in a year with extensions, tolling, days without a worker and killed workers each warning is sent once, as counted day by day", async () => {
  const expected: string[] = [];
  let failed = 0;
  for (let day = 0; day < 365; day += 1) {
    const today = addDays("2126-01-01", day);
    await live(day);
    // On some days there is no worker.
    if (day % 17 === 3 || day % 17 === 4) continue;
    for (const each of known) {
      const days = expectOf(each, today);
      if (days === null) continue;
      each.warned.set(each.effectiveOn, days);
      expected.push(`${each.id} ${each.effectiveOn} ${days}`);
    }
    // After eight in the morning in all of the zones, on the same day.
    const isKilled = day % daysBetweenKills === 0;
    failed += await work(`${today}T20:00:00.000Z`, isKilled);
    if (isKilled) await work(`${today}T21:00:00.000Z`, false);
  }
  expect(failed).toBeGreaterThan(0);
  const { rows } = await owner.query<{ sent: string }>(
    `SELECT concat_ws(' ', "deadlineId", "effectiveOn", days) AS sent FROM "SentDeadlineWarning" WHERE "organizationId" = $1`,
    [tenant.organizationId],
  );
  expect(rows.map(({ sent }) => sent).toSorted()).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(total * 2);
  const events = (await readEvents(tenant)).filter(({ eventType }) => eventType === "deadline.approaching");
  expect(events.map(({ entityId }) => entityId).toSorted()).toEqual(
    expected.map((sent) => sent.split(" ")[0]).toSorted(),
  );
});
