import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announced, createArrived, createDocument } from "../../areas/documents/fixtures.records.ts";
import {
  changeDocument, changeDocuments, findDocument, findDocuments, findStoredVersion, findVersion, insertDocument, insertVersion, listDocumentRows, listVersionRows,
  lockDocument, lockDocumentsOfLead, nextVersionNumber, replaceTags, shareDocument,
} from "../../areas/documents/store.records.ts";
import {
  countPromised, endUpload, findLiveKey, findNewestUpload, findUpload, forgetObject, lockUnnamedObjectForUpdate, insertUpload, isObjectKnown, lockUpload, markVerifying, nameObject, notePart,
} from "../../areas/documents/transfers/store.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { createId } from "../../platform/database/ids.ts";
import { commonSorts, readSortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

interface Records {
  caseId: string;
  documentId: string;
  versionId: string;
  /** Of a document that waits for it. */
  uploadId: string;
  promisedId: string;
  leadId: string;
  objectId: string;
}

let harness: TenancyHarness<Records>;

beforeAll(async () => {
  harness = await openTenancyHarness(async (tenant) => {
    const { organizationId } = tenant;
    const { documentId, caseId } = await createDocument(tenant);
    const { uploadId, documentId: promisedId } = await createArrived(tenant);
    const leadId = await createLead(tenant);
    await createDocument(tenant, { leadId });
    const objectId = createId("storedObject");
    const versionId = await tenant.inside(async (transaction) => {
      await transaction.insertInto("StoredObject").values({ organizationId, id: objectId }).execute();
      return (await transaction.selectFrom("DocumentVersion").select("id").where("documentId", "=", documentId).executeTakeFirstOrThrow()).id;
    });
    return { caseId, documentId, versionId, uploadId, promisedId, leadId, objectId };
  });
});
afterAll(() => harness.close());

async function page(context: Context, alias: string, read: (page: SortedPage) => Promise<{ id: string }[]>): Promise<unknown[]> {
  const list = { organizationId: context.organizationId, installationKeys: context.installationKeys, name: "x", alias, sorts: commonSorts };
  return (await readSortedPage(list, { limit: 10, sort: "newest" }, read)).rows;
}

/** How many rows of ours are so, after what was done. */
async function count(context: Context, table: "StoredObject" | "DocumentUpload" | "DocumentTag", column: string, value: string): Promise<number> {
  const rows = await context.transaction.selectFrom(table).selectAll().where(column as never, "=", value as never).execute();
  return rows.length;
}

/** Each finds or changes a record of the firm that it is given. */
const functions: Record<string, (context: Context, of: Records & { keyId: string }) => Promise<unknown>> = {
  findDocument: (context, { documentId }) => findDocument(context, documentId),
  findDocuments: (context, { documentId }) => findDocuments(context, [documentId]),
  shareDocument: (context, { documentId }) => shareDocument(context, documentId),
  changeDocuments: async (context, { documentId }) => (await changeDocuments(context, [documentId], { description: "changed" })) > 0,
  lockDocument: (context, { documentId }) => lockDocument(context, documentId),
  "listDocumentRows by case": (context, { caseId }) => page(context, "d", (at) => listDocumentRows(context, { caseId }, [], at)),
  "listDocumentRows by lead": (context, { leadId }) => page(context, "d", (at) => listDocumentRows(context, { leadId }, [], at)),
  "listDocumentRows by words": (context, { documentId }) => page(context, "d", (at) => listDocumentRows(context, {}, [documentId.split("_")[1] ?? ""], at)),
  changeDocument: (context, { documentId }) => changeDocument(context, documentId, { description: "changed" }),
  findVersion: (context, { documentId }) => findVersion(context, documentId, 1),
  listVersionRows: (context, { documentId }) => page(context, "v", (at) => listVersionRows(context, documentId, at)),
  nextVersionNumber: async (context, { documentId }) => (await nextVersionNumber(context, documentId)) > 1,
  findStoredVersion: (context, { documentId, versionId }) => findStoredVersion(context, documentId, versionId),
  lockDocumentsOfLead: (context, { leadId }) => lockDocumentsOfLead(context, leadId, 10),
  lockUnnamedObjectForUpdate: (context, { objectId }) => lockUnnamedObjectForUpdate(context, objectId),
  isObjectKnown: (context, { objectId }) => isObjectKnown(context, objectId),
  forgetObject: async (context, { objectId }) => {
    await forgetObject(context, objectId);
    return (await count(context, "StoredObject", "id", objectId)) === 0;
  },
  findUpload: (context, { uploadId }) => findUpload(context, uploadId),
  lockUpload: (context, { uploadId }) => lockUpload(context, uploadId),
  findNewestUpload: (context, { promisedId }) => findNewestUpload(context, promisedId),
  notePart: (context, { uploadId }) => notePart(context, uploadId, 2, "again"),
  markVerifying: async (context, { uploadId }) => {
    await markVerifying(context, uploadId, "now");
    return (await count(context, "DocumentUpload", "status", "verifying")) > 0;
  },
  endUpload: async (context, { uploadId }) => {
    await endUpload(context, uploadId, "failed");
    return (await count(context, "DocumentUpload", "status", "failed")) > 0;
  },
  findLiveKey: (context, { keyId }) => findLiveKey(context, keyId, "documents:read"),
  countPromised: async (context, { keyId }) => (await countPromised(context, keyId)).ofKey > 0,
};

describe("past row-level security, the store's own filter still shows our firm alone", () => {
  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(isFound(await harness.ask((context) => call(context, harness.ours)))).toBe(true);
    expect(isFound(await harness.ask((context) => call(context, harness.theirs)))).toBe(false);
  });

  test("what is inserted is ours, and belongs to what is ours", async () => {
    const by = JSON.stringify({ type: "system", id: "system", name: "x" });
    const insertions: ((context: Context, of: Records) => Promise<unknown>)[] = [
      (context, { caseId }) => insertDocument(context, { id: createId("document"), caseId, name: "x", ...announced(), status: "pending_upload", uploadedBy: by }),
      (context, { documentId, objectId }) => insertVersion(context, { id: createId("documentVersion"), documentId, number: 9, objectId, ...announced(), uploadedBy: by }),
      (context, { documentId, objectId }) => insertUpload(context, { id: createId("documentUpload"), documentId, objectId, ...announced(), uploadedBy: by }, 24),
      (context, { documentId }) => replaceTags(context, documentId, ["x"]),
    ];
    for (const insert of insertions) {
      await harness.ask((context) => insert(context, harness.ours));
      await expect(harness.ask((context) => insert(context, harness.theirs))).rejects.toThrow(/foreign key/);
    }
    expect(await harness.ask(async (context) => count(context, "StoredObject", "id", await nameObject(context)))).toBe(1);
  });
});
