import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { isOneOf, selectRecord } from "../../../platform/database/records.ts";
import { shortMember } from "../../../platform/database/short-member.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { wireInstant } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { findRow, type ResourceStatements } from "../../../rpc/resource/store.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import type { EsignDocument, EsignField, EsignRecipient, EsignRequest, EsignRequestQuery } from "./schema.ts";

type Shown = Pick<
  EsignRequest,
  "case" | "onBehalfOf" | "createdBy" | "problems" | "effects" | "status" | "reminders"
> & {
  documents: (Omit<EsignDocument, "hipaa" | "subject"> & {
    authorizationId: string | null;
    subjectEntity: string | null;
    subjectId: string | null;
    hasSignaturePage: boolean;
  })[];
  recipients: Omit<EsignRecipient, "isActive">[];
};

/** A request with its documents and recipients. */
export type EsignRequestRow = Omit<Row<"EsignRequest">, keyof Shown> & Shown & { caseClientId: string | null };

const recipientMembers = [
  "id",
  "key",
  "label",
  "role",
  "order",
  "clientId",
  "leadId",
  "contactId",
  "memberId",
  "name",
  "email",
  "phone",
  "capacity",
  "signsForClientId",
  "delivery",
  "authentication",
  "status",
  "consent",
] as const;

const recipientTimes = ["sentAt", "viewedAt", "consentedAt", "signedAt", "declinedAt"] as const;

const columnsOfRecipient = sql.join([
  ...recipientMembers.map((member) => sql.ref(`r.${member}`)),
  ...recipientTimes.map((member) => sql`${wireInstant(`r.${member}`)} AS ${sql.ref(member)}`),
]);

function selectRequests(organizationId: string, from: RawBuilder<unknown>): RawBuilder<EsignRequestRow> {
  return sql<EsignRequestRow>`
    SELECT t.*,
      (SELECT jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId", 'title', c.title) FROM "Case" c
        WHERE c."organizationId" = ${organizationId} AND c.id = t."caseId") AS "case",
      (SELECT c."plaintiffId" FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = t."caseId") AS "caseClientId",
      ${shortMember(organizationId, "t.onBehalfOfAttorneyId")} AS "onBehalfOf",
      coalesce((
        SELECT jsonb_agg(to_jsonb(d) ORDER BY d.position)
        FROM "EsignDocument" d WHERE d."organizationId" = ${organizationId} AND d."requestId" = t.id), '[]') AS documents,
      coalesce((
        SELECT jsonb_agg(to_jsonb(p) ORDER BY p."order", p.id) FROM (
          SELECT ${columnsOfRecipient} FROM "EsignRecipient" r
          WHERE r."organizationId" = ${organizationId} AND r."requestId" = t.id) p), '[]') AS recipients
    FROM ${from} t`;
}

/** What the statements of the kernel need to know. */
export const esignRequestStatements = {
  table: "EsignRequest",
  select: selectRequests,
  liveOwners: ["caseId"],
  unique: { EsignRequest_external_id: "externalId: used by another signature request" },
} as const satisfies ResourceStatements<"EsignRequest", EsignRequestRow>;

/** A request that is not deleted, without a lock. */
export const findEsignRequest = (context: Context, id: string): Promise<EsignRequestRow | undefined> =>
  findRow(context, esignRequestStatements, { id });

/** What a request belongs to; also of one that is deleted, without a lock. */
export function findOwners(
  context: Context,
  id: string,
): Promise<{ caseId: string | null; leadId: string | null } | undefined> {
  return selectRecord(context, "EsignRequest", id).select(["caseId", "leadId"]).executeTakeFirst();
}

/** Locks a request FOR NO KEY UPDATE until commit, then reads it in a second statement. */
export async function lockEsignRequestRowForUpdate(context: Context, id: string): Promise<EsignRequestRow | undefined> {
  const locked = selectRecord(context, "EsignRequest", id).select("id").forNoKeyUpdate().executeTakeFirst();
  const [, row] = await settleInOrder(locked, findEsignRequest(context, id));
  return row;
}

/** A field without what its recipient filled in. */
export type EsignFieldRow = Omit<EsignField, "value">;

/** The fields of a request, in its order. */
export async function listFields(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  requestId: string,
): Promise<EsignFieldRow[]> {
  const { rows } = await sql<EsignFieldRow>`
    SELECT f.id, f.position, f."recipientKey", f.kind, f.required, f.label, f."acroField", f.page, f.x, f.y, f.width,
      f.height, f.format, f."maxLength", f."group", f.source, f.fallback, f.sets, f."fontSize"
    FROM "EsignField" f WHERE f."organizationId" = ${organizationId} AND f."requestId" = ${requestId}
    ORDER BY f.number`.execute(transaction);
  return rows;
}

/** Of these requests those that are not deleted, by ID. */
export async function findEsignRequests(context: Context, ids: readonly string[]): Promise<EsignRequestRow[]> {
  const { organizationId, transaction } = context;
  const from = sql`(SELECT t.* FROM "EsignRequest" t
    WHERE t."organizationId" = ${organizationId} AND ${isOneOf("t.id", ids)} AND t."deletedAt" IS NULL)`;
  const { rows } = await sql<EsignRequestRow>`${selectRequests(organizationId, from)} ORDER BY t.id`.execute(
    transaction,
  );
  return rows;
}

type Filters = Omit<EsignRequestQuery, "after" | "limit" | "sort">;

/** A page of requests that are not deleted. */
export function selectEsignRequestPage(
  { organizationId }: Pick<Context, "organizationId">,
  { caseId, leadId, clientId, status, purpose, needsAttention, expiresBefore, updatedSince }: Filters,
  page: SortedPage,
): RawBuilder<EsignRequestRow> {
  const conditions = [
    sql`t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL`,
    ...(caseId === undefined ? [] : [sql`t."caseId" = ${caseId}`]),
    ...(leadId === undefined ? [] : [sql`t."leadId" = ${leadId}`]),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
    ...(purpose === undefined
      ? []
      : [
          sql`EXISTS (SELECT FROM "EsignDocument" d WHERE d."organizationId" = ${organizationId} AND d.purpose = ${purpose}
            AND d."requestId" = t.id AND ${page.byId?.after(sql`d."requestId"`) ?? sql`true`})`,
        ]),
    // A literal, not a parameter: the index is partial.
    ...(needsAttention === undefined ? [] : [needsAttention ? sql`t."needsAttention"` : sql`NOT t."needsAttention"`]),
    ...(expiresBefore === undefined ? [] : [sql`t."expiresAt" < ${expiresBefore}::timestamptz`]),
    ...(updatedSince === undefined ? [] : [sql`t."updatedAt" >= ${updatedSince}::timestamptz`]),
    hasLiveOwners(organizationId, "t", esignRequestStatements.liveOwners),
  ];
  const selectPage = (more: RawBuilder<unknown>) => sql`(SELECT t.* FROM "EsignRequest" t
    WHERE ${sql.join(conditions, sql` AND `)} AND ${page.after}${more}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer)`;
  // Of a client a page of each case: how many cases that are, the planner does not know, and it would walk all requests.
  const from =
    clientId === undefined
      ? selectPage(sql``)
      : sql`(SELECT t.* FROM "Case" c CROSS JOIN LATERAL ${selectPage(sql` AND t."caseId" = c.id`)} t
          WHERE c."organizationId" = ${organizationId} AND c."plaintiffId" = ${clientId}
          ORDER BY ${page.order} LIMIT ${page.limit}::integer)`;
  return sql<EsignRequestRow>`${selectRequests(organizationId, from)} ORDER BY ${page.order}`;
}
