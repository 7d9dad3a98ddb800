import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { pageInput, listPageLimit, sortedPageInput } from "../../../contract/page.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import {
  CalendarDate,
  Cents,
  Id,
  Instant,
  Revision,
  isUnique,
  text,
  versionFields,
} from "../../../contract/values/values.ts";
import { withheldMembers } from "../../../contract/values/withheld.ts";
import { givenCents } from "../../../contract/values/given-cents.ts";
import { maxLines } from "../../settlements/statements/domain.limits.ts";
import { statementEnumerations } from "../../settlements/statements/enumerations.ts";
import { disbursementEnumerations } from "./enumerations.ts";

export const DisbursementStatus = oneOf(disbursementEnumerations.disbursementStatus);
export type DisbursementStatus = z.infer<typeof DisbursementStatus>;
const Method = oneOf(disbursementEnumerations.disbursementMethod);

const Payee = z
  .object({ name: z.string(), contactId: Id.nullable(), clientId: Id.nullable() })
  .meta({ id: "TrustPayee" });
export type Payee = z.infer<typeof Payee>;

export const Disbursement = z
  .object({
    id: Id,
    organizationId: Id,
    sequenceId: z.string().meta({ example: "D-2026-00031" }),
    account: z.object({ id: Id, name: z.string() }),
    ledgerId: Id,
    case: z.object({ id: Id, sequenceId: z.string() }),
    settlementId: Id,
    statementId: Id.meta({ description: "The settlement statement whose line it pays." }),
    lineKey: z.string().meta({ description: "The line, as the statement names it.", example: "net_to_client" }),
    payeeType: oneOf(statementEnumerations.payeeType),
    payee: Payee.nullable().meta({
      description: "Who is paid, as of the request; it never changes. null for a lienholder.",
    }),
    lienholder: Payee.nullable().meta({
      description: "The lienholder that is paid, as of the request; null for other payees, and without `medical:read`.",
    }),
    amountCents: Cents,
    method: Method,
    status: DisbursementStatus,
    statusReason: z.string().nullable().meta({ description: "Why it was canceled or voided." }),
    availableTransitions: z.array(DisbursementStatus).meta({
      description: "The statuses that a request may move it to from here. Members approve and reject in the portal.",
    }),
    requestedBy: Actor,
    decidedBy: Actor.nullable().meta({ description: "The member who approved or rejected it." }),
    decidedAt: Instant.nullable(),
    decisionNote: z.string().nullable(),
    isSoleApproval: z.boolean().meta({
      description:
        "Whether it was approved by the firm's only attorney, who is behind the request, too. The firm's owner allows that.",
    }),
    checkNumber: z.string().nullable(),
    reference: z.string().nullable().meta({ description: "The bank's, or the firm's own." }),
    issuedOn: CalendarDate.nullable(),
    clearedOn: CalendarDate.nullable(),
    voidedOn: CalendarDate.nullable(),
    transactionId: Id.nullable().meta({ description: "The trust transaction with which it was issued." }),
    voidTransactionId: Id.nullable(),
    externalId: z.string().nullable(),
    ...versionFields,
  })
  .meta({ id: "TrustDisbursement" });
export type Disbursement = z.infer<typeof Disbursement>;
withheldMembers.add(Disbursement, { scope: "medical:read", members: ["lienholder"] });

/** Who the lienholder is, is medical. */
export const redactedMembers = ["lienholder", "decisionNote"] as const;
export const DisbursementInEvent = Disbursement.extend({ lienholder: Redacted, decisionNote: Redacted }).meta({
  id: "TrustDisbursementInEvent",
});

const GivenLine = z
  .strictObject({
    lineKey: text(1, 100).meta({ description: "A line of the statement.", example: "net_to_client" }),
    amountCents: givenCents(1, 5_465_544)
      .optional()
      .meta({ description: "US cents; by default all of the line that is not requested yet." }),
    method: Method.optional().meta({ description: "By default that of the request." }),
    payeeType: z
      .enum(["court_registry", "blocked_account", "structured_carrier"])
      .optional()
      .meta({ description: "For `net_to_client` alone: who receives the client's money in the client's place." }),
    payeeContactId: Id.optional().meta({
      description: "Required with `payeeType`, and for a deduction that has no payee; not allowed otherwise.",
    }),
    externalId: text(1, 200).optional(),
  })
  .meta({ id: "GivenDisbursement" });
export type GivenLine = z.infer<typeof GivenLine>;

export const NewDisbursements = z.strictObject({
  trustAccountId: Id.optional().meta({
    description: "The account that pays. Required where the claimant has money in several.",
  }),
  method: Method,
  lines: z
    .array(GivenLine)
    .min(1)
    .max(maxLines)
    .refine((lines) => isUnique(lines.map(({ lineKey }) => lineKey)), "must not contain a line twice")
    .optional()
    .meta({ description: "By default every line of which something is not requested yet." }),
});
export type NewDisbursements = z.infer<typeof NewDisbursements>;

export const DisbursementTransition = z.strictObject({
  status: z.enum(["cancelled", "issued", "cleared", "voided"]),
  on: CalendarDate.optional().meta({
    description:
      "With `issued`, `cleared` and `voided`: the day, not in the future. Default: today in the organization's time zone.",
  }),
  checkNumber: text(1, 20)
    .regex(/^[\w-]+$/u, "must consist of letters, digits, - and _")
    .optional()
    .meta({ description: "With `issued`: required for a check, and allowed only for one.", example: "1042" }),
  reference: text(1, 100).optional().meta({ description: "With `issued`: of a transfer, as the bank will show it." }),
  reason: text(1, 1_000).optional().meta({ description: "Required for `cancelled` and `voided`." }),
});
export type DisbursementTransition = z.infer<typeof DisbursementTransition>;

export const DisbursementFilter = z.strictObject({
  ...sortedPageInput,
  accountId: Id.optional().meta({ description: "A trust account." }),
  caseId: Id.optional(),
  statementId: Id.optional().meta({ description: "A settlement statement." }),
  status: DisbursementStatus.optional(),
  outstanding: z.boolean().optional().meta({ description: "Whether it is issued and neither cleared nor voided." }),
});
export type DisbursementFilter = z.infer<typeof DisbursementFilter>;

/** What a member decides in the portal. */
export const DisbursementDecision = z.strictObject({
  trustDisbursementId: Id,
  expectedRevision: Revision,
  decision: z.enum(["approve", "reject"]),
  note: text(1, 1_000).optional(),
});
export type DisbursementDecision = z.infer<typeof DisbursementDecision>;

export const WaitingQuery = z.strictObject(pageInput(listPageLimit));
export type WaitingQuery = z.infer<typeof WaitingQuery>;

/** A disbursement that waits for approval, with what the portal shows beside it. */
export const WaitingDisbursement = z.object({
  disbursement: Disbursement,
  availableBeforeCents: Cents,
  availableAfterCents: Cents,
  /** Why the member cannot approve it now. */
  obstacle: z.string().nullable(),
});
export type WaitingDisbursement = z.infer<typeof WaitingDisbursement>;
