import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type {
  CustomFieldDefinitionChanges,
  CustomFieldDefinitionFilter,
  CustomFieldEntity,
  NewCustomFieldDefinition,
} from "./schema.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { isOneOf, selectRecord, selectRows, updateRecord } from "../../../platform/database/records.ts";

/** The definitions of these keys, archived ones included; without keys those that are required and not archived. */
export function findDefinitions(
  context: Context,
  entity: CustomFieldEntity,
  keys?: readonly string[],
): Promise<Row<"CustomFieldDefinition">[]> {
  return selectRows(context, "CustomFieldDefinition")
    .selectAll()
    .where("entity", "=", entity)
    .$if(keys !== undefined, (query) => query.where(isOneOf("key", keys ?? [])))
    .$if(keys === undefined, (query) => query.where("required", "=", true).where("archived", "=", false))
    .orderBy("order")
    .orderBy("id")
    .execute();
}

const tables = { contact: "Contact", member: "Member", case: "Case", document: "Document" } as const;

export type NamedKind = keyof typeof tables;

/** Those of these IDs that the organization has, of what a custom field can name. */
export async function findNamed(context: Context, kind: NamedKind, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(tables[kind])} WHERE "organizationId" = ${context.organizationId} AND ${isOneOf("id", ids)}`.execute(
    context.transaction,
  );
  return rows.map(({ id }) => id);
}

type DefinitionRow = Row<"CustomFieldDefinition">;

export function selectDefinitionPage(
  { organizationId }: Pick<Context, "organizationId">,
  filters: Partial<CustomFieldDefinitionFilter>,
  page: SortedPage,
): RawBuilder<DefinitionRow> {
  const { entity, archived, updatedSince } = filters;
  return sql<DefinitionRow>`
    SELECT d.* FROM "CustomFieldDefinition" d
    WHERE d."organizationId" = ${organizationId} AND ${page.after}
      ${entity === undefined ? sql`` : sql`AND d.entity = ${entity}`} ${archived === undefined ? sql`` : sql`AND d.archived = ${archived}`}
      ${updatedSince === undefined ? sql`` : sql`AND d."updatedAt" >= ${updatedSince}`}
    ORDER BY ${page.order} LIMIT ${page.limit}`;
}

export function findDefinition(context: Context, definitionId: string): Promise<DefinitionRow | undefined> {
  return selectRecord(context, "CustomFieldDefinition", definitionId).selectAll().executeTakeFirst();
}

/** Locks a definition FOR UPDATE until commit. */
export function lockDefinitionForUpdate(context: Context, definitionId: string): Promise<DefinitionRow | undefined> {
  return selectRecord(context, "CustomFieldDefinition", definitionId).selectAll().forUpdate().executeTakeFirst();
}

/** Counts the unarchived definitions of an entity under a lock, so that concurrent requests cannot exceed the maximum. */
export async function lockAndCountDefinitions(
  { organizationId, transaction }: Context,
  entity: string,
): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`custom fields of ${entity} ${organizationId}`}, 0))`.execute(
    transaction,
  );
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM "CustomFieldDefinition"
    WHERE "organizationId" = ${organizationId} AND entity = ${entity} AND NOT archived`.execute(transaction);
  return rows[0]?.count ?? 0;
}

const rejections = {
  CustomFieldDefinition_organizationId_entity_key_key:
    "key: used by another custom field of this entity, archived or not",
};

/** @throws DUPLICATE_ENTRY when the entity has a field of the key */
export function insertDefinition(
  { organizationId, transaction }: Context,
  { options, ...values }: NewCustomFieldDefinition & { id: string },
): Promise<DefinitionRow> {
  const insert = transaction
    .insertInto("CustomFieldDefinition")
    .values({ organizationId, ...values, options: JSON.stringify(options) });
  return rejectDuplicates(rejections, insert.returningAll().executeTakeFirstOrThrow());
}

/** Changes a definition where its revision is still one that the caller expects; undefined where it is not. */
export function changeDefinition(
  context: Context,
  definitionId: string,
  { options, ...changes }: CustomFieldDefinitionChanges,
): Promise<DefinitionRow | undefined> {
  const columns = { ...changes, ...(options !== undefined && { options: JSON.stringify(options) }) };
  return updateRecord(context, "CustomFieldDefinition", definitionId, columns).returningAll().executeTakeFirst();
}
