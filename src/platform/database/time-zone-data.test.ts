import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { ensureApplicationRole } from "./application-role.ts";
import { createTenant, changeRow } from "../../testing/harness/tenant.ts";
import { openDatabase, type Database } from "./database.ts";
import { compareTimeZone, describeZoneDifferences, findZoneDifferences } from "./time-zone-data.ts";
import { noHooks } from "./transaction-hooks.ts";

let database: Database;
beforeAll(async () => {
  database = openDatabase(await ensureApplicationRole(await cloneDatabase()), { poolSize: 2, hooks: noHooks });
});
afterAll(() => database.close());

/** Offsets that PostgreSQL would have, were its data other than Node's: by a zone of another name. */
const asIf = (known: string): Pick<Database, "pool"> =>
  ({
    pool: { query: (text: string, [, ...others]: unknown[]) => database.pool.query(text, [known, ...others]) },
  }) as unknown as Pick<Database, "pool">;

test("zones that have not changed agree, across both changes of the clocks", async () => {
  for (const zone of ["America/New_York", "America/Phoenix", "Pacific/Kiritimati", "UTC"])
    expect(await compareTimeZone(database, zone)).toBeNull();
});

test("a zone whose rules differ names the first day, one that PostgreSQL does not know none", async () => {
  const autumn = Date.parse("2026-10-01T00:00:00Z");
  // Arizona keeps its time when Denver changes its clocks, on November 1.
  expect(await compareTimeZone(asIf("America/Phoenix"), "America/Denver", autumn)).toEqual({
    timeZone: "America/Denver",
    from: "2026-10-01",
  });
  expect(await compareTimeZone(asIf("America/Denver"), "America/Phoenix", Date.parse("2026-12-01T00:00:00Z"))).toEqual({
    timeZone: "America/Phoenix",
    from: "2027-03-14",
  });
  expect(await compareTimeZone(database, "US/Pacific-New")).toEqual({ timeZone: "US/Pacific-New", from: null });
});

test("those of all organizations are compared", async () => {
  const [one, other] = [await createTenant(database), await createTenant(database)];
  await changeRow(one, "Organization", one.organizationId, { timezone: "America/Chicago" });
  await changeRow(other, "Organization", other.organizationId, { timezone: "US/Pacific-New" });
  const differences = await findZoneDifferences(database);
  expect(differences).toEqual([{ timeZone: "US/Pacific-New", from: null }]);
  expect(describeZoneDifferences(differences).finding).toContain("differ in US/Pacific-New (unknown to PostgreSQL)");
});
