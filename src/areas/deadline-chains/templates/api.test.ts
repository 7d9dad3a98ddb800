import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, faultOf, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { withoutAge } from "../../deadlines/calculation/fixtures.ts";
import { signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { ownTemplate } from "../examples.ts";
import type { ChainTemplate } from "../schema.ts";

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

const key = "frcp.trial_set";
const setVerification = (input: object, by = manager) =>
  by.portal.mutate("deadlineChainTemplates.setVerification", { key, ...input });
const writable = ({ name, jurisdiction, trigger, triggers, items, asOf }: ChainTemplate) => ({
  name,
  jurisdiction,
  trigger,
  triggers,
  items,
  asOf,
});
const put = (templateKey: string, body: object, headers = {}) =>
  api.change("PUT", `/deadline-chain-templates/${templateKey}`, body, headers);
const getTemplate = async (templateKey: string) =>
  readBody<{ chainTemplate: ChainTemplate }>(await api.get(`/deadline-chain-templates/${templateKey}`)).chainTemplate;
const verify = { expectedRevision: 1, verification: "verified" };

test("an attorney verifies a template, its dates lose the warning, and the firm’s own text has to be verified anew", async () => {
  expect((await setVerification(verify)).error?.data.code).toBe("FORBIDDEN");
  await changeRow(tenant, "Member", manager.memberId, { isAttorney: true });
  expect((await setVerification(verify)).data["chainTemplate"]).toMatchObject({
    verification: "verified",
    source: "default",
    revision: 2,
    verifiedBy: { id: manager.memberId },
  });
  expect((await setVerification(verify)).error?.data.code).toBe("STALE_REVISION");
  const preview = await api.change("POST", "/deadline-chains/preview", {
    templateKey: key,
    triggerOn: "2027-06-07",
    includeKeys: ["expert_disclosure"],
  });
  const { deadlines } = readBody<{ deadlines: { dueOn: string; warnings: string[] }[] }>(preview);
  expect(deadlines.map(({ dueOn, warnings }) => [dueOn, withoutAge(warnings)])).toEqual([
    ["2027-03-09", ["unverified_calendar"]],
  ]);

  const written = await put(key, writable(ownTemplate));
  expect(written.body["chainTemplate"]).toMatchObject({
    verification: "unverified",
    verifiedBy: null,
    verifiedAt: null,
    revision: 3,
  });
  expect(
    (await setVerification({ expectedRevision: 3, verification: "disabled" })).data["chainTemplate"],
  ).toMatchObject({ verification: "disabled", name: ownTemplate.name, revision: 4 });
  const events = (await readEvents(tenant)).filter(({ entity }) => entity === "deadline_chain_template");
  expect(events.map(({ entityId, diff }) => [entityId, Object.keys(diff as object).includes("verification")])).toEqual([
    [key, true],
    [key, true],
    [key, true],
  ]);
});

test("a member without the permission changes nothing, and a template that does not exist cannot be verified", async () => {
  const reader = await signInMember(server, tenant, { role: "read_only" });
  expect(
    (await setVerification({ key: "frcp.removed", expectedRevision: 1, verification: "disabled" }, reader)).error?.data
      .code,
  ).toBe("FORBIDDEN");
  expect(
    (await setVerification({ key: "cht_none", expectedRevision: 1, verification: "disabled" })).error?.data.code,
  ).toBe("NOT_FOUND");
});

test("a template of the firm replaces a shipped one or stands beside them, and has to be verified", async () => {
  const shipped = await getTemplate("frcp.hearing_set");
  expect(shipped).toMatchObject({
    source: "default",
    verification: "unverified",
    revision: 1,
    updatedAt: null,
    asOf: "2026-11-29",
  });
  const own = {
    ...writable(shipped),
    name: "Hearing, local rule",
    items: [
      {
        key: "motion_response",
        type: "motion_response",
        title: "Opposition",
        offset: 21,
        unit: "calendar_days",
        direction: "before",
        citation: "L.R. 7.1(d)",
      },
    ],
    asOf: "2026-11",
  };
  expect(
    (await put("frcp.hearing_set", { ...own, items: [{ ...own.items[0], citation: undefined }] })).headers[
      "x-error-detail"
    ],
  ).toBe("items.0.citation");
  expect(faultOf(await put("frcp.hearing_set", own, { "If-Match": '"2"' }))).toEqual([409, "STALE_REVISION"]);
  expect((await put("frcp.hearing_set", own, { "If-Match": '"1"' })).headers.etag).toBe('"2"');
  expect(await getTemplate("frcp.hearing_set")).toMatchObject({
    name: own.name,
    source: "organization",
    verification: "unverified",
    revision: 2,
    items: [{ rollRule: "previous_open_day", from: "trigger", serviceDays: 0, warningDays: null }],
  });
  expect((await put("cht_local", own)).headers.etag).toBe('"1"');
  expect(faultOf(await put("frcp.unheard_of", own))).toEqual([404, "NOT_FOUND"]);
  const listed = readBody<{ chainTemplates: ChainTemplate[] }>(
    await api.get("/deadline-chain-templates"),
  ).chainTemplates.map((template) => template.key);
  expect([listed, listed.filter((each) => each.startsWith("frcp."))]).toEqual([
    listed.toSorted(),
    expect.objectContaining({ length: 13 }),
  ]);
});

test("a template that the firm disabled is not applied", async () => {
  await put("cht_disabled", writable(ownTemplate));
  await setVerification({ key: "cht_disabled", expectedRevision: 1, verification: "disabled" });
  const { caseId } = await createCase(tenant);
  expect(
    (
      await api.change("POST", `/cases/${caseId}/deadline-chains`, {
        templateKey: "cht_disabled",
        triggerOn: "2126-11-04",
      })
    ).status,
  ).toBe(409);
  const disabled = readBody<{ chainTemplates: ChainTemplate[] }>(
    await api.get("/deadline-chain-templates?verification=disabled"),
  ).chainTemplates;
  expect(disabled.map((template) => template.key)).toEqual(["cht_disabled", key]);
});
