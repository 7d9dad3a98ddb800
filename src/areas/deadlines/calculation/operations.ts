import * as z from "zod";
import { wholePageInput } from "../../../contract/page.ts";
import { pageOfWhole } from "../../../platform/database/lists/whole-list.ts";
import { Id } from "../../../contract/values/values.ts";
import { defineArea } from "../../../rpc/area.ts";
import { operation } from "../../../rpc/operation.ts";
import { calculateDeadline } from "./domain.ts";
import { suggestLimitations } from "./domain.suggestions.ts";
import { calculationEnumerations } from "./enumerations.ts";
import { calculationExamples } from "./examples.ts";
import { CalculatedDeadline, GivenCount, type LimitationSuggestion, SuggestionQuery, Suggestions } from "./schema.ts";

const reading = { area: "Deadlines", scope: "deadlines:read", tier: "read" } as const;

const calculationProcedures = {
  "deadlines.calculate": operation({
    ...reading,
    idempotency: "none",
    route: "POST /deadlines/calculate",
    summary: "Calculate a date",
    description:
      "Counts from a day and stores nothing: the day itself is not counted, a last day on a closed day moves in the direction of the count, and the service rule of `jurisdiction` says which days a service adds and whether they are added to the period or after it. " +
      "Hours run through nights, weekends and holidays. `calculation` has a step for each thing that was done, every closed day, the rule that was applied and what to check. Shipped calendars and rules are no legal advice.",
  })
    .input(GivenCount)
    .output(CalculatedDeadline)
    .query(({ ctx, input }) => calculateDeadline(ctx, input)),

  "cases.limitationSuggestions.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/limitation-suggestions",
    summary: "Calculate what the firm's rules say",
    description:
      "Calculates the periods of limitation and notices of the case from `dateOfIncident`, `caseState` and `caseType`, its client's dates of birth and death, and the facts that you send. Nothing is stored. " +
      "With `ruleKey`, `POST /cases/{caseId}/deadlines` records a suggestion. Shipped rules are no legal advice, and unverified until an attorney of the firm verifies them. `missing` says for which claims there is no date, and why; a claim without a rule is not a claim without a limitation.",
  })
    .input(SuggestionQuery.extend({ ...wholePageInput, caseId: Id }))
    .output(Suggestions.extend({ nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { caseId, after, limit, ...query } }) => {
      const { suggestions: all, missing } = await suggestLimitations(ctx, caseId, query);
      const list = {
        organizationId: ctx.organizationId,
        name: `limitation-suggestions ${caseId} ${JSON.stringify(query)}`,
        keyOf: ({ ruleKey }: LimitationSuggestion) => ruleKey,
      };
      const { rows: suggestions, nextCursor } = pageOfWhole(list, all, { after, limit });
      return { suggestions, missing, nextCursor };
    }),
};

export const deadlineCalculations = defineArea(calculationProcedures, {
  examples: calculationExamples,
  enumerations: calculationEnumerations,
});
