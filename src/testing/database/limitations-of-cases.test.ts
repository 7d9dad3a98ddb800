import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findDueAt, findStateZone } from "../../areas/deadlines/calculation/domain.instants.ts";
import { findActByOn } from "../../areas/deadlines/calculation/domain.record.ts";
import { createDeadline } from "../../areas/deadlines/fixtures.ts";
import type { Deadline } from "../../areas/deadlines/schema.ts";
import { federalTemplate } from "../../areas/organization/holiday-calendars/domain.templates.ts";
import { BusinessDays } from "../../platform/business-days.ts";
import { migrationsFolder } from "../../platform/database/migrations.ts";
import { openApi, readBody, type Api } from "../harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";

/** The migration that makes deadlines of the dates that cases have. */
let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const migrate = () => {
  const script = readFileSync(join(migrationsFolder, "20261207100200_limitations_of_cases", "migration.sql"), "utf8");
  return owner.query(`BEGIN; ALTER TABLE "Case" DROP COLUMN "statuteOfLimitationsStatus"; ${script} COMMIT`);
};

const days = new BusinessDays({
  ...federalTemplate,
  workWeek: [1, 2, 3, 4, 5],
  exceptions: [],
  verifiedThroughOn: null,
});
const states = ["PA", null, "HI", "CA", "ID", "PR", "TX"];
/**
 * Days around New Year, a Saturday's Independence Day, Juneteenth before and after it was a holiday, and leap days
 * among them.
 */
const dates = [
  "2027-12-31",
  "2028-01-01",
  "2026-07-03",
  "2026-07-04",
  "2026-07-05",
  "2020-06-19",
  "2021-06-18",
  "2027-06-19",
  "2022-06-20",
  "2027-01-18",
  "2027-02-15",
  "2027-05-31",
  "2027-09-06",
  "2027-10-11",
  "2026-11-11",
  "2026-11-26",
  "2026-12-25",
  "2027-12-24",
  "2028-02-29",
  "2027-11-20",
  "2027-11-21",
  "2019-01-01",
  "2031-03-09",
  "2026-11-01",
  "2027-04-01",
  "2023-07-04",
  "2033-01-01",
  "2032-12-31",
  "2033-11-11",
  "2026-05-25",
];

test("7. of 40 dated cases none is lost: each has a deadline of its date, and shows it unless the deadline is cancelled", async () => {
  const closed = { matterStage: "closed", closedOn: "2026-01-02", statusReason: "Settled" };
  const open = await Promise.all(
    dates.map((on, place) =>
      createCase(tenant, {
        statuteOfLimitationsOn: on,
        caseState: states[place % states.length] ?? null,
        attorneyId: place % 2 === 0 ? tenant.attorneyId : null,
      }),
    ),
  );
  const [shut, archived, deleted] = await Promise.all(
    [
      { ...closed, matterStatus: "closed" },
      { ...closed, matterStatus: "archived" },
      { deletedAt: "2026-02-01T00:00:00Z" },
    ].map((values, kind) =>
      Promise.all(
        Array.from({ length: kind === 0 ? 4 : 3 }, () =>
          createCase(tenant, { statuteOfLimitationsOn: "2025-11-20", ...values }),
        ),
      ),
    ),
  );
  const undated = (await createCase(tenant)).caseId;
  const recorded = (await createCase(tenant, { statuteOfLimitationsOn: "2030-01-02" })).caseId;
  await createDeadline(tenant, {
    caseId: recorded,
    type: "statute_of_limitations",
    deadlineClass: "limitation",
    dueOn: "2030-01-02",
    verificationStatus: "verified",
  });
  await migrate();

  const {
    rows: [count],
  } = await owner.query<{
    imported: string;
    cases: string;
    changes: string;
    events: string;
  }>(`SELECT (SELECT count(*) FROM "Deadline" WHERE source = 'import') AS imported,
    (SELECT count(DISTINCT "caseId") FROM "Deadline" WHERE source = 'import') AS cases, (SELECT count(*) FROM "DeadlineChange" WHERE kind = 'created') AS changes, (SELECT count(*) FROM "Event") AS events`);
  expect(count).toEqual({ imported: "40", cases: "40", changes: "40", events: "0" });
  for (const [place, { caseId }] of open.entries()) {
    const [on, state] = [dates[place] ?? "", states[place % states.length] ?? null];
    const {
      deadlines: [deadline],
    } = readBody<{ deadlines: Deadline[] }>(await api.get(`/cases/${caseId}/deadlines`));
    const timeZone = state === null ? "America/New_York" : findStateZone(state)?.timeZone;
    expect(deadline).toMatchObject({
      id: expect.stringMatching(/^ddl_[0-9a-hjkmnp-tv-z]{26}$/),
      type: "statute_of_limitations",
      deadlineClass: "limitation",
      title: "Statute of limitations",
      dueOn: on,
      effectiveOn: on,
      originalDueOn: on,
      actByOn: findActByOn(on, { days }),
      timeZone,
      timeZoneBasis: state === null ? "organization" : "case_state",
      dueAt: findDueAt(on, null, timeZone ?? ""),
      status: "open",
      verificationStatus: "unverified",
      source: "import",
      isJurisdictional: true,
      setBy: { type: "system", onBehalfOf: null, causedBy: null },
      notes: "Taken over from the case field",
      warningDays: [180, 90, 60, 30, 14, 7, 3, 1],
      assignees: place % 2 === 0 ? [{ id: tenant.attorneyId }] : [],
    });
    expect(await read(caseId)).toEqual([on, "unverified"]);
  }
  for (const [kind, cases] of Object.entries({ closed: shut, archived })) {
    for (const { caseId } of cases ?? []) {
      expect(readBody<{ deadlines: Deadline[] }>(await api.get(`/cases/${caseId}/deadlines`)).deadlines).toMatchObject([
        { dueOn: "2025-11-20", status: "cancelled", statusReason: `The case is ${kind}`, assignees: [] },
      ]);
      expect(await read(caseId)).toEqual([null, "none"]);
    }
  }
  const { rows } = await owner.query(
    `SELECT DISTINCT status, "statusReason" FROM "Deadline" WHERE "caseId" = ANY ($1)`,
    [deleted?.map(({ caseId }) => caseId)],
  );
  expect(rows).toEqual([{ status: "cancelled", statusReason: "The case is deleted" }]);
  expect([await read(undated), await read(recorded)]).toEqual([
    [null, "none"],
    ["2030-01-02", "verified"],
  ]);
});

async function read(caseId: string): Promise<unknown[]> {
  const { case: found } = readBody<{ case: { statuteOfLimitationsOn: string; statuteOfLimitationsStatus: string } }>(
    await api.get(`/cases/${caseId}`),
  );
  return [found.statuteOfLimitationsOn, found.statuteOfLimitationsStatus];
}
