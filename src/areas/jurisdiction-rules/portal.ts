import * as z from "zod";
import { portalOperation } from "../../rpc/operation.ts";
import { CalendarDate } from "../../contract/values/values.ts";
import { editRule, setRuleVerification, verifyRule } from "./domain.ts";
import { jurisdictionRuleProcedures } from "./operations.ts";
import { ChosenRule, JurisdictionRule, RuleText, RuleVerification } from "./schema.ts";

const changing = { permission: "organization:manage", tier: "write", confirm: "second_factor" } as const;
const Shown = z.object({ jurisdictionRule: JurisdictionRule });

export const jurisdictionRulesPortal = {
  ...jurisdictionRuleProcedures,
  "jurisdictionRules.edit": portalOperation({
    ...changing,
    summary: "Write the firm's text of a rule",
    emits: ["jurisdiction_rule.updated"],
    errors: ["STALE_REVISION"],
  })
    .input(ChosenRule.extend(RuleText.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { key, expectedRevision, ...text } }) => ({
      jurisdictionRule: await editRule(ctx, { key, expectedRevision }, text),
    })),

  "jurisdictionRules.verify": portalOperation({
    permission: "deadlines:verify",
    tier: "write",
    confirm: "second_factor",
    summary: "Verify a rule that was compared with its source",
    emits: ["jurisdiction_rule.verified"],
    errors: ["STALE_REVISION", "NOT_FOUND", "FORBIDDEN"],
  })
    .input(ChosenRule.extend({ comparedOn: CalendarDate }))
    .output(Shown)
    .mutation(async ({ ctx, input: { comparedOn, ...chosen } }) => ({
      jurisdictionRule: await verifyRule(ctx, chosen, comparedOn),
    })),

  "jurisdictionRules.setVerification": portalOperation({
    ...changing,
    summary: "Verify or disable a rule, or take that back",
    mayEmit: ["jurisdiction_rule.updated", "jurisdiction_rule.verified"],
    errors: ["STALE_REVISION", "NOT_FOUND", "FORBIDDEN"],
  })
    .input(ChosenRule.extend({ verification: RuleVerification }))
    .output(Shown)
    .mutation(async ({ ctx, input: { verification, ...chosen } }) => ({
      jurisdictionRule: await setRuleVerification(ctx, chosen, verification),
    })),
};
