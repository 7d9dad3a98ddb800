import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeActivePdf, makeEncryptedPdf, makeFormPdf, makePdf, makeXfaPdf } from "../../../platform/pdf/fixtures.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../../testing/harness/requests/example-request.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createLead } from "../../leads/fixtures.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
let names = 0;
const describeNew = (bytes: Uint8Array, values: object = {}) => ({
  name: `Template ${(names += 1)}`,
  purpose: "retainer_agreement",
  fileName: "fee-agreement.pdf",
  content: encode(bytes),
  ...values,
});
const create = async (bytes?: Uint8Array, values: object = {}) =>
  api.change("POST", "/esign-templates", describeNew(bytes ?? (await makePdf([{ text: "Agreement" }, {}])), values));
const createdId = async (bytes?: Uint8Array) => readId((await create(bytes)).body, "esignTemplate");
const change = (id: string, body: object) => api.change("PATCH", `/esign-templates/${id}`, body);
const problemsOf = (body: Record<string, unknown>) => readRecord(body, "esignTemplate")["problems"];

const place = { page: 1, x: 61.2, y: 633.6, width: 183.6, height: 39.6 };
const client = { key: "client", label: "Client" };
const signature = { kind: "signature", recipientKey: "client", label: "Client's signature", ...place };

describe("a template", () => {
  test("has the pages and the form fields of its PDF, and is ready without fields", async () => {
    const bytes = await makeFormPdf(true);
    const { status, body } = await create(bytes, { description: "HIPAA", externalId: "crm-1" });
    expect(status).toBe(201);
    expect(readRecord(body, "esignTemplate")).toMatchObject({
      description: "HIPAA",
      externalId: "crm-1",
      isReady: true,
      problems: [],
      fields: [],
      recipients: [],
      archived: false,
      revision: 1,
      file: {
        fileName: "fee-agreement.pdf",
        sizeBytes: bytes.length,
        pageCount: 1,
        pages: [{ number: 1, width: 612, height: 792 }],
        acroFields: [
          { name: "client.name", kind: "text", page: 1, x: 72, y: 272, width: 200, height: 20 },
          { name: "mentalHealth", kind: "checkbox", page: 1 },
        ],
      },
    });
    const path = `/esign-templates/${readId(body, "esignTemplate")}`;
    expect(readRecord((await api.get(path)).body, "esignTemplate")).toEqual(readRecord(body, "esignTemplate"));
  });

  test("is created by a form, too", async () => {
    const bytes = await makePdf([{ text: "Agreement" }]);
    const form = new FormData();
    form.set("name", "By form");
    form.set("purpose", "release");
    form.set("file", new File([Buffer.from(bytes)], "release.pdf", { type: "application/pdf" }));
    const response = await fetch(`${server.baseUrl}/api/v1/esign-templates`, {
      method: "POST",
      headers: { "x-api-key": tenant.secret, "x-idempotency-key": "esign-form-1" },
      body: form,
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      esignTemplate: { name: "By form", file: { fileName: "release.pdf", sizeBytes: bytes.length } },
    });
  });

  test("gets recipients and fields, with their defaults", async () => {
    const id = await createdId();
    const merge = { kind: "merge", label: "Name", source: "client.fullName", ...place, y: 100 };
    const { status, body } = await change(id, { recipients: [client], fields: [signature, merge] });
    expect(status).toBe(200);
    expect(readRecord(body, "esignTemplate")).toMatchObject({
      isReady: true,
      recipients: [{ ...client, role: "signer", order: 1 }],
      fields: [
        { ...signature, required: true, fontSize: 10, acroField: null },
        { source: "client.fullName", recipientKey: null },
      ],
      revision: 2,
    });
  });

  test.each([
    ["page_out_of_range", { ...signature, page: 3 }],
    ["field_outside_page", { ...signature, x: 600 }],
    ["missing_acro_field", { kind: "text", recipientKey: "client", label: "Client's signature", acroField: "nowhere" }],
  ])("with a field of %s is not ready", async (code, field) => {
    const { body } = await change(await createdId(), { recipients: [client], fields: [field, signature] });
    expect(problemsOf(body)).toEqual([{ code, field: "Client's signature" }]);
    expect(readRecord(body, "esignTemplate")["isReady"]).toBe(false);
  });

  test("without a signature of a signer is not ready, unless it has no fields at all", async () => {
    const id = await createdId();
    const attorney = { key: "attorney", label: "Attorney", order: 2 };
    const copy = { key: "adjuster", label: "Adjuster", role: "carbon_copy" };
    const given = { recipients: [client, attorney, copy], fields: [signature] };
    expect(problemsOf((await change(id, given)).body)).toEqual([{ code: "missing_signature", field: "Attorney" }]);
    expect(problemsOf((await change(id, { fields: [] })).body)).toEqual([]);
  });

  test("keeps its fields when its file is replaced; what does not fit becomes a problem", async () => {
    const id = await createdId();
    await change(id, { recipients: [client], fields: [{ ...signature, page: 2 }] });
    const shorter = { fileName: "shorter.pdf", content: encode(await makePdf([{ text: "One page" }])) };
    const { status, body } = await api.change("POST", `/esign-templates/${id}/file`, shorter);
    expect([status, problemsOf(body)]).toEqual([200, [{ code: "page_out_of_range", field: "Client's signature" }]]);
    expect(readRecord(body, "esignTemplate")).toMatchObject({ file: { fileName: "shorter.pdf", pageCount: 1 } });
  });

  test("has a name of its own, ignoring case, also beside archived ones", async () => {
    const { body } = await create(undefined, { name: "Retainer – Auto" });
    await change(readId(body, "esignTemplate"), { archived: true });
    const again = await create(undefined, { name: "RETAINER – auto" });
    expect(again.body).toMatchObject({
      code: "DUPLICATE_ENTRY",
      error: "name: used by another signature template",
    });
  });

  test("is listed by purpose and state, and changed under If-Match alone", async () => {
    const id = await createdId();
    expect((await change(id, { purpose: "power_of_attorney", archived: true })).status).toBe(200);
    const list = await api.get("/esign-templates?purpose=power_of_attorney&archived=true");
    expect((list.body["esignTemplates"] as { id: string }[]).map((each) => each.id)).toEqual([id]);
    const stale = await api.change("PATCH", `/esign-templates/${id}`, { archived: false }, { "if-match": '"1"' });
    expect(stale.body["code"]).toBe("STALE_REVISION");
  });
});

describe("400", () => {
  test.each([
    ["encrypted", makeEncryptedPdf, "file: is encrypted"],
    ["an XFA form", makeXfaPdf, "file: is a dynamic form"],
    ["script-bearing", () => makeActivePdf("JavaScript"), "file: has scripts"],
    ["no PDF", () => Promise.resolve(new TextEncoder().encode("Hello")), "file: is not a PDF"],
  ])("for a file that is %s, and no template is created", async (_what, make, message) => {
    const given = describeNew(await make());
    const { status, body } = await api.change("POST", "/esign-templates", given);
    expect([status, body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
    expect(body["error"]).toContain(message);
    // The name is free still.
    expect((await create(undefined, { name: given.name })).status).toBe(201);
  });

  test.each([
    ["fields.0.recipientKey", { recipients: [client], fields: [{ ...signature, recipientKey: "witness" }] }],
    ["fields.0.recipientKey", { recipients: [{ ...client, role: "carbon_copy" }], fields: [signature] }],
    ["recipients", { recipients: [client, client] }],
    ["fields.0.width", { recipients: [client], fields: [{ ...signature, width: 20 }] }],
  ])("names %s", async (path, body) => {
    const reply = await change(await createdId(), body);
    expect([reply.status, reply.body["error"]]).toEqual([400, expect.stringContaining(path)]);
  });

  test.each([
    ["file: required", { content: undefined }],
    ["content: must be Base64", { content: "not base64" }],
  ])("says %s", async (message, values) => {
    const reply = await create(undefined, values);
    expect([reply.status, reply.body["error"]]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("a merge preview", () => {
  const fields = [
    { kind: "merge", label: "Client", source: "client.fullName", ...place },
    { kind: "merge", label: "Fee", source: "case.attorneyFeePercentage", ...place, y: 100 },
    { kind: "merge", label: "Deposit", source: "input.deposit", ...place, y: 200 },
    { kind: "merge", label: "Attorney", source: "leadAttorney.fullName", fallback: "the firm", ...place, y: 300 },
  ];

  async function preview(secret: string) {
    const id = await createdId();
    await change(id, { fields });
    const { caseId, clientId } = await createCase(tenant);
    await changeRow(tenant, "Case", caseId, { attorneyFeePercentage: 33.3333, attorneyId: null });
    await changeRow(tenant, "Client", clientId, { firstName: "Ana", middleName: null, lastName: "Ruiz", suffix: null });
    const body = { caseId, input: { deposit: "$500.00" } };
    const reply = await openApi(server, secret).change("POST", `/esign-templates/${id}/merge-preview`, body);
    expect(reply.status).toBe(200);
    return reply.body["mergeFields"];
  }

  test("says what a document would show", async () => {
    expect(await preview(tenant.secret)).toEqual([
      { label: "Client", source: "client.fullName", isResolved: true, usesFallback: false, value: "Ana Ruiz" },
      { label: "Fee", source: "case.attorneyFeePercentage", isResolved: true, usesFallback: false, value: "33.3333%" },
      { label: "Deposit", source: "input.deposit", isResolved: true, usesFallback: false, value: "$500.00" },
      { label: "Attorney", source: "leadAttorney.fullName", isResolved: false, usesFallback: true, value: "the firm" },
    ]);
  });

  test("has no values for a key that does not read case and client", async () => {
    const { secret } = await createKey(tenant, { scopes: ["esign:read", "cases:read"] });
    expect(await preview(secret)).toMatchObject([
      { isResolved: true, value: null },
      { isResolved: true, value: null },
      { isResolved: true, value: null },
      { isResolved: false, usesFallback: true, value: null },
    ]);
  });

  test("of a lead has the values of its person", async () => {
    const sources = ["client.fullName", "client.addressBlock", "case.caseType", "case.dateOfIncident", "case.title"];
    const id = await createdId();
    await change(id, {
      fields: sources.map((source, index) => ({ kind: "merge", label: source, source, ...place, y: index * 50 })),
    });
    const leadId = await createLead(tenant, {
      firstName: "Ana",
      middleName: null,
      lastName: "Ruiz",
      caseType: "dog_bite",
      dateOfIncident: "2026-03-05",
      address: {
        line1: "1 Elm St",
        line2: null,
        city: "Austin",
        state: "TX",
        zipCode: "78701",
        country: null,
      },
    });
    const { body } = await api.change("POST", `/esign-templates/${id}/merge-preview`, { leadId });
    expect(JSON.stringify(body)).toContain('"success":true');
    expect((body["mergeFields"] as { value: string | null }[]).map(({ value }) => value)).toEqual([
      "Ana Ruiz",
      "1 Elm St\nAustin, TX 78701",
      "Dog bite",
      "03/05/2026",
      null,
    ]);
  });

  test("404 for a case of another organization, alike an unknown one", async () => {
    const id = await createdId();
    const other = await createCase(await createTenant(server.services.database));
    const path = `/esign-templates/${id}/merge-preview`;
    const replies = [
      await api.change("POST", path, { caseId: other.caseId }),
      await api.change("POST", path, { caseId: "case_unknown" }),
    ];
    expect(replies.map(({ status, text }) => [status, text])).toEqual([
      [404, replies[0]?.text],
      [404, replies[0]?.text],
    ]);
  });
});
