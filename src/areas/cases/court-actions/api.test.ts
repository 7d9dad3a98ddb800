import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { buildCourtAction } from "../../../../prisma/seed/builders/cases.ts";
import { createNamedContact } from "../parties/fixtures.ts";
import { maxCourtActions } from "./domain.ts";
import { createCourtAction } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const add = (caseId: string, body: object = {}) =>
  api.change("POST", `/cases/${caseId}/court-actions`, { type: "state_civil", courtName: "District Court", ...body });
const pathOf = ({ caseId, courtActionId }: { caseId: string; courtActionId: string }) =>
  `/cases/${caseId}/court-actions/${courtActionId}`;
const list = async (path: string, by = api): Promise<string[]> => {
  const { courtActions } = readBody<{ courtActions: { id: string }[] }>(await by.get(path));
  return courtActions.map(({ id }) => id);
};

test("returns every field as sent, with the current contacts; null clears", async () => {
  const { caseId } = await createCase(tenant);
  const court = { id: await createNamedContact(tenant, "Travis County Court", "court"), name: "Travis County Court" };
  const judge = { id: await createNamedContact(tenant, "Helen Brodie", "person"), name: "Helen Brodie" };
  const values = {
    type: "appeal",
    courtName: "Third Court of Appeals",
    jurisdiction: "TX",
    county: "Travis",
    docketNumber: "03-26-00017-CV",
    caption: "Marsh v. Lone Star Freight",
    status: "judgment",
    filedOn: "2026-01-05",
    answeredOn: "2026-02-05",
    trialOn: "2026-06-01",
    judgmentOn: "2026-06-05",
    judgmentCents: Number.MAX_SAFE_INTEGER,
    disposition: "Affirmed",
    isPrimary: true,
    notes: "Panel leans our way",
    externalId: "court-9",
  };
  const { status, body, headers } = await add(caseId, {
    ...values,
    courtContactId: court.id,
    judgeContactId: judge.id,
  });
  const action = readRecord(body, "courtAction");
  const path = `/cases/${caseId}/court-actions/${String(action["id"])}`;
  expect([status, headers["location"], headers.etag]).toEqual([201, `/api/v1${path}`, '"1"']);
  expect(action).toMatchObject({
    ...values,
    court,
    judge,
    statusReason: null,
    createdBy: { type: "integration_key", id: tenant.keyId },
    revision: 1,
    deletedAt: null,
  });
  expect(readRecord((await api.get(path)).body, "courtAction")).toEqual(action);
  const cleared = { courtContactId: null, judgeContactId: null, docketNumber: null, judgmentCents: null, notes: null };
  expect(readRecord((await api.change("PATCH", path, cleared)).body, "courtAction")).toMatchObject({
    court: null,
    judge: null,
    docketNumber: null,
    judgmentCents: null,
    notes: null,
    revision: 2,
  });
});

test("the jurisdiction is by default that of the case; US for a federal court, and without one", async () => {
  const jurisdictionIn = async (caseState: string | null, body: object) => {
    const { caseId } = await createCase(tenant, { caseState });
    return readRecord((await add(caseId, body)).body, "courtAction")["jurisdiction"];
  };
  expect(await jurisdictionIn("TX", {})).toBe("TX");
  expect(await jurisdictionIn("TX", { type: "federal_civil" })).toBe("US");
  expect(await jurisdictionIn(null, {})).toBe("US");
  expect(await jurisdictionIn("TX", { jurisdiction: "NM" })).toBe("NM");
});

test.each<[string, object]>([
  ["courtName", { courtName: null }],
  ["filedOn", { status: "filed" }],
  ["answeredOn", { status: "answered" }],
  ["trialOn", { status: "trial_set" }],
  ["judgmentOn", { status: "judgment" }],
  ["filedOn", { filedOn: "2999-01-01" }],
  ["answeredOn", { answeredOn: "2999-01-01" }],
  ["judgmentOn", { judgmentOn: "2999-01-01" }],
  ["judgmentCents", { judgmentCents: -1 }],
  ["jurisdiction", { jurisdiction: "XX" }],
  ["status", { status: "won" }],
  ["statusReason", { statusReason: "New" }],
])("400 names %s", async (path, body) => {
  const { caseId } = await createCase(tenant);
  const reply = await add(caseId, body);
  expect(reply.body).toMatchObject({ code: "VALIDATION_FAILED", error: expect.stringContaining(`${path}: `) });
});

describe("the status", () => {
  test("acceptance 5: filed to dismissed, and back to filed: 409 without a reason, 200 with one", async () => {
    const own = await createTenant(server.services.database);
    const path = pathOf(await createCourtAction(own));
    const ownApi = openApi(server, own.secret);
    expect((await ownApi.change("PATCH", path, { status: "dismissed" })).status).toBe(200);
    expect((await ownApi.change("PATCH", path, { status: "filed" })).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: expect.stringContaining("statusReason"),
    });
    const back = await ownApi.change("PATCH", path, { status: "filed", statusReason: "Reinstated" });
    expect(readRecord(back.body, "courtAction")).toMatchObject({ status: "filed", statusReason: "Reinstated" });
    // A later status has no reason any more.
    const on = await ownApi.change("PATCH", path, { status: "stayed" });
    expect(readRecord(on.body, "courtAction")).toMatchObject({ status: "stayed", statusReason: null });
    const events = await readEvents(own);
    expect(events.map(({ eventType, diff }) => [eventType, diff])).toEqual([
      ["court_action.status_changed", { status: { from: "filed", to: "dismissed" } }],
      [
        "court_action.status_changed",
        { status: { from: "dismissed", to: "filed" }, statusReason: { from: null, to: "Reinstated" } },
      ],
      [
        "court_action.status_changed",
        { status: { from: "filed", to: "stayed" }, statusReason: { from: "Reinstated", to: null } },
      ],
    ]);
  });

  test("a reason goes with another status, and the date of the status stays", async () => {
    const path = pathOf(await createCourtAction(tenant));
    const wrong = async (body: object) => (await api.change("PATCH", path, body)).body;
    expect(await wrong({ statusReason: "Why not" })).toMatchObject({
      error: expect.stringContaining("statusReason: "),
    });
    expect(await wrong({ filedOn: null })).toMatchObject({ error: "filedOn: required with status filed" });
    expect(await wrong({ status: "trial_set" })).toMatchObject({ error: "trialOn: required with status trial_set" });
    expect(await wrong({ courtContactId: null, courtName: null })).toMatchObject({
      error: "courtName: required without courtContactId",
    });
  });

  test("with other changes it is an event of its own, and no event has the notes", async () => {
    const own = await createTenant(server.services.database);
    const created = await createCourtAction(own, { notes: "Weak on damages" });
    const path = pathOf(created);
    const ownApi = openApi(server, own.secret);
    readBody(await ownApi.change("PATCH", path, { status: "trial_set", trialOn: "2099-01-18", notes: "Strong" }));
    const [changed, moved] = await readEvents(own);
    expect([changed?.eventType, moved?.eventType]).toEqual(["court_action.updated", "court_action.status_changed"]);
    expect(changed?.diff).toEqual({
      trialOn: { from: null, to: "2099-01-18" },
      notes: { from: "[redacted]", to: "[redacted]" },
    });
    expect(moved?.diff).toEqual({ status: { from: "filed", to: "trial_set" } });
    expect(moved?.payload).toMatchObject({ notes: "[redacted]", status: "trial_set" });
    expect(moved?.relatedIds).toEqual([
      { entity: "case", id: created.caseId },
      { entity: "client", id: created.clientId },
      { entity: "contact", id: created.courtContactId },
    ]);
    expect(JSON.stringify([changed, moved])).not.toMatch(/Weak on damages|Strong/);
  });
});

describe("409", () => {
  test("acceptance 4: for a docket number of the case in another case of letters; GET /court-actions finds it", async () => {
    const { caseId } = await createCase(tenant);
    const docketNumber = "4-CV-0017-abc";
    const first = readId((await add(caseId, { docketNumber })).body, "courtAction");
    expect((await add(caseId, { docketNumber: "4-cv-0017-ABC" })).body).toMatchObject({
      code: "DUPLICATE_ENTRY",
      error: expect.stringContaining("docketNumber: "),
    });
    expect(await list("/court-actions?docketNumber=4-Cv-0017-AbC")).toEqual([first]);
    expect(await list("/court-actions?docketNumber=4-CV-0017")).toEqual([]);
    const { caseId: other } = await createCase(tenant);
    const second = readId((await add(other, { docketNumber })).body, "courtAction");
    expect(await list("/court-actions?docketNumber=4-CV-0017-ABC")).toEqual([second, first]);
    expect((await api.change("DELETE", `/cases/${caseId}/court-actions/${first}`)).status).toBe(200);
    expect((await add(caseId, { docketNumber })).status).toBe(201);
  });

  test("for a second primary one, and an externalId of another; of two at once one succeeds", async () => {
    const { caseId } = await createCase(tenant);
    const replies = await Promise.all([1, 2].map(() => add(caseId, { isPrimary: true })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await add(caseId, { externalId: "court-1" })).status).toBe(201);
    expect((await add(caseId, { externalId: "court-1" })).body).toMatchObject({
      code: "DUPLICATE_ENTRY",
      error: expect.stringContaining("externalId: used by another court action"),
    });
  });

  test("beyond 200 of a case", async () => {
    const { caseId } = await createCase(tenant);
    const { organizationId } = tenant;
    await insertFor(tenant, {
      CourtAction: Array.from({ length: maxCourtActions }, () => buildCourtAction({ organizationId, caseId })),
    });
    expect((await add(caseId)).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: expect.stringContaining("200"),
    });
  });

  test("while the case is archived; reading still works", async () => {
    const created = await createCourtAction(tenant);
    await changeRow(tenant, "Case", created.caseId, { matterStatus: "archived" });
    expect(await list(`/cases/${created.caseId}/court-actions`)).toEqual([created.courtActionId]);
    const path = pathOf(created);
    const replies = [
      await add(created.caseId),
      await api.change("PATCH", path, { county: "Travis" }),
      await api.change("DELETE", path),
    ];
    expect(replies.map(({ headers }) => headers["x-error-reason"])).toEqual(replies.map(() => "case_archived"));
  });
});

test("acceptance 14: another organization's case, court action and contact are 404, like unknown ones", async () => {
  const other = await createTenant(server.services.database);
  const foreign = await createCourtAction(other);
  const { caseId, courtActionId } = await createCourtAction(tenant);
  const unknown = { caseId, courtActionId: "cta_unknown" };
  for (const key of [foreign, { ...foreign, caseId }, unknown]) {
    expect((await api.get(pathOf(key))).status).toBe(404);
    expect((await api.change("PATCH", pathOf(key), { county: "x" })).status).toBe(404);
    expect((await api.change("DELETE", pathOf(key))).status).toBe(404);
  }
  expect((await add(foreign.caseId)).text).toBe((await add("case_unknown")).text);
  for (const name of ["courtContactId", "judgeContactId"])
    expect((await add(caseId, { [name]: foreign.courtContactId })).text).toBe(
      '{"success":false,"error":"Contact not found","code":"NOT_FOUND"}',
    );
  expect(await list("/court-actions", openApi(server, other.secret))).toEqual([foreign.courtActionId]);
  expect((await api.get(pathOf({ caseId, courtActionId }))).status).toBe(200);
});

test("the path takes the externalId of a court action", async () => {
  const { caseId, courtActionId } = await createCourtAction(tenant, { externalId: "court-ext-3" });
  const reply = await api.get(`/cases/${caseId}/court-actions/external:court-ext-3`);
  expect(readId(reply.body, "courtAction")).toBe(courtActionId);
});

test("GET /court-actions combines filters, sorts and pages, without those of deleted cases", async () => {
  const own = await createTenant(server.services.database);
  const ownApi = openApi(server, own.secret);
  const first = await createCourtAction(own, { trialOn: "2026-05-01" });
  const second = await createCourtAction(own, { status: "trial_set", trialOn: "2026-06-01" });
  const third = await createCourtAction(own, { status: "trial_set", trialOn: "2026-07-01" });
  const gone = await createCourtAction(own, { status: "trial_set", trialOn: "2026-06-15" });
  await changeRow(own, "Case", gone.caseId, { deletedAt: new Date().toISOString() });
  const [a, b, c] = [first, second, third].map(({ courtActionId }) => courtActionId);
  const found = (query: string) => list(`/court-actions${query}`, ownApi);
  expect(await found("")).toEqual([c, b, a]);
  expect(await found("?sort=oldest")).toEqual([a, b, c]);
  expect(await found("?status=trial_set")).toEqual([c, b]);
  expect(await found("?trialFrom=2026-06-01")).toEqual([c, b]);
  expect(await found("?trialFrom=2026-05-01&trialTo=2026-06-01")).toEqual([b, a]);
  expect(await found("?status=trial_set&trialTo=2026-06-30")).toEqual([b]);
  await changeRow(own, "CourtAction", first.courtActionId, { county: "moved" });
  expect(await found("?sort=updated")).toEqual([b, c, a]);
  const { body } = await ownApi.get("/court-actions?limit=2");
  expect(await found(`?limit=2&after=${String(body["nextCursor"])}`)).toEqual([a]);
});

test("a case is found by the docket numbers and captions of its court actions, as they are now", async () => {
  const own = await createTenant(server.services.database);
  const ownApi = openApi(server, own.secret);
  const { caseId, clientId } = await createCase(own);
  const found = async (q: string) => {
    const { cases } = readBody<{ cases: { id: string }[] }>(await ownApi.get(`/cases?q=${encodeURIComponent(q)}`));
    return cases.map(({ id }) => id);
  };
  const change = async (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    readBody(await ownApi.change(method, path, body));
  await change("POST", `/cases/${caseId}/court-actions`, {
    type: "state_civil",
    courtName: "Court",
    docketNumber: "D-1-GN-26-001142",
    caption: "Quillfeather v. Zanzibar Lines",
  });
  expect(await found("quillfeather 001142")).toEqual([caseId]);
  const [id = ""] = await list(`/cases/${caseId}/court-actions`, ownApi);
  const path = `/cases/${caseId}/court-actions/${id}`;
  await change("PATCH", path, { caption: "In re Quillfeather" });
  expect([await found("zanzibar"), await found("quillfeather")]).toEqual([[], [caseId]]);
  // The words stay where the case or its client changes.
  await change("PATCH", `/cases/${caseId}`, { title: "Another title" });
  await change("PATCH", `/clients/${clientId}`, { lastName: "Ortega" });
  expect(await found("quillfeather ortega another")).toEqual([caseId]);
  await change("DELETE", path);
  expect([await found("quillfeather"), await found("ortega")]).toEqual([[], [caseId]]);
});

test("the case's summary shows the primary court action", async () => {
  const { caseId, clientId } = await createCase(tenant);
  const summary = async () => readRecord((await api.get(`/cases/${caseId}/summary`)).body, "summary")["courtAction"];
  await createCourtAction(tenant, { docketNumber: "other" }, { caseId, clientId });
  expect(await summary()).toBeNull();
  const values = { docketNumber: "D-7", status: "trial_set", trialOn: "2026-09-01" };
  const { courtActionId } = await createCourtAction(tenant, { ...values, isPrimary: true }, { caseId, clientId });
  expect(await summary()).toEqual(values);
  readBody(await api.change("DELETE", pathOf({ caseId, courtActionId })));
  expect(await summary()).toBeNull();
});

test("the gate court_action_filed holds from the day of filing on", async () => {
  const own = await createTenant(server.services.database);
  const ownApi = openApi(server, own.secret);
  const { caseId } = await createCase(own, { matterStage: "demand_sent" });
  await insertFor(own, {
    CaseStageGate: {
      organizationId: own.organizationId,
      id: "csg_filed",
      stage: "litigation_filed",
      caseType: "",
      gates: ["court_action_filed"],
    },
  });
  const move = () => ownApi.change("POST", `/cases/${caseId}/transitions`, { toStage: "litigation_filed" });
  expect((await move()).body["error"]).toContain("court_action_filed (set filedOn of a court action");
  const created = readId(
    (
      await ownApi.change("POST", `/cases/${caseId}/court-actions`, {
        type: "state_civil",
        courtName: "District Court",
      })
    ).body,
    "courtAction",
  );
  expect((await move()).status).toBe(409);
  const filed = { status: "filed", filedOn: "2026-02-16" };
  readBody(await ownApi.change("PATCH", `/cases/${caseId}/court-actions/${created}`, filed));
  expect((await move()).status).toBe(200);
});

describe("contacts", () => {
  test("acceptance 12: a merge repoints court and judge with an event for each court action", async () => {
    const own = await createTenant(server.services.database);
    const ownApi = openApi(server, own.secret);
    const [kept, merged] = [
      await createNamedContact(own, "Travis County Court", "court"),
      await createNamedContact(own, "Travis Cty. Court", "court"),
    ];
    const ofCourt = await createCourtAction(own, { courtContactId: merged, notes: "Ours" });
    const ofJudge = await createCourtAction(own, { judgeContactId: merged });
    readBody(await ownApi.change("POST", `/contacts/${kept}/merge`, { mergedContactId: merged }));
    const read = async (key: typeof ofCourt) => readRecord((await ownApi.get(pathOf(key))).body, "courtAction");
    expect([await read(ofCourt), await read(ofJudge)]).toMatchObject([
      { court: { id: kept }, revision: 2 },
      { judge: { id: kept }, court: { id: ofJudge.courtContactId }, revision: 2 },
    ]);
    const events = (await readEvents(own)).filter(({ eventType }) => eventType === "court_action.updated");
    expect(events.map(({ payload, diff }) => [(payload as { id: string }).id, Object.keys(diff as object)])).toEqual([
      [ofCourt.courtActionId, ["court"]],
      [ofJudge.courtActionId, ["judge"]],
    ]);
    expect(events[0]?.relatedIds).toEqual([
      { entity: "case", id: ofCourt.caseId },
      { entity: "client", id: ofCourt.clientId },
      { entity: "contact", id: kept },
    ]);
    expect(events[0]?.payload).toMatchObject({ notes: "[redacted]" });
  });

  test("acceptance 12: the deletion of a court or a judge is 409 and names the court actions, until they are deleted", async () => {
    const judgeContactId = await createNamedContact(tenant, "Helen Brodie", "person");
    const created = await createCourtAction(tenant, { judgeContactId });
    for (const contactId of [created.courtContactId, judgeContactId])
      expect((await api.change("DELETE", `/contacts/${contactId}`)).text).toContain("in use: court actions;");
    readBody(await api.change("DELETE", pathOf(created)));
    for (const contactId of [created.courtContactId, judgeContactId])
      expect((await api.change("DELETE", `/contacts/${contactId}`)).status).toBe(200);
  });

  test("a contact's cases are those in which it is court or judge", async () => {
    const judgeContactId = await createNamedContact(tenant, "Helen Brodie", "person");
    const { caseId, courtContactId } = await createCourtAction(tenant, { judgeContactId, type: "appeal" });
    const linksOf = async (contactId: string) =>
      readBody<{ cases: { id: string; links: object[] }[] }>(await api.get(`/contacts/${contactId}/cases`)).cases;
    expect(await linksOf(courtContactId)).toMatchObject([{ id: caseId, links: [{ as: "court", role: "appeal" }] }]);
    expect(await linksOf(judgeContactId)).toMatchObject([{ id: caseId, links: [{ as: "judge", role: "appeal" }] }]);
  });
});
