import { openArchive } from "./domain.archive.ts";
import { openTable } from "./domain.table.ts";
import type { Contents, ExportWork } from "./domain.work.ts";
import { completeRequest } from "../schema.ts";

export type { Contents, ExportWork } from "./domain.work.ts";

/**
 * Opens the contents of an export.
 *
 * @throws FORBIDDEN without a required scope; NOT_FOUND if the report or case is gone; VALIDATION_FAILED if the report
 *   no longer fits the request; FileTooLarge if the format cannot hold the rows
 */
export async function openContents(work: ExportWork): Promise<Contents> {
  const { type, format, filters } = work.export;
  const stored = { ...filters, type, format };
  const request = completeRequest(stored);
  return request.format === "zip" ? openArchive(work, request) : openTable(work, request);
}
