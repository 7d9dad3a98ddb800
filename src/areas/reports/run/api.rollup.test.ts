import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { createKey } from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createCaseFields, placeTenant, type TenantInHierarchy } from "../../../testing/harness/hierarchy.ts";
import {
  attorney,
  changedReach,
  expectCases,
  expectOutside,
  listTree,
  moveWestAway,
  rejectedBetweenPages,
  rejectedByDefault,
  setRollUp,
  type Check,
  type RollUp,
} from "../../../testing/harness/rollup.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { expectRejection } from "../../../testing/conformance/subject.ts";
import { caseDefinition, createReport, hideReport } from "../fixtures.ts";
import { postRun, readRun, type TestRun } from "./fixtures.ts";

let server: TestServer;
beforeAll(async () => void (server = await startOwnServer({ worker: "none" })));
afterAll(() => server.close(1_000));

/** An attorney of a role that brings nothing, with just these permissions. */
const holding = (...permissions: string[]): Check => attorney({ role: "investigator", permissions });
const succeeds =
  (change: Check): Check =>
  async (harness) => {
    await change(harness);
    expectCases(await harness.run(), listTree(harness));
  };

const unknown = [{ organizationId: "org_01kf3mp0q2s4v6x8z1b3d5f7h9" }];
const runOf = (harness: RollUp, tenant: TenantInHierarchy) => (over?: TestRun["over"]) =>
  postRun(server, tenant.secret, harness.reportId, over === undefined ? {} : { over });
const stopReporting: Check = ({ east }) => placeTenant(east, { reportsToHeadquarters: false });

/** A report of cases that shows and filters by custom fields, run by the headquarters. */
async function runWithFields(
  harness: RollUp,
  own: string,
  change: Check,
): Promise<(requested?: TestRun) => Promise<Reply>> {
  const columns = [...caseDefinition.columns, { key: "exposure", field: "custom.exposure" }];
  const definition = {
    ...caseDefinition,
    columns,
    filters: [{ field: "custom.court", operator: "is_not_empty" }],
    parameters: [],
  };
  const reportId = await createReport(harness.headquarters, { definition, visibility: "shared_children" });
  for (const tenant of listTree(harness))
    if (tenant !== harness.office) await createCaseFields(tenant, { exposure: own, court: "text" });
  await change(harness);
  return (requested) => postRun(server, harness.headquarters.secret, reportId, requested);
}

const misfits =
  (change: Check, names: string): Check =>
  async (harness) => {
    const run = await runWithFields(harness, "number", change);
    for (const requested of [{}, { over: [harness.office] }]) {
      const { body } = expectRejection(await run(requested), "VALIDATION_FAILED");
      expect(body["error"]).toBe(
        `organizationIds: the report uses custom fields that an organization of this run lacks, has archived, or has with another type: ${names}`,
      );
    }
    expect(
      readRun(await run({ over: [harness.headquarters, harness.east] })).rows.map((row) => row["exposure"]),
    ).toEqual([1, 1, 1, 1]);
  };

const ownPlaceAlone = async (harness: RollUp, path: string) => {
  const own = await createReport(harness.office, { name: "Of the office" });
  const rejected = openApi(server, harness.headquarters.secret);
  expectRejection(
    path === "get" ? await rejected.get(`/reports/${own}`) : await rejected.change("POST", `/reports/${own}/run`, {}),
    "NOT_FOUND",
    "Report not found",
  );
  return own;
};

/** Every sentence of the specification, "Authentication" 9, and of the order to build it, "Run": with what shows it. */
const sentences: Record<string, Record<string, Check>> = {
  "Tenancy: requests stay inside the key's organization.": {
    "a region's key runs over the region alone": async (harness) =>
      expectCases(await runOf(harness, harness.west)(), [harness.west]),
    "so does an office's": async (harness) => expectCases(await runOf(harness, harness.office)(), [harness.office]),
  },
  "Report runs may include authorized descendants of a headquarters organization when `reportIncludeChildOrganizations` is on":
    {
      "all three levels": async (harness) => expectCases(await harness.run(), listTree(harness)),
      "off: the own organization alone": async (harness) => {
        const { secret } = await createKey(harness.headquarters, { reportIncludeChildOrganizations: false });
        expectCases(await postRun(server, secret, harness.reportId), [harness.headquarters]);
        await expectOutside(
          (over) => postRun(server, secret, harness.reportId, { over }),
          [[harness.west], unknown, [harness.stranger]],
        );
      },
      "a parent that is no headquarters runs over itself alone": async (harness) =>
        expectCases(await runOf(harness, harness.east)(), [harness.east]),
      "a child that does not report is left out, with what lies below it": async (harness) => {
        await stopReporting(harness);
        expectCases(await harness.run(), [harness.headquarters, harness.west]);
      },
      "a headquarters that is none any more": async (harness) => {
        await placeTenant(harness.headquarters, { isHeadquarters: false });
        expectCases(await harness.run(), [harness.headquarters]);
      },
      "a hierarchy that has become a ring ends": async (harness) => {
        await placeTenant(harness.headquarters, { parentOrganizationId: harness.office.organizationId });
        expectCases(await harness.run(), listTree(harness));
      },
    },
  "An export has the rows of its own organization: where a run has more, it must say that it wants fewer": {
    "a headquarters that names none gets an error that says so; named, it gets its own": async (harness) => {
      const { headquarters, reportId } = harness;
      const create = (more: object) =>
        openApi(server, headquarters.secret).change("POST", "/exports", {
          type: "report",
          format: "csv",
          reportId,
          ...more,
        });
      const { body } = expectRejection(await create({}), "VALIDATION_FAILED");
      const count = listTree(harness).length;
      expect(body["error"]).toContain(`organizationIds: required: a run of this report covers ${count} organizations`);
      expect((await create({ organizationIds: [headquarters.organizationId] })).status).toBe(201);
      for (const { organizationId } of [harness.office, ...unknown]) {
        const rejected = expectRejection(await create({ organizationIds: [organizationId] }), "VALIDATION_FAILED");
        expect(rejected.body["error"]).toContain("must contain your own organization alone");
      }
    },
    "a key that runs over its own alone need not": async ({ headquarters, reportId }) => {
      const { secret } = await createKey(headquarters, { reportIncludeChildOrganizations: false });
      const reply = await openApi(server, secret).change("POST", "/exports", {
        type: "report",
        format: "csv",
        reportId,
      });
      expect(reply.status).toBe(201);
    },
  },
  "(default on; it grants no permission by itself).": {
    "a key without any of these settings": async (harness) => {
      const { body } = await openApi(server, harness.headquarters.secret).get("/me");
      expect(body).toMatchObject({ me: { reportIncludeChildOrganizations: true } });
    },
    "on, with an attorney who sees no other office": rejectedByDefault(attorney({ permissions: [] })),
  },
  "This needs an acting attorney": {
    none: rejectedByDefault(({ headquarters }) =>
      headquarters.inside((transaction) =>
        transaction
          .updateTable("IntegrationKey")
          .set({ actingAttorneyId: null })
          .where("id", "=", headquarters.keyId)
          .execute(),
      ),
    ),
    deactivated: rejectedByDefault(attorney({ status: "deactivated" })),
    "an attorney no more": rejectedByDefault(attorney({ isAttorney: false })),
    "the own organization alone, without children, needs none": async (harness) => {
      await attorney({ status: "deactivated" })(harness);
      for (const tenant of [harness.east, harness.west]) await placeTenant(tenant, { reportsToHeadquarters: false });
      expectCases(await harness.run(), [harness.headquarters]);
    },
  },
  "with current headquarters visibility,": {
    "which came with a role that is gone": rejectedByDefault(attorney({ role: "attorney", permissions: [] })),
    "which comes with the role of an owner": succeeds(attorney({ role: "owner", permissions: [] })),
  },
  "report view/export permission": {
    neither: rejectedByDefault(holding("reports:headquarters", "cases:view")),
    "view does": succeeds(holding("reports:headquarters", "reports:view", "cases:view")),
    "export does": succeeds(holding("reports:headquarters", "reports:export", "cases:view")),
  },
  "and the report's data permissions;": {
    "those of its entity": rejectedByDefault(holding("reports:headquarters", "reports:view")),
    "those of a column": async (harness) => {
      const columns = [
        { key: "case", field: "sequenceId" },
        { key: "client", field: "clientName" },
      ];
      const reportId = await createReport(harness.headquarters, { definition: { columns } });
      await holding("reports:headquarters", "reports:view", "cases:view")(harness);
      expectRejection(await postRun(server, harness.headquarters.secret, reportId), "FORBIDDEN");
    },
    "a key's scopes do not stand in for them, nor they for scopes": async (harness) => {
      const { secret } = await createKey(harness.headquarters, { scopes: ["reports:run"] });
      expectRejection(await postRun(server, secret, harness.reportId), "FORBIDDEN");
    },
  },
  "otherwise the default rollup returns 403 instead of shrinking silently.": {
    "everything that is missing at once": rejectedByDefault(holding()),
    "a permission withdrawn between two pages": rejectedBetweenPages(attorney({ permissions: [] }), "FORBIDDEN"),
    "an attorney deactivated between two pages": rejectedBetweenPages(attorney({ status: "deactivated" }), "FORBIDDEN"),
    "a toggle turned off between two pages": rejectedBetweenPages(
      ({ headquarters }) =>
        headquarters.inside((transaction) =>
          transaction.updateTable("IntegrationKey").set({ reportIncludeChildOrganizations: false }).execute(),
        ),
      "VALIDATION_FAILED",
      changedReach,
    ),
  },
  "`organizationIds` narrows the scope:": {
    "to some": async (harness) =>
      expectCases(await harness.run({ over: [harness.office, harness.headquarters] }), [
        harness.headquarters,
        harness.office,
      ]),
    "to one below": async (harness) => expectCases(await harness.run({ over: [harness.west] }), [harness.west]),
    "to what is no list of ids": async (harness) => {
      for (const over of [
        "",
        ",",
        " ",
        `${harness.west.organizationId}, ${harness.east.organizationId}`,
        `${harness.west.organizationId},`,
        "*",
        "a'b",
        "x".repeat(65),
      ]) {
        expectRejection(await harness.run({ over }), "VALIDATION_FAILED", /^organizationIds: /);
      }
      expectRejection(
        await harness.run({ over: [harness.west, harness.west] }),
        "VALIDATION_FAILED",
        "organizationIds: must contain each organization once",
      );
      expectRejection(
        await harness.run({ over: Array.from({ length: 101 }, (_, at) => `org_${at}`).join(",") }),
        "VALIDATION_FAILED",
        "organizationIds: must contain at most 100",
      );
    },
  },
  "an unauthorized id returns 403;": {
    "unknown, foreign, a child that does not report and what lies below it: the same words": async (harness) => {
      await stopReporting(harness);
      const { stranger, strangersOffice, east, office, west } = harness;
      await expectOutside(
        (over) => harness.run({ over }),
        [unknown, [stranger], [strangersOffice], [east], [office], [west, office], [west, ...unknown]],
      );
    },
    "of a region: its parent, its sibling, what lies below it": async (harness) => {
      await expectOutside(runOf(harness, harness.east), [
        [harness.headquarters],
        [harness.west],
        [harness.office],
        unknown,
        [harness.stranger],
        [harness.east, harness.office],
      ]);
    },
    "acceptance 14: an organization that has moved away": async (harness) => {
      await moveWestAway(harness);
      await expectOutside((over) => harness.run({ over }), [[harness.west], unknown]);
      expectCases(await harness.run(), [harness.headquarters, harness.east, harness.office]);
    },
  },
  "a shared child report that is not API-visible returns 404;": {
    "hidden by an office": async (harness) => {
      await hideReport(harness.office, harness.reportId);
      for (const requested of [{}, { over: [harness.office] }, { over: [harness.headquarters, harness.office] }])
        expectRejection(await harness.run(requested), "NOT_FOUND", "Report not found");
      expectCases(await harness.run({ over: [harness.headquarters, harness.west] }), [
        harness.headquarters,
        harness.west,
      ]);
      expectRejection(await runOf(harness, harness.office)(), "NOT_FOUND", "Report not found");
    },
    "hidden by an organization that is out of reach: no matter": async (harness) => {
      await hideReport(harness.stranger, harness.reportId);
      expectCases(await harness.run(), listTree(harness));
    },
    "hidden between two pages": rejectedBetweenPages(
      ({ office, reportId }) => hideReport(office, reportId),
      "NOT_FOUND",
      /^Report not found$/,
    ),
  },
  "incompatible field definitions return 400.": {
    missing: misfits(() => Promise.resolve(), "custom.exposure, custom.court"),
    "of another type": misfits(
      ({ office }) => createCaseFields(office, { exposure: "text", court: "text" }),
      "custom.exposure",
    ),
    archived: misfits(
      ({ office }) => createCaseFields(office, { exposure: "number", court: "text" }, ["court"]),
      "custom.court",
    ),
    "alike everywhere": async (harness) => {
      const run = await runWithFields(harness, "number", ({ office }) =>
        createCaseFields(office, { exposure: "number", court: "text" }),
      );
      expect(readRun(await run()).rows.map((row) => row["exposure"])).toEqual(Array.from({ length: 8 }, () => 1));
    },
  },
  "Report listing, metadata lookup and export jobs stay within the key's own organization.": {
    "an office's own report is not listed, shown or run": async (harness) => {
      await ownPlaceAlone(harness, "get");
      const own = await ownPlaceAlone(harness, "run");
      const { body } = await openApi(server, harness.headquarters.secret).get("/reports?limit=200");
      expect((body["reports"] as { id: string }[]).map(({ id }) => id)).not.toContain(own);
    },
    "organizationIds is unknown to listing, metadata and exports": async (harness) => {
      const { get, change } = openApi(server, harness.headquarters.secret);
      const named = `organizationIds=${harness.west.organizationId}`;
      for (const path of ["/reports", `/reports/${harness.reportId}`, "/exports"])
        expectRejection(await get(`${path}?${named}`), "VALIDATION_FAILED", "organizationIds: unknown query parameter");
      const requested = {
        type: "report",
        format: "csv",
        reportId: harness.reportId,
        organizationIds: [harness.west.organizationId],
      };
      expectRejection(await change("POST", "/exports", requested), "VALIDATION_FAILED", /organizationIds/);
      expectRejection(
        await change("POST", `/exports?${named}`, { type: "report", format: "csv", reportId: harness.reportId }),
        "VALIDATION_FAILED",
        /organizationIds: unknown query/,
      );
    },
  },
};

describe.each(Object.entries(sentences))("%s", (_, rows) => {
  test.each(Object.entries(rows))("%s", async (__, check) => void (await check(await setRollUp(server))));
});
