import { sql, type Insertable, type Updateable } from "kysely";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { selectRecord, selectRows, updateRecord } from "../../platform/database/records.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { ChainItems } from "./domain.stored-items.ts";
import type { AppliedTrigger, ChainFacts, DeadlineChain, NewChain } from "./schema.ts";

/** A chain follows the day of a record, or is counted from a day alone. */
type ChainTrigger =
  | { triggerSource: NonNullable<NewChain["trigger"]>["source"]; triggerRecordId: string }
  | { triggerSource: DeadlineChain["trigger"]["source"]; triggerRecordId: null };

type Described = "items" | "otherTriggers" | "facts" | "createdBy" | "serviceMethod" | "status" | keyof ChainTrigger;

export type ChainRow = Omit<Row<"DeadlineChain">, Described> &
  ChainTrigger & {
    serviceMethod: DeadlineChain["serviceMethod"];
    status: DeadlineChain["status"];
    items: ChainItems;
    otherTriggers: AppliedTrigger[];
    facts: ChainFacts;
    createdBy: unknown;
    case: unknown;
    caseClientId: string;
    deadlineIds: string[];
  };

/**
 * Of cases that are not deleted.
 *
 * @param of a chain, or all of a case
 */
async function selectChains(
  { organizationId, transaction }: Context,
  of: "id" | "caseId",
  id: string,
): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    SELECT h.*, json_build_object('id', c.id, 'sequenceId', c."sequenceId", 'title', c.title) AS "case", c."plaintiffId" AS "caseClientId",
      ARRAY(SELECT d.id FROM "Deadline" d WHERE d."organizationId" = ${organizationId} AND d."chainId" = h.id ORDER BY d.id) AS "deadlineIds"
    FROM "DeadlineChain" h JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = h."caseId" AND c."deletedAt" IS NULL
    WHERE h."organizationId" = ${organizationId} AND h.${sql.ref(of)} = ${id} ORDER BY h.id`.execute(transaction);
  return rows;
}

export const listChainRows = (context: Context, caseId: string): Promise<ChainRow[]> =>
  selectChains(context, "caseId", caseId);

export async function findChain(context: Context, chainId: string): Promise<ChainRow | undefined> {
  return (await selectChains(context, "id", chainId))[0];
}

/** What of its case decides in which calendar a chain is counted. */
export type ChainPlace = Pick<Row<"Case">, "caseState" | "jurisdictionCounty" | "courtCalendarId">;

/** The active chains of a template, newest first. */
export async function listActiveChains(
  { organizationId, transaction }: Context,
  templateKey: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<(ChainRow & ChainPlace)[]> {
  const { rows } = await sql<ChainRow & ChainPlace>`
    SELECT h.*, json_build_object('id', c.id, 'sequenceId', c."sequenceId", 'title', c.title) AS "case", c."plaintiffId" AS "caseClientId",
      c."caseState", c."jurisdictionCounty", c."courtCalendarId",
      ARRAY(SELECT d.id FROM "Deadline" d WHERE d."organizationId" = ${organizationId} AND d."chainId" = h.id ORDER BY d.id) AS "deadlineIds"
    FROM "DeadlineChain" h JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = h."caseId" AND c."deletedAt" IS NULL
    WHERE h."organizationId" = ${organizationId} AND h."templateKey" = ${templateKey} AND h.status = 'active' ${after === null ? sql`` : sql`AND h.id < ${after}`}
    ORDER BY h.id DESC LIMIT ${limit}::integer`.execute(transaction);
  return rows;
}

/** Locks a chain until commit, then reads it. */
export async function lockChainForUpdate(context: Context, chainId: string): Promise<ChainRow | undefined> {
  await selectRecord(context, "DeadlineChain", chainId).select("id").forNoKeyUpdate().execute();
  return findChain(context, chainId);
}

/** The active chains that follow a record of the case, in order. */
export async function listFollowingChains(context: Context, caseId: string, recordId: string): Promise<string[]> {
  const rows = await selectRows(context, "DeadlineChain")
    .select("id")
    .where("caseId", "=", caseId)
    .where("triggerRecordId", "=", recordId)
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** @throws DUPLICATE_ENTRY where the template is applied to the record already */
export async function insertChain(
  { organizationId, transaction }: Context,
  row: Omit<Insertable<Tables["DeadlineChain"]>, "organizationId">,
): Promise<void> {
  const taken = { DeadlineChain_trigger: "The template is applied to this record already; cancel that chain first" };
  await rejectDuplicates(
    taken,
    transaction
      .insertInto("DeadlineChain")
      .values({ organizationId, ...row })
      .execute(),
  );
}

/** @returns whether the chain's revision was one that the caller expects */
export async function updateChainRow(
  context: Context,
  chainId: string,
  columns: Updateable<Tables["DeadlineChain"]>,
): Promise<boolean> {
  return (await updateRecord(context, "DeadlineChain", chainId, columns).executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
