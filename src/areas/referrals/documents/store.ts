import { sql, type RawBuilder } from "kysely";
import type { Due } from "../../../platform/database/due-rows.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { isOneOf, selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { ResourceStatements } from "../../../rpc/resource/store.ts";

export type ReferralDocumentRow = Row<"ReferralDocument">;

export const referralDocumentStatements: ResourceStatements<"ReferralDocument", ReferralDocumentRow> = {
  table: "ReferralDocument",
  isPermanent: true,
};

export const selectReferralDocumentPage = (
  { organizationId }: Pick<Context, "organizationId">,
  referralId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<ReferralDocumentRow> => sql<ReferralDocumentRow>`
  SELECT t.* FROM "ReferralDocument" t
  WHERE t."organizationId" = ${organizationId} AND t."referralId" = ${referralId} AND ${after}
  ORDER BY ${order} LIMIT ${limit}::integer`;

/** Those of these documents that a referral has already, or that are on their way. */
export async function findSharedDocuments(
  context: Context,
  referralId: string,
  documentIds: readonly string[],
): Promise<(string | null)[]> {
  const rows = await selectRows(context, "ReferralDocument")
    .select("documentId")
    .where("referralId", "=", referralId)
    .where(isOneOf("documentId", documentIds))
    .where("state", "<>", "failed")
    .execute();
  return rows.map(({ documentId }) => documentId);
}

/** The row of a shared document on this side. */
export function findPairedDocument(context: Context, pairId: string): Promise<ReferralDocumentRow | undefined> {
  return selectRows(context, "ReferralDocument").selectAll().where("pairId", "=", pairId).executeTakeFirst();
}

/** The object with the bytes that a document had when it was shared. */
export async function findSharedObject(
  context: Context,
  { documentId, sha256 }: Pick<ReferralDocumentRow, "documentId" | "sha256">,
): Promise<string | undefined> {
  const found = await selectRows(context, "DocumentVersion")
    .select("objectId")
    .where("documentId", "=", documentId)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return found?.objectId;
}

/** Copies of all organizations that have waited for so long, in the order of their IDs. */
export async function listLostCopies(
  outside: Pick<Context["transaction"], "getExecutor">,
  { lostMinutes, afterId, batch }: { lostMinutes: number; afterId: string; batch: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT * FROM list_lost_referral_documents(${lostMinutes}::integer, ${afterId}, ${batch}::integer)`.execute(
    outside,
  );
  return rows;
}
