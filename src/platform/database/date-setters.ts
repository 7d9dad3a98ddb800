import { sql, type CompiledQuery } from "kysely";
import type { RecordedDate, SetDate } from "../../contract/events/set-dates.ts";
import type { Transaction } from "./database.ts";
import { selectRows } from "./records.ts";

/** Who set a date: the actor, and the attorney on whose behalf a key acted then. */
export interface DateSetter {
  actorType: string;
  actorId: string;
  /** Empty for none. */
  onBehalfOfAttorneyId: string;
}

interface Place {
  organizationId: string;
  transaction: Transaction;
}

/** The statements that record who set dates; two, because a cluster sends VALUES to one node (0074). */
export function composeDateSetters(
  { organizationId, transaction }: Place,
  dates: readonly SetDate[],
  setter: DateSetter,
): CompiledQuery[] {
  const replaced = dates.filter(({ replaces }) => replaces);
  const matches = replaced.map(({ recordId, field }) => sql`("recordId" = ${recordId} AND field = ${field})`);
  const cleared = sql`DELETE FROM "DateSetter" WHERE "organizationId" = ${organizationId} AND (${sql.join(matches, sql` OR `)})`;
  const inserted = insertSetters(
    organizationId,
    dates.map((date) => ({ ...date, ...setter })),
  );
  return [...(replaced.length > 0 ? [cleared.compile(transaction)] : []), inserted.compile(transaction)];
}

/** Of a date that is taken over from another record, who set it there is behind it, too. */
export async function copyDateSetters(place: Place, from: RecordedDate, to: RecordedDate): Promise<void> {
  const setters = await selectRows(place, "DateSetter")
    .select(["actorType", "actorId", "onBehalfOfAttorneyId"])
    .where("recordId", "=", from.recordId)
    .where("field", "=", from.field)
    .execute();
  if (setters.length > 0)
    await insertSetters(
      place.organizationId,
      setters.map((setter) => ({ ...to, ...setter })),
    ).execute(place.transaction);
}

function insertSetters(organizationId: string, rows: readonly (RecordedDate & DateSetter)[]) {
  const values = rows.map(
    ({ recordId, field, actorType, actorId, onBehalfOfAttorneyId }) =>
      sql`(${organizationId}, ${recordId}, ${field}, ${actorType}, ${actorId}, ${onBehalfOfAttorneyId})`,
  );
  return sql`
    INSERT INTO "DateSetter" ("organizationId", "recordId", field, "actorType", "actorId", "onBehalfOfAttorneyId")
    VALUES ${sql.join(values)} ON CONFLICT DO NOTHING`;
}
