import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { namedEnum, oneOf } from "../../../contract/enumeration.ts";
import { Bracket, Rate } from "../../../contract/values/rate.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import { CalendarDate, Cents, Id, isUnique, text, versionFields } from "../../../contract/values/values.ts";
import { withheldMembers } from "../../../contract/values/withheld.ts";
import { jurisdictionRuleEnumerations } from "../../jurisdiction-rules/enumerations.ts";
import { feeAgreementEnumerations } from "../fee-agreements/enumerations.ts";
import { givenCents } from "../../../contract/values/given-cents.ts";
import { statementEnumerations } from "./enumerations.ts";

export const StatementStatus = oneOf(statementEnumerations.statementStatus);
export type StatementStatus = z.infer<typeof StatementStatus>;
const LineKind = oneOf(statementEnumerations.lineKind);
export const PayeeType = oneOf(statementEnumerations.payeeType);
export type PayeeType = z.infer<typeof PayeeType>;
const ApprovalMethod = oneOf(statementEnumerations.statementApprovalMethod);

const maxChosen = 200;
const maxFree = 20;

const Payee = z
  .object({
    type: PayeeType,
    contactId: Id.nullable(),
    name: z
      .string()
      .nullable()
      .meta({ description: "As it was when the statement was drafted; null for the client and the firm." }),
  })
  .meta({ id: "StatementPayee" });

export const StatementLine = z
  .object({
    key: z.string().meta({
      description: "Names the line, the same in every version: `lien:<lienId>`, `net_to_client`.",
      example: "net_to_client",
    }),
    kind: LineKind,
    label: z.string(),
    payee: Payee.nullable().meta({ description: "null for what stays in trust, or is paid by others." }),
    lienholder: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The contact that a lien is paid to; null for other lines, and without `medical:read`." }),
    amountCents: Cents,
    computedCents: Cents.meta({ description: "US cents before the reduction." }),
    reductionCents: Cents,
    disbursedCents: Cents.meta({ description: "US cents of it that were paid out of trust." }),
    explanation: z.string().meta({
      description: "How the amount was found, in one sentence.",
      example: "33⅓% of $100,000.00",
    }),
    source: z
      .object({ entity: namedEnum("StatementLineSource", ["expense", "invoice", "lien", "referral"]), id: Id })
      .nullable()
      .meta({ description: "The record that is paid." }),
  })
  .meta({ id: "StatementLine" });
export type StatementLine = z.infer<typeof StatementLine>;
withheldMembers.add(StatementLine, { scope: "medical:read", members: ["lienholder"] });

export const StatementTotals = z
  .object({
    grossCents: Cents.meta({ description: "US cents of the share: the sum of the others." }),
    attorneyFeeCents: Cents.meta({ description: "US cents of the firm's own part of the fee." }),
    referralFeeCents: Cents,
    costsCents: Cents,
    invoicesCents: Cents,
    liensCents: Cents,
    otherCents: Cents,
    holdbackCents: Cents.meta({ description: "US cents that stay in trust." }),
    paidDirectCents: Cents,
    netCents: Cents.meta({ description: "US cents for the client." }),
  })
  .meta({ id: "StatementTotals" });
export type StatementTotals = z.infer<typeof StatementTotals>;

const RuleUsed = z
  .object({
    key: z.string().meta({ example: "fee_cap.nj.any" }),
    verification: oneOf(jurisdictionRuleEnumerations.jurisdictionRuleVerification),
    baseCents: Cents,
    capCents: Cents.nullable().meta({ description: "US cents; null where a court sets the fee." }),
  })
  .meta({ id: "StatementFeeCap" });

export const StatementCalculation = z
  .object({
    feeType: oneOf(feeAgreementEnumerations.feeType).nullable().meta({ description: "null without a fee agreement." }),
    agreementVersion: z.int().nullable(),
    trigger: oneOf(feeAgreementEnumerations.feeTrigger).nullable().meta({ description: "Of the tier that applies." }),
    base: oneOf(jurisdictionRuleEnumerations.feeBase),
    rate: Rate.nullable(),
    brackets: z.array(Bracket).nullable(),
    exemptCents: Cents.meta({ description: "US cents of the share on which no fee is due." }),
    feeBaseCents: Cents,
    feeCents: Cents.meta({ description: "US cents of the whole fee, with referral fees." }),
    feeCap: RuleUsed.nullable().meta({ description: "The limit of the fee; null where no rule limits it." }),
  })
  .meta({ id: "StatementCalculation" });
export type StatementCalculation = z.infer<typeof StatementCalculation>;

export const StatementWarning = z
  .object({ code: oneOf(statementEnumerations.statementWarning), message: z.string() })
  .meta({ id: "SettlementStatementWarning" });
export type StatementWarning = z.infer<typeof StatementWarning>;

const ChosenCost = z
  .strictObject({ expenseId: Id, amountCents: givenCents(1, 421_758) })
  .meta({ id: "ChosenStatementCost" });
const ChosenLien = z
  .strictObject({
    lienId: Id,
    amountCents: givenCents(0, 779_365).optional().meta({ description: "US cents that are paid." }),
    holdbackCents: givenCents(1, 1_248_000)
      .optional()
      .meta({ description: "US cents that stay in trust until the lien is final." }),
  })
  .refine(({ amountCents, holdbackCents }) => (amountCents === undefined) !== (holdbackCents === undefined), {
    path: ["amountCents"],
    message: "either amountCents or holdbackCents is required, not both",
  })
  .meta({ id: "ChosenStatementLien" });
const FreeLine = z
  .strictObject({
    label: text(1, 200),
    payeeContactId: Id.nullable().default(null),
    amountCents: givenCents(1, 50_000),
  })
  .meta({ id: "GivenStatementLine" });

const ShownCost = z.object({ expenseId: Id, amountCents: Cents }).meta({ id: "StatementCost" });
const ShownLien = z
  .object({ lienId: Id, amountCents: Cents.optional(), holdbackCents: Cents.optional() })
  .meta({ id: "StatementLien" });
const ShownFreeLine = z
  .object({ label: z.string(), payeeContactId: Id.nullable(), amountCents: Cents })
  .meta({ id: "StatementFreeLine" });

export const Statement = z
  .object({
    id: Id,
    organizationId: Id,
    case: z.object({ id: Id, sequenceId: z.string() }),
    settlement: z.object({ id: Id, sequenceId: z.string() }),
    shareId: Id,
    claimantPartyId: Id.nullable().meta({ description: "null for the case's client." }),
    version: z.int().meta({ description: "1 for the first statement of a share; each request makes the next." }),
    status: StatementStatus,
    statusReason: z.string().nullable(),
    availableTransitions: z.array(StatementStatus).meta({ description: "The statuses that a request may move it to." }),
    isStale: z.boolean().meta({
      description:
        "Whether a lien, an expense, the fee agreement, a payer or the share has changed since: draft the next version. It changes without a new revision.",
    }),
    feeReductionCents: Cents,
    feeReductionReason: z.string().nullable(),
    awardedFeeCents: Cents.nullable(),
    costs: z.array(ShownCost).nullable().meta({ description: "The costs that were chosen; null for all." }),
    liens: z.array(ShownLien).nullable().meta({ description: "The liens that were chosen; null for all." }),
    otherDeductions: z.array(ShownFreeLine),
    holdbacks: z.array(ShownFreeLine),
    capOverrideDocumentId: Id.nullable(),
    note: z.string().nullable(),
    lines: z.array(StatementLine),
    totals: StatementTotals,
    calculation: StatementCalculation,
    warnings: z.array(StatementWarning),
    issuedOn: CalendarDate.nullable(),
    approval: z
      .object({ method: ApprovalMethod, on: CalendarDate, documentId: Id, esignRequestId: Id.nullable() })
      .nullable(),
    documentId: Id.nullable().meta({
      description: "The printable statement, a PDF; null until it is rendered, after it was issued.",
    }),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "SettlementStatement" });
export type Statement = z.infer<typeof Statement>;

export const StatementInEvent = Statement.omit({
  lines: true,
  calculation: true,
  costs: true,
  liens: true,
  otherDeductions: true,
  holdbacks: true,
})
  .extend({ note: Redacted })
  .meta({ id: "SettlementStatementInEvent" });
export type StatementInEvent = z.infer<typeof StatementInEvent>;

/** What is chosen of a statement. */
export const choices = {
  feeReductionCents: givenCents(0, 0).optional().meta({ description: "US cents that the firm gives up of its fee." }),
  feeReductionReason: text(1, 500).optional().meta({ description: "Required with `feeReductionCents`." }),
  awardedFeeCents: givenCents(0, 2_500_000)
    .nullable()
    .optional()
    .meta({ description: "US cents that a court or a statute awards; for an agreement of type `statutory` alone." }),
  costs: z
    .array(ChosenCost)
    .max(maxChosen)
    .refine((chosen) => isUnique(chosen.map(({ expenseId }) => expenseId)), "must not contain an expense twice")
    .nullable()
    .optional()
    .meta({ description: "By default the share's part of every cost that is not reimbursed." }),
  liens: z
    .array(ChosenLien)
    .max(maxChosen)
    .refine((chosen) => isUnique(chosen.map(({ lienId }) => lienId)), "must not contain a lien twice")
    .nullable()
    .optional()
    .meta({
      description:
        "By default every lien of the claimant: a final one is paid, for another one what is audited of it is held back.",
    }),
  otherDeductions: z.array(FreeLine).max(maxFree).optional(),
  holdbacks: z.array(FreeLine).max(maxFree).optional().meta({ description: "What stays in trust, and why." }),
  capOverrideDocumentId: Id.nullable()
    .optional()
    .meta({ description: "A document of the case by which the fee may exceed a verified limit, such as an order." }),
} as const;

export const StatementChoices = z.strictObject(choices);
export type StatementChoices = z.infer<typeof StatementChoices>;

export const NewStatement = z.strictObject({
  shareId: Id.meta({ description: "The share of the settlement." }),
  ...choices,
  note: text(1, 5_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
});
export type NewStatement = z.infer<typeof NewStatement>;

export const StatementTransition = z.strictObject({
  status: z.enum(["issued", "approved", "declined", "voided"]),
  reason: text(1, 1_000).optional().meta({ description: "Required for `voided`." }),
  approval: z
    .union([
      z.strictObject({
        method: z.literal("wet_signature"),
        on: CalendarDate.meta({ description: "The day of the signature, not in the future.", example: "2026-03-20" }),
        documentId: Id.meta({ description: "The signed statement, a PDF of the case." }),
      }),
      z.strictObject({
        method: z.literal("esign"),
        esignRequestId: Id.meta({
          description: "A completed signature request that has this statement as the subject of a document.",
        }),
      }),
    ])
    .optional()
    .meta({ description: "Required for `approved`, and allowed only with it." }),
});
export type StatementTransition = z.infer<typeof StatementTransition>;
