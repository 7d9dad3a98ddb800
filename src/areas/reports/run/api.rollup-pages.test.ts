import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { waitForLock } from "../../../testing/database/wait-for-lock.ts";
import { createCase, createKey } from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createCaseFields, placeTenant, type TenantInHierarchy } from "../../../testing/harness/hierarchy.ts";
import {
  attorney,
  byText,
  changedReach,
  expectCases,
  listTree,
  moveWestAway,
  rejectedBetweenPages,
  rejectedByDefault,
  setRollUp,
  type Check,
} from "../../../testing/harness/rollup.ts";
import { expectRejection } from "../../../testing/conformance/subject.ts";
import { createReport, hideReport } from "../fixtures.ts";
import { postRun, readAllRows, readRun } from "./fixtures.ts";

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startOwnServer({ worker: "none" });
  owner = await server.connectOwner();
});
afterAll(() => server.close(1_000));

/** Nobody reads cases until something has been done. */
async function whileCasesAreLocked<Result>(
  start: () => Promise<Result>,
  work: () => Promise<unknown>,
): Promise<Result> {
  await owner.query("BEGIN");
  await owner.query(`LOCK TABLE "Case" IN ACCESS EXCLUSIVE MODE`);
  const started = start();
  const watcher = await server.connectOwner();
  await waitForLock(watcher);
  await watcher.end();
  await work();
  await owner.query("COMMIT");
  return started;
}

/**
 * Every sentence of the order to build it, "Run"; the particulars of what it shares with the specification are in
 * api.rollup.test.ts.
 */
const sentences: Record<string, Record<string, Check>> = {
  "`GET /reports`, `GET /reports/{id}`, `POST /reports/{reportId}/run` (scope `reports:run`), rows by cursor.": {
    "without the scope": async (harness) => {
      const { secret } = await createKey(harness.headquarters, { scopes: ["reports:read", "cases:read"] });
      expectRejection(await postRun(server, secret, harness.reportId), "FORBIDDEN");
    },
    "pages of every size show every row once, in one order": async (harness) => {
      const whole = readRun(await harness.run()).rows;
      expect(whole).toHaveLength(8);
      for (const limit of [1, 2, 3, 7])
        expect(await readAllRows(server, harness.headquarters.secret, harness.reportId, { limit })).toEqual(whole);
    },
    "a cursor of another report, other parameters, columns, sort, organization, or none": async (harness) => {
      const { nextCursor: after } = readRun(await harness.run({ limit: 1 }));
      const other = await createReport(harness.headquarters);
      const foreign = /^after: not a cursor of this list/;
      for (const requested of [
        { parameters: { stage: "intake" } },
        { columns: ["case"] },
        { sort: [{ column: "stage" }] },
      ])
        expectRejection(await harness.run({ ...requested, after }), "VALIDATION_FAILED", foreign);
      expectRejection(
        await postRun(server, harness.headquarters.secret, other, { after }),
        "VALIDATION_FAILED",
        foreign,
      );
      expectRejection(
        await postRun(server, harness.east.secret, harness.reportId, { after }),
        "VALIDATION_FAILED",
        foreign,
      );
      for (const edited of [`${after}A`, `x${after}`, "x", "x.y"])
        expectRejection(await harness.run({ after: edited }), "VALIDATION_FAILED", foreign);
      expectRejection(await harness.run({ over: [harness.headquarters], after }), "VALIDATION_FAILED", changedReach);
    },
    "a report that was changed between two pages": rejectedBetweenPages(
      ({ headquarters, reportId }) =>
        headquarters.inside((transaction) =>
          transaction.updateTable("Report").set({ revision: 2 }).where("id", "=", reportId).execute(),
        ),
      "VALIDATION_FAILED",
      /^after: not a cursor of this list/,
    ),
  },
  "Without `organizationIds` a headquarters' key with `reportIncludeChildOrganizations` rolls up over all authorized descendants;":
    {
      "of three levels": async (harness) => expectCases(await harness.run(), listTree(harness)),
    },
  "it needs an acting attorney with current headquarters visibility, report view/export permission and the report's data permissions, else 403, never a smaller result.":
    {
      "not one row": rejectedByDefault(attorney({ role: "investigator", permissions: [] })),
    },
  "`organizationIds` narrows: an unauthorized id 403, a shared child report that is not API-visible 404, incompatible field definitions 400 with the fields named.":
    {
      "one after the other": async (harness) => {
        expectCases(await harness.run({ over: [harness.east, harness.west] }), [harness.east, harness.west]);
        expectRejection(await harness.run({ over: [harness.stranger] }), "FORBIDDEN");
        const columns = [{ key: "case", field: "custom.exposure" }];
        const reportId = await createReport(harness.headquarters, { definition: { columns } });
        await createCaseFields(harness.headquarters, { exposure: "text" });
        expectRejection(
          await postRun(server, harness.headquarters.secret, reportId),
          "VALIDATION_FAILED",
          /another type: custom\.exposure$/,
        );
        await hideReport(harness.east, harness.reportId);
        expectRejection(await harness.run({ over: [harness.east, harness.west] }), "NOT_FOUND", "Report not found");
      },
    },
  "Listing, metadata and exports stay in the key's own organization.": {
    "what a headquarters shares is listed below it, and only there": async (harness) => {
      const listed = async (tenant: TenantInHierarchy) =>
        ((await openApi(server, tenant.secret).get("/reports?limit=200")).body["reports"] as { id: string }[]).some(
          ({ id }) => id === harness.reportId,
        );
      expect(await Promise.all([harness.headquarters, harness.office, harness.stranger].map(listed))).toEqual([
        true,
        true,
        false,
      ]);
      expectRejection(await openApi(server, harness.stranger.secret).get(`/reports/${harness.reportId}`), "NOT_FOUND");
    },
  },
  "Each row says its organization.": {
    "also of groups, and the total is that of the organizations requested": async (harness) => {
      const definition = {
        columns: [
          { key: "stage", field: "matterStage" },
          { key: "cases", field: "id", aggregate: "count" },
        ],
        totals: true,
      };
      const reportId = await createReport(harness.headquarters, { definition });
      await createCase(harness.west, { matterStage: "intake" });
      const counts = (tenants: readonly TenantInHierarchy[]) =>
        tenants
          .map((tenant) => ({
            organizationId: tenant.organizationId,
            stage: "intake",
            cases: tenant === harness.west ? 3 : 2,
          }))
          .toSorted(byText);
      for (const [over, total] of [
        [listTree(harness), 9],
        [[harness.west, harness.office], 5],
        [[harness.headquarters], 2],
      ] as const) {
        const { rows, totals } = readRun(await postRun(server, harness.headquarters.secret, reportId, { over }));
        expect([rows.toSorted(byText), totals]).toEqual([counts(over), { cases: total }]);
      }
    },
  },
  "Descendants and permissions are checked in the database at run time.": {
    "an organization that moved in counts at once": async (harness) => {
      await placeTenant(harness.strangersOffice, { parentOrganizationId: harness.office.organizationId });
      expectCases(await harness.run(), [...listTree(harness), harness.strangersOffice]);
    },
    "one that moves out while the run is being read is in it whole, one whose attorney loses the right too": async (
      harness,
    ) => {
      const change = async () => {
        await moveWestAway(harness);
        await attorney({ permissions: [] })(harness);
      };
      expectCases(await whileCasesAreLocked(() => harness.run(), change), listTree(harness));
      expectRejection(await harness.run(), "FORBIDDEN");
    },
    "acceptance 14: moved out between two pages": rejectedBetweenPages(moveWestAway, "VALIDATION_FAILED", changedReach),
    "moved in between two pages": rejectedBetweenPages(
      ({ strangersOffice, west }) => placeTenant(strangersOffice, { parentOrganizationId: west.organizationId }),
      "VALIDATION_FAILED",
      changedReach,
    ),
    "moved within the tree between two pages: the same organizations": async (harness) => {
      const { nextCursor, rows } = readRun(await harness.run({ limit: 3 }));
      await placeTenant(harness.office, { parentOrganizationId: harness.west.organizationId });
      expect([...rows, ...readRun(await harness.run({ after: nextCursor })).rows]).toEqual(
        readRun(await harness.run()).rows,
      );
    },
  },
};

describe.each(Object.entries(sentences))("%s", (_, rows) => {
  test.each(Object.entries(rows))("%s", async (__, check) => void (await check(await setRollUp(server))));
});
