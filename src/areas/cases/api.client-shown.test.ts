import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createAttorney } from "./transitions/fixtures.ts";

/** What the response to a change shows of the case's client, by the scopes of the key. */
let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const known = { email: "rosa@example.com", phone: "555-0101", dateOfBirth: "1984-06-30" };
const names = { firstName: "Rosa", lastName: "Diaz" };

const writes: [string, (caseId: string, clientId: string) => Promise<["POST" | "PATCH" | "PUT", string, object]>][] = [
  ["POST /cases", async (_, plaintiffId) => ["POST", "/cases", { plaintiffId, caseType: "dog_bite" }]],
  ["PATCH /cases", async (caseId) => ["PATCH", `/cases/${caseId}`, { title: "Changed" }]],
  ["a move", async (caseId) => ["POST", `/cases/${caseId}/transitions`, { toStage: "treatment" }]],
  ["tags", async (caseId) => ["PUT", `/cases/${caseId}/tags`, { tags: [] }]],
  [
    "an attorney",
    async (caseId) => [
      "POST",
      `/cases/${caseId}/attorneys`,
      { attorneyId: await createAttorney(tenant), role: "trial" },
    ],
  ],
];

describe.each(writes)("%s", (_, prepare) => {
  const change = async (scopes: string[]) => {
    const { caseId, clientId } = await createCase(tenant);
    const { secret } = await createKey(tenant, { scopes });
    const { text, body } = await openApi(server, secret).change(...(await prepare(caseId, clientId)));
    expect(body["success"], text).toBe(true);
    return { clientId, shown: readRecord(body, "case") };
  };

  test.each([[["cases:write"]], [["cases:write", "clients:read"]]])(
    "%j: the response shows nothing of the client",
    async (scopes) => {
      const { shown } = await change(scopes);
      expect(
        Object.values(shown).flatMap((value) =>
          typeof value === "object" && value !== null ? Object.values(value) : value,
        ),
      ).not.toEqual(
        expect.arrayContaining([expect.toBeOneOf([...Object.values(known), ...Object.values(names), "1234"])]),
      );
      expect(shown).not.toHaveProperty("plaintiff");
    },
  );

  test("cases:read as well: the response shows the client as the case does", async () => {
    const { clientId, shown } = await change(["cases:write", "cases:read"]);
    expect(shown).toMatchObject({
      ...known,
      ...names,
      plaintiff: { id: clientId, ...known, ...names, ssnFourDigits: "1234" },
    });
  });
});

test("a client created with the case is shown as it was sent", async () => {
  const { secret } = await createKey(tenant, { scopes: ["cases:write"] });
  const { body, text } = await openApi(server, secret).change("POST", "/cases", {
    plaintiff: { ...names, ...known },
    caseType: "dog_bite",
  });
  expect(body["success"], text).toBe(true);
  expect(readRecord(body, "case")["plaintiff"]).toEqual({ ...names, ...known });
});
