import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson } from "../../testing/harness/identity.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { observeMails, type SeenMails } from "../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { createAttorney } from "../cases/transitions/fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let mails: SeenMails;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  mails = await observeMails(server);
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const readNotifications = (memberId: string) =>
  tenant.inside((transaction) =>
    transaction.selectFrom("Notification").select(["kind", "parameters"]).where("memberId", "=", memberId).execute(),
  );

async function createMember(): Promise<string> {
  const memberId = await createAttorney(tenant);
  await createPerson(server, { member: { organizationId: tenant.organizationId, memberId } });
  return memberId;
}

test("acceptance 20: an active member is notified once, by a mail without the note's content; a deactivated one is unknown", async () => {
  const api = openApi(server, tenant.secret);
  const { caseId } = await createCase(tenant);
  const memberId = await createMember();
  const note = { type: "general", subject: "Sensitive subject", body: "Sensitive body" };
  const gone = await createAttorney(tenant, "deactivated");
  const unknown = await api.change("POST", `/cases/${caseId}/notes`, { ...note, mentionIds: [gone] });
  expect([unknown.status, unknown.text.includes("Member not found")]).toEqual([404, true]);
  await mails.take();
  const {
    note: { id },
  } = readBody<{ note: { id: string } }>(
    await api.change("POST", `/cases/${caseId}/notes`, { ...note, mentionIds: [memberId] }),
  );
  const { sequenceId } = await tenant.inside((transaction) =>
    transaction.selectFrom("Case").select("sequenceId").where("id", "=", caseId).executeTakeFirstOrThrow(),
  );
  expect(await readNotifications(memberId)).toEqual([
    { kind: "note.mentioned", parameters: { noteId: id, about: "case", number: sequenceId, keyName: "Test key" } },
  ]);
  const sent = await mails.take();
  expect(sent.map(({ text }) => text.split("\n")[0])).toEqual([
    `You were mentioned in a note on case ${sequenceId} by Test key.`,
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/Sensitive|Rosa|Diaz/);
  // Removed and added again within a day.
  for (const mentionIds of [[], [memberId]]) readBody(await api.change("PATCH", `/notes/${id}`, { mentionIds }));
  expect([(await readNotifications(memberId)).length, (await mails.take()).length]).toEqual([1, 0]);
  await changeRow(tenant, "Member", memberId, { status: "deactivated" });
  expect(
    readBody<{ note: { mentions: object[] } }>(await api.change("PATCH", `/notes/${id}`, { subject: "Later" })).note
      .mentions,
  ).toMatchObject([{ id: memberId }]);
});

test("the attorney for whom the key acts is notified without a mail", async () => {
  const memberId = await createMember();
  const { secret } = await createKey(tenant, { actingAttorneyId: memberId });
  const { caseId } = await createCase(tenant);
  await mails.take();
  readBody(
    await openApi(server, secret).change("POST", `/cases/${caseId}/notes`, {
      type: "general",
      body: "x",
      mentionIds: [memberId],
    }),
  );
  expect([(await readNotifications(memberId)).length, (await mails.take()).length]).toEqual([1, 0]);
});
