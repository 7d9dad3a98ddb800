import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { call } from "../../testing/harness/requests/call.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1_000));

async function send(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: Record<string, Record<string, unknown>> }> {
  const { status, text } = await call(server.baseUrl, `/api/v1${path}`, {
    method,
    secret: tenant.secret,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "X-Idempotency-Key": crypto.randomUUID() } }),
  });
  return { status, body: JSON.parse(text) as Record<string, Record<string, unknown>> };
}

test("a person of one name is a client, found by it and shown by it", async () => {
  const { status, body } = await send("POST", "/clients", { lastName: " Suharto " });
  expect([status, body["client"]]).toEqual([201, expect.objectContaining({ firstName: "", lastName: "Suharto" })]);
  const id = String(body["client"]?.["id"]);
  const found = (await send("GET", "/clients?q=suharto")).body as unknown as { clients: { id: string }[] };
  expect(found.clients.map((client) => client.id)).toEqual([id]);
  expect((await send("PATCH", `/clients/${id}`, { firstName: "Haji" })).body["client"]).toMatchObject({
    firstName: "Haji",
  });
  expect((await send("PATCH", `/clients/${id}`, { firstName: null })).body["client"]).toMatchObject({
    firstName: "",
    lastName: "Suharto",
  });
});

test("a client without a last name is rejected, and so are names and phones of blanks", async () => {
  expect((await send("POST", "/clients", { firstName: "Suharto" })).body).toMatchObject({
    error: "lastName: required",
  });
  expect((await send("POST", "/clients", { firstName: "  ", lastName: "Suharto", phone: " " })).body).toMatchObject({
    error: "firstName: must be at least 1 character long; phone: must be at least 1 character long",
  });
});

test("a lead's address is taken as people write it, and its person of one name becomes a client", async () => {
  const address = { line1: " 5 Elm St ", city: "Austin", state: "texas", zipCode: "78701" };
  const { status, body } = await send("POST", "/leads", {
    lastName: "Suharto",
    email: "o&leary@example.com",
    phone: " 512 555 0142 ",
    caseType: "truck_accident",
    caseState: "TX",
    address,
  });
  expect([status, body["lead"]]).toEqual([
    201,
    expect.objectContaining({
      phone: "512 555 0142",
      address: expect.objectContaining({ line1: "5 Elm St", state: "TX" }),
    }),
  ]);
  const other = await send("POST", "/leads", { firstName: "Ana", address: { state: "tx", zipCode: " K1A 0B1 " } });
  expect(other.body["lead"]).toMatchObject({ address: { state: "TX", zipCode: "K1A 0B1" } });
  const abroad = await send("POST", "/leads", {
    firstName: "Ana",
    address: { state: "Georgia", country: "GE", zipCode: "0105" },
  });
  expect(abroad.body["lead"]).toMatchObject({ address: { state: "Georgia", country: "GE" } });
  const id = String(body["lead"]?.["id"]);
  for (const toStatus of ["contacted", "qualified", "retainer_sent", "retainer_signed"])
    expect((await send("POST", `/leads/${id}/transitions`, { toStatus })).status).toBe(200);
  const converted = await send("POST", `/leads/${id}/convert`, { clientMatch: { mode: "create" } });
  expect([converted.status, converted.body["client"]]).toEqual([
    200,
    expect.objectContaining({ firstName: "", lastName: "Suharto" }),
  ]);
});
