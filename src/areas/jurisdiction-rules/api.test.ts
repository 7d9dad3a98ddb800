import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { changeRow, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { signInMember, type SignedInMember } from "../team/fixtures.ts";
import { defaultRules } from "./domain.notation.ts";
import type { JurisdictionRule } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;
let api: Api;
beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  manager = await signInMember(server, tenant, { role: "owner" });
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const key = "limitation.pa.personal_injury";
const list = async (query: string) =>
  (await api.get(`/jurisdiction-rules?${query}`)).body["jurisdictionRules"] as JurisdictionRule[];
const find = async (wanted: string) => (await list("")).find((rule) => rule.key === wanted);
const write = (name: "edit" | "setVerification", input: object) =>
  manager.portal.mutate(`jurisdictionRules.${name}`, input);

test("the shipped rules are listed by key, and filtered", async () => {
  const all = await list("");
  expect(all.map((rule) => rule.key)).toEqual([...defaultRules.keys()].toSorted());
  expect((await list("kind=minority&jurisdiction=MI")).map(({ key: each, summary }) => [each, summary])).toEqual([
    ["minority.mi", "The period does not end before 1 year after the 18th birthday"],
  ]);
  expect((await list("claim=government&kind=limitation&jurisdiction=NY")).map((rule) => rule.key)).toEqual([
    "limitation.ny.municipal",
  ]);
  expect(await list("verification=verified")).toEqual([]);
  expect((await api.get("/jurisdiction-rules?jurisdiction=XX")).status).toBe(400);
});

test("an attorney verifies a rule, the firm edits and disables it, and nobody overwrites another’s change", async () => {
  const shipped = await find(key);
  expect(
    (await write("setVerification", { key, expectedRevision: 0, verification: "verified" })).error?.data.code,
  ).toBe("FORBIDDEN");
  await changeRow(tenant, "Member", manager.memberId, { isAttorney: true });
  expect(
    (await write("setVerification", { key, expectedRevision: 0, verification: "verified" })).data["jurisdictionRule"],
  ).toMatchObject({ verification: "verified", source: "default", revision: 1, verifiedBy: { id: manager.memberId } });
  expect(
    (await write("setVerification", { key, expectedRevision: 0, verification: "disabled" })).error?.data.code,
  ).toBe("STALE_REVISION");
  expect((await list("verification=verified")).map((rule) => rule.key)).toEqual([key]);

  const text = {
    rule: { ...shipped?.rule, rollRule: "next_open_day" },
    citation: "42 Pa.C.S. § 5524(2); 1 Pa.C.S. § 1908",
    asOf: "2026-11",
    note: null,
  };
  expect((await write("edit", { key, expectedRevision: 1, ...text, citation: "" })).error?.data.faults).toMatchObject([
    { path: "citation" },
  ]);
  expect((await write("edit", { key: "minority.pa", expectedRevision: 0, ...text })).error?.data.faults).toMatchObject([
    { path: "rule" },
  ]);
  expect((await write("edit", { key, expectedRevision: 1, ...text })).data["jurisdictionRule"]).toMatchObject({
    ...text,
    verification: "unverified",
    verifiedBy: null,
    verifiedAt: null,
    source: "organization",
    revision: 2,
  });
  expect(
    (await write("setVerification", { key, expectedRevision: 2, verification: "disabled" })).data["jurisdictionRule"],
  ).toMatchObject({ verification: "disabled", revision: 3 });
  expect(await find(key)).toMatchObject({ verification: "disabled", citation: text.citation });
  const events = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Event")
      .select("eventType")
      .where("organizationId", "=", tenant.organizationId)
      .where("eventType", "like", "jurisdiction_rule.%")
      .orderBy("number")
      .execute(),
  );
  expect(events.map(({ eventType }) => eventType)).toEqual([
    "jurisdiction_rule.verified",
    "jurisdiction_rule.updated",
    "jurisdiction_rule.updated",
  ]);
});

test("a firm adds a rule for a state without one; another firm sees neither it nor the edits", async () => {
  const added = "limitation.ok.personal_injury";
  const rule = defaultRules.get(key)?.rule;
  expect(
    (await write("setVerification", { key: added, expectedRevision: 0, verification: "disabled" })).error?.data.code,
  ).toBe("NOT_FOUND");
  expect(
    (
      await write("edit", {
        key: added,
        expectedRevision: 0,
        rule,
        citation: "12 O.S. § 95(A)(3)",
        asOf: "2026-11",
        note: null,
      })
    ).data["jurisdictionRule"],
  ).toMatchObject({ key: added, jurisdiction: "OK", source: "organization", verification: "unverified" });
  expect(
    (
      await write("edit", {
        key: "limitation.zz.personal_injury",
        expectedRevision: 0,
        rule,
        citation: "§ 1",
        asOf: "2026-11",
        note: null,
      })
    ).error?.data.faults,
  ).toMatchObject([{ path: "key" }]);
  const other = openApi(server, (await createTenant(server.services.database)).secret);
  const theirs = (await other.get("/jurisdiction-rules")).body["jurisdictionRules"] as JurisdictionRule[];
  expect([
    theirs.length,
    theirs.filter(({ source, verification }) => source !== "default" || verification !== "unverified"),
  ]).toEqual([defaultRules.size, []]);
});

test("a member without the permission changes nothing", async () => {
  const reader = await signInMember(server, tenant, { role: "read_only" });
  expect(
    (
      await reader.portal.mutate("jurisdictionRules.setVerification", {
        key: "minority.pa",
        expectedRevision: 0,
        verification: "disabled",
      })
    ).error?.data.code,
  ).toBe("FORBIDDEN");
});

test("an attorney who does not manage the organization verifies a rule as of the day on which they compared it", async () => {
  const verify = (member: SignedInMember, comparedOn: string, expectedRevision = 0) =>
    member.portal.mutate("jurisdictionRules.verify", { key: "minority.tx", expectedRevision, comparedOn });
  const attorney = await signInMember(server, tenant, { role: "attorney", isAttorney: true });
  expect((await verify(await signInMember(server, tenant, { role: "admin" }), "2026-11-02")).error?.data.code).toBe(
    "FORBIDDEN",
  );
  expect((await verify(attorney, "9999-01-01")).error?.data.faults).toMatchObject([{ path: "comparedOn" }]);
  expect((await verify(attorney, "2026-11-02")).data["jurisdictionRule"]).toMatchObject({
    verification: "verified",
    asOf: "2026-11-02",
    verifiedBy: { id: attorney.memberId },
  });
  expect((await verify(attorney, "2026-11-02")).error?.data.code).toBe("STALE_REVISION");
  const change = { key: "minority.tx", expectedRevision: 1, verification: "unverified" };
  expect((await attorney.portal.mutate("jurisdictionRules.setVerification", change)).error?.data.code).toBe(
    "FORBIDDEN",
  );
  await write("setVerification", change);
});
