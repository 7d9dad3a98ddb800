import { expect, test } from "vitest";
import { openReportHarness, planOf } from "../fixtures.tenant.ts";
import { standardReports } from "../standard-reports/domain.ts";
import { asReader } from "./store.reader.ts";
import { selectRows } from "./store.statement.ts";

test("what a cluster gets for a standard report over two firms finds the same rows, in the same order", async () => {
  const { headquarters, reach, close } = await openReportHarness(20);
  let found = 0;
  for (const { id, entity, definition } of standardReports) {
    const plan = planOf(entity, definition);
    const read = (onCluster: boolean) =>
      headquarters.inside((transaction) =>
        asReader(transaction, reach, async () => (await selectRows(plan, { organizationIds: reach, onCluster }, { after: null, limit: 30 }).execute(transaction)).rows),
      );
    const rows = await read(true);
    expect(rows, id).toEqual(await read(false));
    found += rows.length;
  }
  expect(found).toBeGreaterThan(100);
  await close();
});
