import { sql, type Insertable, type Updateable } from "kysely";
import type { ExpectedRevisions } from "../../contract/revision.ts";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { lockOrganizationForShare } from "../../platform/database/organization-day.ts";
import { selectRecord, selectRows, updateRecord } from "../../platform/database/records.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { Statute } from "../cases/domain.statute.ts";

const taken = { Deadline_organizationId_externalId_key: "externalId: used by another deadline" };

export type NewDeadlineRow = Omit<Insertable<Tables["Deadline"]>, "organizationId">;

export async function insertDeadlineRow({ organizationId, transaction }: Context, row: NewDeadlineRow): Promise<void> {
  await rejectDuplicates(
    taken,
    transaction
      .insertInto("Deadline")
      .values({ organizationId, ...row })
      .execute(),
    row,
  );
}

export type DeadlineColumns = Updateable<Tables["Deadline"]>;

/**
 * Changes a deadline where its revision is still one that the caller expects.
 *
 * @returns whether it was;
 * @throws DUPLICATE_ENTRY
 */
export async function updateDeadlineRow(
  context: Context,
  deadlineId: string,
  columns: DeadlineColumns,
  expected: ExpectedRevisions = context.expectedRevisions,
): Promise<boolean> {
  return (
    (
      await rejectDuplicates(
        taken,
        updateRecord(
          { ...context, expectedRevisions: expected },
          "Deadline",
          deadlineId,
          columns,
        ).executeTakeFirstOrThrow(),
        columns,
      )
    ).numUpdatedRows > 0n
  );
}

type NewChange = Omit<Insertable<Tables["DeadlineChange"]>, "organizationId" | "number">;

/** Adds to the history of a locked deadline. */
export async function insertChangeRow({ organizationId, transaction }: Context, change: NewChange): Promise<void> {
  const { last } = await selectRows({ organizationId, transaction }, "DeadlineChange")
    .select((query) => query.fn.max("number").as("last"))
    .where("deadlineId", "=", change.deadlineId)
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto("DeadlineChange")
    .values({ organizationId, number: (last ?? 0) + 1, ...change })
    .execute();
}

export type NewSegment = Omit<Insertable<Tables["TollingSegment"]>, "organizationId" | "deadlineId">;

/** Replaces the spans in which the time of a deadline does not run. */
export async function replaceSegments(
  { organizationId, transaction }: Context,
  deadlineId: string,
  segments: readonly NewSegment[],
): Promise<void> {
  await transaction
    .deleteFrom("TollingSegment")
    .where("organizationId", "=", organizationId)
    .where("deadlineId", "=", deadlineId)
    .execute();
  if (segments.length > 0)
    await transaction
      .insertInto("TollingSegment")
      .values(segments.map((segment) => ({ organizationId, deadlineId, ...segment })))
      .execute();
}

/** A case and its organization: what the dates of its deadlines depend on besides their own values. */
export interface Matter {
  clientId: string;
  caseState: string | null;
  jurisdictionCounty: string | null;
  /** The calendar of its court, where the firm chose one. */
  courtCalendarId: string | null;
  caseStatus: string;
  dateOfIncident: string | null;
  leadAttorneyId: string | null;
  timezone: string;
  today: string;
  now: string;
}

/**
 * Locks the organization's row, so that its time zone stays until commit, as what is computed with it does. The caller
 * has locked the case.
 */
export async function lockMatterForShare(context: Context, caseId: string): Promise<Matter> {
  await lockOrganizationForShare(context);
  return getMatter(context, caseId);
}

/** A matter without a lock. */
export async function getMatter({ organizationId, transaction }: Context, caseId: string): Promise<Matter> {
  const { rows } = await sql<Matter>`
    SELECT c."plaintiffId" AS "clientId", c."caseState", c."jurisdictionCounty", c."courtCalendarId", c."matterStatus" AS "caseStatus", c."dateOfIncident", c."attorneyId" AS "leadAttorneyId", o.timezone, (now() AT TIME ZONE o.timezone)::date::text AS today, now() AS now
    FROM "Organization" o CROSS JOIN LATERAL (SELECT * FROM "Case" WHERE "organizationId" = ${organizationId} AND id = ${caseId} LIMIT 1) c
    WHERE o.id = ${organizationId}`.execute(transaction);
  if (rows[0] === undefined) throw new Error("a deadline without a case");
  return rows[0];
}

/**
 * What a case shows of its statutes of limitations, and what it should show: the earliest that is open or missed. Of
 * several on one day the one that can be relied on least.
 */
export async function findStatute(
  { organizationId, transaction }: Context,
  caseId: string,
): Promise<{ shown: Statute; actual: Statute } | undefined> {
  const { rows } = await sql<{ shown: Statute; actual: Statute }>`
    SELECT json_build_object('on', c."statuteOfLimitationsOn", 'status', c."statuteOfLimitationsStatus") AS shown,
      json_build_object('on', d."effectiveOn", 'status', CASE d.status WHEN 'missed' THEN 'missed' ELSE coalesce(d."verificationStatus", 'none') END) AS actual
    FROM (SELECT * FROM "Case" WHERE "organizationId" = ${organizationId} AND id = ${caseId}) c
    LEFT JOIN LATERAL (
      SELECT x."effectiveOn", x.status, x."verificationStatus" FROM "Deadline" x
      WHERE x."organizationId" = ${organizationId} AND x."caseId" = ${caseId} AND x.type = 'statute_of_limitations' AND x."isOpen"
      ORDER BY x."effectiveOn", x.status = 'open', array_position('{disputed,unverified,verified}', x."verificationStatus"), x.id LIMIT 1) d ON true`.execute(
    transaction,
  );
  return rows[0];
}

/** Who set the open and missed statutes of limitations of a case. */
export async function listPersonsWhoSetStatutes(context: Context, caseId: string): Promise<string[]> {
  const rows = await selectRows(context, "Deadline")
    .select("setByPersons")
    .where("caseId", "=", caseId)
    .where("type", "=", "statute_of_limitations")
    .where("status", "in", ["open", "missed"])
    .execute();
  return rows.flatMap(({ setByPersons }) => setByPersons);
}

/** When a party's answer is due, by the earliest deadline for it that is open or missed. */
export async function findAnswerDue(context: Context, partyId: string): Promise<string | null> {
  const found = await selectRows(context, "Deadline")
    .select("effectiveOn")
    .where("adversePartyId", "=", partyId)
    .where("type", "=", "answer_due")
    .where("status", "in", ["open", "missed"])
    .orderBy("effectiveOn")
    .limit(1)
    .executeTakeFirst();
  return found?.effectiveOn ?? null;
}

/** How many deadlines a case has, in every status. */
export async function countDeadlines(context: Context, caseId: string): Promise<number> {
  const { count } = await selectRows(context, "Deadline")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("caseId", "=", caseId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The ID of an open or missed deadline of the case with the same type, parties and rule. */
export async function findDuplicateDeadline(
  context: Context,
  {
    caseId,
    type,
    claimantPartyId,
    adversePartyId,
    ruleKey,
  }: Pick<Row<"Deadline">, "caseId" | "type" | "claimantPartyId" | "adversePartyId" | "ruleKey">,
): Promise<string | undefined> {
  const found = await selectRows(context, "Deadline")
    .select("id")
    .where("caseId", "=", caseId)
    .where("type", "=", type)
    .where("status", "in", ["open", "missed"])
    .where(sql<boolean>`"claimantPartyId" IS NOT DISTINCT FROM ${claimantPartyId}`)
    .where(sql<boolean>`"adversePartyId" IS NOT DISTINCT FROM ${adversePartyId}`)
    .where(sql<boolean>`"ruleKey" IS NOT DISTINCT FROM ${ruleKey}`)
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** A live party of a case, as dates depend on it. */
export interface DatedParty {
  servedOn: string | null;
  name: string;
}

const selectParty = ({ organizationId }: Context, caseId: string, partyId: string) => sql<DatedParty>`
    SELECT p."servedOn", (SELECT o.name FROM "Contact" o WHERE o."organizationId" = ${organizationId} AND o.id = p."contactId") AS name
    FROM "CaseParty" p
    WHERE p."organizationId" = ${organizationId} AND p.id = ${partyId} AND p."caseId" = ${caseId}
      AND p."deletedAt" IS NULL`;

export async function findPartyOfCase(
  context: Context,
  caseId: string,
  partyId: string,
): Promise<DatedParty | undefined> {
  return (await selectParty(context, caseId, partyId).execute(context.transaction)).rows[0];
}

/** As `findPartyOfCase`; the party is locked FOR SHARE until commit. */
export async function lockPartyOfCaseForShare(
  context: Context,
  caseId: string,
  partyId: string,
): Promise<DatedParty | undefined> {
  const { rows } = await sql<DatedParty>`${selectParty(context, caseId, partyId)} FOR SHARE`.execute(
    context.transaction,
  );
  return rows[0];
}

/** An open deadline of the case and type that can replace another. */
export async function lockOpenSuccessorForShare(
  context: Context,
  { id, caseId, type }: Pick<Row<"Deadline">, "id" | "caseId" | "type">,
  successorId: string,
): Promise<Pick<Row<"Deadline">, "dueOn"> | undefined> {
  return selectRecord(context, "Deadline", successorId)
    .select("dueOn")
    .where("caseId", "=", caseId)
    .where("type", "=", type)
    .where("id", "<>", id)
    .where("status", "=", "open")
    .forShare()
    .executeTakeFirst();
}

/** A member as verifications show them. */
export async function findPerson(
  context: Context,
  memberId: string,
): Promise<Pick<Row<"Member">, "id" | "firstName" | "lastName"> | null> {
  return (
    (await selectRecord(context, "Member", memberId).select(["id", "firstName", "lastName"]).executeTakeFirst()) ?? null
  );
}

/**
 * Locks the open deadlines that are counted from a record's date and not overridden, at most this many.
 *
 * @param record with its trigger, where the record has several days
 * @returns their IDs in order
 */
export async function lockTriggeredForUpdate(
  context: Context,
  { recordId, source }: { recordId: string; source?: string | undefined },
  most: number,
): Promise<string[]> {
  const rows = await selectRows(context, "Deadline")
    .select("id")
    .where("triggerRecordId", "=", recordId)
    .$if(source !== undefined, (query) => query.where("triggerSource", "=", source ?? ""))
    .where("status", "in", ["open", "missed"])
    .where("isOverridden", "=", false)
    .orderBy("id")
    .limit(most)
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks the deadlines of a chain that are counted from the date of one of its items, also through steps, and not
 * overridden: open and closed ones.
 *
 * @returns their IDs in order
 */
export async function lockFollowingForUpdate(
  { organizationId, transaction }: Context,
  chainId: string,
  itemKey: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT d.id FROM "Deadline" d
    WHERE d."organizationId" = ${organizationId} AND d."chainId" = ${chainId} AND NOT d."isOverridden"
      AND EXISTS (SELECT FROM "DeadlineChain" h WHERE h."organizationId" = ${organizationId} AND h.id = d."chainId"
        AND (h.items @> jsonb_build_array(jsonb_build_object('key', d."itemKey", 'from', 'item:' || ${itemKey}::text))
          OR h.items @> jsonb_build_array(jsonb_build_object('key', d."itemKey", 'anchor', 'item:' || ${itemKey}::text))))
    ORDER BY d.id FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Locks all deadlines of a chain FOR NO KEY UPDATE until commit, by ID. */
export async function lockChainedForUpdate(context: Context, chainId: string): Promise<string[]> {
  const rows = await selectRows(context, "Deadline")
    .select("id")
    .where("chainId", "=", chainId)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The open deadlines that a rule calculated for the client's own claims, of cases that are not archived: at most this
 * many, by case.
 */
export async function listOfRules(
  { organizationId, transaction }: Context,
  clientId: string,
  most: number,
): Promise<{ id: string; caseId: string }[]> {
  const { rows } = await sql<{ id: string; caseId: string }>`
    SELECT d.id, d."caseId" FROM "Case" c JOIN "Deadline" d ON d."organizationId" = ${organizationId} AND d."caseId" = c.id
    WHERE c."organizationId" = ${organizationId} AND c."plaintiffId" = ${clientId} AND c."deletedAt" IS NULL AND c."matterStatus" <> 'archived'
      AND d."isOpen" AND d.limitation IS NOT NULL AND d."claimantPartyId" IS NULL AND NOT d."isOverridden" ORDER BY d."caseId", d.id LIMIT ${most}::integer`.execute(
    transaction,
  );
  return rows;
}

/** Changes what callers do not see, so without another revision. The deadline is locked. */
export async function setUnseen(
  { organizationId, transaction }: Context,
  deadlineId: string,
  columns: Pick<DeadlineColumns, "limitation" | "warnAt" | "tollingNoticedAt" | "actByOn" | "courtDayBeforeOn">,
): Promise<void> {
  await transaction
    .updateTable("Deadline")
    .set(columns)
    .where("organizationId", "=", organizationId)
    .where("id", "=", deadlineId)
    .execute();
}

/** Whether an open deadline is of this party's claim, runs against it, or is counted from its service. */
export async function isNamedByOpen({ organizationId, transaction }: Context, partyId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM "Deadline" WHERE "organizationId" = ${organizationId} AND "isOpen" AND ("adversePartyId" = ${partyId} OR "claimantPartyId" = ${partyId} OR "triggerRecordId" = ${partyId}) LIMIT 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

export type RuleDeadline = Pick<Row<"Deadline">, "id" | "ruleKey" | "claimantPartyId">;

/** The deadlines of a case that are open or missed and were calculated by a rule. */
export function listRuleDeadlines(context: Context, caseId: string): Promise<RuleDeadline[]> {
  return selectRows(context, "Deadline")
    .select(["id", "ruleKey", "claimantPartyId"])
    .where("caseId", "=", caseId)
    .where("ruleKey", "is not", null)
    .where("status", "in", ["open", "missed"])
    .orderBy("id")
    .execute();
}
