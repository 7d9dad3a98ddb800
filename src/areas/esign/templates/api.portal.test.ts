import { PDF } from "@libpdf/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { send, type Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { formType, writeForm } from "../../../testing/servers/file-storage.ts";
import { readSlug, signInMember, type SignedInMember } from "../../team/fixtures.ts";

interface Template {
  id: string;
  name: string;
  revision: number;
  file: { sha256: string; pageCount: number };
  isReady: boolean;
}

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;
let pdf: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  pdf = await createPdf("Fee agreement");
});
afterAll(() => server.close(1000));

beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  manager = await signInMember(server, tenant, { role: "admin" });
});

async function createPdf(text: string): Promise<Buffer> {
  const made = PDF.create();
  made.addPage({ size: "letter" }).drawText(text, { x: 72, y: 700, size: 12 });
  return Buffer.from(await made.save());
}

interface Upload {
  procedure?: string;
  fields?: Record<string, string>;
  bytes?: Buffer;
  cookie?: string;
  slug?: string;
  headers?: Record<string, string>;
}

async function upload({
  procedure = "esignTemplates.upload",
  fields = { name: "Retainer", purpose: "retainer_agreement" },
  bytes = pdf,
  cookie = manager.cookie,
  slug,
  headers = {},
}: Upload = {}): Promise<Reply & { template: Template | undefined; code: string | undefined }> {
  const form = writeForm(fields, { bytes, fileName: "retainer.pdf" });
  const reply = await send(server.baseUrl, {
    method: "POST",
    target: `/api/trpc/${procedure}`,
    headers: {
      Cookie: cookie,
      Origin: server.origin,
      "X-Organization": slug ?? (await readSlug(tenant)),
      "Content-Type": formType,
      ...headers,
    },
    body: form,
  });
  const { result, error } = reply.body as {
    result?: { data: { esignTemplate: Template } };
    error?: { data: { code: string } | undefined };
  };
  return { ...reply, template: result?.data.esignTemplate, code: error?.data?.code };
}

const countObjects = () =>
  tenant.inside(async (transaction) => {
    const { count } = await transaction
      .selectFrom("StoredObject")
      .select((of) => of.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  });

describe("a template in the portal", () => {
  test("is created of a form, and its file is read by a URL that is signed for the member", async () => {
    const { status, template, text } = await upload();
    expect([status, template?.name], text).toEqual([200, "Retainer"]);
    expect(template?.file.pageCount).toBe(1);
    const { url } = (
      await manager.portal.query<{ url: string }>("esignTemplates.offerFile", { esignTemplateId: template?.id })
    ).data;
    const read = () => fetch(`${server.baseUrl}${url}`);
    const file = await read();
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    await changeRow(tenant, "Member", manager.memberId, { status: "deactivated" });
    expect((await read()).status).toBe(404);
  });

  test("gets another file, unless somebody changed it meanwhile", async () => {
    const { template } = await upload();
    const other = await createPdf("Fee agreement, second edition");
    const replace = (expectedRevision: number) =>
      upload({
        procedure: "esignTemplates.uploadFile",
        fields: { esignTemplateId: template?.id ?? "", expectedRevision: String(expectedRevision) },
        bytes: other,
      });
    const stale = await replace(99);
    expect([stale.status, stale.code]).toEqual([409, "STALE_REVISION"]);
    const { template: changed, text } = await replace(template?.revision ?? 0);
    expect(changed?.file.sha256, text).not.toBe(template?.file.sha256);
  });

  test("with a taken name is rejected, and the stored file is dropped", async () => {
    await upload();
    const before = await countObjects();
    const again = await upload({ fields: { name: "RETAINER", purpose: "other" } });
    expect([again.status, again.code]).toEqual([409, "DUPLICATE_ENTRY"]);
    expect(await countObjects()).toBe(before);
  });

  test("of another organization is not found", async () => {
    const { template } = await upload();
    const stranger = await signInMember(server, await createTenant(server.services.database), { role: "admin" });
    for (const [procedure, input] of [
      ["esignTemplates.offerFile", { esignTemplateId: template?.id }],
      ["esignTemplates.get", { esignTemplateId: template?.id }],
    ] as const)
      expect((await stranger.portal.query(procedure, input)).error?.data.code).toBe("NOT_FOUND");
  });

  test("is edited as a whole, with the revision that the editor read", async () => {
    const { template } = await upload();
    const field = {
      recipientKey: "client",
      kind: "signature",
      required: true,
      label: "Signature",
      page: 1,
      x: 72,
      y: 600,
      width: 180,
      height: 36,
    };
    const edit = {
      esignTemplateId: template?.id,
      recipients: [{ key: "client", label: "Client", role: "signer", order: 1 }],
      fields: [field],
    };
    const { esignTemplate } = (
      await manager.portal.mutate<{ esignTemplate: Template }>("esignTemplates.edit", {
        ...edit,
        expectedRevision: template?.revision,
      })
    ).data;
    expect(esignTemplate).toMatchObject({ isReady: true, fields: [field] });
    const stale = await manager.portal.mutate("esignTemplates.edit", {
      ...edit,
      expectedRevision: template?.revision,
    });
    expect(stale.error?.data.code).toBe("STALE_REVISION");
  });
});

describe("a form", () => {
  test("of a member without the permission is rejected before it is read", async () => {
    const { cookie } = await signInMember(server, tenant, { role: "assistant", permissions: ["esign:view"] });
    const reply = await upload({ cookie });
    expect([reply.status, reply.code]).toEqual([403, "FORBIDDEN"]);
    expect(await countObjects()).toBe(0);
  });

  test.each<[string, Upload, number]>([
    ["without a session", { cookie: "" }, 401],
    ["for an unknown organization", { slug: "no-such-firm" }, 404],
    ["from another origin", { headers: { Origin: "https://evil.example" } }, 403],
    ["for a procedure that takes none", { procedure: "esignTemplates.edit" }, 415],
    ["for no procedure", { procedure: "esignTemplates.nothing" }, 415],
    ["with an unknown field", { fields: { name: "A", purpose: "other", color: "red" } }, 400],
    ["without a name", { fields: { purpose: "other" } }, 400],
    ["with a file that is no PDF", { bytes: Buffer.from("no pdf") }, 400],
  ])("%s is rejected, and leaves no file", async (_, changes, status) => {
    const reply = await upload(changes);
    expect(reply.status, reply.text).toBe(status);
    expect(await countObjects()).toBe(0);
  });
});

test("a template is sent to oneself: the case is not changed, and no recipient of the template is asked", async () => {
  const { caseId } = await createCase(tenant);
  const { template } = await upload();
  await manager.portal.mutate("esignTemplates.edit", {
    esignTemplateId: template?.id,
    expectedRevision: template?.revision,
    recipients: [
      { key: "client", label: "Client", role: "signer", order: 1 },
      { key: "attorney", label: "Attorney", role: "signer", order: 2 },
    ],
    fields: ["client", "attorney"].map((recipientKey, index) => ({
      recipientKey,
      kind: "signature",
      label: "Signature",
      page: 1,
      x: 72,
      y: 500 + index * 60,
      width: 180,
      height: 36,
    })),
  });
  const sent = await manager.portal.mutate<{ esignRequest: { id: string } }>("esignTemplates.sendTest", {
    esignTemplateId: template?.id,
    caseId,
  });
  const { esignRequest } = (
    await manager.portal.query<{ esignRequest: Record<string, unknown> }>("esignRequests.get", {
      esignRequestId: sent.data.esignRequest.id,
    })
  ).data;
  expect(esignRequest).toMatchObject({
    status: "preparing",
    documents: [{ purpose: "other" }],
    recipients: [{ memberId: manager.memberId, role: "signer" }],
    fields: [{ recipientKey: "tester" }, { recipientKey: "tester" }],
  });
});
