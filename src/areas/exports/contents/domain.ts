import { openArchive } from "./domain.archive.ts";
import { openTable } from "./domain.table.ts";
import type { Contents, ExportWork } from "./domain.work.ts";
import { completeRequest } from "../schema.ts";

export type { Contents, ExportWork } from "./domain.work.ts";

/**
 * Opens what an export holds. Rejects with FORBIDDEN where a scope is missing, with NOT_FOUND where the report or the case is gone,
 * and with VALIDATION_FAILED where a report no longer fits what was asked for; with FileTooLarge where a format has no room for its rows.
 */
export async function openContents(work: ExportWork): Promise<Contents> {
  const { type, format, filters } = work.export;
  const asked = { ...filters, type, format };
  const request = completeRequest(asked);
  return request.format === "zip" ? openArchive(work, request) : openTable(work, request);
}
