import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { ensureApplicationRole } from "./application-role.ts";
import { lastStatement } from "./commit.ts";
import { openDatabase, sendWithCommit } from "./database.ts";
import { createId } from "./ids.ts";
import { noHooks } from "./transaction-hooks.ts";

test("of statements that are sent with COMMIT the first error is thrown, also where a later one continues with its rows", async () => {
  const database = openDatabase(await ensureApplicationRole(await cloneDatabase()), { poolSize: 1, hooks: noHooks });
  onTestFinished(() => database.close());
  const continued: unknown[] = [];
  const run = (first: number) =>
    database.withTenantTransaction(createId("organization"), async (transaction) => {
      sendWithCommit(transaction, { statement: sql`SELECT 1 / ${first}::integer`.compile(transaction) });
      const statement = sql<{ number: number }>`SELECT 2 AS number`.compile(transaction);
      const continueWith = (rows: readonly { number: number }[]) => {
        continued.push(...rows);
        return [sql`SELECT 3`.compile(transaction)];
      };
      sendWithCommit(transaction, lastStatement({ statement, continueWith }));
    });
  await expect(run(0)).rejects.toMatchObject({ message: "division by zero" });
  expect(continued).toEqual([]);
  await run(1);
  expect(continued).toEqual([{ number: 2 }]);
});
