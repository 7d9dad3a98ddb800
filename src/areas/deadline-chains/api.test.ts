import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, faultOf, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces, readEvents } from "../../testing/harness/traces.ts";
import { withoutAge } from "../deadlines/calculation/fixtures.ts";
import { createParty } from "../cases/parties/fixtures.ts";
import type { Deadline } from "../deadlines/schema.ts";
import { createMember } from "../team/fixtures.ts";
import { ownTemplate } from "./examples.ts";
import { createChain } from "./fixtures.ts";
import type { DraftDeadline } from "./schema.drafts.ts";
import type { ChainTemplate, DeadlineChain, Move } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

interface Whole {
  deadlineChain: DeadlineChain;
  deadlines: Deadline[];
  warnings: string[];
}
const preview = async (body: object) =>
  readBody<{ deadlines: DraftDeadline[] }>(await api.change("POST", "/deadline-chains/preview", body)).deadlines;
const datesOf = (deadlines: readonly { type: string; dueOn: string }[]) =>
  deadlines.map(({ type, dueOn }) => `${type} ${dueOn}`);
const apply = (caseId: string, body: object, by = api) => by.change("POST", `/cases/${caseId}/deadline-chains`, body);
const read = async (chainId: string) => readBody<Whole>(await api.get(`/deadline-chains/${chainId}`));
const recalculate = (chainId: string, body: object, headers = {}) =>
  api.change(
    "POST",
    `/deadline-chains/${chainId}/recalculate`,
    { reason: "The court moved it.", commit: false, ...body },
    headers,
  );
const movesOf = (reply: Reply) => readBody<{ changes: Move[] }>(reply).changes;
const ofDeadlines = async (action: string, deadlineId: string, body: object) =>
  readBody<{ deadline: Deadline }>(
    await api.change(action === "" ? "PATCH" : "POST", `/deadlines/${deadlineId}${action}`, body),
  );

describe("a preview counts by Rule 6, in the days of the federal courts", () => {
  test("of the examples of the rules", async () => {
    const served = { templateKey: "frcp.defendant_served", triggerOn: "2026-11-02" };
    expect(datesOf(await preview(served))).toEqual(["answer_due 2026-11-23", "removal 2026-12-02"]);
    // Nothing is added for service: the summons is served, not mailed.
    expect(datesOf(await preview({ ...served, serviceMethod: "mail" }))).toEqual([
      "answer_due 2026-11-23",
      "removal 2026-12-02",
    ]);
    expect(datesOf(await preview({ templateKey: "frcp.trial_set", triggerOn: "2027-06-07" }))).toEqual([
      "expert_disclosure 2027-03-09",
      "pretrial_disclosures 2027-05-07",
      "offer_of_judgment 2027-05-24",
    ]);
    expect(datesOf(await preview({ templateKey: "frcp.complaint_filed", triggerOn: "2026-11-20" }))).toEqual([
      "service_of_process 2027-02-18",
    ]);
    expect(
      datesOf(await preview({ templateKey: "frcp.discovery_served", triggerOn: "2026-12-18", serviceMethod: "mail" })),
    ).toEqual(["discovery_response 2027-01-22"]);
    expect(
      datesOf(
        await preview({
          templateKey: "frcp.judgment_entered",
          triggerOn: "2026-06-05",
          includeKeys: ["post_trial_motion"],
        }),
      ),
    ).toEqual(["post_trial_motion 2026-07-06"]);
  });

  test("says what to check, where the date comes from, and takes what the request names", async () => {
    const { caseId } = await createCase(tenant, { caseState: "CA" });
    const [draft] = await preview({ templateKey: "frcp.removed", triggerOn: "2026-11-02", caseId });
    expect(draft).toMatchObject({
      itemKey: "remand",
      deadlineClass: "court",
      title: "Remand",
      dueOn: "2026-12-02",
      timeZone: "America/Los_Angeles",
      dueAt: "2026-12-03T08:00:00.000Z",
      citation: "28 U.S.C. § 1447(c)",
    });
    expect(withoutAge(draft?.warnings)).toEqual(["unverified_rule", "unverified_calendar"]);
    const replies = await Promise.all(
      [
        { templateKey: "frcp.removed", triggerOn: "2026-11-02", includeKeys: ["response_due"] },
        { templateKey: "frcp.removed", triggerOn: "2026-11-02", adversePartyId: "pty_1" },
        {
          templateKey: "frcp.removed",
          triggerOn: "2026-11-02",
          caseId,
          trigger: { source: "incident", recordId: caseId },
        },
        { templateKey: "frcp.none", triggerOn: "2026-11-02" },
        { templateKey: "local.none", triggerOn: "2026-11-02" },
      ].map((body) => api.change("POST", "/deadline-chains/preview", body)),
    );
    expect(replies.map(faultOf)).toEqual([
      [400, "includeKeys"],
      [400, "caseId"],
      [400, "trigger.source"],
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
    ]);
  });
});

test("acceptance 18: a preview writes nothing; a chain is moved as it was previewed, and what is satisfied or overridden stays", async () => {
  const { caseId } = await createCase(tenant);
  const trial = { templateKey: "frcp.trial_set", triggerOn: "2127-06-09" };
  const before = await countTraces(tenant);
  const drafts = await preview({ ...trial, caseId });
  expect(await countTraces(tenant)).toEqual(before);

  const reply = await apply(caseId, { ...trial, serviceMethod: "mail" });
  const { deadlineChain, deadlines, warnings } = readBody<Whole>(reply);
  expect([reply.status, reply.headers.location, datesOf(deadlines), withoutAge(warnings)]).toEqual([
    201,
    `/api/v1/deadline-chains/${deadlineChain.id}`,
    datesOf(drafts),
    ["unverified_rule", "unverified_calendar"],
  ]);
  expect(deadlineChain).toMatchObject({
    template: { key: "frcp.trial_set", name: "Federal: trial set", revision: 1 },
    trigger: { source: "manual", recordId: null, on: "2127-06-09" },
    status: "active",
    holidayCalendarId: null,
    deadlineIds: deadlines.map(({ id }) => id),
    createdBy: { id: tenant.keyId },
  });
  expect(deadlines[0]).toMatchObject({
    source: "chain",
    chain: { id: deadlineChain.id, templateName: "Federal: trial set", itemKey: "expert_disclosure" },
    trigger: { source: "manual", recordId: null, label: "Trial", on: "2127-06-09" },
    verificationStatus: "unverified",
    rollRule: "previous_open_day",
    warningDays: [30, 14, 7, 3, 1],
    assignees: [],
    setBy: { id: tenant.keyId },
  });
  const listed = readBody<{ deadlines: Deadline[] }>(
    await api.get(`/deadlines?chainId=${deadlineChain.id}&sort=oldest`),
  ).deadlines;
  expect(listed.map(({ id }) => id)).toEqual(deadlineChain.deadlineIds);
  const [expert = "", pretrial = "", offer = ""] = deadlineChain.deadlineIds;
  await ofDeadlines("/transitions", pretrial, { toStatus: "satisfied", on: "2026-01-05" });
  await ofDeadlines("", offer, { dueOn: "2127-05-20", reason: "Ordered." });

  const moved = { triggerOn: "2127-06-16" };
  const traces = (await readEvents(tenant)).length;
  const changes = movesOf(await recalculate(deadlineChain.id, moved));
  expect(changes).toEqual([
    {
      deadlineId: expert,
      itemKey: "expert_disclosure",
      fromOn: deadlines[0]?.dueOn,
      toOn: "2127-03-18",
      action: "move",
    },
    {
      deadlineId: pretrial,
      itemKey: "pretrial_disclosures",
      fromOn: deadlines[1]?.dueOn,
      toOn: deadlines[1]?.dueOn,
      action: "keep_done",
    },
    {
      deadlineId: offer,
      itemKey: "offer_of_judgment",
      fromOn: "2127-05-20",
      toOn: "2127-05-20",
      action: "keep_overridden",
    },
  ]);
  expect((await readEvents(tenant)).length).toBe(traces);
  const expected = [{ deadlineId: expert, dueOn: "2127-03-18" }];
  for (const stale of [
    [],
    [{ deadlineId: expert, dueOn: "2127-03-17" }],
    [...expected, { deadlineId: offer, dueOn: "2127-06-02" }],
  ]) {
    expect(faultOf(await recalculate(deadlineChain.id, { ...moved, commit: true, expected: stale }))).toEqual([
      409,
      "STALE_REVISION",
    ]);
  }
  expect(
    faultOf(await recalculate(deadlineChain.id, { ...moved, commit: true, expected }, { "If-Match": '"7"' })),
  ).toEqual([409, "STALE_REVISION"]);
  expect(
    movesOf(await recalculate(deadlineChain.id, { ...moved, commit: true, expected }, { "If-Match": '"1"' })),
  ).toEqual(changes);
  const after = await read(deadlineChain.id);
  expect([
    after.deadlineChain.trigger.on,
    after.deadlineChain.revision,
    after.deadlines.map(({ dueOn, status }) => [dueOn, status]),
  ]).toEqual([
    "2127-06-16",
    2,
    [
      ["2127-03-18", "open"],
      [deadlines[1]?.dueOn, "satisfied"],
      ["2127-05-20", "open"],
    ],
  ]);
  const events = (await readEvents(tenant)).slice(traces);
  expect(events.map(({ eventType, entityId }) => [eventType, entityId])).toEqual([
    ["deadline.recalculated", expert],
    ["deadline_chain.recalculated", deadlineChain.id],
  ]);
  const activity = readBody<{ activity: { eventType: string }[] }>(await api.get(`/cases/${caseId}/activity`)).activity;
  expect(activity.slice(0, 2).map(({ eventType }) => eventType)).toEqual([
    "deadline_chain.recalculated",
    "deadline.recalculated",
  ]);
});

describe("a chain that follows a record", () => {
  const service = (recordId: string, triggerOn: string) => ({
    templateKey: "frcp.defendant_served",
    triggerOn,
    trigger: { source: "service", recordId },
    adversePartyId: recordId,
  });

  test("takes its date, is applied to it once, and its deadlines move with it", async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    // Weeks apart: no closed day makes two dates one.
    const [servedOn, earlierOn, laterOn] = [daysAgo(8), daysAgo(15), daysAgo(1)];
    const { caseId, partyId } = await createParty(tenant, { servedOn });
    expect(faultOf(await apply(caseId, service(partyId, daysAgo(7))))).toEqual([400, "triggerOn"]);
    const unserved = await createParty(tenant, { servedOn: null });
    expect(faultOf(await apply(unserved.caseId, service(unserved.partyId, daysAgo(7))))).toEqual([400, "triggerOn"]);
    expect(await preview({ ...service(partyId, servedOn), caseId })).toHaveLength(2);
    const { deadlineChain, deadlines } = readBody<Whole>(await apply(caseId, service(partyId, servedOn)));
    expect(
      deadlines.map(({ trigger, title, adversePartyId }) => [
        trigger?.source,
        trigger?.recordId,
        title.startsWith("Answer due: ") || title.startsWith("Removal: "),
        adversePartyId,
      ]),
    ).toEqual([
      ["service", partyId, true, partyId],
      ["service", partyId, true, partyId],
    ]);
    const twin = await apply(caseId, service(partyId, servedOn));
    expect([twin.status, twin.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);

    await api.change("PATCH", `/cases/${caseId}/parties/${partyId}`, { servedOn: earlierOn });
    expect((await read(deadlineChain.id)).deadlines.map(({ trigger, setBy }) => [trigger?.on, setBy.type])).toEqual([
      [earlierOn, "system"],
      [earlierOn, "system"],
    ]);
    await api.change("PATCH", `/cases/${caseId}/parties/${partyId}`, { servedOn: laterOn });
    expect((await read(deadlineChain.id)).deadlines.map(({ recalculation }) => recalculation?.triggerOn)).toEqual([
      laterOn,
      laterOn,
    ]);
    // The later date waits for a second person: recalculating the chain does not carry it out.
    expect(faultOf(await recalculate(deadlineChain.id, { triggerOn: earlierOn }))).toEqual([400, "triggerOn"]);
    expect(movesOf(await recalculate(deadlineChain.id, { triggerOn: laterOn }))).toEqual([]);

    expect(
      (await api.change("POST", `/deadline-chains/${deadlineChain.id}/cancel`, { reason: "Served anew." })).status,
    ).toBe(200);
    expect((await apply(caseId, service(partyId, laterOn))).status).toBe(201);
  });

  test("of an incident names its own case", async () => {
    const { caseId } = await createCase(tenant, { dateOfIncident: "2126-01-05" });
    const { caseId: other } = await createCase(tenant, { dateOfIncident: "2126-01-05" });
    const key = "cht_incident_notice";
    await api.change("PUT", `/deadline-chain-templates/${key}`, {
      ...writable(ownTemplate),
      trigger: { source: "incident", label: "Incident" },
    });
    const incident = { templateKey: key, triggerOn: "2126-01-05" };
    expect(faultOf(await apply(caseId, { ...incident, trigger: { source: "incident", recordId: other } }))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    const { deadlines } = readBody<Whole>(
      await apply(caseId, { ...incident, trigger: { source: "incident", recordId: caseId } }),
    );
    expect(deadlines.map(({ trigger }) => [trigger?.source, trigger?.recordId, trigger?.label])).toEqual([
      ["incident", caseId, "Incident"],
      ["manual", null, "Disclosure of our experts"],
    ]);
  });
});

const writable = ({ name, jurisdiction, trigger, triggers, items, asOf }: ChainTemplate) => ({
  name,
  jurisdiction,
  trigger,
  triggers,
  items,
  asOf,
});
const put = (key: string, body: object) => api.change("PUT", `/deadline-chain-templates/${key}`, body);

describe("an item that is counted from another one", () => {
  test("begins at that one's date, also when the chain is recalculated, and service adds days where the item says so", async () => {
    const key = "cht_exchange";
    const [first, second] = ownTemplate.items;
    await put(key, {
      ...writable(ownTemplate),
      items: [{ ...first, serviceDays: 3, isExtendedByService: true }, second],
    });
    const { caseId } = await createCase(tenant);
    const given = { templateKey: key, triggerOn: "2126-11-04" };
    const { deadlineChain, deadlines } = readBody<Whole>(await apply(caseId, given));
    expect(deadlines.map(({ trigger, warningDays }) => [trigger?.on, warningDays])).toEqual([
      ["2126-11-04", [30, 14, 7]],
      [deadlines[0]?.dueOn, [30, 14, 7, 3, 1]],
    ]);
    const mailed = movesOf(await recalculate(deadlineChain.id, { triggerOn: "2126-11-04", serviceMethod: "mail" }));
    expect(mailed.map(({ action }) => action)).toEqual(["move", "move"]);
    const expected = mailed.map(({ deadlineId, toOn }) => ({ deadlineId, dueOn: toOn }));
    await recalculate(deadlineChain.id, { triggerOn: "2126-11-04", serviceMethod: "mail", commit: true, expected });
    const after = (await read(deadlineChain.id)).deadlines;
    expect(after.map(({ dueOn, serviceMethod }) => [dueOn, serviceMethod])).toEqual([
      [mailed[0]?.toOn, "mail"],
      [mailed[1]?.toOn, null],
    ]);
    expect(after[1]?.trigger?.on).toBe(mailed[0]?.toOn);
    expect(datesOf(after)).toEqual(datesOf(await preview({ ...given, serviceMethod: "mail" })));
  });

  test("follows it at once to an earlier date; a later one waits for a second person, also where the chain is recalculated", async () => {
    await put("cht_followed", writable(ownTemplate));
    const { caseId } = await createCase(tenant);
    const { deadlineChain, deadlines } = readBody<Whole>(
      await apply(caseId, { templateKey: "cht_followed", triggerOn: "2126-11-04" }),
    );
    const [first = "", second = ""] = deadlineChain.deadlineIds;
    await ofDeadlines("", first, { dueOn: "2126-12-02", reason: "Ordered." });
    const [, earlier] = (await read(deadlineChain.id)).deadlines;
    expect(earlier).toMatchObject({
      trigger: { on: "2126-12-02" },
      setBy: { type: "system", causedBy: { id: tenant.keyId } },
    });
    expect((earlier?.dueOn ?? "") < (deadlines[1]?.dueOn ?? "")).toBe(true);
    await ofDeadlines("/extend", first, { dueOn: "2127-02-03", basis: "stipulation", reason: "Agreed." });
    expect((await read(deadlineChain.id)).deadlines[1]).toMatchObject({
      dueOn: earlier?.dueOn,
      recalculation: { triggerOn: "2127-02-03", causedBy: { id: tenant.keyId } },
    });
    expect(
      movesOf(await recalculate(deadlineChain.id, { triggerOn: "2126-11-04" })).map(({ deadlineId, action }) => [
        deadlineId,
        action,
      ]),
    ).toEqual([[first, "keep_overridden"]]);
    const history = readBody<{ changes: { kind: string }[] }>(await api.get(`/deadlines/${second}/history`)).changes;
    expect(history.map(({ kind }) => kind)).toEqual(["created", "recalculated", "recalculation_proposed"]);
  });
});

test("of commits, and of applications to one record, at the same time one succeeds", async () => {
  const { chainId, deadlineId } = await createChain(tenant);
  const commit = { triggerOn: "2026-03-03", commit: true, expected: [{ deadlineId, dueOn: "2026-04-02" }] };
  const commits = await Promise.all([1, 2, 3].map(() => recalculate(chainId, commit)));
  expect(commits.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const { caseId, partyId } = await createParty(tenant, { servedOn: "2126-11-04" });
  const applications = await Promise.all(
    [1, 2, 3].map(() =>
      apply(caseId, {
        templateKey: "frcp.defendant_served",
        triggerOn: "2126-11-04",
        trigger: { source: "service", recordId: partyId },
      }),
    ),
  );
  expect(applications.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

test("a federal template is counted in the days of the firm's calendar of the federal courts, and not in those of its business calendar", async () => {
  const own = await createTenant(server.services.database);
  const firm = openApi(server, own.secret);
  const closing = (kind: string, jurisdiction: string, on: string) => ({
    name: `${kind} ${jurisdiction}`,
    kind,
    jurisdiction,
    rules: [],
    exceptions: [{ on, name: "Closed", type: "closed" }],
  });
  const create = async (body: object) =>
    readBody<{ holidayCalendar: { id: string } }>(await firm.change("POST", "/holiday-calendars", body)).holidayCalendar
      .id;
  const served = { templateKey: "frcp.defendant_served", triggerOn: "2026-11-02", includeKeys: ["answer_due"] };
  const count = async (body: object) =>
    readBody<{ deadlines: DraftDeadline[] }>(await firm.change("POST", "/deadline-chains/preview", body)).deadlines.map(
      ({ dueOn }) => dueOn,
    );
  await firm.change("PATCH", "/organization", {
    holidayCalendarId: await create(closing("business", "PA", "2026-11-23")),
  });
  const { caseId } = await createCase(own, { caseState: "PA" });
  const { deadlineChain, deadlines } = readBody<Whole>(
    await firm.change("POST", `/cases/${caseId}/deadline-chains`, served),
  );
  expect([deadlines[0]?.dueOn, deadlineChain.holidayCalendarId, await count(served)]).toEqual([
    "2026-11-23",
    null,
    ["2026-11-23"],
  ]);
  // Counted anew, the deadline stays with the federal calendar that it was made with.
  const moved = readBody<{ changes: Move[] }>(
    await firm.change("POST", `/deadline-chains/${deadlineChain.id}/recalculate`, {
      triggerOn: "2026-11-01",
      reason: "x",
      commit: false,
    }),
  ).changes;
  expect(moved.map(({ toOn }) => toOn)).toEqual(["2026-11-23"]);
  const courts = await create(closing("court", "US", "2026-11-23"));
  expect(await count(served)).toEqual(["2026-11-24"]);
  expect(await count({ ...served, holidayCalendarId: "hol_none" }).catch(() => "rejected")).toBe("rejected");
  expect(
    readBody<Whole>(await firm.change("POST", `/cases/${caseId}/deadline-chains`, served)).deadlineChain
      .holidayCalendarId,
  ).toBe(courts);
});

describe("a cancelled chain", () => {
  test("cancels what is open: what is missed stays, and a limitation waits for a second person", async () => {
    const { caseId } = await createCase(tenant);
    const item = (key: string, type: string) => ({
      key,
      type,
      title: key,
      offset: 30,
      unit: "calendar_days",
      citation: "§ 1",
    });
    await put("cht_mixed", {
      ...writable(ownTemplate),
      items: [item("notice", "notice_of_claim"), item("missed", "custom"), item("open", "custom")],
    });
    const { deadlineChain, deadlines } = readBody<Whole>(
      await apply(caseId, { templateKey: "cht_mixed", triggerOn: "2126-11-04" }),
    );
    await changeRow(tenant, "Deadline", deadlines[1]?.id ?? "", { status: "missed" });
    expect(deadlines.map(({ isJurisdictional, rollRule }) => [isJurisdictional, rollRule])).toEqual([
      [true, "none"],
      [false, "next_open_day"],
      [false, "next_open_day"],
    ]);
    const cancelled = readBody<Whole>(
      await api.change(
        "POST",
        `/deadline-chains/${deadlineChain.id}/cancel`,
        { reason: "Remanded." },
        { "If-Match": '"1"' },
      ),
    );
    expect(cancelled.deadlineChain).toMatchObject({ status: "cancelled", revision: 2 });
    expect(
      cancelled.deadlines.map(({ status, pendingTransition, statusReason }) => [
        status,
        pendingTransition?.toStatus ?? null,
        statusReason,
      ]),
    ).toEqual([
      ["open", "cancelled", null],
      ["missed", null, null],
      ["cancelled", null, "Remanded."],
    ]);
    expect((await api.change("POST", `/deadline-chains/${deadlineChain.id}/cancel`, { reason: "Again." })).status).toBe(
      409,
    );
    expect((await recalculate(deadlineChain.id, { triggerOn: "2126-11-05" })).status).toBe(409);
  });

  test("of an archived case is rejected, as is every other write", async () => {
    const { chainId, caseId } = await createChain(tenant);
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    const replies = [
      await api.change("POST", `/deadline-chains/${chainId}/cancel`, { reason: "x" }),
      await recalculate(chainId, { triggerOn: "2126-11-05" }),
      await apply(caseId, { templateKey: "frcp.removed", triggerOn: "2126-11-05" }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([409, 409, 409]);
  });
});

test("what was missed opens again at a later date only when a second person confirms it", async () => {
  const { chainId, deadlineId } = await createChain(tenant, {}, { status: "missed" });
  const changes = movesOf(await recalculate(chainId, { triggerOn: "2126-03-04" }));
  expect(changes).toMatchObject([{ action: "propose", fromOn: "2026-04-03" }]);
  await recalculate(chainId, {
    triggerOn: "2126-03-04",
    commit: true,
    expected: changes.map(({ toOn }) => ({ deadlineId, dueOn: toOn })),
  });
  expect((await read(chainId)).deadlines).toMatchObject([
    { status: "missed", dueOn: "2026-04-03", recalculation: { triggerOn: "2126-03-04", proposedOn: changes[0]?.toOn } },
  ]);
  const actingAttorneyId = await createMember(tenant, {
    firstName: "Ben",
    lastName: "Second",
    isAttorney: true,
    role: "attorney",
  });
  const other = openApi(server, (await createKey(tenant, { actingAttorneyId })).secret);
  await other.change("POST", `/deadlines/${deadlineId}/verify`, {
    subject: "recalculation",
    decision: "confirm",
    basis: "court_order",
  });
  expect((await read(chainId)).deadlines).toMatchObject([{ status: "open", dueOn: changes[0]?.toOn }]);
});

test("acceptance 24: chains, templates and parties of another organization look like unknown ones", async () => {
  const other = await createTenant(server.services.database);
  const foreign = openApi(server, other.secret);
  const { chainId, caseId } = await createChain(tenant);
  await put("cht_ours", writable(ownTemplate));
  const { partyId } = await createParty(tenant, { servedOn: "2026-01-05" });
  const { caseId: theirs } = await createCase(other);
  const rejectionOf = ({ status, body }: Reply) => [status, body["code"], body["error"]];
  const twins = [
    [foreign.get(`/deadline-chains/${chainId}`), foreign.get("/deadline-chains/dch_none")],
    [foreign.get("/deadline-chain-templates/cht_ours"), foreign.get("/deadline-chain-templates/cht_none")],
    [foreign.get(`/cases/${caseId}/deadline-chains`), foreign.get("/cases/case_none/deadline-chains")],
    [
      foreign.change("POST", `/deadline-chains/${chainId}/cancel`, { reason: "x" }),
      foreign.change("POST", "/deadline-chains/dch_none/cancel", { reason: "x" }),
    ],
    ...[
      ["cht_ours", "cht_none", "templateKey"],
      [partyId, "pty_none", "adversePartyId"],
    ].map(([known, unknown, name = ""]) =>
      [known, unknown].map((value) =>
        apply(theirs, { templateKey: "frcp.removed", triggerOn: "2026-01-05", [name]: value }, foreign),
      ),
    ),
  ];
  for (const [known, unknown] of await Promise.all(twins.map((each) => Promise.all(each)))) {
    if (known === undefined || unknown === undefined) throw new Error("two replies each");
    expect(rejectionOf(known)).toEqual(rejectionOf(unknown));
    expect(known.status).toBe(404);
  }
  expect(readBody<{ deadlines: unknown[] }>(await foreign.get(`/deadlines?chainId=${chainId}`)).deadlines).toEqual([]);
});
