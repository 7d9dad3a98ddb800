import * as z from "zod";
import { wholePageInput } from "../../contract/page.ts";
import { pageOfWhole } from "../../platform/database/lists/whole-list.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { listRules } from "./domain.ts";
import { jurisdictionRuleEnumerations } from "./enumerations.ts";
import { jurisdictionRuleEvents } from "./events.ts";
import { jurisdictionRuleExamples } from "./examples.ts";
import { JurisdictionRule, RuleFilter } from "./schema.ts";

export const jurisdictionRuleProcedures = {
  "jurisdictionRules.list": operation({
    area: "Deadlines",
    scope: "org:read",
    orScopes: ["deadlines:read"],
    route: "GET /jurisdiction-rules",
    summary: "List rules of jurisdictions",
    description:
      "Returns periods of limitation, notices to public bodies, rules on minority and service, limits of contingent fees and reductions of liens, by key: those that Caseport ships, with their statutes, and what the firm made of them. " +
      "Shipped rules are no legal advice, and unverified: check the statute before you rely on one. A rule without `period`, or without `reduction`, only says where to look. They are edited and verified in the portal.",
  })
    .input(RuleFilter.extend(wholePageInput))
    .output(z.object({ jurisdictionRules: z.array(JurisdictionRule), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { after, limit, ...filter } }) => {
      const list = {
        organizationId: ctx.organizationId,
        name: `jurisdiction-rules ${JSON.stringify(filter)}`,
        keyOf: ({ key }: JurisdictionRule) => key,
      };
      const { rows: jurisdictionRules, nextCursor } = pageOfWhole(list, await listRules(ctx, filter), { after, limit });
      return { jurisdictionRules, nextCursor };
    }),
};

export const jurisdictionRules = defineArea(jurisdictionRuleProcedures, {
  examples: jurisdictionRuleExamples,
  events: [jurisdictionRuleEvents],
  enumerations: jurisdictionRuleEnumerations,
  archive: [
    {
      table: "JurisdictionRule",
      part: "organization",
      file: "jurisdiction-rules",
      order: ["id"],
      isOfOrganization: true,
    },
  ],
});
