import { sql } from "kysely";
import { selectRows } from "../../../platform/database/records.ts";
import { shortMember } from "../../../platform/database/short-member.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { StoredItem } from "../domain.stored-items.ts";
import type { OtherTrigger } from "../schema.ts";

export type TemplateRow = Omit<Row<"DeadlineChainTemplate">, "items" | "otherTriggers"> & {
  items: StoredItem[];
  otherTriggers: OtherTrigger[];
  verifiedBy: unknown;
};

/** The templates of which the firm made something, with who verified them; at most a few hundred. */
export async function selectTemplateRows(
  { organizationId, transaction }: Context,
  key: string | null,
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    SELECT t.*, ${shortMember(organizationId, "t.verifiedByMemberId")} AS "verifiedBy" FROM "DeadlineChainTemplate" t
    WHERE t."organizationId" = ${organizationId} ${key === null ? sql`` : sql`AND t.key = ${key}`} ORDER BY t.key`.execute(
    transaction,
  );
  return rows;
}

/** Locks the firm's row of a template until commit, if it has one. */
export async function lockTemplateForUpdate(context: Context, key: string): Promise<void> {
  await selectRows(context, "DeadlineChainTemplate").select("key").where("key", "=", key).forNoKeyUpdate().execute();
}

/** How many templates the firm has a row of. */
export async function countTemplates(context: Context): Promise<number> {
  const { count } = await selectRows(context, "DeadlineChainTemplate")
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export type TemplateColumns = Pick<
  TemplateRow,
  | "name"
  | "jurisdiction"
  | "triggerSource"
  | "triggerLabel"
  | "source"
  | "verification"
  | "verifiedByMemberId"
  | "asOf"
  | "otherTriggers"
> & { items: readonly object[] };

/**
 * Writes the firm's row of a template, where there is none yet or that of the revision before.
 *
 * @returns whether it did
 */
export async function writeTemplateRow(
  { organizationId, transaction }: Context,
  key: string,
  revision: number,
  { items, otherTriggers, ...columns }: TemplateColumns,
): Promise<boolean> {
  const values = {
    ...columns,
    revision,
    items: JSON.stringify(items),
    otherTriggers: JSON.stringify(otherTriggers),
    verifiedAt: columns.verifiedByMemberId === null ? null : new Date().toISOString(),
  };
  const written = await transaction
    .insertInto("DeadlineChainTemplate")
    .values({ organizationId, key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "key"])
        .doUpdateSet(values)
        .where("DeadlineChainTemplate.revision", "=", revision - 1),
    )
    .returning("key")
    .executeTakeFirst();
  return written !== undefined;
}
