import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../testing/harness/requests/example-request.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { expectEventsRecorded, readEvents } from "../../testing/harness/traces.ts";
import { createLead } from "../leads/fixtures.ts";
import { createCall } from "./calls/fixtures.ts";
import { createConversation } from "./conversations/fixtures.ts";

/** What communications do to the case and the lead that they are of. */
let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const summaryOf = async (caseId: string, by = api) =>
  readRecord((await by.get(`/cases/${caseId}/summary`)).body, "summary");

test("the summary of a case counts its messages and calls without void ones, for keys that read them", async () => {
  const { caseId, conversationId, messageId } = await createConversation(tenant);
  const counts = async (by = api) => {
    const { unansweredConversationCount, messageCount, callCount } = await summaryOf(caseId, by);
    return [unansweredConversationCount, messageCount, callCount];
  };
  expect(await counts()).toEqual([1, 1, 0]);
  const call = { caseId, direction: "outbound", status: "no_answer", party: { number: "512-555-0143" } };
  const made = await api.change("POST", "/calls", { ...call, startedAt: "2026-03-14T15:09:26.535Z" });
  expect(await counts()).toEqual([1, 1, 1]);
  await api.change("PATCH", `/conversations/${conversationId}`, { needsAnswer: false });
  await api.change("POST", `/messages/${messageId}/transitions`, { status: "voided", reason: "Of another client" });
  await api.change("PATCH", `/calls/${readId(made.body, "call")}`, { isVoid: true });
  expect(await counts()).toEqual([0, 0, 0]);
  const { secret } = await createKey(tenant, { scopes: ["cases:read"] });
  expect(await counts(openApi(server, secret))).toEqual([null, null, null]);
});

test("acceptance 15, second half: a case with a message or a call is not deleted, void ones included", async () => {
  const rejection = {
    status: 409,
    code: "INVALID_STATE_TRANSITION",
    error: "The case still has messages or calls, which are kept (close the case instead)",
  };
  const remove = async (caseId: string) => {
    const { status, body } = await api.change("DELETE", `/cases/${caseId}`);
    return { status, code: body["code"], error: body["error"] };
  };
  expect(await remove((await createConversation(tenant)).caseId)).toEqual(rejection);
  expect(await remove((await createCall(tenant, { voidedAt: "2026-03-14T15:09:26.535Z" })).caseId)).toEqual(rejection);
  expect((await remove((await createCase(tenant)).caseId)).status).toBe(200);
});

test("acceptance 14, second half: conversion carries conversations, calls and consents to the case and its client", async () => {
  const leadId = await createLead(tenant, { status: "retainer_signed", phone: "512-555-0177" });
  const other = await createLead(tenant, { phone: "512-555-0178" });
  const log = (body: object) =>
    api.change("POST", "/messages/log", {
      leadId,
      channel: "text",
      direction: "outbound",
      from: { address: "512-555-0100" },
      to: [{ address: "512-555-0177" }],
      bodyText: "Your agreement is ready to sign.",
      occurredAt: "2026-03-10T15:00:00.000Z",
      ...body,
    });
  const message = readRecord((await log({})).body, "message");
  const theirs = readRecord((await log({ leadId: other, to: [{ address: "512-555-0178" }] })).body, "message");
  const called = await api.change("POST", "/calls", {
    leadId,
    direction: "inbound",
    status: "completed",
    party: { leadId, number: "512-555-0177" },
    startedAt: "2026-03-12T15:00:00.000Z",
    durationSeconds: 60,
  });
  await api.change("PUT", "/consents", { leadId, channel: "email", status: "opted_out", source: "call" });
  await api.change("PUT", "/consents", { leadId, channel: "text", status: "opted_in", source: "call" });
  const before = (await readEvents(tenant)).length;
  const converted = await api.change("POST", `/leads/${leadId}/convert`, { clientMatch: { mode: "create" } });
  expect(converted.status, converted.text).toBe(200);
  const [caseId, clientId] = [readId(converted.body, "case"), readId(converted.body, "client")];

  const conversationId = String(message["conversationId"]);
  const conversation = readRecord((await api.get(`/conversations/${conversationId}`)).body, "conversation");
  expect(conversation).toMatchObject({ caseId, leadId, counterparts: [{ clientId, leadId: null }] });
  const shown = readRecord((await api.get(`/messages/${String(message["id"])}`)).body, "message");
  expect(shown).toMatchObject({ caseId, leadId, to: [{ clientId, leadId: null }], bodyText: message["bodyText"] });
  const call = readRecord((await api.get(`/calls/${readId(called.body, "call")}`)).body, "call");
  expect(call).toMatchObject({ caseId, leadId, party: { clientId, leadId: null } });
  const untouched = readRecord((await api.get(`/messages/${String(theirs["id"])}`)).body, "message");
  expect(untouched).toMatchObject({ caseId: null, leadId: other, revision: theirs["revision"] });

  const { body } = await api.get(`/cases/${caseId}/communications`);
  expect((body["communications"] as { id: string }[]).map(({ id }) => id)).toEqual([call["id"], message["id"]]);
  const contact = readRecord((await api.get(`/cases/${caseId}/last-client-contact`)).body, "lastClientContact");
  expect(contact).toMatchObject({ lastClientContactOn: "2026-03-12", by: { type: "call", id: call["id"] } });
  expect((await api.get(`/consents?clientId=${clientId}`)).body["consents"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ channel: "email", status: "opted_out" }),
      expect.objectContaining({ channel: "text", status: "opted_in" }),
    ]),
  );

  const events = (await readEvents(tenant)).slice(before);
  expect(events.map(({ eventType }) => eventType).slice(0, 2)).toEqual(["lead.converted", "case.created"]);
  const handedOver = events.filter(({ eventType }) => /^(conversation|call)\./.test(eventType));
  expect(handedOver.map(({ eventType, entityId }) => [eventType, entityId])).toEqual([
    ["conversation.updated", conversationId],
    ["call.updated", call["id"]],
  ]);
  for (const event of handedOver) expect(event.diff).toMatchObject({ caseId: { from: null, to: caseId } });
  expectEventsRecorded(handedOver);
});

test("what a lead has too much of keeps it from being converted, and nothing is changed", async () => {
  const leadId = await createLead(tenant, { status: "retainer_signed" });
  const { callId } = await createCall(tenant, { caseId: null, leadId, partyClientId: null });
  await tenant.inside(async (transaction) => {
    const row = await transaction.selectFrom("Call").selectAll().where("id", "=", callId).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 500 }, (_, index) => ({
      ...row,
      id: `${callId.slice(0, -3)}${String(index).padStart(3, "0")}`,
      createdBy: JSON.stringify(row.createdBy),
    }));
    await transaction
      .insertInto("Call")
      .values(copies.filter(({ id }) => id !== callId))
      .execute();
  });
  const reply = await api.change("POST", `/leads/${leadId}/convert`, { clientMatch: { mode: "create" } });
  expect([reply.status, reply.body["error"]]).toEqual([
    409,
    "The lead has more than 500 calls, which one conversion cannot hand over",
  ]);
  expect(readRecord((await api.get(`/leads/${leadId}`)).body, "lead")).toMatchObject({ convertedCaseId: null });
});
