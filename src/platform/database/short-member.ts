import { sql, type RawBuilder } from "kysely";

/**
 * The member that a column names in short form, or null: a look by key.
 *
 * @param column with the table's alias: `e.onBehalfOfAttorneyId`
 */
export const shortMember = (organizationId: string, column: string): RawBuilder<unknown> => sql`
  (SELECT json_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") FROM "Member" m WHERE m."organizationId" = ${organizationId} AND m.id = ${sql.ref(column)})`;
