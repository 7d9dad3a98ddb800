import { selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

/** The organization's time zone. */
export async function findTimeZone({ organizationId, transaction }: Context): Promise<string> {
  const { timezone } = await transaction.selectFrom("Organization").select("timezone").where("id", "=", organizationId).executeTakeFirstOrThrow();
  return timezone;
}

export type RuleDeadline = Pick<Row<"Deadline">, "id" | "ruleKey" | "claimantPartyId">;

/** The deadlines of a case that are open or missed and were calculated by a rule. */
export function listRuleDeadlines(context: Context, caseId: string): Promise<RuleDeadline[]> {
  return selectRows(context, "Deadline").select(["id", "ruleKey", "claimantPartyId"]).where("caseId", "=", caseId).where("ruleKey", "is not", null).where("status", "in", ["open", "missed"]).orderBy("id").execute();
}
