import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson, openSession } from "../../../testing/harness/identity.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { openPortal, type Portal } from "../../../testing/harness/requests/portal-calls.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createParty } from "../../cases/parties/fixtures.ts";
import { createMember } from "../../team/fixtures.ts";
import { createDeadline } from "../fixtures.ts";
import type { Deadline } from "../schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const deadlineOf = (reply: Reply) => readBody<{ deadline: Deadline }>(reply).deadline;
const get = async (id: string) => deadlineOf(await api.get(`/deadlines/${id}`));

test("15. an incident that was earlier moves three deadlines at once, and none stays verified; a later one waits, and is rejected or confirmed by a second person", async () => {
  const { caseId } = await createCase(tenant, { dateOfIncident: "2025-11-20" });
  const add = async (type: string) =>
    deadlineOf(
      await api.change("POST", `/cases/${caseId}/deadlines`, {
        type,
        trigger: { source: "incident" },
        offset: 101,
        unit: "years",
        rollRule: "none",
      }),
    );
  const all = [await add("custom"), await add("answer_due"), await add("offer_expiration")];
  const other = openApi(
    server,
    (
      await createKey(tenant, {
        actingAttorneyId: await createMember(tenant, {
          firstName: "Ben",
          lastName: "Second",
          isAttorney: true,
          role: "attorney",
        }),
      })
    ).secret,
  );
  const [first] = all.map(({ id }) => id);
  deadlineOf(
    await other.change("POST", `/deadlines/${first}/verify`, {
      decision: "confirm",
      dueOn: "2126-11-20",
      basis: "file_review",
    }),
  );
  readBody(await api.change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2025-11-02" }));
  for (const { id } of all)
    expect(await get(id)).toMatchObject({
      dueOn: "2126-11-02",
      originalDueOn: "2126-11-20",
      verificationStatus: "unverified",
      trigger: { on: "2025-11-02" },
      setBy: { type: "system", causedBy: { id: tenant.keyId } },
    });
  readBody(await api.change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2025-12-01" }));
  for (const { id } of all)
    expect(await get(id)).toMatchObject({
      dueOn: "2126-11-02",
      recalculation: { proposedOn: "2126-12-01", triggerOn: "2025-12-01", causedBy: { id: tenant.keyId } },
    });
  const decide = (by: Api, id: string, decision: string) =>
    by.change("POST", `/deadlines/${id}/verify`, { subject: "recalculation", decision, basis: "file_review" });
  expect((await decide(api, all[0]?.id ?? "", "confirm")).status).toBe(409);
  expect(deadlineOf(await decide(other, all[0]?.id ?? "", "reject"))).toMatchObject({
    dueOn: "2126-11-02",
    recalculation: null,
  });
  expect(deadlineOf(await decide(other, all[1]?.id ?? "", "confirm"))).toMatchObject({
    dueOn: "2126-12-01",
    recalculation: null,
    verificationStatus: "unverified",
    trigger: { on: "2025-12-01" },
  });
  const kinds = (await readEvents(tenant))
    .filter(({ entityId }) => entityId === all[1]?.id)
    .map(({ eventType }) => eventType);
  expect(kinds).toEqual([
    "deadline.created",
    "deadline.recalculated",
    "deadline.recalculation_proposed",
    "deadline.recalculated",
  ]);
});

test("22. the service of a party moves what is counted from it; such a party, and a case with an open deadline, are not deleted, and the case is not closed", async () => {
  const { caseId, clientId } = await createCase(tenant);
  const { partyId } = await createParty(tenant, { servedOn: "2026-11-02" }, { caseId, clientId });
  const { deadline } = readBody<{ deadline: Deadline }>(
    await api.change("POST", `/cases/${caseId}/deadlines`, {
      type: "answer_due",
      adversePartyId: partyId,
      trigger: { source: "service", recordId: partyId },
      offset: 21,
      unit: "calendar_days",
    }),
  );
  expect(deadline).toMatchObject({ dueOn: "2026-11-23", adverse: { partyId } });
  readBody(await api.change("PATCH", `/cases/${caseId}/parties/${partyId}`, { servedOn: "2026-10-30" }));
  expect(await get(deadline.id)).toMatchObject({ dueOn: "2026-11-20" });
  expect((await api.change("DELETE", `/cases/${caseId}/parties/${partyId}`)).text).toContain(
    "An open deadline names this party",
  );
  expect((await api.change("DELETE", `/cases/${caseId}`)).text).toContain(
    "open deadlines (satisfy, waive or cancel them)",
  );
  expect(
    (await api.change("POST", `/cases/${caseId}/transitions`, { toStage: "closed", reason: "Done" })).text,
  ).toContain("no_open_deadline");
  deadlineOf(
    await api.change("POST", `/deadlines/${deadline.id}/transitions`, { toStatus: "cancelled", reason: "Dismissed." }),
  );
  readBody(await api.change("DELETE", `/cases/${caseId}/parties/${partyId}`));
});

test("a stage with the gate no_unverified_deadline opens once each date that is open or missed is verified", async () => {
  readBody(await api.change("PUT", "/case-stage-gates/discovery", { gates: ["no_unverified_deadline"] }));
  const { caseId } = await createCase(tenant, { matterStage: "litigation_filed" });
  const { deadlineId } = await createDeadline(tenant, { caseId });
  const { deadlineId: disputed } = await createDeadline(tenant, {
    caseId,
    status: "missed",
    verificationStatus: "disputed",
  });
  const enter = () => api.change("POST", `/cases/${caseId}/transitions`, { toStage: "discovery", reason: "Begins" });
  expect((await enter()).text).toContain("no_unverified_deadline (have a second person verify");
  await changeRow(tenant, "Deadline", deadlineId, { verificationStatus: "verified" });
  expect((await enter()).status).toBe(409);
  await changeRow(tenant, "Deadline", disputed, { status: "waived" });
  readBody(await enter());
});

test("the case's numbers count its deadlines, and name the next one and the earliest limitation", async () => {
  const { caseId } = await createCase(tenant);
  const add = (dueOn: string, values: Parameters<typeof createDeadline>[1] = {}) =>
    createDeadline(tenant, { caseId, dueOn, ...values });
  const limitation = { type: "statute_of_limitations", deadlineClass: "limitation" };
  await add("2126-03-02", { verificationStatus: "verified", type: "answer_due" });
  await add("2126-03-03");
  await add("2026-01-07", { ...limitation, status: "missed" });
  for (const status of ["waived", "cancelled"]) await add("2026-01-06", { ...limitation, status });
  const { deadlineId } = await add("2126-03-01", { ...limitation, verificationStatus: "disputed" });
  const read = async () => readBody<{ summary: object }>(await api.get(`/cases/${caseId}/summary`)).summary;
  const counts = {
    openDeadlineCount: 3,
    unverifiedDeadlineCount: 2,
    missedDeadlineCount: 1,
    earliestLimitationOn: "2026-01-07",
  };
  expect(await read()).toMatchObject({
    ...counts,
    nextDeadline: { type: "statute_of_limitations", effectiveOn: "2126-03-01", isVerified: false },
  });
  await changeRow(tenant, "Deadline", deadlineId, { status: "waived" });
  expect(await read()).toMatchObject({
    openDeadlineCount: 2,
    unverifiedDeadlineCount: 1,
    nextDeadline: { type: "answer_due", effectiveOn: "2126-03-02", isVerified: true },
  });
});

test("an attorney verifies in the portal, with a second factor, and never what they set themselves; an owner changes the policy", async () => {
  const { slug } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Organization")
      .select("slug")
      .where("id", "=", tenant.organizationId)
      .executeTakeFirstOrThrow(),
  );
  const signIn = async (values: Parameters<typeof createMember>[1], hasSecondFactor = true) => {
    const memberId = await createMember(tenant, { firstName: "Cleo", lastName: "Verifier", ...values });
    const person = await createPerson(server, {
      member: { organizationId: tenant.organizationId, memberId },
      hasSecondFactor,
    });
    return { memberId, portal: openPortal(server, await openSession(server, person), slug) };
  };
  const attorney = await signIn({ role: "attorney", isAttorney: true });
  const { deadlineId } = await createDeadline(tenant, {
    type: "statute_of_limitations",
    deadlineClass: "limitation",
    setByPersons: [attorney.memberId],
  });
  const { deadlineId: others } = await createDeadline(tenant, {
    type: "statute_of_limitations",
    deadlineClass: "limitation",
    setByPersons: [tenant.attorneyId],
  });
  const decide = ({ portal }: { portal: Portal }, id: string) =>
    portal.mutate<{ deadline: Deadline }>("deadlines.decide", {
      deadlineId: id,
      decision: "confirm",
      dueOn: "2126-03-01",
      basis: "statute_text",
    });
  expect((await decide(attorney, deadlineId)).error?.message).toContain("A second person must verify it");
  expect((await decide(attorney, others)).data.deadline).toMatchObject({
    verificationStatus: "verified",
    verification: { by: { type: "member", id: attorney.memberId } },
  });
  const rejections = [
    await signIn({ role: "paralegal" }),
    await signIn({ role: "owner" }),
    await signIn({ role: "attorney", isAttorney: true }, false),
  ];
  for (const rejected of rejections) expect((await decide(rejected, deadlineId)).error?.data.code).toBe("FORBIDDEN");
  const change = { limitationVerification: "other_persons" };
  expect((await attorney.portal.mutate("deadlinePolicy.update", change)).error?.data.code).toBe("FORBIDDEN");
  const owner = await signIn({ role: "owner" });
  expect(
    (await owner.portal.mutate<{ deadlinePolicy: object }>("deadlinePolicy.update", change)).data.deadlinePolicy,
  ).toMatchObject({ ...change, revision: 2 });
  expect((await api.get("/deadline-policy")).body["deadlinePolicy"]).toMatchObject(change);
});
