import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { CalendarDate, Id, Instant, TimeZone, text } from "../../../contract/values/values.ts";
import { TimeOfDay } from "../../../contract/portal/organization-profile.ts";
import { jurisdictionRuleEnumerations } from "../../jurisdiction-rules/enumerations.ts";
import { calculationEnumerations } from "./enumerations.ts";
import { countMembers, DeadlineCalculation } from "./schema.ts";

const Claim = oneOf(jurisdictionRuleEnumerations.limitationClaim);

export const GivenCount = z.strictObject({
  startOn: CalendarDate.meta({ description: "Not counted itself." }),
  ...countMembers,
  serviceDays: z.int().min(0).max(30).optional().meta({ description: "Instead of those of `serviceMethod`." }),
  holidayCalendarId: Id.optional().meta({ description: "By default the organization's business calendar." }),
  timeZone: TimeZone.optional().meta({ description: "By default the organization's." }),
  dueTime: TimeOfDay.nullable().default(null).meta({ description: "null for the end of the day." }),
});
export type GivenCount = z.infer<typeof GivenCount>;

export const CalculatedDeadline = z.object({ calculation: DeadlineCalculation, dueOn: CalendarDate, dueAt: Instant.meta({ description: "The instant at which it is over." }) });

const claims = text(1, 200)
  .transform((names) => names.split(","))
  .pipe(z.array(Claim).min(1).max(5).refine((names) => new Set(names).size === names.length, "must not contain a claim twice"))
  .optional()
  .meta({ minLength: 1, maxLength: 200, description: "At most 5, separated by commas; by default those of the case type.", example: "motor_vehicle,wrongful_death" });

const facts = { discoveredOn: CalendarDate, deathOn: CalendarDate, treatmentEndedOn: CalendarDate, claimRejectedOn: CalendarDate };

export const SuggestionQuery = z.strictObject({
  ...z.object(facts).partial().shape,
  claimantPartyId: Id.optional().meta({ description: "The party of the case whose claim it is, if not the client; dates of birth and death are not known of it." }),
  governmentEntity: z.enum(["yes", "no"]).optional().meta({ description: "Whether a public body is liable; left out, it is unknown. With `no` notices to public bodies and suits against them are left out." }),
  claims,
});
export type SuggestionQuery = z.infer<typeof SuggestionQuery>;

const about = { claim: Claim.nullable(), citation: z.string().nullable(), note: z.string().nullable() };

export const LimitationSuggestion = z
  .object({
    ruleKey: z.string(),
    type: z.string().meta({ description: "The type of the deadline." }),
    claim: Claim,
    dueOn: CalendarDate,
    conservativeDueOn: CalendarDate.nullable(),
    actByOn: CalendarDate.meta({ description: "The last open day on or before the earlier of both." }),
    calculation: DeadlineCalculation,
    citation: z.string(),
    verification: oneOf(jurisdictionRuleEnumerations.jurisdictionRuleVerification),
    asOf: z.string(),
    existingDeadlineId: Id.nullable().meta({ description: "A deadline of the case and claimant by this rule that is open or missed." }),
  })
  .meta({ id: "LimitationSuggestion" });
export type LimitationSuggestion = z.infer<typeof LimitationSuggestion>;

export const MissingLimitation = z
  .object({ ...about, reason: oneOf(calculationEnumerations.missingLimitationReason) })
  .meta({ id: "MissingLimitation", description: "A claim for which no date is calculated, and why." });
export type MissingLimitation = z.infer<typeof MissingLimitation>;

export const Suggestions = z.object({ suggestions: z.array(LimitationSuggestion).max(20), missing: z.array(MissingLimitation).max(40) });
export type Suggestions = z.infer<typeof Suggestions>;
