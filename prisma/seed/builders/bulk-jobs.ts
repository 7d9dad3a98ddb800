import { newId, type Given, type Values } from "./records.ts";

type Item = Partial<Omit<Values<"BulkItem">, "organizationId" | "jobId" | "index">>;

/** A bulk job with its items. */
export interface BulkJobRecords {
  BulkJob: Values<"BulkJob">;
  BulkItem: Values<"BulkItem">[];
}

/** A job that creates a note by each of these items. It has no place in the queue. */
export function buildBulkJob(
  values: Given<"BulkJob", "organizationId" | "keyId" | "keyPrefix" | "address" | "createdBy">,
  items: readonly Item[],
): BulkJobRecords {
  const id = values.id ?? newId("bulkJob", values.createdAt);
  return {
    BulkJob: { id, total: items.length, ...values },
    BulkItem: items.map((item, index) => ({
      organizationId: values.organizationId,
      jobId: id,
      index,
      idempotencyKey: `item-${index}`,
      operation: "cases.notes.create",
      path: "/cases/{caseId}/notes",
      ...item,
    })),
  };
}
