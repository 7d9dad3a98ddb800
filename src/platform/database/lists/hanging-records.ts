import { sql, type RawBuilder } from "kysely";
import type { Transaction } from "../database.ts";

/** A record as `relatedIds` names it. */
interface Named {
  entity: string;
  id: string;
}

interface HangingTable {
  entity: string;
  table: string;
  /** Refers to what the record hangs on, or to a record between them. */
  column: string;
  /** The table of that record, which has the column `caseId`. */
  through?: string;
  /** Which of the rows hang on it; all by default. */
  where?: RawBuilder<unknown>;
}

const live = sql`"deletedAt" IS NULL`;
const ofCase = (entity: string, table: string, where?: RawBuilder<unknown>): HangingTable => ({
  entity,
  table,
  column: "caseId",
  ...(where !== undefined && { where }),
});
const ofFacility = (entity: string, table: string): HangingTable => ({
  entity,
  table,
  column: "facilityId",
  where: live,
});

/**
 * What hangs on a record and is gone with it, without an event of its own (decision 0151): what one reads or lists by
 * its own ID. Documents, facilities and what is open have to be deleted or ended before their case, so that none is
 * left; a case with messages or calls is not deleted. A private event is named first: a copy that sees it masked does
 * not know its case.
 */
export const hangingTables = {
  Case: [
    ofCase("calendar_event", "CalendarEvent", sql`${live} AND visibility = 'private'`),
    ofCase("calendar_event", "CalendarEvent", sql`${live} AND visibility <> 'private'`),
    ofCase("task", "Task", live),
    ofCase("deadline", "Deadline"),
    ofCase("deadline_chain", "DeadlineChain"),
    ofCase("note", "Note", live),
    ofCase("invoice", "Invoice", live),
    { entity: "payment", table: "Payment", column: "invoiceId", through: "Invoice" },
    ofCase("expense", "Expense", live),
    ofCase("fee_agreement", "FeeAgreement"),
    ofCase("negotiation", "Negotiation"),
    ofCase("settlement", "Settlement"),
    ofCase("lien", "Lien"),
    ofCase("referral", "Referral"),
    ofCase("settlement_statement", "SettlementStatement"),
    ofCase("retrieval_request", "RetrievalRequest"),
    ofCase("hipaa_authorization", "HipaaAuthorization"),
    ofCase("esign_request", "EsignRequest", live),
    ofCase("case_party", "CaseParty", live),
    ofCase("insurance_policy", "InsurancePolicy", live),
    ofCase("incident", "Incident"),
    ofCase("court_action", "CourtAction", live),
    ofCase("damage", "Damage", live),
    ofCase("folder", "Folder", live),
    ofCase("intake_answer", "IntakeAnswer", live),
  ],
  Client: [{ entity: "note", table: "Note", column: "clientId", where: live }],
  Contact: [{ entity: "note", table: "Note", column: "contactId", where: live }],
  MedicalFacility: [
    ofFacility("medical_treatment", "MedicalTreatment"),
    ofFacility("medical_bill", "MedicalBill"),
    ofFacility("medical_record", "MedicalRecord"),
  ],
} as const satisfies Record<string, readonly HangingTable[]>;

/** How many of the records that hang on a deleted one its event names. */
export const maxHangingNamed = 1_000;

/**
 * The records that hang on one, at most {@link maxHangingNamed}.
 *
 * @returns whether these are all
 */
export async function listHanging(
  { organizationId, transaction }: { organizationId: string; transaction: Transaction },
  owner: keyof typeof hangingTables,
  id: string,
): Promise<{ hanging: Named[]; isComplete: boolean }> {
  const tables: readonly HangingTable[] = hangingTables[owner];
  const limit = sql`LIMIT ${maxHangingNamed + 1}::integer`;
  const each = tables.map(({ entity, table, column, through, where = sql`true` }) => {
    const owned =
      through === undefined
        ? sql`= ${id}`
        : sql`IN (SELECT t.id FROM ${sql.table(through)} t WHERE t."organizationId" = ${organizationId} AND t."caseId" = ${id})`;
    return sql`(SELECT ${entity}::text AS entity, id FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND ${sql.ref(column)} ${owned} AND ${where} ${limit})`;
  });
  const { rows } = await sql<Named>`SELECT * FROM (${sql.join(each, sql` UNION ALL `)}) AS hanging ${limit}`.execute(
    transaction,
  );
  return { hanging: rows.slice(0, maxHangingNamed), isComplete: rows.length <= maxHangingNamed };
}

const owners = { caseId: "Case", clientId: "Client", contactId: "Contact", facilityId: "MedicalFacility" } as const;

/** A column that refers to what a record hangs on. */
export type OwnerColumn = keyof typeof owners;

/**
 * The condition that what a record hangs on is not deleted: otherwise the record is gone, too, from GET and from lists.
 *
 * A look by key for each row: joined, it could read all cases. Of IS NOT NULL PostgreSQL expects that it holds for
 * nearly all rows.
 *
 * @param alias of the record's table
 * @param columns those that refer to what the record hangs on, of which some may be null
 */
export function hasLiveOwners(
  organizationId: string,
  alias: string,
  columns: readonly OwnerColumn[],
): RawBuilder<boolean> {
  const conditions = columns.map((column) => {
    const id = sql.ref(`${alias}.${column}`);
    return sql`CASE WHEN ${id} IS NULL THEN true
      ELSE (SELECT true FROM ${sql.table(owners[column])} "owner" WHERE "owner"."organizationId" = ${organizationId} AND "owner".id = ${id} AND "owner"."deletedAt" IS NULL) END IS NOT NULL`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}
