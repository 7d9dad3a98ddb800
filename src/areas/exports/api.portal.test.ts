import { afterAll, beforeAll, expect, test } from "vitest";
import type { Permission } from "../../contract/permissions.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { signInMember } from "../team/fixtures.ts";

interface Found {
  cases: { id: string; sequenceId: string; clientName: string }[];
}

let server: TestServer;
let tenant: TestTenant;
let sequenceId: string;
let caseId: string;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  ({ caseId } = await createCase(tenant));
  ({ sequenceId } = await tenant.inside((transaction) =>
    transaction.selectFrom("Case").select("sequenceId").where("id", "=", caseId).executeTakeFirstOrThrow(),
  ));
});
afterAll(() => server.close(1000));

const signIn = (permissions: Permission[], of = tenant) => signInMember(server, of, { role: "assistant", permissions });

test("a case is found by its number, within the member's organization only", async () => {
  const { portal } = await signIn(["reports:export", "cases:view", "clients:view"]);
  const { cases } = (await portal.query<Found>("exports.findCases", { q: sequenceId })).data;
  expect(cases).toEqual([{ id: caseId, sequenceId, clientName: expect.stringMatching(/^\S+ \S+$/) as string }]);
  const stranger = await signIn(
    ["reports:export", "cases:view", "clients:view"],
    await createTenant(server.services.database),
  );
  expect((await stranger.portal.query<Found>("exports.findCases", { q: sequenceId })).data.cases).toEqual([]);
});

test.each<Permission[][]>([
  [["cases:view", "clients:view"]],
  [["reports:export", "cases:view"]],
  [["reports:export", "clients:view"]],
])("a member with only %j is rejected", async (permissions) => {
  const { portal } = await signIn(permissions);
  expect((await portal.query("exports.findCases", { q: sequenceId })).status).toBe(403);
});
