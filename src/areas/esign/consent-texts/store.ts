import { sql } from "kysely";
import { insertRows, selectRows } from "../../../platform/database/records.ts";
import { shortMember } from "../../../platform/database/short-member.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { describeActor } from "../../../rpc/principal.ts";
import type { Context } from "../../../rpc/context.ts";
import type { ConsentText } from "./domain.shipped.ts";

export type ConsentTextRow = Row<"EsignConsentText"> & { verifiedBy: unknown };

/** The texts of which the firm has a row: those that it wrote, and shipped ones that it verified or superseded. */
export async function listConsentTextRows({ organizationId, transaction }: Context): Promise<ConsentTextRow[]> {
  const { rows } = await sql<ConsentTextRow>`
    SELECT t.*, ${shortMember(organizationId, "t.verifiedByMemberId")} AS "verifiedBy" FROM "EsignConsentText" t
    WHERE t."organizationId" = ${organizationId} ORDER BY t.language, t.version`.execute(transaction);
  return rows;
}

/** Locks the firm's rows of a language against other changes. */
export async function lockConsentTextRowsForUpdate(context: Context, language: string): Promise<void> {
  await selectRows(context, "EsignConsentText")
    .select("id")
    .where("language", "=", language)
    .orderBy("version")
    .forNoKeyUpdate()
    .execute();
}

/** Writes a text's row, as current and unverified. */
export async function insertConsentText(
  context: Context,
  { id, language, version, title, body, sha256 }: ConsentText,
  existing?: "unless it exists",
): Promise<void> {
  const createdBy = JSON.stringify(describeActor(context.principal));
  const row = { id, language, version, title, body, sha256, createdBy };
  await insertRows(context, "EsignConsentText", [row], existing === undefined ? undefined : "skip");
}

/** The other columns of a row never change. */
export async function markSuperseded({ organizationId, transaction }: Context, id: string): Promise<void> {
  await transaction
    .updateTable("EsignConsentText")
    .set({ isCurrent: false })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Records who in the firm compared the text with the law. */
export async function markVerified(
  { organizationId, transaction }: Context,
  id: string,
  memberId: string,
): Promise<void> {
  await transaction
    .updateTable("EsignConsentText")
    .set({ verification: "verified", verifiedByMemberId: memberId, verifiedAt: new Date().toISOString() })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
