import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createReviewWorker } from "./domain.review.ts";
import { createDeadline } from "../fixtures.ts";
import type { Deadline } from "../schema.ts";
import type { ChangedCalendar } from "./store.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const aYearAhead = new Date(Date.now() + 300 * 86_400_000);
/**
 * The first Monday on or after a day of 300 days from now: within what is reviewed, and without holidays in an empty
 * calendar.
 */
const monday = (weeks: number) =>
  new Date(
    Date.UTC(
      aYearAhead.getUTCFullYear(),
      aYearAhead.getUTCMonth(),
      aYearAhead.getUTCDate() + ((8 - aYearAhead.getUTCDay()) % 7) + weeks * 7,
    ),
  );
const day = (weeks: number, days = 0) =>
  new Date(monday(weeks).getTime() + days * 86_400_000).toISOString().slice(0, 10);

async function openFirm() {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { id: calendarId } = readBody<{ holidayCalendar: { id: string } }>(
    await api.change("POST", "/holiday-calendars", { name: "Court", kind: "court", rules: [], jurisdiction: "WY" }),
  ).holidayCalendar;
  const listJobs = async () => {
    const { rows } = await tenant.inside((transaction) =>
      sql<{ data: ChangedCalendar }>`
      SELECT data FROM pgboss.job WHERE name = 'review-deadlines' AND data->>'organizationId' = ${tenant.organizationId} ORDER BY created_on, id`.execute(
        transaction,
      ),
    );
    return rows.map(({ data }) => data);
  };
  const except = async (type: "closed" | "inaccessible", days: readonly string[]) =>
    readBody(
      await api.change("PATCH", `/holiday-calendars/${calendarId}`, {
        exceptions: days.map((on) => ({ on, name: "Storm", type, note: null })),
      }),
    );
  return {
    tenant,
    api,
    calendarId,
    listJobs,
    /** Answer due 21 days after a Monday, which is a Monday, in the firm's calendar. */
    count: async (caseId: string) => {
      const body = {
        type: "answer_due",
        trigger: { source: "manual", on: day(0) },
        offset: 21,
        unit: "calendar_days",
        holidayCalendarId: calendarId,
      };
      return readBody<{ deadline: Deadline }>(await api.change("POST", `/cases/${caseId}/deadlines`, body)).deadline.id;
    },
    get: async (id: string) => readBody<{ deadline: Deadline }>(await api.get(`/deadlines/${id}`)).deadline,
    /** Closes these days, and no others. */
    close: (...days: string[]) => except("closed", days),
    /** The clerk's office is inaccessible on these days. */
    shutOffice: (...days: string[]) => except("inaccessible", days),
    /** Works off the last job twice at the same time, and then once more, as after a kill. */
    review: async () => {
      const job = (await listJobs()).at(-1);
      const work = () =>
        createReviewWorker(server.services.database, silent).execute(job, {
          id: "job",
          signal: new AbortController().signal,
        });
      await Promise.allSettled([work(), work()]);
      await work();
    },
    listEvents: async (id: string) =>
      (await readEvents(tenant)).filter(({ entityId }) => entityId === id).map(({ eventType }) => eventType),
  };
}

test("a calendar that closes a day proposes the later date, once; one that opens it drops the proposal; nothing moves before", async () => {
  const firm = await openFirm();
  const { caseId } = await createCase(firm.tenant);
  const id = await firm.count(caseId);
  const dueOn = day(3);
  await firm.close(dueOn);
  expect((await firm.get(id)).recalculation).toBe(null);
  expect(await firm.listJobs()).toMatchObject([
    { calendarId: firm.calendarId, revision: 2, causedBy: { type: "integration_key", id: firm.tenant.keyId } },
  ]);
  await firm.review();
  expect(await firm.get(id)).toMatchObject({
    dueOn,
    recalculation: { proposedOn: day(3, 1), triggerOn: day(0), causedBy: { id: firm.tenant.keyId } },
  });
  await firm.close();
  await firm.review();
  expect(await firm.get(id)).toMatchObject({ dueOn, recalculation: null });
  expect(await firm.listEvents(id)).toEqual([
    "deadline.created",
    "deadline.recalculation_proposed",
    "deadline.updated",
  ]);
  readBody(await firm.api.change("PATCH", `/holiday-calendars/${firm.calendarId}`, { name: "Courts" }));
  expect(await firm.listJobs()).toHaveLength(2);
});

test("a calendar that opens a day moves what was counted to the earlier date at once, unverified; archived cases, overridden dates and other calendars stay", async () => {
  const firm = await openFirm();
  await firm.close(day(3));
  const cases = [await createCase(firm.tenant), await createCase(firm.tenant), await createCase(firm.tenant)];
  const [id = "", archived = "", overridden = ""] = await Promise.all(cases.map(({ caseId }) => firm.count(caseId)));
  await changeRow(firm.tenant, "Deadline", id, { verificationStatus: "verified", conservativeDueOn: null });
  await changeRow(firm.tenant, "Case", cases[1]?.caseId ?? "", {
    matterStage: "closed",
    matterStatus: "archived",
    closedOn: "2026-03-01",
    statusReason: "Settled",
  });
  await changeRow(firm.tenant, "Deadline", overridden, { isOverridden: true });
  await firm.close();
  await firm.review();
  expect(await firm.get(id)).toMatchObject({
    dueOn: day(3),
    actByOn: day(3),
    verificationStatus: "unverified",
    setBy: { type: "system", causedBy: { id: firm.tenant.keyId } },
  });
  for (const other of [archived, overridden])
    expect(await firm.get(other)).toMatchObject({ dueOn: day(3, 1), revision: 1 });
  expect(await firm.listEvents(id)).toEqual(["deadline.created", "deadline.recalculated"]);
});

test("a calendar is not deleted while an open deadline is counted in it", async () => {
  const firm = await openFirm();
  const id = await firm.count((await createCase(firm.tenant)).caseId);
  const remove = () => firm.api.change("DELETE", `/holiday-calendars/${firm.calendarId}`);
  const rejected = await remove();
  expect([rejected.status, rejected.headers["x-error-reason"]]).toEqual([409, "record_in_use"]);
  readBody(await firm.api.change("POST", `/deadlines/${id}/transitions`, { toStatus: "satisfied", on: "2026-01-05" }));
  expect((await remove()).status).toBe(200);
});

test("of a date that was given only the last open day moves, and it stays verified", async () => {
  const firm = await openFirm();
  const { deadlineId } = await createDeadline(firm.tenant, {
    dueOn: day(3),
    dueAt: `${day(4)}T05:00:00Z`,
    holidayCalendarId: firm.calendarId,
    verificationStatus: "verified",
  });
  await firm.close(day(3));
  await firm.review();
  expect(await firm.get(deadlineId)).toMatchObject({
    dueOn: day(3),
    actByOn: day(3, -3),
    verificationStatus: "verified",
    revision: 2,
  });
  expect(await firm.listEvents(deadlineId)).toEqual(["deadline.updated"]);
});

test("a clerk’s office that is inaccessible on the last day proposes the next accessible day, and only on that day", async () => {
  const firm = await openFirm();
  const id = await firm.count((await createCase(firm.tenant)).caseId);
  // A Monday, then a Tuesday; between the first and the last day it changes nothing.
  await firm.shutOffice(day(3), day(3, 1));
  await firm.review();
  expect(await firm.get(id)).toMatchObject({ dueOn: day(3), recalculation: { proposedOn: day(3, 2) } });
  await firm.shutOffice(day(2));
  await firm.review();
  expect(await firm.get(id)).toMatchObject({ dueOn: day(3), recalculation: null });
});
