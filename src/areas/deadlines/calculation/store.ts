import { selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type RuleDeadline = Pick<Row<"Deadline">, "id" | "ruleKey" | "claimantPartyId">;

/** The deadlines of a case that are open or missed and were calculated by a rule. */
export function listRuleDeadlines(context: Context, caseId: string): Promise<RuleDeadline[]> {
  return selectRows(context, "Deadline").select(["id", "ruleKey", "claimantPartyId"]).where("caseId", "=", caseId).where("ruleKey", "is not", null).where("status", "in", ["open", "missed"]).orderBy("id").execute();
}
