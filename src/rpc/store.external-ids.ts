import { sql } from "kysely";
import type { ExternallyNamed } from "../contract/external-ids.ts";
import type { Context } from "./context.ts";

/** The IDs of records by kind and `externalId`. A deleted record keeps its own, and is found like by its ID. */
export async function findByExternalIds(
  { organizationId, transaction }: Context,
  references: readonly { kind: ExternallyNamed; externalId: string }[],
): Promise<ReadonlyMap<ExternallyNamed, ReadonlyMap<string, string>>> {
  const selects = [...Map.groupBy(references, ({ kind }) => kind)].map(([kind, named]) => {
    const externalIds = [...new Set(named.map(({ externalId }) => externalId))];
    return sql`SELECT ${kind}::text AS kind, t."externalId", t.id FROM ${sql.table(kind)} t WHERE t."organizationId" = ${organizationId} AND t."externalId" = ANY(${externalIds}::text[])`;
  });
  const { rows } = await sql<{
    kind: ExternallyNamed;
    externalId: string;
    id: string;
  }>`${sql.join(selects, sql` UNION ALL `)}`.execute(transaction);
  return new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, found]) => [
      kind,
      new Map(found.map(({ externalId, id }) => [externalId, id])),
    ]),
  );
}
