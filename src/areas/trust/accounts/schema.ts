import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { CalendarDate, Cents, Id, Name, Revision, versionFields } from "../../../contract/values/values.ts";
import { trustAccountEnumerations } from "./enumerations.ts";

const TrustAccountType = oneOf(trustAccountEnumerations.trustAccountType);
const TrustAccountStatus = oneOf(trustAccountEnumerations.trustAccountStatus);

const holdDays = z.int().min(0).max(60);
/** Banking days that a deposit is held, by the method of its payment. A wire has cleared when it arrives. */
const HoldBusinessDays = z.strictObject({
  check: holdDays.meta({ example: 10 }),
  cashiers_check: holdDays.meta({ example: 1 }),
  ach: holdDays.meta({ example: 3 }),
});
export type HoldBusinessDays = z.infer<typeof HoldBusinessDays>;

export const defaultHold: HoldBusinessDays = { check: 10, cashiers_check: 1, ach: 3 };

export const TrustAccount = z
  .object({
    id: Id,
    organizationId: Id,
    name: z.string(),
    bankName: z.string(),
    accountNumberLast4: z.string().meta({ description: "The last four digits. The whole number is stored nowhere." }),
    type: TrustAccountType,
    jurisdiction: z.string().meta({ description: "The state whose rules the account follows." }),
    holdBusinessDays: HoldBusinessDays.meta({
      description:
        "Banking days after which a deposit may be taken as cleared although no bank confirmed it, by method. Wires clear at once.",
    }),
    firmFundsLimitCents: Cents.meta({ description: "US cents that the firm may keep in the account for bank fees." }),
    status: TrustAccountStatus,
    bookCents: Cents.meta({ description: "The balance by the firm's books: the sum of its ledgers." }),
    unclearedCents: Cents.meta({ description: "US cents of it of deposits that have not cleared." }),
    closedThroughOn: CalendarDate.nullable().meta({
      description: "The last day of the periods that are closed: nothing is dated on it or before it.",
    }),
    lastReconciledOn: CalendarDate.nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "TrustAccount" });
export type TrustAccount = z.infer<typeof TrustAccount>;

/** The account as its events have it: sums move with transactions, which have their own events. */
export const TrustAccountInEvent = TrustAccount.omit({ bookCents: true, unclearedCents: true });

export const NewTrustAccount = z.strictObject({
  name: Name,
  bankName: Name,
  accountNumberLast4: z.string().regex(/^\d{4}$/, "must be four digits"),
  type: TrustAccountType,
  jurisdiction: z.string().regex(/^[A-Z]{2}$/, "must be a state, such as TX"),
  holdBusinessDays: HoldBusinessDays.optional(),
  firmFundsLimitCents: z.int().min(0).max(10_000_000).optional(),
});
export type NewTrustAccount = z.infer<typeof NewTrustAccount>;

export const TrustAccountClosing = z.strictObject({
  trustAccountId: Id,
  expectedRevision: Revision,
});

export const TrustAccountFilter = z.strictObject(sortedPageInput);
export type TrustAccountFilter = z.infer<typeof TrustAccountFilter>;
