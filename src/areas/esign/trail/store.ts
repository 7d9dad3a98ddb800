import { sql } from "kysely";
import { insertRows, selectRows } from "../../../platform/database/records.ts";
import { wireInstant } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import type { HashedEntry } from "./domain.chain.ts";

/** An entry with the name that its actor had. */
export type TrailEntryRow = Omit<HashedEntry, "actor"> & { actor: { type: string; id: string; label: string } };

/** The last entry of a request's trail; undefined before the first. */
export function findLastEntry(
  context: Context,
  requestId: string,
): Promise<{ number: number; hash: string } | undefined> {
  return selectRows(context, "EsignTrailEntry")
    .select(["number", "hash"])
    .where("requestId", "=", requestId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function insertEntries(
  context: Context,
  requestId: string,
  entries: readonly TrailEntryRow[],
): Promise<void> {
  await insertRows(
    context,
    "EsignTrailEntry",
    entries.map(({ actor, detail, ...entry }) => ({
      ...entry,
      requestId,
      actorType: actor.type,
      actorId: actor.id,
      actorLabel: actor.label,
      detail: JSON.stringify(detail),
    })),
  );
}

/** Keeps the last hash of a request's trail beside the request, so that a trail that was cut is noticed. */
export async function setChainHash(
  { organizationId, transaction }: Context,
  requestId: string,
  chainHash: string,
): Promise<void> {
  await transaction
    .updateTable("EsignRequest")
    .set({ chainHash })
    .where("organizationId", "=", organizationId)
    .where("id", "=", requestId)
    .execute();
}

/** The hash of a request's last entry, as the request has it; undefined if there is no such request. */
export function findChainHash(context: Context, requestId: string): Promise<{ chainHash: string | null } | undefined> {
  return selectRows(context, "EsignRequest").select("chainHash").where("id", "=", requestId).executeTakeFirst();
}

/** Entries of a request's trail, the oldest first. */
export async function listEntries(
  { organizationId, transaction }: Context,
  requestId: string,
  { after, limit }: { after: number; limit: number },
): Promise<TrailEntryRow[]> {
  const { rows } = await sql<TrailEntryRow>`
    SELECT t.number, ${wireInstant("t.at")} AS at, t.action,
      json_build_object('type', t."actorType", 'id', t."actorId", 'label', t."actorLabel") AS actor,
      t."recipientId", t."ipAddress", t."userAgent", t.detail, t."previousHash", t.hash
    FROM "EsignTrailEntry" t
    WHERE t."organizationId" = ${organizationId} AND t."requestId" = ${requestId} AND t.number > ${after}::integer
    ORDER BY t.number LIMIT ${limit}::integer`.execute(transaction);
  return rows;
}

/** When the last but `count - 1` code was sent to a recipient; null for fewer. */
export async function findCodeBefore(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  { requestId, recipientId, count }: { requestId: string; recipientId: string; count: number },
): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    SELECT t.at FROM "EsignTrailEntry" t
    WHERE t."organizationId" = ${organizationId} AND t."requestId" = ${requestId} AND t.action = 'code_sent'
      AND t."recipientId" = ${recipientId} ORDER BY t.number DESC OFFSET ${count - 1}::integer LIMIT 1`.execute(
    transaction,
  );
  return rows[0]?.at ?? null;
}
