import { sql, type RawBuilder } from "kysely";
import { isOneOf, selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { defaultExpiresInDays, defaultReminders, type EsignRequest, type Reminders } from "./schema.ts";
import type { EsignFieldShape } from "./schema.parts.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

/** A person who can be a recipient. */
export interface Person {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  /** Not deleted or merged; of a member, active. */
  isLive: boolean;
}

/** The member of a recipient that names the person. */
export const personColumns = ["clientId", "leadId", "contactId", "memberId"] as const;
export type PersonColumn = (typeof personColumns)[number];

const fullName = sql`concat_ws(' ', t."firstName", t."lastName")`;
const personOf: Readonly<
  Record<PersonColumn, { table: string; name: RawBuilder<unknown>; isLive: RawBuilder<unknown> }>
> = {
  clientId: { table: "Client", name: fullName, isLive: sql`t."deletedAt" IS NULL` },
  leadId: { table: "Lead", name: fullName, isLive: sql`t."deletedAt" IS NULL` },
  contactId: { table: "Contact", name: sql`t.name`, isLive: sql`t."deletedAt" IS NULL` },
  memberId: { table: "Member", name: fullName, isLive: sql`t.status = 'active'` },
};

/** The persons with these IDs, in no order. */
export async function findPersons(
  { organizationId, transaction }: Inside,
  column: PersonColumn,
  ids: readonly string[],
): Promise<Person[]> {
  if (ids.length === 0) return [];
  const { table, name, isLive } = personOf[column];
  const { rows } = await sql<Person>`
    SELECT t.id, ${name} AS name, t.email, t.phone, ${isLive} AS "isLive" FROM ${sql.table(table)} t
    WHERE t."organizationId" = ${organizationId} AND ${isOneOf("t.id", ids)}`.execute(transaction);
  return rows;
}

export interface SourceTemplate {
  id: string;
  name: string;
  purpose: EsignRequest["documents"][number]["purpose"];
  recipients: { key: string; label: string; role: "signer" | "carbon_copy"; order: number }[];
  fields: EsignFieldShape[];
  objectId: string;
  isReady: boolean;
  archived: boolean;
}

/** The templates with these IDs, in no order. */
export async function findSourceTemplates(
  { organizationId, transaction }: Inside,
  ids: readonly string[],
): Promise<SourceTemplate[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SourceTemplate>`
    SELECT t.id, t.name, t.purpose, t.recipients, t.fields, t."objectId", t."isReady", t.archived FROM "EsignTemplate" t
    WHERE t."organizationId" = ${organizationId} AND ${isOneOf("t.id", ids)}`.execute(transaction);
  return rows;
}

export interface SourceDocument {
  id: string;
  caseId: string | null;
  leadId: string | null;
  name: string;
  status: string;
  contentType: string;
  containsPhi: boolean;
  /** Whether somebody holds its lock. */
  isLocked: boolean;
  /** Another request that is out with it; null for none. */
  openRequest: string | null;
}

/**
 * The documents with these IDs that are not deleted, in no order.
 *
 * @param exceptRequestId the request whose documents they are
 */
export async function findSourceDocuments(
  { organizationId, transaction }: Inside,
  ids: readonly string[],
  exceptRequestId: string,
): Promise<SourceDocument[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SourceDocument>`
    SELECT t.id, t."caseId", t."leadId", t.name, t.status, t."contentType", t."containsPhi",
      coalesce(t."lockedBy" IS NOT NULL AND t."lockExpiresAt" > now(), false) AS "isLocked",
      (SELECT min(r."sequenceId") FROM "EsignDocument" d
        JOIN "EsignRequest" r ON r."organizationId" = ${organizationId} AND r.id = d."requestId"
        WHERE d."organizationId" = ${organizationId} AND d."documentId" = t.id AND r.id <> ${exceptRequestId}
          AND r."deletedAt" IS NULL AND r.status = ANY ('{preparing,sent,sealing}'::text[])) AS "openRequest"
    FROM "Document" t
    WHERE t."organizationId" = ${organizationId} AND ${isOneOf("t.id", ids)} AND t."deletedAt" IS NULL`.execute(
    transaction,
  );
  return rows;
}

export type SourceAuthorization = Pick<Row<"HipaaAuthorization">, "id" | "caseId" | "signedOn" | "revokedOn">;

/** The HIPAA authorizations with these IDs, in no order. */
export async function findSourceAuthorizations(
  context: Inside,
  ids: readonly string[],
): Promise<SourceAuthorization[]> {
  if (ids.length === 0) return [];
  return selectRows(context, "HipaaAuthorization")
    .select(["id", "caseId", "signedOn", "revokedOn"])
    .where(isOneOf("id", ids))
    .execute();
}

type Defaults = Pick<EsignRequest, "language" | "expiresInDays"> & { reminders: Reminders };

/** The defaults of new requests: the firm's, or those of Caseport. */
export async function findDefaults(context: Inside): Promise<Defaults> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<Defaults>`
    SELECT s.language, s."expiresInDays", s.reminders FROM "EsignSetting" s
    WHERE s."organizationId" = ${organizationId}`.execute(transaction);
  return rows[0] ?? { language: "en", expiresInDays: defaultExpiresInDays, reminders: defaultReminders };
}

/** The status of a lead; undefined for one that is deleted. */
export async function findLeadStatus(context: Inside, leadId: string): Promise<string | undefined> {
  const found = await selectRows(context, "Lead")
    .select("status")
    .where("id", "=", leadId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return found?.status;
}
