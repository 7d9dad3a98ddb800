import { sql } from "kysely";
import type { Context } from "../../rpc/context.ts";
import { selectFacilities } from "./facilities/store.ts";
import type { FacilityRow } from "./facilities/store.ts";

/** Those of these facilities that are in the organization and not unbound, by id: one statement. */
export async function findFacilities({ organizationId, transaction }: Context, facilityIds: readonly string[]): Promise<FacilityRow[]> {
  const { rows } = await sql<FacilityRow>`${selectFacilities(sql.table("MedicalFacility"))}
    WHERE f."organizationId" = ${organizationId} AND f.id = ANY(${[...facilityIds]}::text[]) AND f."deletedAt" IS NULL ORDER BY f.id`.execute(transaction);
  return rows;
}
