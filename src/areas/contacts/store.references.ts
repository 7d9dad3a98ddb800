import { sql, type RawBuilder } from "kysely";
import { maxShowingNamed } from "../../platform/database/lists/showing-records.ts";
import { later } from "../../platform/database/records.ts";
import type { Context, RecordReference } from "../../rpc/context.ts";

export interface ContactReference {
  table: string;
  column: string;
  /** The noun in the message that rejects a deletion; null if the reference does not prevent it. */
  noun: string | null;
  /** Rows with this column set do not prevent the deletion. */
  endsAt?: "deletedAt" | "revokedAt";
  /** A merge repoints the column, or has its own rule (`apart`: lines, relationships). */
  merge: "repoint" | "apart";
}

/**
 * Every column that refers to a contact, in the order in which a merge locks their rows. A test compares the list with
 * the database's foreign keys. A new one needs a line here and a tracker in `workflows/merge-contacts/domain.ts`.
 */
export const contactReferences = [
  { table: "Contact", column: "companyId", noun: "contacts that work for it", endsAt: "deletedAt", merge: "repoint" },
  { table: "Contact", column: "mergedIntoContactId", noun: null, merge: "repoint" },
  { table: "Client", column: "employerContactId", noun: "clients", endsAt: "deletedAt", merge: "repoint" },
  { table: "Client", column: "guardianContactId", noun: "clients", endsAt: "deletedAt", merge: "repoint" },
  { table: "Client", column: "representativeContactId", noun: "clients", endsAt: "deletedAt", merge: "repoint" },
  { table: "CaseParty", column: "contactId", noun: "parties of cases", endsAt: "deletedAt", merge: "repoint" },
  {
    table: "CaseParty",
    column: "representedByContactId",
    noun: "parties of cases",
    endsAt: "deletedAt",
    merge: "repoint",
  },
  {
    table: "InsurancePolicy",
    column: "carrierContactId",
    noun: "insurance policies",
    endsAt: "deletedAt",
    merge: "repoint",
  },
  {
    table: "InsurancePolicy",
    column: "adjusterContactId",
    noun: "insurance policies",
    endsAt: "deletedAt",
    merge: "repoint",
  },
  {
    table: "InsurancePolicy",
    column: "thirdPartyAdminContactId",
    noun: "insurance policies",
    endsAt: "deletedAt",
    merge: "repoint",
  },
  { table: "CourtAction", column: "courtContactId", noun: "court actions", endsAt: "deletedAt", merge: "repoint" },
  { table: "CourtAction", column: "judgeContactId", noun: "court actions", endsAt: "deletedAt", merge: "repoint" },
  { table: "Expense", column: "vendorContactId", noun: "expenses", endsAt: "deletedAt", merge: "repoint" },
  { table: "Lien", column: "lienholderContactId", noun: "liens", merge: "repoint" },
  { table: "Lien", column: "handlerContactId", noun: "liens", merge: "repoint" },
  { table: "PartnerFirm", column: "contactId", noun: "partner firms", merge: "repoint" },
  { table: "SettlementPayer", column: "contactId", noun: "settlements", merge: "apart" },
  { table: "SettlementStatementLine", column: "payeeContactId", noun: "settlement statements", merge: "apart" },
  { table: "MedicalFacility", column: "contactId", noun: "medical facilities", endsAt: "deletedAt", merge: "repoint" },
  { table: "MedicalTreatment", column: "providerContactId", noun: "treatments", endsAt: "deletedAt", merge: "repoint" },
  { table: "RetrievalRequest", column: "vendorId", noun: "retrieval requests", merge: "repoint" },
  {
    table: "IntegrationKey",
    column: "vendorContactId",
    noun: "integration keys",
    endsAt: "revokedAt",
    merge: "repoint",
  },
  { table: "Note", column: "contactId", noun: null, endsAt: "deletedAt", merge: "repoint" },
  { table: "CalendarEvent", column: "courtContactId", noun: null, endsAt: "deletedAt", merge: "repoint" },
  { table: "CalendarEvent", column: "judgeContactId", noun: null, endsAt: "deletedAt", merge: "repoint" },
  { table: "CalendarAttendee", column: "contactId", noun: null, merge: "apart" },
  { table: "EsignRecipient", column: "contactId", noun: null, merge: "apart" },
  { table: "ConversationCounterpart", column: "contactId", noun: null, merge: "apart" },
  { table: "MessageParty", column: "contactId", noun: null, merge: "apart" },
  { table: "Consent", column: "contactId", noun: null, merge: "apart" },
  { table: "Call", column: "partyContactId", noun: null, merge: "apart" },
  { table: "ContactRelationship", column: "contactId", noun: "relationships", merge: "apart" },
  { table: "ContactRelationship", column: "relatedContactId", noun: "relationships", merge: "apart" },
  { table: "ContactPhone", column: "contactId", noun: null, merge: "apart" },
  { table: "ContactEmail", column: "contactId", noun: null, merge: "apart" },
  { table: "ContactAddress", column: "contactId", noun: null, merge: "apart" },
  { table: "ContactRole", column: "contactId", noun: null, merge: "apart" },
] as const satisfies readonly ContactReference[];

const shownIn: Partial<Record<ContactReference["table"], string>> = {
  Contact: "contact",
  Client: "client",
  CaseParty: "case_party",
  InsurancePolicy: "insurance_policy",
  CourtAction: "court_action",
  MedicalFacility: "medical_facility",
  MedicalTreatment: "medical_treatment",
  RetrievalRequest: "retrieval_request",
  ContactRelationship: "contact_relationship",
};
const showing = contactReferences.flatMap(({ table, column }: ContactReference) => {
  const entity = column === "mergedIntoContactId" ? undefined : shownIn[table];
  return entity === undefined ? [] : [{ table, column, entity }];
});

const repointed = contactReferences.filter((reference) => reference.merge === "repoint");
export type RepointedTable = (typeof repointed)[number]["table"];
const repointedTables: ReadonlyMap<RepointedTable, readonly ContactReference[]> = Map.groupBy(
  repointed,
  ({ table }) => table,
);
/** The ids of the rows that refer to a contact, by table, in the order of {@link contactReferences}. */
export type References = ReadonlyMap<RepointedTable, readonly string[]>;

/** The nouns of the references that prevent a deletion. */
export async function findReferences({ transaction, organizationId }: Context, contactId: string): Promise<string[]> {
  const each = contactReferences.flatMap(({ table, column, noun, endsAt }: ContactReference) => {
    if (noun === null) return [];
    const live = endsAt === undefined ? sql`` : sql`AND ${sql.ref(endsAt)} IS NULL`;
    return [
      sql`SELECT ${noun}::text AS noun WHERE EXISTS (
      SELECT FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND ${sql.ref(column)} = ${contactId} ${live})`,
    ];
  });
  // Only those that are still ahead prevent it.
  const events = sql`SELECT 'calendar events'::text AS noun WHERE EXISTS (
    SELECT FROM "CalendarEvent" e WHERE e."organizationId" = ${organizationId} AND e."deletedAt" IS NULL AND e.status IN ('scheduled', 'confirmed') AND e."seriesEndAt" > now()
      AND (e."courtContactId" = ${contactId} OR e."judgeContactId" = ${contactId}
        OR e.id IN (SELECT a."eventId" FROM "CalendarAttendee" a WHERE a."organizationId" = ${organizationId} AND a."contactId" = ${contactId})))`;
  // Only those that are not at their end prevent it.
  const signatures = sql`SELECT 'signature requests'::text AS noun WHERE EXISTS (
    SELECT FROM "EsignRecipient" x JOIN "EsignRequest" r ON r."organizationId" = ${organizationId} AND r.id = x."requestId"
    WHERE x."organizationId" = ${organizationId} AND x."contactId" = ${contactId} AND r."deletedAt" IS NULL AND r.status IN ('draft', 'preparing', 'sent', 'sealing'))`;
  const { rows } = await sql<{
    noun: string;
  }>`SELECT DISTINCT noun FROM (${sql.join([...each, events, signatures], sql` UNION ALL `)}) AS found ORDER BY noun`.execute(
    transaction,
  );
  return rows.map(({ noun }) => noun);
}

/** The records that show something of a contact: those that refer to it, and what shows the facility that it is. */
export async function listShowing(
  { transaction, organizationId }: Context,
  contactId: string,
): Promise<RecordReference[]> {
  const each = showing.map(
    ({ table, column, entity }) => sql`
    SELECT ${entity}::text AS entity, id FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND ${sql.ref(column)} = ${contactId}`,
  );
  const facilities = sql`SELECT f.id, f."caseId" FROM "MedicalFacility" f WHERE f."organizationId" = ${organizationId} AND f."contactId" = ${contactId}`;
  const { rows } = await sql<RecordReference>`
    WITH facility AS MATERIALIZED (${facilities})
    SELECT * FROM (
      ${sql.join(each, sql` UNION `)}
      UNION SELECT 'retrieval_request', r.id FROM facility f JOIN "RetrievalRequest" r ON r."organizationId" = ${organizationId} AND r."facilityId" = f.id
      UNION SELECT 'hipaa_authorization', h.id FROM facility f JOIN "HipaaAuthorization" h ON h."organizationId" = ${organizationId} AND h."caseId" = f."caseId"
    ) AS shown ORDER BY entity, id`.execute(transaction);
  return rows;
}

/**
 * The live records that show only the name of a contact, at most {@link maxShowingNamed}: a court can have 50,000
 * events.
 *
 * @returns whether these are all
 */
export async function listNaming(
  { transaction, organizationId }: Context,
  contactId: string,
): Promise<{ shownBy: RecordReference[]; isComplete: boolean }> {
  const limit = sql`LIMIT ${maxShowingNamed + 1}::integer`;
  const events = sql`"CalendarEvent" e WHERE e."organizationId" = ${organizationId} AND e."deletedAt" IS NULL AND e.visibility <> 'private'`;
  const attended = sql`SELECT a."eventId" FROM "CalendarAttendee" a WHERE a."organizationId" = ${organizationId} AND a."contactId" = ${contactId}`;
  const facilities = sql`SELECT f.id FROM "MedicalFacility" f WHERE f."organizationId" = ${organizationId} AND f."contactId" = ${contactId}`;
  const parties = sql`SELECT p.id FROM "CaseParty" p WHERE p."organizationId" = ${organizationId} AND p."contactId" = ${contactId}`;
  const policies = sql`SELECT i.id FROM "InsurancePolicy" i WHERE i."organizationId" = ${organizationId} AND i."carrierContactId" = ${contactId}`;
  /** Settlements by the name of a payer or a claimant: of the contact, of a party, or of the carrier of a policy. */
  const settlementsOf = (table: string, isNamed: RawBuilder<unknown>) =>
    sql`"Settlement" WHERE "organizationId" = ${organizationId} AND id IN (SELECT "settlementId" FROM ${sql.table(table)}
      WHERE "organizationId" = ${organizationId} AND ${isNamed})`;
  const ofFacility = (table: string) =>
    sql`${sql.table(table)} WHERE "organizationId" = ${organizationId} AND "deletedAt" IS NULL AND "facilityId" IN (${facilities})`;
  const each = [
    [
      "note",
      sql`"Note" WHERE "organizationId" = ${organizationId} AND "contactId" = ${contactId} AND "deletedAt" IS NULL`,
    ],
    ["calendar_event", sql`${events} AND e."courtContactId" = ${contactId}`],
    ["calendar_event", sql`${events} AND e."judgeContactId" = ${contactId}`],
    ["calendar_event", sql`${events} AND e.id IN (${attended})`],
    ["deadline", sql`"Deadline" WHERE "organizationId" = ${organizationId} AND "adversePartyId" IN (${parties})`],
    ["deadline", sql`"Deadline" WHERE "organizationId" = ${organizationId} AND "claimantPartyId" IN (${parties})`],
    [
      "expense",
      sql`"Expense" WHERE "organizationId" = ${organizationId} AND "vendorContactId" = ${contactId} AND "deletedAt" IS NULL`,
    ],
    ["settlement", settlementsOf("SettlementPayer", sql`"contactId" = ${contactId}`)],
    ["settlement", settlementsOf("SettlementPayer", sql`"partyId" IN (${parties})`)],
    ["settlement", settlementsOf("SettlementPayer", sql`"policyId" IN (${policies})`)],
    ["settlement", settlementsOf("SettlementShare", sql`"claimantPartyId" IN (${parties})`)],
    ["medical_treatment", ofFacility("MedicalTreatment")],
    ["medical_bill", ofFacility("MedicalBill")],
    ["medical_record", ofFacility("MedicalRecord")],
  ] as const;
  const selections = each.map(([entity, from]) => sql`(SELECT ${entity}::text AS entity, id FROM ${from} ${limit})`);
  const { rows } =
    await sql<RecordReference>`SELECT DISTINCT entity, id FROM (${sql.join(selections, sql` UNION ALL `)}) AS naming ${limit}`.execute(
      transaction,
    );
  return { shownBy: rows.slice(0, maxShowingNamed), isComplete: rows.length <= maxShowingNamed };
}

const names = (columns: readonly ContactReference[], contactId: string) =>
  sql`(${sql.join(
    columns.map(({ column }) => sql`${sql.ref(column)} = ${contactId}`),
    sql` OR `,
  )})`;

/**
 * Lets one merge of contacts at a time work in the organization, to the end of its transaction: it locks also contacts
 * that were merged before, and those of merges that are under way it could not know.
 */
export async function lockMerges({ organizationId, transaction }: Context): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`contact merge ${organizationId}`}, 0))`.execute(
    transaction,
  );
}

/**
 * Employees of the contact and contacts merged into it.
 *
 * @param most returns at most one more
 */
export async function listReferringContacts(
  { transaction, organizationId }: Context,
  contactId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM "Contact" WHERE "organizationId" = ${organizationId}
    AND ${names(repointedTables.get("Contact") ?? [], contactId)} ORDER BY id LIMIT ${most + 1}`.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * Locks all rows that a merge repoints, deleted ones included, table by table in the order of ids. The contact itself
 * is locked for removal, so no reference is added meanwhile.
 *
 * @param most returns at most one more per table
 */
export async function lockReferencesForUpdate(
  { transaction, organizationId }: Context,
  contactId: string,
  most: number,
): Promise<References> {
  const found = new Map<RepointedTable, string[]>();
  for (const [table, columns] of repointedTables) {
    const { rows } = await sql<{
      id: string;
    }>`SELECT id FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND ${names(columns, contactId)}
      ORDER BY id LIMIT ${most + 1} FOR NO KEY UPDATE`.execute(transaction);
    found.set(
      table,
      rows.map(({ id }) => id),
    );
  }
  return found;
}

/**
 * Repoints all references to another contact, except those with a merge rule of their own. Increments each row's
 * revision once.
 */
export async function repointReferences(
  { transaction, organizationId }: Context,
  fromContactId: string,
  toContactId: string,
): Promise<void> {
  for (const [table, references] of repointedTables) {
    const columns = references.map(({ column }) => sql.ref(column));
    const moved = columns.map(
      (column) => sql`${column} = CASE WHEN ${column} = ${fromContactId} THEN ${toContactId} ELSE ${column} END`,
    );
    // A key's row has no trigger that does it, because its last use is no change.
    const touched = sql`"updatedAt" = ${later("updatedAt")}`;
    const revision = sql.ref(table === "MedicalFacility" ? "version" : "revision");
    await sql`UPDATE ${sql.table(table)} SET ${sql.join([...moved, sql`${revision} = ${revision} + 1`, touched])}
      WHERE "organizationId" = ${organizationId} AND ${names(references, fromContactId)}`.execute(transaction);
  }
}
