import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSentRequest } from "../../areas/esign/signing/fixtures.ts";
import { createManagedTenant, readSlug } from "../../areas/team/fixtures.ts";
import { createLinkToken } from "../../platform/identity/credentials/signing-token.ts";
import { changeRow, createTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { findUnknownScreens, isForeignOrganization, isUnknownSigningLink } from "./page-status.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close(1_000));

test("a path inside an organization that is no screen is unknown", () => {
  const isUnknown = findUnknownScreens([
    "/o/[slug]",
    "/o/[slug]/[...path]",
    "/o/[slug]/team",
    "/o/[slug]/reports/[reportId]/edit",
    "/account",
  ]);
  expect(["/o/doe/teams", "/o/doe/team/x", "/o/doe/reports/rpt_1"].map(isUnknown)).toEqual([true, true, true]);
  expect(
    [
      "/o/doe",
      "/o/doe/",
      "/o/doe/team",
      "/o/doe/team/",
      "/o/doe/reports/rpt_1/edit",
      "/account",
      "/o",
      "/docs/teams",
    ].map(isUnknown),
  ).toEqual(Array.from({ length: 8 }, () => false));
});

test("an organization is foreign to a signed-in person who is no member of it", async () => {
  const [ours, theirs] = [await createManagedTenant(server), await createManagedTenant(server)];
  const [own, foreign] = [await readSlug(ours.tenant), await readSlug(theirs.tenant)];
  const isForeign = (url: string, cookie?: string) =>
    isForeignOrganization(server.services, { url, headers: { ...(cookie !== undefined && { cookie }) } });
  const { cookie } = ours.manager;
  expect(
    await Promise.all(
      [`/o/${foreign}`, `/o/${foreign}/team?q=x`, "/o/no-such-firm"].map((url) => isForeign(url, cookie)),
    ),
  ).toEqual([true, true, true]);
  const known = [`/o/${own}`, `/o/${own}/no-such-screen`, "/account", `/o/${foreign}/team?_rsc=1`];
  expect(await Promise.all(known.map((url) => isForeign(url, cookie)))).toEqual([false, false, false, false]);
  // The sign-in is shown, which shows nothing of organizations.
  expect(await isForeign(`/o/${foreign}`)).toBe(false);
});

test("acceptance 11: the page of a signing link is unknown where the link opens nothing, and asking leaves no trace", async () => {
  const tenant = await createTenant(server.services.database);
  const { requestId, recipients } = await createSentRequest(server, tenant, {
    recipients: [{}, { status: "waiting", order: 2 }],
  });
  const [first, waiting] = recipients.map(({ path }) => path) as [string, string];
  const isUnknown = (path: string) =>
    isUnknownSigningLink(server.services, Object.assign(new IncomingMessage(new Socket()), { url: path }));
  const known = [first, `${first}/`, `${first}?utm_source=mail`, "/sign", `/sign/${createLinkToken().token}?_rsc=1`];
  for (const path of known) expect([path, await isUnknown(path)]).toEqual([path, false]);
  for (const path of [`/sign/${createLinkToken().token}`, "/sign/no-token", `${first}x`, waiting])
    expect([path, await isUnknown(path)]).toEqual([path, true]);
  const recipient = await tenant.inside((transaction) =>
    transaction.selectFrom("EsignRecipient").select("status").where("requestId", "=", requestId).execute(),
  );
  expect(recipient.map(({ status }) => status).toSorted()).toEqual(["sent", "waiting"]);
  await changeRow(tenant, "EsignRequest", requestId, { status: "voided", endedAt: new Date().toISOString() });
  expect(await isUnknown(first)).toBe(true);
});
