import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { createParty } from "../cases/parties/fixtures.ts";
import { createMember } from "../team/fixtures.ts";
import type { Deadline } from "./schema.ts";

/**
 * Whoever set anything that a date follows from, on whatever record, is behind it: they are not the second person who
 * verifies it.
 */

let server: TestServer;
let tenant: TestTenant;
/** Three persons: a key each, with an attorney each. */
let [first, second, third]: Api[] = [];

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  [first, second, third] = [openApi(server, tenant.secret), await openPerson("Ben"), await openPerson("Cleo")];
  const warningDays = JSON.stringify({ limitation: [30], court: [7], notice: [7], contract: [3], internal: [1] });
  const policy = {
    limitationVerification: "other_persons",
    otherVerification: "other_persons",
    requireVerificationOf: ["limitation"],
    warningDays,
  };
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlinePolicy")
      .values({ organizationId: tenant.organizationId, ...policy })
      .execute(),
  );
});
afterAll(() => server.close(1000));

async function openPerson(firstName: string): Promise<Api> {
  const actingAttorneyId = await createMember(tenant, {
    firstName,
    lastName: "Person",
    isAttorney: true,
    role: "attorney",
  });
  return openApi(server, (await createKey(tenant, { actingAttorneyId })).secret);
}

const by = (person: Api | undefined): Api => {
  if (person === undefined) throw new Error("persons are opened before the tests");
  return person;
};
const deadlineOf = (reply: Reply) => readBody<{ deadline: Deadline }>(reply).deadline;
const getDeadline = async (id: string) => deadlineOf(await by(first).get(`/deadlines/${id}`));
const rejection = "A second person must verify it";

/** Whether each of the three may verify; the first who may has then done so. */
async function listVerifiers(id: string): Promise<boolean[]> {
  const { dueOn } = await getDeadline(id);
  const verdicts: boolean[] = [];
  for (const person of [first, second, third]) {
    const reply = await by(person).change("POST", `/deadlines/${id}/verify`, {
      decision: "confirm",
      basis: "statute_text",
      dueOn,
    });
    if (reply.status === 200) return [...verdicts, true];
    expect(reply.text).toContain(rejection);
    verdicts.push(false);
  }
  return verdicts;
}

const statute = { type: "statute_of_limitations", dueOn: "2126-11-20", citation: "42 Pa.C.S. § 5524(2)" };
const addStatute = async (person: Api | undefined) => {
  const { caseId } = await createCase(tenant);
  return deadlineOf(await by(person).change("POST", `/cases/${caseId}/deadlines`, statute));
};

const addParty = async (caseId: string) => (await createParty(tenant, {}, { caseId, clientId: "" })).partyId;

describe("a date of a lead", () => {
  const makeLead = async (person: Api | undefined, dates: object): Promise<string> => {
    const body = { firstName: "Mara", lastName: "Ridge", caseType: "motor_vehicle_accident", ...dates };
    return readBody<{ lead: { id: string } }>(await by(person).change("POST", "/leads", body)).lead.id;
  };
  const convert = async (person: Api | undefined, leadId: string): Promise<string> => {
    await changeRow(tenant, "Lead", leadId, { status: "retainer_signed" });
    const reply = await by(person).change("POST", `/leads/${leadId}/convert`, { clientMatch: { mode: "create" } });
    return readBody<{ case: { id: string } }>(reply).case.id;
  };

  test("estimated by one, and converted by another: a third person verifies it", async () => {
    const caseId = await convert(second, await makeLead(first, { statuteOfLimitationsEstimateOn: "2126-11-20" }));
    const [deadline] = readBody<{ deadlines: Deadline[] }>(await by(first).get(`/cases/${caseId}/deadlines`)).deadlines;
    expect(await listVerifiers(deadline?.id ?? "")).toEqual([false, false, true]);
  });

  test("whose estimate another one has replaced: the former does not count", async () => {
    const leadId = await makeLead(first, { statuteOfLimitationsEstimateOn: "2126-11-20" });
    readBody(await by(second).change("PATCH", `/leads/${leadId}`, { statuteOfLimitationsEstimateOn: "2126-11-21" }));
    const caseId = await convert(second, leadId);
    const [deadline] = readBody<{ deadlines: Deadline[] }>(await by(first).get(`/cases/${caseId}/deadlines`)).deadlines;
    expect(await listVerifiers(deadline?.id ?? "")).toEqual([true]);
  });

  test("taken over by the case and by the client", async () => {
    const caseId = await convert(
      second,
      await makeLead(first, { dateOfIncident: "2025-11-20", dateOfBirth: "2015-02-01" }),
    );
    readBody(await by(second).change("PATCH", `/cases/${caseId}`, { caseState: "PA" }));
    const byRule = { type: "statute_of_limitations", ruleKey: "limitation.pa.personal_injury" };
    const { id } = deadlineOf(await by(second).change("POST", `/cases/${caseId}/deadlines`, byRule));
    expect(await listVerifiers(id)).toEqual([false, false, true]);
  });
});

describe("what a deadline is counted from", () => {
  const yearFrom = (trigger: object) => ({
    type: "statute_of_limitations",
    trigger,
    offset: 1,
    unit: "years",
    rollRule: "none",
  });

  test("an incident that one recorded, and another counted from", async () => {
    const { clientId } = await createCase(tenant);
    const created = await by(first).change("POST", "/cases", {
      plaintiffId: clientId,
      caseType: "motor_vehicle_accident",
      dateOfIncident: "2025-11-20",
    });
    const caseId = readBody<{ case: { id: string } }>(created).case.id;
    const { id } = deadlineOf(
      await by(second).change("POST", `/cases/${caseId}/deadlines`, yearFrom({ source: "incident" })),
    );
    expect(await listVerifiers(id)).toEqual([false, false, true]);
  });

  test("an incident that a third person moved", async () => {
    const { caseId } = await createCase(tenant, { dateOfIncident: "2025-11-20" });
    const { id } = deadlineOf(
      await by(second).change("POST", `/cases/${caseId}/deadlines`, yearFrom({ source: "incident" })),
    );
    readBody(await by(first).change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2025-11-02" }));
    expect(await listVerifiers(id)).toEqual([false, false, true]);
    readBody(await by(third).change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2025-10-02" }));
    // What two persons have seen since is one incident.
    expect(await listVerifiers(id)).toEqual([true]);
  });

  test("the service on a party", async () => {
    const { caseId, partyId } = await createParty(tenant);
    readBody(await by(first).change("PATCH", `/cases/${caseId}/parties/${partyId}`, { servedOn: "2026-03-02" }));
    const { id } = deadlineOf(
      await by(second).change("POST", `/cases/${caseId}/deadlines`, yearFrom({ source: "service", recordId: partyId })),
    );
    expect(await listVerifiers(id)).toEqual([false, false, true]);
  });

  test("a count that was corrected, and not a date that was given in its place", async () => {
    const trigger = { source: "manual", on: "2026-01-05" };
    const { caseId } = await createCase(tenant);
    const { id } = deadlineOf(await by(first).change("POST", `/cases/${caseId}/deadlines`, yearFrom(trigger)));
    readBody(await by(second).change("PATCH", `/deadlines/${id}`, { offset: 2, reason: "Two years" }));
    expect(await listVerifiers(id)).toEqual([false, false, true]);
    readBody(await by(second).change("PATCH", `/deadlines/${id}`, { dueOn: "2028-01-05", reason: "By order" }));
    expect(await listVerifiers(id)).toEqual([true]);
  });
});

describe("what is verified with the date", () => {
  test("another adverse party: who changed it does not verify it alone", async () => {
    const { id, caseId } = await addStatute(first);
    const adversePartyId = await addParty(caseId);
    expect(await listVerifiers(id)).toEqual([false, true]);
    expect(
      deadlineOf(await by(second).change("PATCH", `/deadlines/${id}`, { adversePartyId })).verificationStatus,
    ).toBe("unverified");
    const { dueOn } = await getDeadline(id);
    const alone = await by(second).change("POST", `/deadlines/${id}/verify`, {
      decision: "confirm",
      basis: "statute_text",
      dueOn,
    });
    expect([alone.status, alone.text.includes(rejection)]).toEqual([409, true]);
    expect(await listVerifiers(id)).toEqual([true]);
  });

  test("another adverse party of a date that nobody has verified", async () => {
    const { id, caseId } = await addStatute(first);
    readBody(await by(second).change("PATCH", `/deadlines/${id}`, { adversePartyId: await addParty(caseId) }));
    expect(await listVerifiers(id)).toEqual([false, false, true]);
  });

  test.each([{ citation: "42 Pa.C.S. § 5533" }, { isJurisdictional: false }])(
    "%o resets a verified date",
    async (change) => {
      const { id } = await addStatute(first);
      expect(await listVerifiers(id)).toEqual([false, true]);
      expect(
        deadlineOf(await by(second).change("PATCH", `/deadlines/${id}`, { title: "Suit" })).verificationStatus,
      ).toBe("verified");
      const { verificationStatus } = deadlineOf(await by(second).change("PATCH", `/deadlines/${id}`, change));
      expect(verificationStatus).toBe("unverified");
      const changes = readBody<{ changes: { kind: string }[] }>(
        await by(first).get(`/deadlines/${id}/history`),
      ).changes;
      expect(changes.map(({ kind }) => kind)).toEqual(["created", "verified", "verification_reset"]);
      // The same value again changes nothing.
      expect(await listVerifiers(id)).toEqual([true]);
      expect(deadlineOf(await by(second).change("PATCH", `/deadlines/${id}`, change)).verificationStatus).toBe(
        "verified",
      );
    },
  );
});
