import { sql } from "kysely";
import { messages } from "../../contract/messages.ts";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { selectRows } from "../../platform/database/records.ts";

export const siblingNames = { Folder_sibling_name: messages.folderExists };

/**
 * Locks a live folder of the case against changes.
 *
 * @returns undefined when the case has no such folder
 */
export function lockFolderForShare(
  context: Context,
  caseId: string,
  folderId: string,
): Promise<Row<"Folder"> | undefined> {
  return selectRows(context, "Folder")
    .selectAll()
    .where("caseId", "=", caseId)
    .where("id", "=", folderId)
    .where("deletedAt", "is", null)
    .forShare()
    .executeTakeFirst();
}

/** The names from the case down to the folder, joined by `/`: one statement, at most 20 rows. */
export async function readFolderPath(context: Context, folderId: string): Promise<string> {
  const { rows } = await sql<{ path: string }>`
    WITH RECURSIVE up AS (
      SELECT "parentFolderId", name, depth FROM "Folder"
      WHERE "organizationId" = ${context.organizationId} AND id = ${folderId}
      UNION ALL
      SELECT f."parentFolderId", f.name, f.depth FROM up
      JOIN "Folder" f ON f."organizationId" = ${context.organizationId} AND f.id = up."parentFolderId"
    )
    SELECT string_agg(name, '/' ORDER BY depth) AS path FROM up`.execute(context.transaction);
  return rows[0]?.path ?? "";
}

export interface NewFolder {
  id: string;
  caseId: string;
  parentFolderId: string | null;
  name: string;
  depth: number;
  ownerAttorneyId: string | null;
}

/** @throws DUPLICATE_ENTRY when a sibling has the name (unique index) */
export function insertFolder(context: Context, folder: NewFolder): Promise<Row<"Folder">> {
  const inserted = context.transaction
    .insertInto("Folder")
    .values({ organizationId: context.organizationId, ...folder })
    .returningAll()
    .executeTakeFirstOrThrow();
  return rejectDuplicates(siblingNames, inserted);
}
