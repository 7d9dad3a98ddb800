import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, deleteRow, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { createReferral, due, engaged, sent } from "../referrals/fixtures.ts";
import { createPartnerFirm } from "./fixtures.ts";
import type { PartnerFirm, PartnerFirmDetail } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const firmOf = (reply: Awaited<ReturnType<Api["get"]>>) => readBody<{ partnerFirm: PartnerFirm }>(reply).partnerFirm;
const typesOf = async (id: string) =>
  (await readEvents(tenant)).filter(({ entityId }) => entityId === id).map(({ eventType }) => eventType);

describe("a partner firm", () => {
  test("is a contact, which gets the role once", async () => {
    const contactId = await createNamedContact(tenant, "Castillo Trial Group");
    const given = { kind: "external", contactId, name: "Castillo Trial Group", states: ["TX"] };
    const firm = firmOf(await api.change("POST", "/partner-firms", given));
    expect(firm).toMatchObject({ ...given, status: "active", defaultTerms: null, revision: 1 });
    expect((await api.get(`/contacts/${contactId}`)).body["contact"]).toMatchObject({ roles: ["referring_attorney"] });
    await api.change("POST", "/partner-firms", { ...given, name: "Castillo, San Antonio" });
    expect(await typesOf(contactId)).toEqual(["contact.updated"]);
  });

  test("is blocked by an event of its own, and keeps what is not sent", async () => {
    const { partnerFirmId } = await createPartnerFirm(tenant, { notes: "Prompt" });
    const change = (body: object) => api.change("PATCH", `/partner-firms/${partnerFirmId}`, body);
    expect(firmOf(await change({ status: "blocked" }))).toMatchObject({ status: "blocked", notes: "Prompt" });
    await change({ status: "blocked", phone: "210-555-0100" });
    await change({ status: "active" });
    expect(await typesOf(partnerFirmId)).toEqual([
      "partner_firm.blocked",
      "partner_firm.updated",
      "partner_firm.updated",
    ]);
  });

  test("has terms with a share or an amount, not both", async () => {
    const { partnerFirmId } = await createPartnerFirm(tenant);
    const change = (defaultTerms: object) => api.change("PATCH", `/partner-firms/${partnerFirmId}`, { defaultTerms });
    const third = { numerator: 1, denominator: 3 };
    expect(firmOf(await change({ type: "percentage_of_fee", rate: third })).defaultTerms).toMatchObject({
      rate: third,
      flatCents: null,
      basis: "not_required",
      updatesEveryDays: 90,
    });
    for (const [path, terms] of [
      ["defaultTerms.rate", { type: "percentage_of_fee" }],
      ["defaultTerms.flatCents", { type: "flat" }],
      ["defaultTerms.rate", { type: "none", rate: third }],
      ["defaultTerms.writtenAgreementOn", { type: "none", writtenAgreementOn: "2199-01-01" }],
      ["defaultTerms.updatesEveryDays", { type: "none", updatesEveryDays: 91 }],
    ] as const)
      expect((await change(terms)).body["error"]).toContain(`${path}: `);
  });

  test("is found by kind, status, contact and externalId; its numbers and notes are in no event", async () => {
    const other = await createTenant(server.services.database);
    const of = openApi(server, other.secret);
    const { partnerFirmId, contactId } = await createPartnerFirm(other, { externalId: "crm-f1", barNumber: "24011" });
    const { partnerFirmId: blockedId } = await createPartnerFirm(other, { status: "blocked" });
    const find = async (query: string) =>
      readBody<{ partnerFirms: PartnerFirm[] }>(await of.get(`/partner-firms?${query}`)).partnerFirms.map(
        ({ id }) => id,
      );
    expect(await find("sort=oldest&kind=external")).toEqual([partnerFirmId, blockedId]);
    expect(await find("status=blocked")).toEqual([blockedId]);
    expect(await find(`contactId=${contactId}`)).toEqual([partnerFirmId]);
    expect(firmOf(await of.get("/partner-firms/external:crm-f1")).barNumber).toBe("24011");
    await of.change("PATCH", `/partner-firms/${partnerFirmId}`, { barNumber: "24012", notes: "Call first" });
    const [event] = await readEvents(other);
    expect(event?.payload).toMatchObject({ barNumber: "[redacted]", notes: "[redacted]" });
    expect(JSON.stringify(event)).not.toMatch(/2401|Call first/);
  });
});

test("a merge gives the remaining contact the partner firm of the other, with an event; a contact that is one stays", async () => {
  const [kept, merged] = [await createNamedContact(tenant, "Doyle LLP"), await createNamedContact(tenant, "Doyle")];
  const { partnerFirmId } = await createPartnerFirm(tenant, { contactId: merged });
  expect((await api.change("DELETE", `/contacts/${merged}`)).body["error"]).toContain("partner firms");
  const reply = await api.change("POST", `/contacts/${kept}/merge`, { mergedContactId: merged });
  expect(reply.status, reply.text).toBe(200);
  expect(firmOf(await api.get(`/partner-firms/${partnerFirmId}`)).contactId).toBe(kept);
  expect(await typesOf(partnerFirmId)).toEqual(["partner_firm.updated"]);
});

test("ids of another organization: 404 alike", async () => {
  const foreign = await createTenant(server.services.database);
  const theirs = await createPartnerFirm(foreign);
  const { partnerFirmId } = await createPartnerFirm(tenant);
  const { contactId } = theirs;
  const replies = [
    await api.get(`/partner-firms/${theirs.partnerFirmId}`),
    await api.change("PATCH", `/partner-firms/${theirs.partnerFirmId}`, { notes: "x" }),
    await api.change("PATCH", `/partner-firms/${partnerFirmId}`, { contactId }),
    await api.change("POST", "/partner-firms", { kind: "external", contactId, name: "X" }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test("numbers count what became of the referrals with a firm, in both directions and without what is gone", async () => {
  const { partnerFirmId } = await createPartnerFirm(tenant);
  const numbers = async () =>
    readBody<{ partnerFirm: PartnerFirmDetail }>(await api.get(`/partner-firms/${partnerFirmId}`)).partnerFirm.numbers;
  expect(await numbers()).toEqual({ sent: 0, received: 0, accepted: 0, engaged: 0, feesDueCents: 0, feesPaidCents: 0 });
  const add = (values: object) => createReferral(tenant, { partnerFirmId, ...values });
  await add({});
  await add(sent);
  await add({ ...sent, status: "accepted", acceptedAt: "2026-03-15T15:00:00Z" });
  await add({ ...engaged, direction: "inbound" });
  await add({ ...due, feeStatus: "partially_paid", paidCents: 800_000 });
  await add({ ...due, feeStatus: "waived" });
  const { caseId } = await add({ ...due, feeStatus: "paid", paidCents: 1_333_333 });
  await createReferral(tenant, due);
  await deleteRow(tenant, "Case", caseId);
  expect(await numbers()).toEqual({
    sent: 4,
    received: 1,
    accepted: 4,
    engaged: 3,
    feesDueCents: 1_333_333,
    feesPaidCents: 800_000,
  });
});
