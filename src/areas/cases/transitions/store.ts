import { sql } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { selectRows } from "../../../platform/database/records.ts";

export interface NewStageEntry extends Pick<
  Row<"CaseStageEntry">,
  "id" | "caseId" | "fromStage" | "toStage" | "fromStatus" | "toStatus" | "reason"
> {
  effectiveOn?: string | null;
  note?: string | null;
  forcedGates?: string[];
}

export async function insertStageEntry(context: Context, entry: NewStageEntry): Promise<void> {
  const { id: actorId, type: actorType, name: actorName } = describeActor(context.principal);
  await context.transaction
    .insertInto("CaseStageEntry")
    .values({
      ...entry,
      organizationId: context.organizationId,
      forcedGates: entry.forcedGates ?? [],
      actorId,
      actorType,
      actorName,
    })
    .execute();
}

/** An entry with the time at which the next one began. */
export type StageEntryRow = Row<"CaseStageEntry"> & { exitedAt: string | null; durationSeconds: number | null };

/** A page of a case's stage history. An entry ends where the next one begins; the present one has no end. */
export async function listStageEntries(context: Context, caseId: string, page: SortedPage): Promise<StageEntryRow[]> {
  const { rows } = await sql<StageEntryRow>`
    SELECT h.*, n."enteredAt" AS "exitedAt", floor(extract(epoch FROM n."enteredAt" - h."enteredAt"))::integer AS "durationSeconds"
    FROM "CaseStageEntry" h
    LEFT JOIN LATERAL (
      SELECT "enteredAt" FROM "CaseStageEntry"
      WHERE "organizationId" = ${context.organizationId} AND "caseId" = ${caseId} AND id > h.id ORDER BY id LIMIT 1) n ON true
    WHERE h."organizationId" = ${context.organizationId} AND h."caseId" = ${caseId} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}`.execute(context.transaction);
  return rows;
}

/** The stage before the latest closing; undefined if unknown. */
export async function findStageBeforeClosing(context: Context, caseId: string): Promise<string | undefined> {
  const closing = await selectRows(context, "CaseStageEntry")
    .select("fromStage")
    .where("caseId", "=", caseId)
    .where("toStage", "=", "closed")
    .where("fromStage", "<>", "closed")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return closing?.fromStage ?? undefined;
}
