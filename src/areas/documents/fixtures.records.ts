import { buildDocument, describeFile } from "../../../prisma/seed/builders/documents.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { ids } from "../../contract/examples/example-story.ts";
import { createId } from "../../platform/database/ids.ts";
import {
  readId,
  type ResponseBody,
  type Scenario,
  type Arrangement,
} from "../../testing/harness/requests/example-request.ts";
import {
  actorOf,
  changeRow,
  createCase,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { deleteCase } from "../cases/fixtures.ts";
import { createFolder } from "./folders/fixtures.ts";
import { createLead } from "../leads/fixtures.ts";

/** The beginning of a PDF, which is all that a recognizer needs. */
export const pdfBytes = Buffer.from(
  "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n",
);
const uploadedBy = { type: "integration_key", id: "key_test", name: "Test key" };

/** Describes a file that is uploaded in steps. */
export const declaredFile = (bytes = pdfBytes) => describeFile("ER records.pdf", "application/pdf", bytes);

/** A document with one version, whose bytes are nowhere, in a case of its own by default. */
export async function createDocument(
  tenant: TestTenant,
  values: Partial<Values<"Document">> = {},
): Promise<{ documentId: string; caseId: string; clientId: string }> {
  const { organizationId } = tenant;
  const made =
    values.caseId === undefined && values.leadId === undefined
      ? await createCase(tenant)
      : { caseId: values.caseId ?? "", clientId: "" };
  const owner = values.leadId === undefined ? { caseId: made.caseId } : {};
  const records = buildDocument({ organizationId, ...owner, ...declaredFile(), uploadedBy, ...values });
  await insertFor(tenant, records);
  return { documentId: records.Document.id, ...made };
}

/** A document that waits for an upload in two parts, both noted as arrived. */
export async function createArrived(
  tenant: TestTenant,
): Promise<{ documentId: string; caseId: string; clientId: string; uploadId: string }> {
  const { organizationId, keyId } = tenant;
  const made = await createDocument(tenant, { status: "pending_upload" });
  const { documentId } = made;
  const [objectId, uploadId] = [createId("storedObject"), createId("documentUpload")];
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const part = { partSizeBytes: Math.ceil(pdfBytes.length / 2), storageId: "parts" };
  await insertFor(tenant, {
    StoredObject: { organizationId, id: objectId },
    DocumentUpload: {
      organizationId,
      id: uploadId,
      documentId,
      objectId,
      keyId,
      ...declaredFile(),
      ...part,
      uploadedBy,
      expiresAt,
    },
    DocumentUploadPart: [1, 2].map((partNumber) => ({
      organizationId,
      uploadId,
      partNumber,
      etag: String(partNumber),
    })),
  });
  return { ...made, uploadId };
}

export async function createDocumentRows(tenant: TestTenant): Promise<void> {
  const { documentId } = await createArrived(tenant);
  await createDocument(tenant);
  await insertFor(tenant, { DocumentTag: { organizationId: tenant.organizationId, documentId, tag: "tag" } });
}

const changeDocument = (tenant: TestTenant) => async (response: ResponseBody) => {
  const id = readId(response, "document");
  await changeRow(tenant, "Document", id, { description: "Changed" });
};

const removeDocument = (tenant: TestTenant, documentId: string) => () =>
  changeRow(tenant, "Document", documentId, { deletedAt: new Date().toISOString(), legalHold: false });

interface Touched {
  caseId: string;
  clientId: string;
  documentId?: string;
}

const touches =
  ({ caseId, clientId, documentId }: Touched) =>
  (response: ResponseBody) => ({
    entity: "document",
    id: documentId ?? readId(response, "document"),
    relatedIds: relateCase({ caseId, clientId }),
  });

/**
 * A request about one document.
 *
 * @param values of its row
 */
const onDocument =
  (given: Partial<Arrangement>, values: Partial<Values<"Document">> = {}): Scenario =>
  async (tenant) => {
    const made = await createDocument(tenant, values);
    const { documentId } = made;
    return {
      pathValues: { documentId },
      revision: 1,
      remove: removeDocument(tenant, documentId),
      change: changeDocument(tenant),
      touched: touches(made),
      ...given,
    };
  };

/** The lock becomes that of the key with this secret. */
async function giveLock(tenant: TestTenant, documentId: string, secret: string): Promise<void> {
  const digest = createHash("sha256").update(secret).digest();
  await tenant.inside(async (transaction) => {
    const found = await transaction
      .selectFrom("IntegrationKeySecret")
      .select("keyId")
      .where("digest", "=", digest)
      .executeTakeFirst();
    if (found === undefined) return;
    const lockedBy = JSON.stringify(actorOf(found));
    // Where it is locked at all: not any more after a success.
    await transaction
      .updateTable("Document")
      .set({ lockedBy })
      .where("id", "=", documentId)
      .where("lockExpiresAt", "is not", null)
      .execute();
  });
}

export const documentRecordScenarios = {
  "documents.list": async (tenant) => {
    await createDocument(tenant);
    return {};
  },
  "cases.documents.list": async (tenant) => {
    const { caseId } = await createDocument(tenant);
    return { pathValues: { caseId }, remove: () => deleteCase(tenant, caseId) };
  },
  "documents.get": async (tenant) => {
    const { documentId } = await createDocument(tenant);
    return { pathValues: { documentId }, revision: 1 };
  },
  "cases.documents.create": async (tenant) => {
    const made = await createCase(tenant);
    return {
      pathValues: { caseId: made.caseId },
      ownValues: { [ids.folderId]: await createFolder(tenant, made.caseId) },
      remove: () => deleteCase(tenant, made.caseId),
      change: changeDocument(tenant),
      touched: touches(made),
      alsoEmits: ["document.upload_started"],
      diff: {},
    };
  },
  "leads.documents.create": async (tenant) => {
    const leadId = await createLead(tenant);
    return {
      pathValues: { leadId },
      change: changeDocument(tenant),
      touched: (response) => {
        const id = readId(response, "document");
        return {
          entity: "document",
          id,
          relatedIds: [
            { entity: "document", id },
            { entity: "lead", id: leadId },
          ],
        };
      },
      standsAlone: true,
      alsoEmits: ["document.upload_started"],
      diff: {},
    };
  },
  "documents.complete": async (tenant) => {
    const made = await createArrived(tenant);
    const { documentId } = made;
    return {
      ...(await onDocument({})(tenant)),
      pathValues: { documentId },
      remove: removeDocument(tenant, documentId),
      touched: touches(made),
      alsoEmits: ["document.updated"],
      diff: { status: { from: "pending_upload", to: "scanning" } },
    };
  },
  "documents.update": onDocument({
    diff: ({ category, isConfidential }) => ({
      category: { from: "other", to: category },
      isConfidential: { from: false, to: isConfidential },
    }),
  }),
  "documents.delete": async (tenant) => {
    const made = await createDocument(tenant);
    const { documentId } = made;
    return {
      ...(await onDocument({})(tenant)),
      pathValues: { documentId },
      remove: removeDocument(tenant, documentId),
      change: () => changeRow(tenant, "Document", documentId, { description: "Changed" }),
      touched: touches(made),
      recordIn: null,
      diff: { deletedAt: { from: null, to: expect.any(String) } },
    };
  },
  "documents.restore": async (tenant) => {
    const made = await createDocument(tenant, { deletedAt: "2026-03-14T15:09:26.535Z" });
    const { documentId } = made;
    return {
      pathValues: { documentId },
      revision: 1,
      change: changeDocument(tenant),
      touched: touches(made),
      diff: { deletedAt: { from: "2026-03-14T15:09:26.535Z", to: null } },
    };
  },
  "documents.lock": onDocument({
    diff: {
      isLocked: { from: false, to: true },
      lockedBy: { from: null, to: expect.anything() },
      lockExpiresAt: { from: null, to: expect.any(String) },
    },
  }),
  "documents.unlock": async (tenant) => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const lockedBy = actorOf(tenant);
    const arranged = await onDocument(
      {
        diff: {
          isLocked: { from: true, to: false },
          lockedBy: { from: lockedBy, to: null },
          lockExpiresAt: { from: until, to: null },
        },
      },
      { lockedBy, lockExpiresAt: until },
    )(tenant);
    return { ...arranged, giveTo: (secret) => giveLock(tenant, String(arranged.pathValues?.["documentId"]), secret) };
  },
  "documents.versions.list": async (tenant) => {
    const { documentId } = await createDocument(tenant);
    return { pathValues: { documentId }, remove: removeDocument(tenant, documentId) };
  },
  "documents.versions.create": onDocument({ alsoEmits: ["document.upload_started"], diff: {} }),
  "documents.versions.restore": async (tenant) => {
    const arranged = await onDocument({
      diff: { currentVersionId: { from: expect.any(String), to: expect.any(String) } },
    })(tenant);
    return { ...arranged, pathValues: { ...arranged.pathValues, number: "1" }, recordParameters: ["documentId"] };
  },
  "documents.download": async (tenant) => {
    const made = await createDocument(tenant);
    const { documentId } = made;
    return { pathValues: { documentId }, remove: removeDocument(tenant, documentId), touched: touches(made) };
  },
} satisfies Record<string, Scenario>;
