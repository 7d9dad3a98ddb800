import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createMember } from "../../team/fixtures.ts";
import type { Deadline } from "../schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
/** A key that nobody behind the tenant's key is behind. */
let other: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  const actingAttorneyId = await createMember(tenant, {
    firstName: "Ben",
    lastName: "Second",
    isAttorney: true,
    role: "attorney",
  });
  other = openApi(server, (await createKey(tenant, { actingAttorneyId })).secret);
  const policy = {
    limitationVerification: "other_persons",
    otherVerification: "other_persons",
    requireVerificationOf: ["limitation"],
    warningDays: JSON.stringify({ limitation: [30], court: [7], notice: [7], contract: [3], internal: [1] }),
  };
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlinePolicy")
      .values({ organizationId: tenant.organizationId, ...policy })
      .execute(),
  );
});
afterAll(() => server.close(1000));

/** Two years from the incident of 2025-11-20 in Pennsylvania, where the period of a minor begins at 18. */
async function open(dateOfBirth: string | null) {
  const { caseId, clientId } = await createCase(tenant, {
    caseType: "motor_vehicle_accident",
    caseState: "PA",
    dateOfIncident: "2025-11-20",
  });
  await changeRow(tenant, "Client", clientId, { dateOfBirth });
  const { id } = readBody<{ deadline: Deadline }>(
    await api.change("POST", `/cases/${caseId}/deadlines`, {
      type: "statute_of_limitations",
      ruleKey: "limitation.pa.personal_injury",
    }),
  ).deadline;
  return {
    caseId,
    clientId,
    id,
    get: async () => readBody<{ deadline: Deadline }>(await api.get(`/deadlines/${id}`)).deadline,
    bear: (on: string | null) => api.change("PATCH", `/clients/${clientId}`, { dateOfBirth: on }),
    decide: (decision: string) =>
      other.change("POST", `/deadlines/${id}/verify`, { subject: "recalculation", decision, basis: "file_review" }),
    listEvents: async () =>
      (await readEvents(tenant)).filter(({ entityId }) => entityId === id).map(({ eventType }) => eventType),
  };
}

test("a date of birth that is earlier moves the date of a minor at once, the case with it, and the verification ends; one that is later waits for a second person", async () => {
  const of = await open("2011-06-15");
  expect(await of.get()).toMatchObject({ dueOn: "2031-06-15" });
  await changeRow(tenant, "Deadline", of.id, { verificationStatus: "verified", effectiveOn: "2031-06-15" });
  readBody(await of.bear("2010-06-15"));
  const moved = await of.get();
  expect(moved).toMatchObject({
    dueOn: "2030-06-15",
    effectiveOn: "2027-11-20",
    verificationStatus: "unverified",
    recalculation: null,
    setBy: { type: "system", causedBy: { id: tenant.keyId } },
    calculation: { minority: { bornOn: "2010-06-15" } },
  });
  expect((await api.get(`/cases/${of.caseId}`)).body["case"]).toMatchObject({
    statuteOfLimitationsOn: "2027-11-20",
    statuteOfLimitationsStatus: "unverified",
  });
  readBody(await of.bear("2012-06-15"));
  expect(await of.get()).toMatchObject({
    dueOn: "2030-06-15",
    recalculation: { proposedOn: "2032-06-15", triggerOn: "2025-11-20" },
  });
  readBody(await of.decide("confirm"));
  expect(await of.get()).toMatchObject({
    dueOn: "2032-06-15",
    recalculation: null,
    calculation: { minority: { bornOn: "2012-06-15" } },
  });
  expect(await of.listEvents()).toEqual([
    "deadline.created",
    "deadline.recalculated",
    "deadline.recalculation_proposed",
    "deadline.recalculated",
  ]);
  const events = (await readEvents(tenant)).filter(({ entity }) => entity === "deadline");
  expect(JSON.stringify(events)).not.toMatch(/201[0-2]-06-15/);
});

test("one that was unknown proposes the later date; an incident that moves meanwhile is earlier at once; rejected, the date stays, and an incident that moves is counted as before", async () => {
  const of = await open(null);
  expect(await of.get()).toMatchObject({ dueOn: "2027-11-20" });
  readBody(await of.bear("2011-06-15"));
  expect((await of.get()).recalculation).toMatchObject({ proposedOn: "2031-06-15" });
  readBody(await api.change("PATCH", `/cases/${of.caseId}`, { dateOfIncident: "2025-12-01" }));
  expect((await of.get()).recalculation).toMatchObject({ proposedOn: "2031-06-15", triggerOn: "2025-12-01" });
  readBody(await api.change("PATCH", `/cases/${of.caseId}`, { dateOfIncident: "2025-11-10" }));
  expect(await of.get()).toMatchObject({
    dueOn: "2027-11-10",
    recalculation: { proposedOn: "2031-06-15", triggerOn: "2025-11-10" },
  });
  readBody(await of.decide("reject"));
  readBody(await api.change("PATCH", `/cases/${of.caseId}`, { dateOfIncident: "2025-11-02" }));
  expect(await of.get()).toMatchObject({ dueOn: "2027-11-02", recalculation: null });
});

test("nothing moves for a date that does not depend on it, for one that was cleared, and in an archived case", async () => {
  const [adult, archived] = [await open("1980-01-01"), await open("2011-06-15")];
  readBody(await adult.bear("1981-01-01"));
  expect(await adult.get()).toMatchObject({ revision: 1, dueOn: "2027-11-20", recalculation: null });
  readBody(await adult.bear(null));
  await changeRow(tenant, "Case", archived.caseId, {
    matterStage: "closed",
    matterStatus: "archived",
    closedOn: "2026-03-01",
    statusReason: "Settled",
  });
  readBody(await archived.bear("2010-06-15"));
  expect([(await archived.get()).revision, await adult.listEvents(), await archived.listEvents()]).toEqual([
    1,
    ["deadline.created"],
    ["deadline.created"],
  ]);
});
