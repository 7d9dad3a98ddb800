import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeSealCertificate } from "../../../platform/pdf/seal-identity.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { signInMember, type SignedInMember } from "../../team/fixtures.ts";
import type { EsignSettings } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  manager = await signInMember(server, tenant, { role: "admin" });
});

const changes = { senderName: "Hart & Lowe", replyTo: "office@example.com", expiresInDays: 21 };
const read = async ({ portal }: Pick<SignedInMember, "portal"> = manager) =>
  (await portal.query<{ esignSettings: EsignSettings }>("esignSettings.get")).data.esignSettings;
const update = (expectedRevision: number, { portal }: Pick<SignedInMember, "portal"> = manager) =>
  portal.mutate<{ esignSettings: EsignSettings }>("esignSettings.update", { expectedRevision, ...changes });

describe("how the firm signs", () => {
  test("has defaults, and is changed with the revision that was read", async () => {
    expect(await read()).toMatchObject({
      senderName: null,
      replyTo: null,
      expiresInDays: 30,
      reminders: { firstAfterDays: 3, everyDays: 3, max: 5 },
      language: "en",
      sealingCertificate: null,
      revision: 1,
    });
    expect((await update(1)).data.esignSettings).toMatchObject({ ...changes, language: "en", revision: 2 });
    expect((await update(1)).error?.data.code).toBe("STALE_REVISION");
    expect((await update(2)).data.esignSettings.revision).toBe(3);
    const entries = await tenant.inside((transaction) =>
      transaction.selectFrom("AuditEntry").select("entityId").where("action", "=", "esignSettings.update").execute(),
    );
    expect(entries).toEqual([{ entityId: tenant.organizationId }, { entityId: tenant.organizationId }]);
  });

  test.each([
    { senderName: "" },
    { replyTo: "office" },
    { expiresInDays: 181 },
    { reminders: { firstAfterDays: 0, everyDays: 3, max: 5 } },
    { language: "fr" },
    { sealingCertificate: "PEM" },
  ])("is not changed to %j", async (wrong) => {
    const reply = await manager.portal.mutate("esignSettings.update", { expectedRevision: 1, ...wrong });
    expect([reply.status, reply.error?.data.code]).toEqual([400, "VALIDATION_FAILED"]);
  });

  test("is read and changed with the permission alone, in the own organization", async () => {
    await update(1);
    const attorney = await signInMember(server, tenant, { role: "attorney" });
    expect((await attorney.portal.query("esignSettings.get")).status).toBe(403);
    expect((await update(2, attorney)).status).toBe(403);
    const stranger = await signInMember(server, await createTenant(server.services.database), { role: "admin" });
    expect((await read(stranger)).senderName).toBeNull();
  });

  test("shows the certificate that seals, without its key, and a change leaves it", async () => {
    const { certificate, key } = await makeSealCertificate(new Date("2026-11-01T00:00:00Z"));
    await tenant.inside((transaction) =>
      transaction
        .insertInto("EsignSetting")
        .values({
          organizationId: tenant.organizationId,
          reminders: JSON.stringify({ firstAfterDays: 3, everyDays: 3, max: 5 }),
          sealingCertificate: certificate,
          sealingKey: Buffer.from(key),
        })
        .execute(),
    );
    const { sealingCertificate, revision } = await read();
    expect(sealingCertificate).toMatchObject({ subject: "CN=Caseport seal", validTo: "2046-11-01T00:00:00.000Z" });
    expect(sealingCertificate?.sha256Fingerprint).toMatch(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/);
    expect(sealingCertificate?.pem).toContain("BEGIN CERTIFICATE");
    const changed = await update(revision);
    expect(changed.data.esignSettings.sealingCertificate).toEqual(sealingCertificate);
    expect(changed.text).not.toContain("PRIVATE");
  });
});
