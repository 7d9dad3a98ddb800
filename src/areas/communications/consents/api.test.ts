import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../../testing/harness/requests/example-request.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";
import { createContext } from "../../../rpc/context.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { createLead } from "../../leads/fixtures.ts";
import { applyKeyword } from "../keywords/domain.ts";
import { readKeyword } from "../keywords/domain.words.ts";
import { checkTextTime } from "../sending/domain.quiet-hours.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const open = async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
};
const put = (body: object) => api.change("PUT", "/consents", { channel: "text", ...body });
const clientOf = async (clientId: string) => readRecord((await api.get(`/clients/${clientId}`)).body, "client");
const eventsOf = (entityId: string) =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("Event")
      .select(["eventType", "payload"])
      .where("entityId", "=", entityId)
      .orderBy("id")
      .execute(),
  );
const number = "+15125550182";
const receive = (bodyText: string) =>
  tenant.inside((transaction) =>
    applyKeyword(
      createContext(
        { principal: systemPrincipal(tenant.organizationId), requestId: "req_1", clientIp: null, hooks },
        transaction,
      ),
      {
        from: number,
        keyword: readKeyword(bodyText) ?? "suspected",
        occurredAt: "2026-03-14T15:00:00.000Z",
        isAnswered: false,
      },
    ),
  );

test("a consent is recorded with its proof, its history and the client's mirror; events have no evidence", async () => {
  await open();
  const { clientId } = await createCase(tenant);
  const at = "2026-03-05T16:00:00.000Z";
  const proof = { text: "May we text canaryproof?", formUrl: "https://example.com/form" };
  const first = await put({ clientId, status: "opted_in", source: "call", at, proof });
  expect(first.status).toBe(200);
  expect(readRecord(first.body, "consent")).toMatchObject({
    clientId,
    status: "opted_in",
    maySend: true,
    suppression: null,
  });
  expect((await clientOf(clientId))["textConsent"]).toEqual({ status: "opted_in", at, source: "call" });
  const id = readId(first.body, "consent");
  const own = await eventsOf(id);
  expect(own.map(({ eventType }) => eventType)).toEqual(["consent.updated"]);
  expect(JSON.stringify(own)).not.toContain("canaryproof");
  expect((await eventsOf(clientId)).map(({ eventType }) => eventType)).toEqual(["client.updated"]);
  // The same again is no change.
  await put({ clientId, status: "opted_in", source: "call", at });
  expect(await eventsOf(id)).toHaveLength(1);
  const listed = await api.get(`/consents?clientId=${clientId}`);
  expect(listed.body["consents"]).toMatchObject([
    { id, history: [{ status: "opted_in", proof: { text: proof.text } }] },
  ]);
});

test("an opt-in that is older than the opt-out is rejected, one of a form is passed over, and a later one counts", async () => {
  await open();
  const { clientId } = await createCase(tenant);
  const optedOut = { status: "opted_out", source: "call", at: "2026-03-01T12:00:00Z" };
  expect((await put({ clientId, ...optedOut })).status).toBe(200);
  const late = { status: "opted_in", source: "intake_form", at: "2026-02-01T12:00:00Z" };
  const rejected = await put({ clientId, ...late });
  expect([rejected.status, rejected.headers["x-error-detail"]]).toEqual([409, "opted_out"]);
  const mirrored = await api.change("PATCH", `/clients/${clientId}`, { textConsent: late });
  expect([mirrored.status, mirrored.headers["x-error-detail"]]).toEqual([409, "opted_out"]);
  expect((await put({ clientId, ...late, at: "2026-03-02T12:00:00Z" })).status).toBe(200);

  const leadId = await createLead(tenant);
  expect((await put({ leadId, ...optedOut })).status).toBe(200);
  const consent = { tcpaConsented: true, consentedAt: "2026-02-01T12:00:00.000Z", consentText: "Yes" };
  expect((await api.change("PATCH", `/leads/${leadId}`, { consent })).status).toBe(200);
  const { consents } = readBody<{ consents: { channel: string; status: string }[] }>(
    await api.get(`/consents?leadId=${leadId}`),
  );
  expect(new Map(consents.map(({ channel, status }) => [channel, status]))).toEqual(
    new Map([
      ["text", "opted_out"],
      ["call", "opted_in"],
    ]),
  );
});

test("a client's textConsent is their consent, in one transaction", async () => {
  await open();
  const { clientId } = await createCase(tenant);
  const textConsent = { status: "opted_out", at: null, source: "in_person" };
  expect((await api.change("PATCH", `/clients/${clientId}`, { textConsent })).status).toBe(200);
  expect((await api.get(`/consents?clientId=${clientId}`)).body["consents"]).toMatchObject([
    { channel: "text", status: "opted_out", source: "in_person", maySend: false },
  ]);
});

test("a lead that consents on a form is opted in to texts and calls", async () => {
  await open();
  const body = { firstName: "Ana", phone: number, consent: { tcpaConsented: true, consentText: "I agree" } };
  const leadId = readId((await api.change("POST", "/leads", body)).body, "lead");
  const { consents } = (await api.get(`/consents?leadId=${leadId}&sort=oldest`)).body;
  expect(consents).toMatchObject([
    { channel: "text", status: "opted_in", source: "intake_form", proof: { text: "I agree" } },
    { channel: "call", status: "opted_in" },
  ]);
});

test("STOP opts out everyone with the number, is confirmed once, and only START or proof undoes it", async () => {
  await open();
  const persons = [await createCase(tenant), await createCase(tenant)];
  const [one, other] = persons.map(({ clientId }) => clientId);
  await changeRow(tenant, "Client", one ?? "", { phoneE164: "+13125550100", secondaryPhoneE164: number });
  await changeRow(tenant, "Client", other ?? "", { phoneE164: number });
  await put({ clientId: one, status: "opted_in", source: "call" });
  const stopped = await receive(" Stop. ");
  expect(stopped).toMatchObject({ optOutKeyword: "stop", reply: { automation: "opt_out_confirmation" } });
  expect(await receive("STOP")).toEqual({ optOutKeyword: "stop", reply: null });
  for (const clientId of [one, other]) {
    expect((await api.get(`/consents?clientId=${clientId}`)).body["consents"]).toMatchObject([
      { status: "opted_out", source: "text_reply", maySend: false, suppression: { reason: "stop_keyword" } },
    ]);
    expect((await clientOf(clientId ?? ""))["textConsent"]).toMatchObject({
      status: "opted_out",
      source: "text_reply",
    });
  }
  const optedIn = { status: "opted_in", source: "call" };
  const patched = await api.change("PATCH", `/clients/${one}`, { textConsent: optedIn });
  expect([patched.status, patched.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
  for (const status of ["opted_in", "unknown"]) expect((await put({ clientId: one, status })).status).toBe(409);
  expect((await put({ clientId: one, ...optedIn, overrideOptOut: true })).status).toBe(409);
  const unknown = {
    clientId: one,
    ...optedIn,
    overrideOptOut: true,
    proof: { documentId: "doc_01kf3m4g6j8m0q2s4v6x8z1b3d" },
  };
  expect((await put(unknown)).status).toBe(404);
  expect(await receive("start")).toMatchObject({ optOutKeyword: "start", reply: { automation: "start_reply" } });
  for (const clientId of [one, other])
    expect((await api.get(`/consents?clientId=${clientId}`)).body["consents"]).toMatchObject([
      { status: "opted_in", source: "text_reply", maySend: true, suppression: null },
    ]);
  expect(await receive("unstop")).toEqual({ optOutKeyword: "start", reply: null });
  expect(await receive("AYUDA")).toMatchObject({ reply: { automation: "help_reply" } });
  expect(await receive("please stop texting")).toEqual({ optOutKeyword: "suspected", reply: null });
});

test("acceptance 3: quiet hours are the recipient's; a reply within an hour goes at once", async () => {
  await open();
  const check = (now: string, state: string | null, lastInboundAt: string | null = null) =>
    tenant.inside((transaction) =>
      checkTextTime(
        createContext(
          { principal: systemPrincipal(tenant.organizationId), requestId: "req_1", clientIp: null, hooks },
          transaction,
        ),
        { state, now: new Date(now), lastInboundAt: lastInboundAt === null ? null : new Date(lastInboundAt) },
      ),
    );
  expect((await check("2026-03-14T12:30:00Z", "FL")).deferral).toEqual({
    until: "2026-03-14T13:00:00.000Z",
    requestedAt: "2026-03-14T12:30:00.000Z",
    timeZones: ["America/New_York", "America/Chicago"],
    ruleKey: "text_hours.fl",
  });
  expect((await check("2026-03-15T00:30:00Z", "FL")).sendAt.toISOString()).toBe("2026-03-15T13:00:00.000Z");
  // 22:30, after an inbound text at 22:00.
  expect((await check("2026-03-15T03:30:00Z", "TX", "2026-03-15T03:00:00Z")).deferral).toBeNull();
  expect((await check("2026-03-15T04:01:00Z", "TX", "2026-03-15T03:00:00Z")).deferral).not.toBeNull();
});

test("another organization's persons and documents are not found; a broken body is 400", async () => {
  await open();
  const stranger = await createTenant(server.services.database);
  const [theirs, leadId] = [await createCase(stranger), await createLead(stranger)];
  for (const person of [{ clientId: theirs.clientId }, { leadId }, { contactId: "con_01kf3m4g6j8m0q2s4v6x8z1b3d" }])
    expect((await put({ ...person, status: "opted_in" })).status).toBe(404);
  const { clientId } = await createCase(tenant);
  for (const wrong of [{}, { clientId, leadId }, { clientId, proof: { text: "" } }, { clientId, at: "tomorrow" }])
    expect((await put({ status: "opted_in", ...wrong })).status).toBe(400);
});
