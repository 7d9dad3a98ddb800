import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSystemAction } from "../../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createLead } from "../../leads/fixtures.ts";
import { copyAnswers } from "./domain.leads.ts";
import { createForm } from "../forms/fixtures.ts";
import { giveAnswer } from "./fixtures.ts";
import type { AnswerVersion, BulkOutcome, IntakeAnswer } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const eventsOf = async (id: string | undefined) => (await readEvents(tenant)).filter(({ entityId }) => entityId === id);

describe.each([
  ["a case", async () => `/cases/${(await createCase(tenant)).caseId}`],
  ["a lead", async () => `/leads/${await createLead(tenant)}`],
])("the answers of %s", (_, newOwner) => {
  /** An owner of its own, and what can be done to its answers. */
  async function open() {
    const path = `${await newOwner()}/survey-details`;
    const answerOf = async (call: Promise<{ body: Record<string, unknown>; text: string }>) => {
      const { body, text } = await call;
      expect(text).toMatch(/^\{"success":true/);
      return body["answer"] as IntakeAnswer;
    };
    return {
      path,
      put: (accessor: string, body: object) => answerOf(api.change("PUT", `${path}/${accessor}`, body)),
      restore: (accessor: string, headers: Record<string, string> = {}) =>
        api.change("POST", `${path}/${accessor}/restore`, {}, headers),
      bulk: async (answers: object[]) => readBody<BulkOutcome>(await api.change("POST", `${path}/bulk`, { answers })),
      list: async (query = "") =>
        ((await api.get(`${path}?${query}`)).body["answers"] as IntakeAnswer[]).map(({ accessor }) => accessor),
      history: async (accessor: string) =>
        (await api.get(`${path}/history?accessor=${encodeURIComponent(accessor)}`)).body["versions"] as AnswerVersion[],
    };
  }

  test("are filtered by prefix, byte by byte, in every order", async () => {
    const { put, list } = await open();
    for (const accessor of [
      "vehicles[0].make",
      "vehicles[10].make",
      "Vehicles",
      "vehicle",
      "vehicles",
      "vehiclesZ",
      "incident.date",
    ])
      await put(accessor, { value: "x" });
    expect(await list("sort=accessor")).toEqual([
      "Vehicles",
      "incident.date",
      "vehicle",
      "vehicles",
      "vehiclesZ",
      "vehicles[0].make",
      "vehicles[10].make",
    ]);
    expect(await list("sort=accessor&accessorPrefix=vehicles")).toEqual([
      "vehicles",
      "vehiclesZ",
      "vehicles[0].make",
      "vehicles[10].make",
    ]);
    expect(await list(`accessorPrefix=${encodeURIComponent("vehicles[")}`)).toEqual([
      "vehicles[10].make",
      "vehicles[0].make",
    ]);
    expect(await list("sort=oldest&limit=2")).toEqual(["vehicles[0].make", "vehicles[10].make"]);
    expect(await list("updatedSince=2100-01-01T00:00:00Z")).toEqual([]);
  });

  test("are each returned once across pages", async () => {
    const { path, bulk } = await open();
    const accessors = Array.from({ length: 7 }, (__, index) => `a${index}`);
    await bulk(accessors.map((accessor) => ({ accessor, value: "x" })));
    for (const sort of ["newest", "oldest", "updated", "accessor"]) {
      const seen: string[] = [];
      let after = "";
      do {
        const { body } = await api.get(`${path}?sort=${sort}&limit=3${after}`);
        seen.push(...(body["answers"] as IntakeAnswer[]).map(({ accessor }) => accessor));
        after = typeof body["nextCursor"] === "string" ? `&after=${body["nextCursor"]}` : "";
      } while (after !== "");
      expect(seen.toSorted()).toEqual(accessors);
    }
  });

  test("keep their history through deletion and restoration", async () => {
    const { path, put, restore, history } = await open();
    const first = await put("injury", { value: "neck", confidence: 0.8, source: "phone_ai" });
    await put("injury", { value: "neck, back", label: "Where does it hurt?" });
    await api.change("DELETE", `${path}/injury`);
    expect((await api.get(`${path}/injury`)).status).toBe(404);
    expect((await restore("injury", { "If-Match": '"2"' })).body["code"]).toBe("STALE_REVISION");
    expect((await restore("injury", { "If-Match": '"3"' })).body["answer"]).toMatchObject({
      value: "neck, back",
      revision: 4,
      deletedAt: null,
    });
    expect((await restore("injury")).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: "The answer is not deleted",
    });
    expect((await restore("never")).body["code"]).toBe("NOT_FOUND");
    const versions = await history("injury");
    expect(versions.map(({ revision, value, deletedAt }) => [revision, value, deletedAt === null])).toEqual([
      [4, "neck, back", true],
      [3, "neck, back", false],
      [2, "neck, back", true],
      [1, "neck", true],
    ]);
    expect(versions[3]).toMatchObject({
      id: first.id,
      source: "phone_ai",
      confidence: 0.8,
      label: null,
      answeredBy: { id: tenant.keyId },
      changedAt: first.updatedAt,
    });
    expect((await api.get(`${path}/history?accessor=injury&limit=3`)).body["nextCursor"]).toMatch(/./);
    expect((await api.get(`${path}/history?accessor=never`)).body["code"]).toBe("NOT_FOUND");
  });

  test("may have the accessors `history` and `bulk`", async () => {
    const { path, put, list } = await open();
    for (const accessor of ["history", "bulk"]) {
      await put(accessor, { value: "x" });
      expect(await list(`accessorPrefix=${accessor}`)).toEqual([accessor]);
      expect((await api.change("DELETE", `${path}/${accessor}`)).status).toBe(200);
    }
  });

  test("written in bulk: a failed item does not roll back others and is reported at its index", async () => {
    const { put, bulk, list } = await open();
    const same = await put("same", { value: "as it is" });
    const other = await put("other", { value: "old" });
    const outcome = await bulk([
      { accessor: "same", value: "as it is" },
      { accessor: "other", value: "new" },
      { accessor: "1st", value: "no accessor" },
      { accessor: "fresh", value: "first" },
      { accessor: "fresh", value: "second" },
      { accessor: "stale", value: "x", expectedRevision: 1 },
    ]);
    expect(outcome).toEqual({
      success: true,
      results: [
        { index: 0, accessor: "same", status: "unchanged", id: same.id, revision: 1 },
        { index: 1, accessor: "other", status: "updated", id: other.id, revision: 2 },
        {
          index: 2,
          accessor: "1st",
          status: "failed",
          code: "VALIDATION_FAILED",
          error: expect.stringContaining("accessor: must be"),
        },
        { index: 3, accessor: "fresh", status: "created", id: expect.stringMatching(/^ans_/), revision: 1 },
        { index: 4, accessor: "fresh", status: "failed", code: "DUPLICATE_ENTRY", error: expect.any(String) },
        { index: 5, accessor: "stale", status: "failed", code: "STALE_REVISION", error: expect.any(String) },
      ],
      succeeded: 3,
      failed: 3,
    });
    expect(await list("sort=accessor")).toEqual(["fresh", "other", "same"]);
    expect((await eventsOf(same.id)).length).toBe(1);
    expect((await eventsOf(other.id)).map(({ diff }) => Object.keys(diff as object))).toEqual([
      [],
      ["value", "answeredAt"],
    ]);
    expect((await eventsOf(outcome.results[3]?.id)).map(({ eventType }) => eventType)).toEqual([
      "intake_answer.upserted",
    ]);
  });

  test("written in bulk without a change record no event; deleted ones are restored", async () => {
    const { path, put, bulk } = await open();
    await put("one", { value: "x" });
    const before = (await readEvents(tenant)).length;
    expect(await bulk([{ accessor: "one", value: "x" }])).toMatchObject({ succeeded: 1, failed: 0 });
    expect((await readEvents(tenant)).length).toBe(before);
    await api.change("DELETE", `${path}/one`);
    expect(await bulk([{ accessor: "one", value: "x", expectedRevision: 2 }])).toMatchObject({
      results: [{ status: "updated", revision: 3 }],
    });
  });

  test("written in bulk concurrently, in any order, count each change once", async () => {
    const { bulk, history } = await open();
    const accessors = ["a", "b", "c", "d"];
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (__, run) =>
        bulk(
          (run % 2 === 0 ? accessors : accessors.toReversed()).map((accessor) => ({ accessor, value: `run ${run}` })),
        ),
      ),
    );
    expect(outcomes.map(({ succeeded, failed }) => [succeeded, failed])).toEqual(outcomes.map(() => [4, 0]));
    for (const accessor of accessors) {
      const versions = await history(accessor);
      expect(versions.map(({ revision }) => revision)).toEqual([6, 5, 4, 3, 2, 1]);
      expect(new Set(versions.map(({ value }) => value)).size).toBe(6);
    }
  });

  test.each([
    ["none", [], "answers: must be at least 1"],
    [
      "201",
      Array.from({ length: 201 }, (__, index) => ({ accessor: `a${index}`, value: "" })),
      "answers: must be at most 200",
    ],
    [
      "one with a value that is too long",
      [{ accessor: "a", value: "x".repeat(10_001) }],
      "answers.0.value: must be at most 10000 characters long",
    ],
    ["one with an unknown property", [{ accessor: "a", value: "x", id: "ans_1" }], "answers.0.id: unknown property"],
  ])("400 for a bulk of %s", async (__, answers, message) => {
    const { path } = await open();
    expect((await api.change("POST", `${path}/bulk`, { answers })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      error: expect.stringContaining(message),
    });
  });
});

describe("a published form", () => {
  test("maps answers given afterwards and flags values that its questions do not allow", async () => {
    const { caseId } = await createCase(tenant);
    const path = `/cases/${caseId}/survey-details`;
    const put = async (accessor: string, body: object) =>
      (await api.change("PUT", `${path}/${accessor}`, body)).body["answer"] as IntakeAnswer;
    const before = await put("incident.date", { value: "last summer" });
    expect(before).toMatchObject({
      isUnmapped: true,
      isMismatch: false,
      formId: null,
      questionId: null,
      label: null,
      valueType: "string",
    });
    const formId = await createForm(tenant, { published: true });
    const mapped = {
      isUnmapped: false,
      formId,
      formVersion: 1,
      questionId: expect.stringMatching(/^qst_/),
      label: "When was it?",
      valueType: "date",
    };
    expect(await put("incident.date", { value: "last summer" })).toMatchObject({ ...mapped, isMismatch: true });
    expect(await put("incident.date", { value: "2026-01-19" })).toMatchObject({ ...mapped, isMismatch: false });
    expect(await put("incident.weight", { value: "heavy", valueType: "number" })).toMatchObject({
      isUnmapped: true,
      isMismatch: true,
    });
    expect(await put("incident.date", { value: "x", valueType: "string", label: "Roughly when?" })).toMatchObject({
      ...mapped,
      valueType: "string",
      label: "Roughly when?",
      isMismatch: true,
    });
    expect((await api.get(`${path}?formId=${formId}`)).body["answers"]).toMatchObject([{ accessor: "incident.date" }]);
    expect((await api.get(`${path}?formId=frm_none`)).body["answers"]).toEqual([]);
  });
});

test("a write to a converted lead's answers is rejected and names the case", async () => {
  const leadId = await createLead(tenant, { status: "retainer_signed" });
  await giveAnswer(tenant, { kind: "lead", id: leadId }, { accessor: "given", value: "x" });
  const { body: made } = await api.change("POST", `/leads/${leadId}/convert`, { clientMatch: { mode: "create" } });
  const caseId = (made["case"] as { id: string }).id;
  const path = `/leads/${leadId}/survey-details`;
  const replies = [
    await api.change("PUT", `${path}/late`, { value: "x" }),
    await api.change("PUT", `${path}/given`, { value: "y" }),
    await api.change("DELETE", `${path}/given`),
    await api.change("POST", `${path}/bulk`, { answers: [{ accessor: "late", value: "x" }] }),
    await api.change("POST", `${path}/given/restore`, {}),
  ];
  for (const { status, body } of replies)
    expect([status, body["code"], body["error"]]).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      expect.stringContaining(caseId),
    ]);
  expect((await api.get(path)).body["answers"]).toMatchObject([{ accessor: "given", value: "x" }]);
});

describe("converting a lead", () => {
  const copy = (leadId: string, caseId: string) =>
    runSystemAction(
      {
        database: server.services.database,
        principal: systemPrincipal(tenant.organizationId),
        requestId: "req",
        clientIp: null,
        action: { name: "leads.convert", canRecordEvent: ["intake_answer.upserted"] },
      },
      (context) => copyAnswers(context, leadId, caseId),
    );

  test("copies its answers as given; existing answers of the case and those of the lead stay", async () => {
    const leadId = await createLead(tenant);
    const { caseId, clientId } = await createCase(tenant);
    const lead = { kind: "lead", id: leadId } as const;
    await giveAnswer(tenant, lead, { accessor: "kept", value: "of the lead" });
    await giveAnswer(tenant, lead, { accessor: "gone", value: "deleted", deletedAt: "2026-03-14T15:09:26.535Z" });
    const given = (
      await api.change("PUT", `/leads/${leadId}/survey-details/taken`, {
        value: "along",
        source: "phone_ai",
        confidence: 0.5,
      })
    ).body["answer"] as IntakeAnswer;
    await giveAnswer(tenant, { kind: "case", id: caseId }, { accessor: "kept", value: "of the case" });
    expect(await copy(leadId, caseId)).toBe(1);
    const answers = (await api.get(`/cases/${caseId}/survey-details?sort=accessor`)).body["answers"] as IntakeAnswer[];
    expect(answers.map(({ accessor, value }) => [accessor, value])).toEqual([
      ["kept", "of the case"],
      ["taken", "along"],
    ]);
    expect(answers[1]).toMatchObject({
      caseId,
      leadId: null,
      source: "phone_ai",
      confidence: 0.5,
      answeredAt: given.answeredAt,
      answeredBy: given.answeredBy,
      revision: 1,
    });
    const [event] = await eventsOf(answers[1]?.id);
    expect(event?.relatedIds).toEqual([
      { entity: "case", id: caseId },
      { entity: "client", id: clientId },
      { entity: "lead", id: leadId },
    ]);
    expect((await api.get(`/leads/${leadId}/survey-details`)).body["answers"]).toHaveLength(2);
  });
});

test("the history matches every sequence of writes, deletions and restorations", async () => {
  const step = fc.oneof(
    fc.record({ put: fc.string({ maxLength: 20, unit: "grapheme-ascii" }) }),
    fc.constant({ put: null, restore: false }),
    fc.constant({ put: null, restore: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const { caseId } = await createCase(tenant);
      const path = `/cases/${caseId}/survey-details/it`;
      const written: [string, boolean][] = [];
      for (const chosen of steps) {
        const restores = "restore" in chosen && chosen.restore;
        const unput = () => (restores ? api.change("POST", `${path}/restore`, {}) : api.change("DELETE", path));
        const reply = chosen.put === null ? await unput() : await api.change("PUT", path, { value: chosen.put });
        expect([200, 404, 409]).toContain(reply.status);
        if (reply.status === 200)
          written.unshift([chosen.put ?? written[0]?.[0] ?? "", chosen.put !== null || restores]);
      }
      const versions = (await api.get(`/cases/${caseId}/survey-details/history?accessor=it`)).body["versions"] as
        | AnswerVersion[]
        | undefined;
      expect((versions ?? []).map(({ value, deletedAt }) => [value, deletedAt === null])).toEqual(written);
    }),
    { numRuns: 15 },
  );
});
