import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { send, type Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { formType, writeForm } from "../../testing/servers/file-storage.ts";
import { readSlug, signInMember, type SignedInMember } from "../team/fixtures.ts";
import type { Import } from "./schema.ts";
import { openImports } from "./work/fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let administrator: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1_000));

beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  administrator = await signInMember(server, tenant, { role: "admin" });
});

async function upload(file: string, { cookie }: Pick<SignedInMember, "cookie">): Promise<Reply> {
  return send(server.baseUrl, {
    method: "POST",
    target: "/api/trpc/imports.upload",
    headers: {
      Cookie: cookie,
      Origin: server.origin,
      "X-Organization": await readSlug(tenant),
      "Content-Type": formType,
    },
    body: writeForm({}, { bytes: Buffer.from(file), fileName: "notes.csv" }),
  });
}

test("an administrator imports by a form; notes on behalf of the attorney that they choose", async () => {
  const { caseId } = await createCase(tenant);
  const sent = await upload(`Case ID,Note Date,Note Type,Note\n${caseId},3/5/2025,Call,Called.\n`, administrator);
  const { id } = (sent.body as { result: { data: { import: Import } } }).result.data.import;
  const { work } = openImports(server, tenant);
  await work(id);
  const { portal } = administrator;
  expect((await portal.mutate("imports.start", { importId: id })).status).toBe(409);
  const changed = await portal.mutate("imports.update", { importId: id, attorneyId: tenant.attorneyId });
  expect(changed.status).toBe(200);
  expect((await portal.mutate("imports.start", { importId: id })).status).toBe(200);
  await work(id);
  const shown = (await portal.query<{ import: Import }>("imports.get", { importId: id })).data.import;
  expect(shown).toMatchObject({ kind: "notes", status: "completed", created: 1, rejected: 0 });
  const notes = await tenant.inside((transaction) => transaction.selectFrom("Note").selectAll().execute());
  expect(notes).toMatchObject([{ caseId, body: "Called.", onBehalfOfAttorneyId: tenant.attorneyId }]);
});

test("members without the permission neither upload nor see imports", async () => {
  const paralegal = await signInMember(server, tenant, { role: "paralegal" });
  expect((await upload("Client ID,Last Name\nP-1,Marsh\n", paralegal)).status).toBe(403);
  expect((await paralegal.portal.query("imports.list", {})).status).toBe(403);
});
