import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { signInMember } from "../../team/fixtures.ts";
import { createPartners } from "../network/fixtures.ts";
import type { ReferralProfile } from "../profile/schema.ts";
import { createPartnerFirm } from "./fixtures.ts";
import type { PartnerFirm } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const openAs = async (role: string, of = tenant) => (await signInMember(server, of, { role })).portal;
type Firm = { partnerFirm: PartnerFirm };
const typesOf = async (id: string, of = tenant) =>
  (await readEvents(of)).flatMap(({ entityId, eventType }) => (entityId === id ? [eventType] : []));

describe("a member who manages referrals", () => {
  test("adds a firm that works elsewhere as a contact that there is, or as a new one", async () => {
    const portal = await openAs("admin");
    const contactId = await createNamedContact(tenant, "Zielinski Trial Group");
    const found = await portal.query<{ contacts: object[] }>("partnerFirms.findContacts", { q: "zielinski" });
    expect(found.data).toEqual({ contacts: [{ id: contactId, name: "Zielinski Trial Group" }] });
    const chosen = await portal.mutate<Firm>("partnerFirms.addExternal", { contactId, name: "Zielinski, Waco" });
    expect(chosen.data.partnerFirm).toMatchObject({ kind: "external", contactId, name: "Zielinski, Waco" });
    const given = {
      name: "Vogt & Partners",
      attorneyName: "Ina Vogt",
      email: "ina@vogt.example",
      phone: "+15125550147",
    };
    const { partnerFirm } = (await portal.mutate<Firm>("partnerFirms.addExternal", given)).data;
    expect(partnerFirm).toMatchObject({ kind: "external", ...given });
    const api = openApi(server, tenant.secret);
    expect((await api.get(`/contacts/${partnerFirm.contactId}`)).body["contact"]).toMatchObject({
      type: "company",
      name: "Vogt & Partners",
      roles: ["referring_attorney"],
      emails: [{ address: "ina@vogt.example" }],
      phones: [{ number: "+15125550147" }],
    });
    expect(await typesOf(partnerFirm.id)).toEqual(["partner_firm.created"]);
  });

  test("blocks a firm with a reason, which is the firm's own and ends with the block", async () => {
    const portal = await openAs("owner");
    const { partnerFirmId } = await createPartnerFirm(tenant);
    const block = (input: object) => portal.mutate<Firm>("partnerFirms.block", { partnerFirmId, ...input });
    expect((await block({ expectedRevision: 1 })).error?.data.code).toBe("VALIDATION_FAILED");
    expect((await block({ expectedRevision: 2, reason: "No insurance" })).error?.data.code).toBe("STALE_REVISION");
    const { partnerFirm } = (await block({ expectedRevision: 1, reason: "No insurance" })).data;
    expect(partnerFirm).toMatchObject({ status: "blocked", blockedReason: "No insurance", revision: 2 });
    expect(JSON.stringify(await readEvents(tenant))).not.toContain("No insurance");
    const again = await portal.mutate<Firm>("partnerFirms.unblock", { partnerFirmId, expectedRevision: 2 });
    expect(again.data.partnerFirm).toMatchObject({ status: "active", blockedReason: null });
    expect(await typesOf(partnerFirmId)).toEqual(["partner_firm.blocked", "partner_firm.updated"]);
    // A key ends a member's block, and its reason with it.
    await block({ expectedRevision: 3, reason: "No insurance" });
    const api = openApi(server, tenant.secret);
    const active = await api.change("PATCH", `/partner-firms/${partnerFirmId}`, { status: "active" });
    expect(active.body["partnerFirm"]).toMatchObject({ status: "active", blockedReason: null });
  });

  test("approves each direction by itself; the other keeps who approved it", async () => {
    const [one, other] = [await createTenant(server.services.database), await createTenant(server.services.database)];
    const { handlingId } = await createPartners(one, other);
    const portal = await openAs("owner", one);
    const input = { partnerFirmId: handlingId, expectedRevision: 1, approvedForSending: false };
    const { partnerFirm } = (await portal.mutate<Firm>("partnerFirms.approve", input)).data;
    expect(partnerFirm).toMatchObject({ approvedForSending: null, mayReferToUs: { memberId: one.attorneyId } });
  });

  test("sets how the firm takes referrals, by the defaults of the page, and replaces its code", async () => {
    const one = await createTenant(server.services.database);
    const portal = await openAs("owner", one);
    type Shown = { referralProfile: ReferralProfile };
    const { referralProfile } = (await portal.query<Shown>("referralProfile.get")).data;
    expect(referralProfile).toMatchObject({
      code: null,
      accepts: "nobody",
      answerWithinBusinessDays: 3,
      expiresAfterDays: 7,
      needsConflictCheck: false,
      autoUpdates: false,
      revision: 1,
    });
    const changes = { accepts: "approved", answerWithinBusinessDays: 10, autoUpdates: true };
    const edited = (await portal.mutate<Shown>("referralProfile.edit", { expectedRevision: 1, ...changes })).data;
    expect(edited.referralProfile).toMatchObject({ ...changes, expiresAfterDays: 7, revision: 2 });
    expect(edited.referralProfile.code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{2}$/);
    const rotated = (await portal.mutate<Shown>("referralProfile.rotateCode", { expectedRevision: 2 })).data;
    expect(rotated.referralProfile).toMatchObject({ ...changes, revision: 3 });
    expect(rotated.referralProfile.code).not.toBe(edited.referralProfile.code);
    for (const wrong of [
      { answerWithinBusinessDays: 11 },
      { answerWithinBusinessDays: 0 },
      { expiresAfterDays: 91 },
      { accepts: "everybody" },
    ])
      expect((await portal.mutate("referralProfile.edit", { expectedRevision: 3, ...wrong })).error?.data.code).toBe(
        "VALIDATION_FAILED",
      );
  });
});

test("other members change nothing, and find no contacts", async () => {
  const { partnerFirmId } = await createPartnerFirm(tenant);
  for (const role of ["attorney", "paralegal"]) {
    const portal = await openAs(role);
    const replies = [
      await portal.query("referralProfile.get"),
      await portal.query("partnerFirms.findContacts", { q: "Castillo" }),
      await portal.mutate("partnerFirms.addExternal", { name: "Vogt" }),
      await portal.mutate("partnerFirms.block", { partnerFirmId, expectedRevision: 1, reason: "x" }),
    ];
    expect(replies.map(({ error }) => error?.data.code)).toEqual(replies.map(() => "FORBIDDEN"));
  }
  expect(await typesOf(partnerFirmId)).toEqual([]);
});
