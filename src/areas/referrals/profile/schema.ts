import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { Id, PartyName, Revision, versionFields } from "../../../contract/values/values.ts";
import { referralProfileEnumerations } from "./enumerations.ts";

const rules = {
  displayName: PartyName.meta({ description: "How other firms see the firm." }),
  accepts: oneOf(referralProfileEnumerations.referralAcceptance),
  answerWithinBusinessDays: z.int().min(1).max(10).meta({ description: "How long the firm has to answer." }),
  expiresAfterDays: z.int().min(1).max(90).meta({ description: "After how many days an offer to it expires." }),
  needsConflictCheck: z.boolean().meta({
    description: "Whether a referral is accepted only with a conflict check that is clear or waived.",
  }),
  autoUpdates: z.boolean().meta({
    description:
      "Whether an update with the phase is posted when the case of a referral that the firm took enters another.",
  }),
};

export const ReferralProfile = z
  .object({
    id: Id.meta({ description: "That of the organization: it has one profile." }),
    ...rules,
    code: z.string().nullable().meta({
      description: "What other firms add it by; null until it is created.",
      example: "7QXM-2KTD-9F",
    }),
    ...versionFields,
  })
  .meta({ id: "ReferralProfile" });
export type ReferralProfile = z.infer<typeof ReferralProfile>;

export const ReferralProfileChanges = z.strictObject(rules).partial().extend({ expectedRevision: Revision });
export type ReferralProfileChanges = z.infer<typeof ReferralProfileChanges>;
