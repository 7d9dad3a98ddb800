import { beforeAll, expect, test } from "vitest";
import { seedHarness } from "../../src/testing/harness/seeded.ts";
import type { DemoSummary } from "./demo.ts";
import { completePeople, createPeople } from "./people.ts";
import type { TemporaryDatabase } from "./temporary-database.ts";

const secret = "a-secret-of-at-least-thirty-two-characters";

let temporary: TemporaryDatabase;
let summary: DemoSummary;
beforeAll(async () => {
  ({ temporary, summary } = await seedHarness());
});

const run = () =>
  createPeople({
    databaseUrl: temporary.applicationUrl,
    secret,
    people: summary.portal,
    otherOrganizationId: summary.otherOrganization.organizationId,
  });

const listAccounts = () =>
  temporary.queryAll(`SELECT u.email, u."twoFactorEnabled" AS factor, a.password IS NOT NULL AS password, p."userId" IS NOT NULL AS administrator,
      (SELECT array_agg(o.slug ORDER BY o.slug) FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId" WHERE m."userId" = u.id) AS firms
    FROM "User" u LEFT JOIN "Account" a ON a."userId" = u.id LEFT JOIN "PlatformAdministrator" p ON p."userId" = u.id ORDER BY u.email`);

test("everyone in demo.json can sign in as their member, and a second run changes nothing", async () => {
  await run();
  const accounts = await listAccounts();
  const common = { password: true, administrator: false };
  expect(accounts).toEqual([
    { email: "admin@caseport.example", ...common, factor: true, administrator: true, firms: null },
    { email: "claudia.renner@brandtosei.example", ...common, factor: true, firms: ["brandt-osei"] },
    { email: "eleanor.hartwell@hartwellpierce.example", ...common, factor: false, firms: ["hartwell-pierce"] },
    { email: "julian.pierce@hartwellpierce.example", ...common, factor: true, firms: ["hartwell-pierce"] },
    {
      email: "margaret.okafor@hartwellpierce.example",
      ...common,
      factor: true,
      firms: ["hartwell-pierce", "hartwell-pierce-texas"],
    },
    { email: "tobias.lindqvist@hartwellpierce.example", ...common, factor: false, firms: ["hartwell-pierce"] },
  ]);
  const hashes = await temporary.queryAll(`SELECT id, password FROM "Account" ORDER BY id`);
  await run();
  expect(await listAccounts()).toEqual(accounts);
  expect(await temporary.queryAll(`SELECT id, password FROM "Account" ORDER BY id`)).toEqual(hashes);
});

test("a demo.json of an earlier version gets second factors and keeps its passwords", () => {
  const person = (email: string) => ({ email, password: `password of ${email}` });
  const earlier = { attorney: person("a"), manager: person("m"), member: person("b"), platformAdmin: person("p") };
  const completed = completePeople(earlier);
  expect(completed).toMatchObject(earlier);
  const withFactor = Object.entries(completed).filter(([, { totpSecret }]) => /^[A-Z2-7]{52}$/.test(totpSecret ?? ""));
  expect(withFactor.map(([part]) => part)).toEqual(["manager", "platformAdmin", "otherManager", "approver"]);
  expect(completePeople(completed)).toEqual(completed);
});
