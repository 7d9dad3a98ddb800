import { expect, test } from "vitest";
import { isOnCluster } from "../../../platform/database/database.ts";
import { openReportHarness, planOf } from "../fixtures.tenant.ts";
import { standardReports } from "../standard-reports/domain.ts";
import { byText } from "../../../testing/harness/rollup.ts";
import { asReader } from "./store.reader.ts";
import { selectRows } from "./store.statement.ts";

/** More than any of them has. */
const limit = 1_000;

test("what a cluster gets for a standard report over two firms finds each firm's rows, in the order of one statement", async () => {
  const { headquarters, reach, close } = await openReportHarness(20);
  const isCluster = await headquarters.inside((transaction) => Promise.resolve(isOnCluster(transaction)));
  let found = 0;
  for (const { id, entity, definition } of standardReports) {
    const plan = planOf(entity, definition);
    const read = (organizationIds: string[], onCluster: boolean) =>
      headquarters.inside((transaction) =>
        asReader(
          transaction,
          organizationIds,
          async () =>
            (await selectRows(plan, { organizationIds, onCluster }, { after: null, limit }).execute(transaction)).rows,
        ),
      );
    const rows = await read(reach, true);
    const ofEach = (await Promise.all(reach.map((organizationId) => read([organizationId], true)))).flat();
    expect(rows.toSorted(byText), id).toEqual(ofEach.toSorted(byText));
    // A cluster rejects the other statement.
    if (!isCluster) expect(rows, id).toEqual(await read(reach, false));
    found += rows.length;
  }
  expect(found).toBeGreaterThan(100);
  await close();
});
