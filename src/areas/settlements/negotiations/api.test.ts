import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createPolicy } from "../../cases/policies/fixtures.ts";
import { createNegotiation } from "./fixtures.ts";
import type { Negotiation } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const offer = { type: "offer", direction: "incoming", amountCents: 7_500_000, madeOn: "2026-03-10", method: "written" };
const said = { madeOn: "2026-03-11", method: "oral" };
const add = (caseId: string, entry: object) => api.change("POST", `/cases/${caseId}/negotiations`, entry);
type Reply = Awaited<ReturnType<typeof add>>;
const entryOf = (reply: Reply) => readBody<{ negotiation: Negotiation }>(reply).negotiation;
const list = async (query: string) =>
  readBody<{ negotiations: Negotiation[] }>(await api.get(`/negotiations?${query}`)).negotiations;
const statusOf = async (caseId: string, id: string) =>
  (await list(`caseId=${caseId}`)).find((entry) => entry.id === id)?.status;
const conflictOf = ({ body }: Reply) => [body["code"], body["error"]];

test("a demand is countered, the client accepts the offer, and it is accepted", async () => {
  const { caseId } = await createCase(tenant);
  const demand = entryOf(
    await add(caseId, { ...offer, type: "demand", direction: "outgoing", amountCents: 25_000_000 }),
  );
  const first = entryOf(await add(caseId, { ...offer, inReplyToId: demand.id, terms: "Confidential" }));
  expect(await statusOf(caseId, demand.id)).toBe("countered");
  const inReplyToId = first.id;
  const accept = { type: "acceptance", direction: "outgoing", inReplyToId, ...said };
  expect(conflictOf(await add(caseId, accept))).toEqual([
    "INVALID_STATE_TRANSITION",
    "The client has not accepted the offer: record a client_decision first",
  ]);
  await add(caseId, { type: "conveyed", direction: "internal", inReplyToId, ...said });
  const decide = (decision: string) =>
    add(caseId, { type: "client_decision", direction: "internal", decision, inReplyToId, ...said });
  await decide("accepted");
  await decide("rejected");
  expect((await add(caseId, accept)).status).toBe(409);
  expect(entryOf(await decide("accepted"))).toMatchObject({ status: "recorded", decision: "accepted" });
  expect(await statusOf(caseId, first.id)).toBe("open");
  const accepted = await add(caseId, accept);
  expect([accepted.status, accepted.headers["location"]]).toEqual([201, "/api/v1/negotiations"]);
  expect(await statusOf(caseId, first.id)).toBe("accepted");
  expect((await add(caseId, { ...accept, type: "rejection" })).body["error"]).toBe(
    "The entry that it answers is accepted",
  );
  const event = (await readEvents(tenant)).findLast(({ entityId }) => entityId === entryOf(accepted).id);
  expect(event?.relatedIds).toContainEqual({ entity: "negotiation", id: first.id });
  expect(JSON.stringify(await readEvents(tenant))).not.toContain("Confidential");
});

test("of two answers to one offer at once, one wins", async () => {
  const { caseId, negotiationId: inReplyToId } = await createNegotiation(tenant);
  const answer = (type: string) => add(caseId, { type, direction: "outgoing", inReplyToId, ...said });
  const replies = await Promise.all([answer("rejection"), answer("rejection")]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test("an offer reads as expired once its time is over, and nothing answers it", async () => {
  const { caseId, negotiationId } = await createNegotiation(tenant, { expiresAt: "2026-03-12T00:00:00Z" });
  expect((await list(`caseId=${caseId}&status=expired`)).map(({ id }) => id)).toEqual([negotiationId]);
  expect(await list(`caseId=${caseId}&status=open`)).toEqual([]);
  expect((await list(`caseId=${caseId}&expiresBefore=2026-03-12T00:00:01Z`)).length).toBe(1);
  expect(await list(`caseId=${caseId}&expiresBefore=2026-03-12T00:00:00Z`)).toEqual([]);
  const reply = await add(caseId, { type: "rejection", direction: "outgoing", inReplyToId: negotiationId, ...said });
  expect(reply.body["error"]).toBe("The entry that it answers is expired");
  expect(entryOf(await add(caseId, { ...offer, expiresAt: "2026-03-11T00:00:00Z" })).status).toBe("expired");
});

test("a correction takes the place of a mistaken entry, unless that was answered", async () => {
  const { caseId, negotiationId: correctsId } = await createNegotiation(tenant);
  const corrected = entryOf(await add(caseId, { ...offer, amountCents: 8_000_000, correctsId }));
  expect(await statusOf(caseId, correctsId)).toBe("recorded");
  expect(corrected.status).toBe("open");
  await add(caseId, { type: "withdrawal", direction: "incoming", inReplyToId: corrected.id, ...said });
  expect((await add(caseId, { ...offer, correctsId: corrected.id })).body["error"]).toContain("withdrawn");
});

test.each<[string, object]>([
  ["direction", { ...offer, direction: "internal" }],
  ["direction", { type: "conveyed", direction: "outgoing", inReplyToId: "neg_1", ...said }],
  ["amountCents", { ...offer, amountCents: null }],
  ["amountCents", { type: "rejection", direction: "outgoing", inReplyToId: "neg_1", amountCents: 1, ...said }],
  ["decision", { type: "client_decision", direction: "internal", inReplyToId: "neg_1", ...said }],
  ["inReplyToId", { type: "rejection", direction: "outgoing", ...said }],
  [
    "expiresAt",
    { type: "rejection", direction: "outgoing", inReplyToId: "n", expiresAt: "2026-04-01T00:00:00Z", ...said },
  ],
  ["expiresAt", { ...offer, expiresAt: "2026-02-28T00:00:00Z" }],
  ["partyId", { ...offer, policyId: "pol_1", partyId: "pty_1" }],
  ["madeOn", { ...offer, madeOn: "2199-01-01" }],
])("400 names %s for %j", async (path, entry) => {
  const { caseId } = await createCase(tenant);
  expect((await add(caseId, entry)).body).toMatchObject({
    code: "VALIDATION_FAILED",
    error: expect.stringContaining(`${path}: `),
  });
});

describe("an answer", () => {
  test("comes from the other side, a withdrawal from the same", async () => {
    const { caseId, negotiationId: inReplyToId } = await createNegotiation(tenant);
    for (const [type, direction] of [
      ["rejection", "incoming"],
      ["withdrawal", "outgoing"],
    ] as const)
      expect((await add(caseId, { type, direction, inReplyToId, ...said })).body["error"]).toContain("direction: ");
  });

  test("is to what can be accepted", async () => {
    const { caseId, negotiationId } = await createNegotiation(tenant);
    const conveyed = entryOf(
      await add(caseId, { type: "conveyed", direction: "internal", inReplyToId: negotiationId, ...said }),
    );
    const reply = await add(caseId, { type: "rejection", direction: "outgoing", inReplyToId: conveyed.id, ...said });
    expect(reply.body["error"]).toContain("inReplyToId: ");
  });
});

test("409 while the case is archived", async () => {
  const { caseId } = await createNegotiation(tenant);
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  expect((await add(caseId, offer)).headers["x-error-reason"]).toBe("case_archived");
});

test("18. ids of another organization and of another case: 404 alike", async () => {
  const foreign = await createTenant(server.services.database);
  const theirs = await createNegotiation(foreign);
  const { caseId } = await createCase(tenant);
  const { negotiationId: ofAnotherCase } = await createNegotiation(tenant);
  const { policyId } = await createPolicy(tenant);
  const replies = [
    await add(theirs.caseId, offer),
    await add(caseId, { ...offer, inReplyToId: theirs.negotiationId }),
    await add(caseId, { ...offer, inReplyToId: ofAnotherCase }),
    await add(caseId, { ...offer, correctsId: ofAnotherCase }),
    await add(caseId, { ...offer, policyId }),
    await add(caseId, { ...offer, partyId: "pty_unknown" }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(Array(replies.length).fill(404));
  expect(await list(`caseId=${theirs.caseId}`)).toEqual([]);
});
