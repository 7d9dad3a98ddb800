import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorExamples } from "../../openapi/describe-responses.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { countTraces, readEvents } from "../../testing/harness/traces.ts";

let server: TestServer;
let tenant: TestTenant;
let clientId = "";
let caseId = "";

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  ({ clientId, caseId } = await createCase(tenant));
});
afterAll(() => server.close(1000));

const patch = (body: unknown): Promise<Reply> =>
  openApi(server, tenant.secret).change("PATCH", `/clients/${clientId}`, body);

/** Today in the time zone where the day begins first, with an offset in days. */
const dayAhead = (days: number) => new Date(Date.now() + 14 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const emoji = "👩‍⚖️"; // four code points
const astral = "𝒜"; // one code point, two UTF-16 units

/** An address of exactly this many characters with labels that are short enough. */
function emailOf(length: number): string {
  const domain = `${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(60)}.example`;
  return `${"l".repeat(length - domain.length - 1)}@${domain}`;
}

describe("200", () => {
  test.each<[string, Record<string, unknown>]>([
    ["a name of 1", { firstName: "X" }],
    ["a name of 100", { lastName: "x".repeat(100) }],
    ["a name of 100 emoji", { firstName: astral.repeat(100) }],
    ["a name of composed emoji, each of four code points", { firstName: emoji.repeat(25) }],
    ["an e-mail of 254", { email: emailOf(254) }],
    ["a phone of 1", { phone: "5" }],
    ["a phone of 50", { phone: "5".repeat(50) }],
    ["five digits", { zipCode: "12345" }],
    ["nine digits", { zipCode: "12345-6789" }],
    ["a birthday yesterday", { dateOfBirth: dayAhead(-2) }],
    ["a leap day", { dateOfBirth: "2024-02-29" }],
    ["the leap day of 2000", { dateOfBirth: "2000-02-29" }],
    ["a birthday long ago", { dateOfBirth: "1900-01-01" }],
    ["an emoji and the euro", { lastName: "O’Brien-Ñandú 🏛️ €" }],
  ])("%s", async (_, body) => {
    const reply = await patch(body);
    expect(reply.status, reply.text).toBe(200);
    expect(readRecord(reply.body, "client")).toMatchObject(body);
  });

  test("null clears optional fields, and omitted fields are kept", async () => {
    await patch({
      firstName: "Rosa",
      email: "rosa@example.com",
      phone: "555",
      zipCode: "12345",
      dateOfBirth: "1984-06-30",
    });
    const cleared = { email: null, phone: null, zipCode: null, dateOfBirth: null };
    expect(readRecord((await patch(cleared)).body, "client")).toMatchObject({ ...cleared, firstName: "Rosa" });
  });

  test("`clients:write` alone does not return existing values", async () => {
    await patch({
      ssn: "219-64-4821",
      driverLicense: { state: "TX", last4: "4402" },
      medicareBeneficiary: "yes",
      medicareIdMasked: "*******EG4T",
    });
    const { secret } = await createKey(tenant, { scopes: ["clients:write"] });
    const reply = await openApi(server, secret).change("PATCH", `/clients/${clientId}`, {
      phone: "+1 512 555 0199",
      ssn: "219-64-4821",
    });
    const { client } = (await openApi(server, tenant.secret).get(`/clients/${clientId}`)).body as {
      client: { revision: number; updatedAt: string };
    };
    expect(reply.body).toEqual({
      success: true,
      client: { id: clientId, phone: "+1 512 555 0199", revision: client.revision, updatedAt: client.updatedAt },
    });
    expect(reply.headers.etag).toBe(`"${client.revision}"`);
  });

  test("the case shows the updated client", async () => {
    await patch({ firstName: "Shown" });
    const reply = await openApi(server, tenant.secret).get(`/cases/${caseId}`);
    expect(readRecord(reply.body, "case")).toMatchObject({ firstName: "Shown", plaintiff: { firstName: "Shown" } });
  });

  test("an update with the same values raises the revision and records an event with an empty diff", async () => {
    await patch({ firstName: "Same" });
    const revision = readRecord((await patch({ firstName: "Same" })).body, "client")["revision"];
    expect(readRecord((await patch({ firstName: "Same" })).body, "client")["revision"]).toBe(Number(revision) + 1);
    expect((await readEvents(tenant)).at(-1)?.diff).toEqual({});
  });

  test("a deleted case is neither among the client's cases nor related to the event", async () => {
    const second = await createCase(tenant);
    const both = { plaintiffId: second.clientId };
    await changeRow(tenant, "Case", caseId, both);
    await changeRow(tenant, "Case", second.caseId, { deletedAt: new Date().toISOString() });
    const reply = await openApi(server, tenant.secret).change("PATCH", `/clients/${second.clientId}`, { phone: "1" });
    expect(readRecord(reply.body, "client")["caseIds"]).toEqual([caseId]);
    await changeRow(tenant, "Case", caseId, { plaintiffId: clientId });
  });
});

describe("400", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["nothing to change", {}, "body: must change at least one field"],
    ["an empty name", { firstName: "" }, "firstName: must be at least 1 character long"],
    ["a name of 101", { lastName: "x".repeat(101) }, "lastName: must be at most 100 characters long"],
    ["a name of 101 emoji", { firstName: astral.repeat(101) }, "firstName: must be at most 100 characters long"],
    ["a surname of null", { lastName: null }, "lastName: must be text"],
    ["an e-mail of 255", { email: emailOf(255) }, "email: "],
    ["an e-mail without @", { email: "rosa.example.com" }, "email: invalid e-mail address"],
    ["an e-mail with a space", { email: "ro sa@example.com" }, "email: invalid e-mail address"],
    ["an empty e-mail", { email: "" }, "email: invalid e-mail address"],
    ["an empty phone", { phone: "" }, "phone: must be at least 1 character long"],
    ["a phone of 51", { phone: "5".repeat(51) }, "phone: must be at most 50 characters long"],
    ["four digits", { zipCode: "1234" }, "zipCode: must be 12345 or 12345-6789"],
    ["six digits", { zipCode: "123456" }, "zipCode: must be 12345 or 12345-6789"],
    ["nine digits in one", { zipCode: "123456789" }, "zipCode: must be 12345 or 12345-6789"],
    ["five digits and a line end", { zipCode: "12345\n" }, "zipCode: must be 12345 or 12345-6789"],
    ["digits of another script", { zipCode: "１２３４５" }, "zipCode: must be 12345 or 12345-6789"],
    [
      "a birthday tomorrow, where today begins first",
      { dateOfBirth: dayAhead(1) },
      "dateOfBirth: must not be in the future",
    ],
    ["a leap day in 1900", { dateOfBirth: "1900-02-29" }, "dateOfBirth: must be a date"],
    ["a leap day in 2023", { dateOfBirth: "2023-02-29" }, "dateOfBirth: must be a date"],
    ["the 31st of April", { dateOfBirth: "2020-04-31" }, "dateOfBirth: must be a date"],
    ["month 13", { dateOfBirth: "2020-13-01" }, "dateOfBirth: must be a date"],
    ["the year 0", { dateOfBirth: "0000-01-01" }, "dateOfBirth: must be a date"],
    ["the year 10000", { dateOfBirth: "+010000-01-01" }, "dateOfBirth: must be a date"],
    ["an instant", { dateOfBirth: "1984-06-30T00:00:00Z" }, "dateOfBirth: must be a date"],
    ["an American date", { dateOfBirth: "06/30/1984" }, "dateOfBirth: must be a date"],
    ["an empty date", { dateOfBirth: "" }, "dateOfBirth: must be a date"],
    ["a field that is read-only here", { ssnFourDigits: "1234" }, "ssnFourDigits: unknown property"],
    ["the organization", { organizationId: "org_x" }, "organizationId: unknown property"],
  ])("%s", async (_, body, message) => {
    const before = await countTraces(tenant);
    const reply = await patch(body);
    expect(reply.body, reply.text).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(reply.body["error"]).toContain(message);
    expect(await countTraces(tenant)).toEqual(before);
  });

  test.each([
    ["none", undefined, "body: required"],
    ["null", null, "body: must be an object"],
    ["a list", [], "body: must be an object"],
  ])("a body of %s is reported as a single fault", async (_, body, message) => {
    expect((await patch(body)).body["error"]).toBe(message);
  });

  test("every fault is listed", async () => {
    const { body } = await patch({ firstName: "", zipCode: "1", surprise: true });
    expect(
      String(body["error"])
        .split("; ")
        .map((fault) => fault.split(":")[0])
        .toSorted(),
    ).toEqual(["firstName", "surprise", "zipCode"]);
  });
});

test("the documented example of a stale revision matches the response", async () => {
  const reply = await openApi(server, tenant.secret).change(
    "PATCH",
    `/clients/${clientId}`,
    { phone: "1" },
    { "If-Match": '"999"' },
  );
  expect(reply.status).toBe(409);
  expect(errorExamples["STALE_REVISION"]).toMatchObject({ value: reply.body });
});
