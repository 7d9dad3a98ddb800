import { afterAll, beforeAll, expect, test } from "vitest";
import { externallyNamed } from "../../contract/external-ids.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { listExternalPlaces } from "../../rpc/external-ids.ts";
import { apiRouter } from "../../composition/router.ts";
import { openApi, readBody, type Api } from "../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  readBody(await api.change("POST", "/clients", { firstName: "Marisol", lastName: "Delgado", externalId: "C-1" }));
});
afterAll(() => server.close(1_000));

interface Case {
  case: { id: string; plaintiffId: string };
}
const createCase = async (externalId: string) =>
  readBody<Case>(
    await api.change("POST", "/cases", { plaintiffId: "external:C-1", caseType: "motor_vehicle_accident", externalId }),
  ).case;

test("acceptance 15: a body, a path with a nested record, a filter and a list of IDs take them; responses and events have the IDs", async () => {
  const { id, plaintiffId } = await createCase("4711");
  expect(plaintiffId).toMatch(/^cli_/);
  const { headers, body } = await api.change("POST", "/cases/external:4711/folders", { name: "Pleadings" });
  expect([body["folder"], headers.location]).toMatchObject([
    { caseId: id },
    expect.stringMatching(/^\/api\/v1\/folders\/fld_/),
  ]);
  expect((await api.get("/cases?plaintiffId=external:C-1&fields=id")).body["cases"]).toEqual([{ id }]);
  const updated = await api.change(
    "PATCH",
    "/cases/external:4711",
    { title: "Delgado v. Roe" },
    { "If-Match": (await api.get(`/cases/${id}`)).headers.etag ?? "" },
  );
  expect(updated.body["case"]).toMatchObject({ id, title: "Delgado v. Roe" });
  readBody(
    await api.change("POST", "/contacts", { type: "medical_provider", companyName: "Mercy", externalId: "P-1" }),
  );
  const { facility } = readBody<{ facility: { facilityId: string } }>(
    await api.change("POST", "/cases/external:4711/medical-facilities", {
      contactId: "external:P-1",
      externalId: "F-1",
    }),
  );
  const { hipaaAuthorization } = readBody<{ hipaaAuthorization: object }>(
    await api.change("POST", "/cases/external:4711/hipaa-authorizations", {
      facilityIds: ["external:F-1"],
      scope: "specific",
      signedOn: "2026-03-01",
    }),
  );
  expect(JSON.stringify(hipaaAuthorization)).toContain(facility.facilityId);
  const events = (await api.get("/events?limit=100")).text;
  expect(events).not.toContain("external:");
});

test("acceptance 15: slashes, percent signs and umlauts of an externalId are percent-encoded in a path", async () => {
  const { id } = await createCase("K/1 50%ü");
  expect((await api.get(`/cases/external:${encodeURIComponent("K/1 50%ü")}?fields=id`)).body["case"]).toEqual({ id });
});

test("acceptance 15: another organization's externalId is unknown, in a path and in a body", async () => {
  const other = await createTenant(server.services.database);
  const others = openApi(server, other.secret);
  await createCase("4712");
  const own = await others.get("/cases/external:4712");
  const unknown = await others.get("/cases/external:0");
  expect([own.status, own.text]).toEqual([404, unknown.text]);
  const [foreign, absent] = [
    await others.change("POST", "/cases", { plaintiffId: "external:C-1" }),
    await others.change("POST", "/cases", { plaintiffId: "cli_0" }),
  ];
  expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text]);
});

test("the same idempotency key with the ID instead of the reference is another request", async () => {
  const { id } = await createCase("4713");
  const headers = { "X-Idempotency-Key": "folder-4713" };
  const first = await api.change("POST", "/cases/external:4713/folders", { name: "Discovery" }, headers);
  const replay = await api.change("POST", "/cases/external:4713/folders", { name: "Discovery" }, headers);
  expect([replay.text, replay.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
  expect((await api.change("POST", `/cases/${id}/folders`, { name: "Discovery" }, headers)).body["code"]).toBe(
    "IDEMPOTENCY_CONFLICT",
  );
});

/** IDs in requests that name no record with an `externalId`. */
const others = new Set([
  "accountId",
  "adversePartyId",
  "aggregateConsentDocumentId",
  "applicationId",
  "authorId",
  "calendarId",
  "chainId",
  "checkId",
  "claimantPartyId",
  "conflictCheckId",
  "clickIds",
  "commentId",
  "correlationId",
  "courtCalendarId",
  "createdByKeyId",
  "damageId",
  "definitionId",
  "deliveryId",
  "entityId",
  "eventId",
  "exportId",
  "folderId",
  "formId",
  "holidayCalendarId",
  "importId",
  "itemId",
  "jobId",
  "keyId",
  "ledgerId",
  "organizationIds",
  "parentFolderId",
  "partnerId",
  "partyId",
  "payoutId",
  "policyId",
  "providerCallId",
  "providerMessageId",
  "recipientId",
  "relationshipId",
  "reportId",
  "resultId",
  "rotatedByKeyId",
  "serviceAccountId",
  "shareId",
  "seriesId",
  "subscriptionId",
  "tagId",
  "trustAccountId",
  "vendorLeadId",
]);

test("each ID in a request is one that can be external, or one of a kind without externalId", () => {
  const declarations = readDeclarations(apiRouter);
  const places = declarations.flatMap(({ input }) =>
    listExternalPlaces(input).map(({ path }) => path.findLast((name) => name !== "*") ?? ""),
  );
  expect(new Set(places)).toEqual(new Set(Object.values(externallyNamed).flat()));
  const named = declarations
    .flatMap(({ input }) => Object.keys(input.shape))
    .filter((name) => /Ids?$/.test(name) && name !== "externalId");
  expect(new Set(named.filter((name) => !places.includes(name)))).toEqual(others);
});
