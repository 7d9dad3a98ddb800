import { objectKey } from "../../src/platform/storage/storage.ts";
import { buildDocument, describeFile } from "./builders/documents.ts";
import type { Firm, FirmCase } from "./firm.ts";
import { describeActor } from "./history.ts";
import { writePdf } from "./pdf.ts";

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
      bytes: writePdf([[`Retainer agreement: ${who}`]]),
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
  return story === undefined ? [] : planDocuments(story).flatMap((plan) => addDocument(firm, story, plan));
}

function addDocument(firm: Firm, firmCase: FirmCase, plan: Plan): SeededFile[] {
  const { organizationId, rows, add, actor } = firm;
  const folder = rows.Folder.find(({ caseId, name }) => caseId === firmCase.row.id && name.startsWith(plan.folder));
  if (folder === undefined) return [];
  // With the folder. They have no events, only rows.
  const { createdAt } = folder;
  const { fileName, contentType, category, bytes } = plan;
  const { Document: document, StoredObject: object } = add(
    buildDocument({
      organizationId,
      caseId: firmCase.row.id,
      folderId: folder.id,
      name: plan.name,
      ...describeFile(fileName, contentType, bytes),
      category,
      source: "api",
      containsPhi: false,
      isPrivileged: category === "internal_memo",
      ownerAttorneyId: actor.onBehalfOfAttorneyId,
      uploadedBy: describeActor(actor),
      createdAt,
    }),
  );
  add({ DocumentTag: plan.tags.map((tag) => ({ organizationId, documentId: document.id, tag })) });
  return [{ key: objectKey(organizationId, object.id), bytes }];
}
