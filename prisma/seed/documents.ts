import { createHash } from "node:crypto";
import { createId } from "../../src/platform/database/ids.ts";
import { objectKey } from "../../src/platform/storage/storage.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import type { Firm, FirmCase } from "./firm.ts";

/** The bytes of a seeded document, and the key under which the storage must have them before the rows are committed. */
export interface SeededFile {
  key: string;
  bytes: Buffer;
}

interface Plan {
  folder: string;
  name: string;
  fileName: string;
  contentType: string;
  category: string;
  tags: readonly string[];
  bytes: Buffer;
}

/** A blue pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADAgH/p9kz5wAAAABJRU5ErkJggg==",
  "base64",
);

/** A page with a line on it: the smallest whole PDF. */
function writePdf(line: string): Buffer {
  const stream = `BT /F1 14 Tf 72 720 Td (${line.replaceAll(/[()\\]/g, "")}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const table = ["0000000000 65535 f ", ...offsets.map((offset) => `${offset} 00000 n `)].join("\n");
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n${table}\ntrailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    "latin1",
  );
}

function planDocuments({ row, client }: FirmCase): Plan[] {
  const who = `${client.firstName} ${client.lastName}, case ${row.sequenceId}`;
  return [
    {
      folder: "Intake",
      name: "Retainer agreement",
      fileName: "retainer.pdf",
      contentType: "application/pdf",
      category: "retainer_agreement",
      tags: ["Signed"],
      bytes: writePdf(`Retainer agreement: ${who}`),
    },
    {
      folder: "Photographs",
      name: "Rear bumper",
      fileName: "IMG_0017.png",
      contentType: "image/png",
      category: "photo",
      tags: ["Scene"],
      bytes: png,
    },
    {
      folder: "Client",
      name: "Note of the first call",
      fileName: "first-call.txt",
      contentType: "text/plain",
      category: "internal_memo",
      tags: [],
      bytes: Buffer.from(`First call with ${who}.\n`),
    },
  ];
}

/**
 * Files the first documents of the case that has everything, in its folders.
 *
 * @returns their bytes
 */
export function buildDocuments(firm: Firm, cases: readonly FirmCase[]): SeededFile[] {
  const story = cases.find(({ isStory }) => isStory);
  return story === undefined ? [] : planDocuments(story).flatMap((plan) => writeDocument(firm, story, plan));
}

function writeDocument(firm: Firm, firmCase: FirmCase, plan: Plan): SeededFile[] {
  const { organizationId, rows, actor } = firm;
  const folder = rows.Folder.find(({ caseId, name }) => caseId === firmCase.row.id && name.startsWith(plan.folder));
  if (folder === undefined) return [];
  // With the folder. They have no events, only rows.
  const at = new Date(folder.createdAt);
  const instant = at.toISOString();
  const [id, objectId] = [createId("document", at), createId("storedObject", at)];
  const { fileName, contentType, bytes } = plan;
  const file = {
    fileName,
    contentType,
    sizeBytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  const uploadedBy = { type: "integration_key", id: actor.keyId, name: actor.name };
  rows.Document.push({
    organizationId,
    id,
    caseId: firmCase.row.id,
    leadId: null,
    folderId: folder.id,
    name: plan.name,
    ...file,
    category: plan.category,
    ...unsaid,
    source: "api",
    status: "available",
    statusReason: null,
    version: 1,
    containsPhi: false,
    isPrivileged: plan.category === "internal_memo",
    ownerAttorneyId: actor.onBehalfOfAttorneyId,
    uploadedBy,
    revision: 1,
    createdAt: instant,
    updatedAt: instant,
    deletedAt: null,
  });
  rows.DocumentTag.push(...plan.tags.map((tag): Row<"DocumentTag"> => ({ organizationId, documentId: id, tag })));
  rows.StoredObject.push({ organizationId, id: objectId, createdAt: instant });
  rows.DocumentVersion.push({
    organizationId,
    id: createId("documentVersion", at),
    documentId: id,
    number: 1,
    objectId,
    ...file,
    note: null,
    uploadedBy,
    createdAt: instant,
  });
  return [{ key: objectKey(organizationId, objectId), bytes }];
}

const unsaid = {
  subCategory: null,
  description: null,
  documentDate: null,
  receivedOn: null,
  lockedBy: null,
  lockExpiresAt: null,
  isWorkProduct: false,
  isConfidential: false,
  legalHold: false,
  batesPrefix: null,
  batesStart: null,
  batesEnd: null,
  externalId: null,
} as const;
