import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { applicationUrlOf, cloneDatabase } from "../../../testing/database/clone-database.ts";
import { openDatabase } from "../database.ts";
import { fillPool } from "./connection-pool.ts";
import { noHooks } from "../transaction-hooks.ts";

test("all connections are opened at once, and an hour without requests closes none", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const database = openDatabase(applicationUrlOf(await cloneDatabase()), { poolSize: 3, hooks: noHooks });
  onTestFinished(() => database.close());
  const count = async () => {
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database()`.execute(
      database.withoutTenant,
    );
    return rows[0]?.count;
  };
  await fillPool(database.pool);
  expect(await count()).toBe(3);
  vi.advanceTimersByTime(3_600_000);
  expect(await count()).toBe(3);
});

test("a connection ends when the server is silent for as long as its pool allows", async () => {
  const url = applicationUrlOf(await cloneDatabase());
  const [impatient, patient] = [
    openDatabase(url, { poolSize: 1, hooks: noHooks, silence: 50 }),
    openDatabase(url, { poolSize: 1, hooks: noHooks, silence: 60_000 }),
  ];
  onTestFinished(async () => void (await Promise.all([impatient.close(), patient.close()])));
  const pause = sql`SELECT pg_sleep(0.2)`;
  await expect(pause.execute(impatient.withoutTenant)).rejects.toThrow("The server was silent.");
  await pause.execute(patient.withoutTenant);
});
