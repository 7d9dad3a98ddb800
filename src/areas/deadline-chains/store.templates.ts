import { sql } from "kysely";
import { selectRows } from "../../platform/database/records.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

export type TemplateRow = Row<"DeadlineChainTemplate"> & { verifiedBy: unknown };

/** The templates of which the firm made something, with who verified them; at most a few hundred. */
export async function selectTemplateRows({ organizationId, transaction }: Context, key: string | null): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    SELECT t.*, CASE WHEN m.id IS NOT NULL THEN jsonb_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") END AS "verifiedBy"
    FROM "DeadlineChainTemplate" t LEFT JOIN "Member" m ON m."organizationId" = ${organizationId} AND m.id = t."verifiedByMemberId"
    WHERE t."organizationId" = ${organizationId} ${key === null ? sql`` : sql`AND t.key = ${key}`}
    ORDER BY t.key`.execute(transaction);
  return rows;
}

export async function lockTemplate(context: Context, key: string): Promise<void> {
  await selectRows(context, "DeadlineChainTemplate").select("key").where("key", "=", key).forNoKeyUpdate().execute();
}

export async function countTemplates(context: Context): Promise<number> {
  const { count } = await selectRows(context, "DeadlineChainTemplate").select(sql<number>`count(*)::integer`.as("count")).executeTakeFirstOrThrow();
  return count;
}

export type TemplateColumns = Pick<TemplateRow, "name" | "jurisdiction" | "triggerSource" | "triggerLabel" | "source" | "verification" | "verifiedByMemberId" | "asOf"> & { items: readonly object[] };

const toColumns = ({ items, ...columns }: TemplateColumns) => ({ ...columns, items: JSON.stringify(items), verifiedAt: columns.verifiedByMemberId === null ? null : new Date().toISOString() });

/** The firm's first row for a template. @returns whether there was none meanwhile */
export async function insertTemplate({ organizationId, transaction }: Context, key: string, revision: number, columns: TemplateColumns): Promise<boolean> {
  const values = { organizationId, key, revision, ...toColumns(columns) };
  const inserted = await transaction.insertInto("DeadlineChainTemplate").values(values).onConflict((conflict) => conflict.columns(["organizationId", "key"]).doNothing()).returning("key").executeTakeFirst();
  return inserted !== undefined;
}

export async function changeTemplate({ organizationId, transaction }: Context, key: string, columns: TemplateColumns): Promise<void> {
  await transaction
    .updateTable("DeadlineChainTemplate")
    .set({ ...toColumns(columns), revision: sql<number>`revision + 1` })
    .where("organizationId", "=", organizationId)
    .where("key", "=", key)
    .execute();
}
