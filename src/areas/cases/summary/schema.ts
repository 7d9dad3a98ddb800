import * as z from "zod";
import { calendarEventType } from "../../../contract/closed-sets/calendar-event-type.ts";
import { deadlineType } from "../../../contract/closed-sets/deadline-type.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { CalendarDate, Cents, Id, Instant } from "../../../contract/values/values.ts";
import { CourtActionStatus } from "../court-actions/schema.ts";

const counter = (needed: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `null without \`${needed}\`.` });
const sum = (needed: string) => Cents.nullable().meta({ description: `US cents; null without \`${needed}\`.` });

export const CaseNumbers = z
  .object({
    id: Id,
    partyCount: z.int(),
    attorneyCount: z.int(),
    insurancePolicyCount: z.int(),
    documentCount: counter("documents:read"),
    folderCount: counter("documents:read"),
    answerCount: counter("intake:read"),
    noteCount: counter("notes:read"),
    lastNoteAt: Instant.nullable().meta({
      description: "When the latest note happened (`occurredAt`). null without `notes:read`.",
    }),
    openTaskCount: counter("tasks:read"),
    overdueTaskCount: counter("tasks:read"),
    nextTaskDueOn: CalendarDate.nullable().meta({
      description: "The first due day of an open task, past ones included. null without `tasks:read`.",
    }),
    openDeadlineCount: counter("deadlines:read").meta({
      description: "Deadlines that run. null without `deadlines:read`.",
    }),
    unverifiedDeadlineCount: counter("deadlines:read").meta({
      description: "Of these, those whose date no second person has verified. null without `deadlines:read`.",
    }),
    missedDeadlineCount: counter("deadlines:read"),
    nextDeadline: z
      .object({ type: oneOf(deadlineType), effectiveOn: CalendarDate, isVerified: z.boolean() })
      .nullable()
      .meta({
        description:
          "Of the deadlines that run, the one with the earliest `effectiveOn`. null without `deadlines:read`.",
      }),
    earliestLimitationOn: CalendarDate.nullable().meta({
      description:
        "The earliest `effectiveOn` of a deadline of class `limitation` that is open or missed. null without `deadlines:read`.",
    }),
    upcomingEventCount: counter("calendar:read").meta({
      description:
        "Events that are scheduled or confirmed and not over, private ones included. A series counts once, while it reaches past now. null without `calendar:read`.",
    }),
    nextEvent: z
      .object({
        type: oneOf(calendarEventType).nullable().meta({ description: "null for a private event." }),
        startAt: Instant,
      })
      .nullable()
      .meta({
        description:
          "Of these, the single event that starts next. `GET /calendar-occurrences` lists occurrences of series, too. null without `calendar:read`.",
      }),
    invoiceCount: counter("billing:read"),
    openInvoiceCount: counter("billing:read").meta({
      description: "Sent, partial or overdue. null without `billing:read`.",
    }),
    openLienCount: counter("settlements:read").meta({
      description: "Liens that are neither paid, released, waived nor withdrawn. null without `settlements:read`.",
    }),
    lastOfferCents: sum("settlements:read").meta({
      description:
        "US cents of the latest demand or offer of the other side. null where there is none, and without `settlements:read`.",
    }),
    liveReferralStatus: z.enum(["sent", "under_review", "accepted", "engaged"]).nullable().meta({
      description:
        "Of the referral to the firm that has the case, or was offered it; null for none, and without `referrals:read`.",
    }),
    facilityCount: counter("medical:read"),
    openRequestCount: counter("medical:read").meta({
      description: "Open retrieval requests. null without `medical:read`.",
    }),
    unansweredConversationCount: counter("communications:read").meta({
      description: "Conversations with a message that no one has answered. null without `communications:read`.",
    }),
    messageCount: counter("communications:read").meta({
      description: "Messages that are not void. null without `communications:read`.",
    }),
    callCount: counter("communications:read").meta({
      description: "Calls that are not void. null without `communications:read`.",
    }),
    openSignatureRequestCount: counter("esign:read").meta({
      description:
        "Signature requests that are being prepared, out for signature or being sealed. null without `esign:read`.",
    }),
    courtAction: z
      .object({
        docketNumber: z.string().nullable(),
        status: CourtActionStatus,
        trialOn: CalendarDate.nullable(),
      })
      .nullable()
      .meta({ description: "The primary court action; null without one." }),
    statuteOfLimitationsOn: CalendarDate.nullable(),
    damagesTotalCents: Cents.meta({
      description:
        "US cents: what the case's damages add up to. Medical bills are included only with `medical:read`, as in `GET /cases/{caseId}/damages-summary`.",
    }),
    money: z.object({
      estimatedSettlementMinCents: Cents.nullable(),
      estimatedSettlementMaxCents: Cents.nullable(),
      projectedFeeAmountCents: Cents.nullable(),
      settlementAmountCents: Cents.nullable(),
      recoveryAmountCents: Cents.nullable(),
      trustBalanceCents: sum("trust:read"),
      invoicedCents: sum("billing:read"),
      invoicePaidCents: sum("billing:read"),
      invoiceBalanceCents: sum("billing:read"),
      costsAdvancedCents: sum("billing:read"),
      costsOutstandingCents: sum("billing:read"),
      medicalBilledCents: sum("medical:read"),
      medicalPaidCents: sum("medical:read"),
    }),
  })
  .meta({ id: "CaseNumbers" });
export type CaseNumbers = z.infer<typeof CaseNumbers>;
