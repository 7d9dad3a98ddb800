import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  buildEsignDocument,
  buildEsignField,
  buildEsignRecipient,
  buildEsignRequest,
  buildEsignTemplate,
} from "../../../../prisma/seed/builders/esign.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { toJobFiles } from "../../../composition/file-transfers.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import type { TestServer } from "../../../testing/harness/server.ts";
import { createCase, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createSubmission } from "../fixtures.ts";
import type { Submission } from "../submissions/domain.ts";
import type { EsignWorkTools } from "./domain.attempts.ts";
import { prepareRequest } from "./domain.preparing.ts";
import { sealRequest } from "./domain.sealing.ts";

/** A server, as far as the jobs need it. */
export interface WorkServer {
  services: Pick<TestServer["services"], "database" | "installationKeys" | "files">;
}

/** What the jobs of signature requests have in this process. */
export function openWorkTools({ services }: WorkServer): EsignWorkTools & { errors: unknown[] } {
  const { database, installationKeys, files } = services;
  const errors: unknown[] = [];
  return {
    database,
    installationKeys,
    ownSeal: null,
    sendTimestampQuery: null,
    errors,
    logger: { info: () => undefined, error: ({ error }) => void errors.push(error) },
    files: toJobFiles(files),
  };
}

export interface PreparingRequest {
  requestId: string;
  caseId: string;
  clientId: string;
  /** Of the file as it was uploaded. */
  objectId: string;
  fieldIds: string[];
  recipientId: string;
}

export interface PreparingOptions {
  bytes: Uint8Array;
  request?: Partial<Values<"EsignRequest">>;
  document?: Partial<Values<"EsignDocument">>;
  recipient?: Partial<Values<"EsignRecipient">>;
  /** Without any, a signature of the client. */
  fields?: readonly Partial<Values<"EsignField">>[];
}

/** A request in `preparing` with the file of a template, which the storage has. */
export async function createPreparingRequest(
  server: WorkServer,
  tenant: TestTenant,
  { bytes, request: ofRequest, document, recipient: ofRecipient, fields = [{}] }: PreparingOptions,
): Promise<PreparingRequest> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const { files } = server.services;
  const objectId = await files.name(organizationId);
  await files.tools.storage.put(objectKey(organizationId, objectId), Readable.from([bytes]), bytes.length);
  const request = buildEsignRequest({ organizationId, caseId, status: "preparing", ...ofRequest });
  const ofIt = { organizationId, requestId: request.id };
  const recipient = buildEsignRecipient({ ...ofIt, clientId, ...ofRecipient });
  const rows = fields.map((field, index) =>
    buildEsignField({ ...ofIt, number: index + 1, acroField: null, source: null, fallback: null, ...field }),
  );
  const template = buildEsignTemplate({ organizationId, objectId });
  const { id: esignTemplateId } = template;
  await insertFor(tenant, {
    EsignTemplate: template,
    EsignRequest: request,
    EsignDocument: buildEsignDocument({ ...ofIt, esignTemplateId, templateObjectId: objectId, ...document }),
    EsignRecipient: recipient,
    EsignField: rows,
  });
  return {
    requestId: request.id,
    caseId,
    clientId,
    objectId,
    recipientId: recipient.id,
    fieldIds: rows.map(({ id }) => id),
  };
}

/** Signs as the last signer did on the signing page. */
export async function signAll(
  tenant: TestTenant,
  requestId: string,
  { signature = { mode: "typed", text: "Rosa Díaz" }, values = {} }: Partial<Submission> = {},
): Promise<void> {
  const recipients = await tenant.inside((transaction) =>
    transaction.selectFrom("EsignRecipient").select("id").where("requestId", "=", requestId).execute(),
  );
  for (const { id } of recipients) await createSubmission(tenant, id, { signature, values });
  await tenant.inside(async (transaction) => {
    const signedAt = new Date().toISOString();
    await transaction
      .updateTable("EsignRecipient")
      .set({ status: "signed", signedAt, viewedAt: signedAt, consentedAt: signedAt })
      .where("requestId", "=", requestId)
      .execute();
    await transaction
      .updateTable("EsignRequest")
      .set({ status: "sealing", allSignedAt: signedAt, attempts: 0 })
      .where("id", "=", requestId)
      .execute();
  });
}

export const prepare = (tools: EsignWorkTools, { organizationId }: TestTenant, requestId: string) =>
  prepareRequest(tools, { organizationId, requestId });
export const seal = (tools: EsignWorkTools, { organizationId }: TestTenant, requestId: string) =>
  sealRequest(tools, { organizationId, requestId });

export const readRequest = (tenant: TestTenant, requestId: string) =>
  tenant.inside((transaction) =>
    transaction.selectFrom("EsignRequest").selectAll().where("id", "=", requestId).executeTakeFirstOrThrow(),
  );

/** The documents of a request with the bytes of their pinned and sealed versions. */
export async function readFiles(
  server: WorkServer,
  tenant: TestTenant,
  requestId: string,
): Promise<{ pinned: Uint8Array | null; sealed: Uint8Array | null; documentId: string | null; versions: number }[]> {
  const rows = await tenant.inside((transaction) =>
    transaction
      .selectFrom("EsignDocument")
      .selectAll()
      .where("requestId", "=", requestId)
      .orderBy("position")
      .execute(),
  );
  return Promise.all(
    rows.map(async ({ documentId, versionId, sealedVersionId }) => ({
      documentId,
      pinned: await readVersion(server, tenant, versionId),
      sealed: await readVersion(server, tenant, sealedVersionId),
      versions: await countVersions(tenant, documentId ?? ""),
    })),
  );
}

async function countVersions(tenant: TestTenant, documentId: string): Promise<number> {
  const rows = await tenant.inside((transaction) =>
    transaction.selectFrom("DocumentVersion").select("id").where("documentId", "=", documentId).execute(),
  );
  return rows.length;
}

async function readVersion(
  { services }: WorkServer,
  tenant: TestTenant,
  versionId: string | null,
): Promise<Uint8Array | null> {
  if (versionId === null) return null;
  const { objectId } = await tenant.inside((transaction) =>
    transaction.selectFrom("DocumentVersion").select("objectId").where("id", "=", versionId).executeTakeFirstOrThrow(),
  );
  const { storage } = services.files.tools;
  return new Uint8Array(await buffer(await storage.read(objectKey(tenant.organizationId, objectId))));
}

/** The bytes of a document's current version. */
export async function readDocumentBytes(
  server: WorkServer,
  tenant: TestTenant,
  documentId: string,
): Promise<Uint8Array> {
  const { id } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("DocumentVersion")
      .select("id")
      .where("documentId", "=", documentId)
      .orderBy("number", "desc")
      .executeTakeFirstOrThrow(),
  );
  return (await readVersion(server, tenant, id)) ?? new Uint8Array();
}
