import { sql, type RawBuilder } from "kysely";
import type { Row } from "../../../platform/database/tables.ts";
import { summarizeContact } from "../contacts/store.ts";
import type { InsurancePolicy } from "./schema.ts";

type PolicyRow = Row<"InsurancePolicy"> & Pick<InsurancePolicy, "carrier" | "adjuster" | "thirdPartyAdmin">;

export function selectPolicies(organizationId: string, from: RawBuilder<unknown>): RawBuilder<PolicyRow> {
  return sql<PolicyRow>`
    SELECT t.*, ${summarizeContact("c")} AS carrier, ${summarizeContact("a")} AS adjuster, ${summarizeContact("x")} AS "thirdPartyAdmin"
    FROM ${from} t
    LEFT JOIN "Contact" c ON c."organizationId" = ${organizationId} AND c.id = t."carrierContactId"
    LEFT JOIN "Contact" a ON a."organizationId" = ${organizationId} AND a.id = t."adjusterContactId"
    LEFT JOIN "Contact" x ON x."organizationId" = ${organizationId} AND x.id = t."thirdPartyAdminContactId"`;
}
