import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, faultOf, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createParty } from "../cases/parties/fixtures.ts";
import { createRule } from "../jurisdiction-rules/fixtures.ts";
import { withoutAge } from "./calculation/fixtures.ts";
import type { Suggestions } from "./calculation/schema.ts";
import type { Deadline } from "./schema.ts";

/** Deadlines that a rule calculates. */
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
const statute = { type: "statute_of_limitations", ruleKey: "limitation.pa.personal_injury" };
const post = (caseId: string, body: object) => api.change("POST", `/cases/${caseId}/deadlines`, body);
/** A case with a client who was of age long before, and whose date of death is not known. */
async function open(
  values: Parameters<typeof createCase>[1] = {},
  client: Parameters<typeof changeRow<"Client">>[3] = {},
): Promise<{ caseId: string; clientId: string }> {
  const created = await createCase(tenant, {
    caseType: "motor_vehicle_accident",
    caseState: "PA",
    dateOfIncident: "2025-11-20",
    ...values,
  });
  await changeRow(tenant, "Client", created.clientId, { dateOfBirth: "1980-01-01", ...client });
  return created;
}
const get = async (id: string) => deadlineOf(await api.get(`/deadlines/${id}`));
const moveIncident = async (caseId: string, dateOfIncident: string) =>
  readBody(await api.change("PATCH", `/cases/${caseId}`, { dateOfIncident }));

test("4. two years from the incident, unverified, with the statute; the case shows it", async () => {
  const { caseId } = await open();
  const { deadline, warnings } = readBody<{ deadline: Deadline; warnings: string[] }>(await post(caseId, statute));
  expect(deadline).toMatchObject({
    dueOn: "2027-11-20",
    conservativeDueOn: "2027-11-20",
    effectiveOn: "2027-11-20",
    actByOn: "2027-11-19",
    verificationStatus: "unverified",
    source: "rule",
    citation: "42 Pa.C.S. § 5524(2)",
    isJurisdictional: true,
    rule: { key: statute.ruleKey, citation: "42 Pa.C.S. § 5524(2)", verification: "unverified", asOf: "2025-06" },
    trigger: { source: "incident", recordId: caseId, on: "2025-11-20" },
    calculation: {
      method: "limitation",
      citation: "42 Pa.C.S. § 5524(2)",
      ruleKey: statute.ruleKey,
      startOn: "2025-11-20",
      offset: 2,
      unit: "years",
    },
  });
  expect([withoutAge(warnings), warnings.includes("rule_older_than_a_year")]).toEqual([
    ["unverified_rule", "unverified_calendar", "falls_on_closed_day", "party_unknown"],
    true,
  ]);
  expect((await api.get(`/cases/${caseId}`)).body["case"]).toMatchObject({
    statuteOfLimitationsOn: "2027-11-20",
    statuteOfLimitationsStatus: "unverified",
  });
  const events = (await readEvents(tenant)).filter(({ relatedIds }) => JSON.stringify(relatedIds).includes(caseId));
  expect(events.map(({ eventType }) => eventType)).toEqual(["deadline.created", "case.updated"]);
  expect((await post(caseId, statute)).body["code"]).toBe("DUPLICATE_ENTRY");
  expect(
    readBody<{ deadlines: Deadline[] }>(
      await api.get(`/deadlines?ruleKey=${statute.ruleKey}&caseId=${caseId}`),
    ).deadlines.map(({ id }) => id),
  ).toEqual([deadline.id]);
  const { suggestions } = readBody<Suggestions>(
    await api.get(`/cases/${caseId}/limitation-suggestions?governmentEntity=no`),
  );
  expect(suggestions).toMatchObject([{ ruleKey: statute.ruleKey, existingDeadlineId: deadline.id }]);
  const ruleId = await createRule(tenant, statute.ruleKey);
  await changeRow(tenant, "JurisdictionRule", ruleId, {
    verification: "verified",
    verifiedByMemberId: tenant.attorneyId,
    verifiedAt: "2026-01-02T00:00:00Z",
  });
  expect((await get(deadline.id)).rule).toMatchObject({ verification: "verified" });
});

describe("the facts", () => {
  test("of a minor, and of another claimant, of whom no date of birth is known", async () => {
    const { caseId, clientId } = await open({}, { dateOfBirth: "2011-06-15" });
    expect(deadlineOf(await post(caseId, statute))).toMatchObject({
      dueOn: "2031-06-15",
      conservativeDueOn: "2027-11-20",
      effectiveOn: "2027-11-20",
      calculation: { minority: { bornOn: "2011-06-15", adultOn: "2029-06-15" } },
    });
    const { partyId } = await createParty(tenant, { role: "plaintiff" }, { caseId, clientId });
    const { deadline, warnings } = readBody<{ deadline: Deadline; warnings: string[] }>(
      await post(caseId, { ...statute, claimantPartyId: partyId }),
    );
    expect([deadline.dueOn, warnings.includes("minor_claimant")]).toEqual(["2027-11-20", true]);
    const { suggestions } = readBody<Suggestions>(
      await api.get(`/cases/${caseId}/limitation-suggestions?governmentEntity=no&claimantPartyId=${partyId}`),
    );
    expect(suggestions).toMatchObject([
      { dueOn: "2027-11-20", existingDeadlineId: deadline.id, calculation: { minority: null } },
    ]);
    expect((await api.get(`/cases/${caseId}/limitation-suggestions?claimantPartyId=pty_unknown`)).status).toBe(404);
    const events = (await readEvents(tenant)).filter(({ eventType }) => eventType === "deadline.created");
    expect(JSON.stringify(events)).not.toContain("2011-06-15");
  });

  test("of a discovery, a death, the end of a treatment, a rejected claim, and what must be done before a limitation", async () => {
    const malpractice = { ...statute, ruleKey: "limitation.ca.medical_malpractice" };
    const ca = await open({ caseState: "CA", caseType: "medical_malpractice", dateOfIncident: "2025-03-10" });
    expect(deadlineOf(await post(ca.caseId, { ...malpractice, discoveredOn: "2025-09-01" }))).toMatchObject({
      dueOn: "2026-09-01",
      conservativeDueOn: "2026-03-10",
      effectiveOn: "2026-03-10",
    });
    const given = {
      ...malpractice,
      allowDuplicate: true,
      accrualBasis: "discovery",
      accrualOn: "2024-12-01",
      discoveryFacts: "Second surgeon’s letter",
    };
    const late = await open({ caseState: "CA", caseType: "medical_malpractice", dateOfIncident: "2022-03-10" });
    expect(deadlineOf(await post(late.caseId, given))).toMatchObject({
      dueOn: "2025-03-10",
      accrualBasis: "discovery",
      calculation: { reposeOn: "2025-03-10" },
    });
    const death = await open({ caseType: "wrongful_death" }, { dateOfDeath: "2026-01-10" });
    expect(deadlineOf(await post(death.caseId, { ...statute, ruleKey: "limitation.pa.wrongful_death" }))).toMatchObject(
      { dueOn: "2028-01-10", conservativeDueOn: "2027-11-20" },
    );
    const ny = await open({ caseState: "NY", caseType: "medical_malpractice" });
    expect(
      deadlineOf(
        await post(ny.caseId, {
          ...statute,
          ruleKey: "limitation.ny.medical_malpractice",
          treatmentEndedOn: "2026-02-20",
        }),
      ).dueOn,
    ).toBe("2028-08-20");
    const unrejected = await post(ny.caseId, { ...statute, ruleKey: "limitation.us.ftca" });
    expect([faultOf(unrejected), JSON.stringify(unrejected.body)]).toEqual([
      [400, "ruleKey"],
      expect.stringContaining("send claimRejectedOn, or accrualBasis claim_rejected with accrualOn"),
    ]);
    expect(
      deadlineOf(await post(ny.caseId, { ...statute, ruleKey: "limitation.us.ftca", claimRejectedOn: "2026-06-30" }))
        .dueOn,
    ).toBe("2026-12-30");
    const wa = await open({ caseState: "WA", dateOfIncident: "2025-03-10" });
    const notice = { type: "notice_of_claim", ruleKey: "claim_notice.wa.government" };
    expect(faultOf(await post(wa.caseId, notice))).toEqual([400, "ruleKey"]);
    deadlineOf(await post(wa.caseId, { ...statute, ruleKey: "limitation.wa.personal_injury" }));
    expect(deadlineOf(await post(wa.caseId, notice)).dueOn).toBe("2028-01-10");
  });

  test("that do not go together are rejected", async () => {
    const { caseId } = await open();
    const undated = (await open({ dateOfIncident: null })).caseId;
    await changeRow(tenant, "JurisdictionRule", await createRule(tenant, "limitation.oh.personal_injury"), {
      verification: "disabled",
    });
    const bodies = [
      { ...statute, dueOn: "2027-11-20", reason: "x" },
      { ...statute, trigger: { source: "incident" }, offset: 2, unit: "years" },
      { ...statute, offset: 2 },
      { ...statute, source: "court_order", citation: "x" },
      { ...statute, type: "notice_of_claim" },
      { ...statute, ruleKey: "minority.pa" },
      { ...statute, ruleKey: "limitation.zz.nothing" },
      { ...statute, ruleKey: "limitation.oh.personal_injury" },
      { ...statute, ruleKey: "limitation.la.wrongful_death" },
      { ...statute, ruleKey: "limitation.fl.personal_injury_before_2023_03_24" },
      { ...statute, accrualOn: "2026-01-01" },
      { ...statute, accrualBasis: "other", discoveryFacts: "x" },
      { type: "statute_of_limitations", dueOn: "2027-11-20", reason: "x", deathOn: "2026-01-01" },
    ];
    const faults = [];
    for (const body of bodies) faults.push(faultOf(await post(caseId, body)));
    expect(faults).toEqual([
      [400, "ruleKey"],
      [400, "ruleKey"],
      [400, "offset"],
      [400, "source"],
      [400, "type"],
      [400, "ruleKey"],
      [404, "NOT_FOUND"],
      [409, "INVALID_STATE_TRANSITION"],
      [400, "ruleKey"],
      [400, "ruleKey"],
      [400, "accrualBasis"],
      [400, "accrualOn"],
      [400, "deathOn"],
    ]);
    expect(faultOf(await post(undated, statute))).toEqual([400, "ruleKey"]);
    expect(
      deadlineOf(await post(undated, { ...statute, accrualBasis: "incident", accrualOn: "2025-11-20" })),
    ).toMatchObject({ dueOn: "2027-11-20", trigger: { source: "manual", on: "2025-11-20" } });
  });
});

describe("a date by a rule", () => {
  test("6.6 follows the incident: earlier at once, later after a second person; outside of the rule it stays, with a warning", async () => {
    const { caseId } = await open();
    const { id } = deadlineOf(await post(caseId, statute));
    await moveIncident(caseId, "2025-11-02");
    expect(await get(id)).toMatchObject({
      dueOn: "2027-11-02",
      trigger: { on: "2025-11-02" },
      recalculation: null,
      setBy: { type: "system" },
    });
    await moveIncident(caseId, "2025-12-01");
    expect(await get(id)).toMatchObject({ dueOn: "2027-11-02", recalculation: { proposedOn: "2027-12-01" } });
    const fl = await open({ caseState: "FL", dateOfIncident: "2023-03-24" });
    const { id: other } = deadlineOf(await post(fl.caseId, { ...statute, ruleKey: "limitation.fl.personal_injury" }));
    await changeRow(tenant, "Deadline", other, { verificationStatus: "verified" });
    await moveIncident(fl.caseId, "2023-03-23");
    const found = await get(other);
    expect([
      found.dueOn,
      found.verificationStatus,
      found.calculation?.warnings.includes("accrual_outside_rule"),
    ]).toEqual(["2025-03-24", "unverified", true]);
    expect((await api.get(`/cases/${fl.caseId}`)).body["case"]).toMatchObject({
      statuteOfLimitationsOn: "2025-03-24",
      statuteOfLimitationsStatus: "unverified",
    });
  });

  test("that was counted without its rejection before that was required stays, warns, and is corrected with the rejection", async () => {
    const { caseId } = await open();
    const { id } = deadlineOf(
      await post(caseId, { ...statute, ruleKey: "limitation.us.ftca", claimRejectedOn: "2026-06-30" }),
    );
    const counted = {
      dueOn: "2026-05-20",
      conservativeDueOn: "2026-05-20",
      effectiveOn: "2026-05-20",
      actByOn: "2026-05-20",
      dueAt: "2026-05-21T04:00:00Z",
      verificationStatus: "verified",
    };
    await tenant.inside((transaction) =>
      sql`UPDATE "Deadline" SET limitation = jsonb_set(limitation, '{facts,claimRejectedOn}', 'null') WHERE id = ${id}`.execute(
        transaction,
      ),
    );
    await changeRow(tenant, "Deadline", id, counted);
    const before = await get(id);
    expect([
      before.dueOn,
      before.verificationStatus,
      before.calculation?.warnings.includes("rejection_missing"),
    ]).toEqual(["2026-05-20", "verified", true]);
    await moveIncident(caseId, "2025-10-20");
    const moved = await get(id);
    expect([
      moved.dueOn,
      moved.verificationStatus,
      moved.calculation?.warnings.filter((each) => each === "rejection_missing" || each === "accrual_outside_rule"),
    ]).toEqual(["2026-05-20", "unverified", ["rejection_missing"]]);
    expect(faultOf(await api.change("PUT", `/deadlines/${id}/tolling`, { segments: [], reason: "None" }))).toEqual([
      400,
      "ruleKey",
    ]);
    const corrected = deadlineOf(
      await api.change("PATCH", `/deadlines/${id}`, {
        accrualBasis: "claim_rejected",
        accrualOn: "2026-08-31",
        reason: "Letter of the agency",
      }),
    );
    expect([corrected.dueOn, corrected.calculation?.warnings.includes("rejection_missing")]).toEqual([
      "2027-02-28",
      false,
    ]);
  });

  test("6.5 is tolled as the rule says: a segment that contains the accrual makes the period begin at its end", async () => {
    const { caseId } = await open({ dateOfIncident: "2025-03-10" });
    const { id } = deadlineOf(await post(caseId, statute));
    const toll = async (...segments: [fromOn: string, toOn: string | null][]) => {
      const body = {
        segments: segments.map(([fromOn, toOn]) => ({ basis: "bankruptcy_stay", fromOn, toOn })),
        reason: "Stay",
      };
      const { dueOn, conservativeDueOn, calculation } = deadlineOf(
        await api.change("PUT", `/deadlines/${id}/tolling`, body),
      );
      return [dueOn, conservativeDueOn, calculation?.tolledDays];
    };
    expect(await toll(["2026-01-01", "2026-07-01"])).toEqual(["2027-09-07", "2027-03-10", 181]);
    expect(await toll(["2026-01-01", "2026-07-01"], ["2026-06-01", "2026-08-01"])).toEqual([
      "2027-10-08",
      "2027-03-10",
      212,
    ]);
    expect(await toll(["2025-03-10", "2026-12-10"])).toEqual(["2028-12-10", "2027-03-10", 640]);
    expect(await toll(["2026-01-01", null])).toEqual(["2027-03-10", "2027-03-10", 0]);
  });

  test("is corrected by its accrual, overridden by a date, and calculated anew", async () => {
    const { caseId } = await open();
    const { id } = deadlineOf(await post(caseId, statute));
    const patch = (body: object) => api.change("PATCH", `/deadlines/${id}`, { reason: "Checked", ...body });
    await moveIncident(caseId, "2025-11-02");
    expect(faultOf(await patch({ offset: 3 }))).toEqual([400, "offset"]);
    expect(deadlineOf(await patch({ dueTime: "17:00" }))).toMatchObject({ dueOn: "2027-11-02", dueTime: "17:00" });
    expect(
      deadlineOf(await patch({ accrualBasis: "other", accrualOn: "2025-12-24", discoveryFacts: "Letter" })),
    ).toMatchObject({
      dueOn: "2027-12-24",
      conservativeDueOn: "2027-11-02",
      effectiveOn: "2027-11-02",
      trigger: { source: "incident" },
    });
    expect(deadlineOf(await patch({ dueOn: "2027-10-01" }))).toMatchObject({
      dueOn: "2027-10-01",
      isOverridden: true,
      effectiveOn: "2027-10-01",
    });
    await moveIncident(caseId, "2025-01-02");
    expect(await get(id)).toMatchObject({ dueOn: "2027-10-01" });
    expect(deadlineOf(await patch({ accrualBasis: null, accrualOn: null }))).toMatchObject({
      dueOn: "2027-01-02",
      isOverridden: false,
      accrualBasis: null,
    });
  });
});
