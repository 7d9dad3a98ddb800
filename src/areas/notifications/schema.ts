import * as z from "zod";
import { deadlineNews } from "../../contract/closed-sets/deadline-news.ts";
import { exportFailureNames } from "../../contract/reports/export-failures.ts";
import { Id, Instant } from "../../contract/values/values.ts";

/** An exported file; with the schedule's name if a schedule created it. */
const namedExport = { exportId: Id, fileName: z.string(), scheduleName: z.string().nullable() };

const stoppedSubscription = { subscriptionId: Id, subscriptionName: z.string(), keyName: z.string() };

/** A task, without its title: that is added for its assignees when they read. */
const aboutTask = z.object({
  taskId: Id,
  caseNumber: z.string().nullable(),
  dueDay: z.string().nullable(),
  category: z.string(),
  priority: z.string(),
  title: z.string().nullable().default(null),
});

/** A deadline by its type: neither its title nor a name. */
const aboutDeadline = { deadlineId: Id, typeName: z.string(), caseNumber: z.string(), isVerified: z.boolean() };

/** `HH:MM` in the deadline's time zone; null for the end of the day, absent in notifications of before. */
const dueAtTime = { dueTime: z.string().nullable().optional(), timeZone: z.string().optional() };

const ChangedDeadline = z.object({
  ...aboutDeadline,
  /** Of the date that counts; of a later one that is proposed it is `toTime`. */
  ...dueAtTime,
  toTime: z.string().nullable().optional(),
  change: z.enum(deadlineNews),
  /** The date that counted before. */
  fromOn: z.string().nullable(),
  /** The date that counts now, or is proposed. */
  toOn: z.string().nullable(),
  /** The last open day until then, where that is another one. */
  actByOn: z.string().nullable(),
});
export type ChangedDeadline = z.infer<typeof ChangedDeadline>;

/**
 * An event of the calendar by its type and its time, which is written in the member's time zone: neither its title nor
 * its place nor a name.
 */
const aboutEvent = z.object({ eventId: Id, typeName: z.string(), caseNumber: z.string().nullable(), when: z.string() });

/** A signature request by its number: neither its title nor a name. `caseNumber` is null for a lead's. */
const aboutSignatures = { esignRequestId: Id, number: z.string(), caseNumber: z.string().nullable() };
/** A recipient by the label that the firm gave it, such as `Client`. */
const aboutRecipient = z.object({ ...aboutSignatures, label: z.string() });

/** A trust account by the name that the firm gave it. */
const aboutAccount = { trustAccountId: Id, accountName: z.string() };

/** A conversation by its ID: neither whom it is with nor what was said. `caseNumber` is null without a case. */
const aboutConversation = z.object({ conversationId: Id, caseNumber: z.string().nullable() });

/** A referral by its number, and the other firm: neither its client nor the matter. */
const aboutReferral = { referralId: Id, number: z.string(), firmName: z.string() };

/** A notification's content: names and instants, never PHI, because it is also mailed. */
export const Notice = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("scope_request.created"),
    parameters: z.object({ keyName: z.string(), scopes: z.array(z.string()), requestedBy: z.string() }),
  }),
  z.object({
    kind: z.literal("scope_request.granted"),
    parameters: z.object({
      keyName: z.string(),
      scope: z.string(),
      decidedBy: z.string(),
      note: z.string().nullable(),
      /** The key's expiry after the decision; a grant may shorten it. */
      expiresAt: Instant,
    }),
  }),
  z.object({
    kind: z.literal("scope_request.denied"),
    parameters: z.object({
      keyName: z.string(),
      scope: z.string(),
      decidedBy: z.string(),
      note: z.string().nullable(),
    }),
  }),
  z.object({
    kind: z.literal("scope_request.lapsed"),
    parameters: z.object({ keyName: z.string(), scope: z.string() }),
  }),
  z.object({
    kind: z.literal("integration_key.created"),
    /** Only for a key that another key created. */
    parameters: z.object({ keyName: z.string(), createdByName: z.string(), expiresAt: Instant }),
  }),
  z.object({
    kind: z.literal("integration_key.expiring"),
    parameters: z.object({
      keyName: z.string(),
      expiresAt: Instant,
      daysLeft: z.int(),
      lapsingScopes: z.array(z.string()).default([]),
    }),
  }),
  z.object({
    kind: z.literal("integration_key.reported"),
    parameters: z.object({ keyName: z.string(), reportedBy: z.string() }),
  }),
  z.object({
    kind: z.literal("integration_key.misconfigured"),
    parameters: z.object({
      attorneyName: z.string(),
      /** How many keys lost their attorney at once. */
      keyCount: z.int(),
      /** The first of them. */
      keys: z.array(z.object({ keyName: z.string(), stoppedScopes: z.array(z.string()) })),
    }),
  }),
  z.object({
    kind: z.literal("webhook_subscription.paused"),
    parameters: z.object({
      ...stoppedSubscription,
      /** The first of the failures. */
      failingSince: Instant.nullable(),
    }),
  }),
  z.object({ kind: z.literal("webhook_subscription.disabled"), parameters: z.object(stoppedSubscription) }),
  z.object({ kind: z.literal("export.completed"), parameters: z.object(namedExport) }),
  z.object({
    kind: z.literal("export.failed"),
    parameters: z.object({ ...namedExport, failure: z.enum(exportFailureNames) }),
  }),
  z.object({
    kind: z.literal("report_schedule.paused"),
    parameters: z.object({
      scheduleId: Id,
      scheduleName: z.string(),
      reportId: Id,
      /** The member whose permissions the schedule used. */
      ownerName: z.string(),
      reason: z.enum(["not_allowed", "report_gone", "report_changed"]),
    }),
  }),
  z.object({
    kind: z.literal("note.mentioned"),
    /** The record that the note is about, with the case's number. */
    parameters: z.object({
      noteId: Id,
      about: z.enum(["case", "lead", "client", "contact"]),
      number: z.string().nullable(),
      keyName: z.string(),
    }),
  }),
  z.object({ kind: z.literal("task.assigned"), parameters: aboutTask }),
  z.object({ kind: z.literal("task.reminder"), parameters: aboutTask }),
  z.object({ kind: z.literal("task.overdue"), parameters: aboutTask }),
  z.object({ kind: z.literal("task.ready"), parameters: aboutTask }),
  z.object({
    kind: z.literal("deadline.approaching"),
    parameters: z.object({
      ...aboutDeadline,
      daysLeft: z.int(),
      effectiveOn: z.string(),
      ...dueAtTime,
      /** The last open day until then; absent in notifications of before. */
      actInDays: z.int().optional(),
      actByOn: z.string().optional(),
    }),
  }),
  z.object({
    kind: z.literal("deadline.changed"),
    parameters: z.object({
      dateCount: z.int(),
      caseCount: z.int(),
      /** Of one case alone. */
      caseNumber: z.string().nullable(),
      /** Where all changed in the same way. */
      change: z.enum(deadlineNews).nullable(),
      /** The earliest of them. */
      deadlines: z.array(ChangedDeadline),
    }),
  }),
  z.object({ kind: z.literal("deadline.tolled"), parameters: z.object(aboutDeadline) }),
  z.object({ kind: z.literal("deadline.disputed"), parameters: z.object(aboutDeadline) }),
  /**
   * How many dates the member can verify, and how many requests and later dates they can decide on; the earliest date
   * of all.
   */
  z.object({
    kind: z.literal("deadline.unverified"),
    parameters: z.object({ dateCount: z.int(), pendingCount: z.int(), earliestOn: z.string() }),
  }),
  z.object({
    kind: z.literal("deadline.missed"),
    parameters: z.object({ ...aboutDeadline, ...dueAtTime, dueOn: z.string() }),
  }),
  z.object({ kind: z.literal("calendar.invited"), parameters: aboutEvent }),
  z.object({ kind: z.literal("calendar.changed"), parameters: aboutEvent }),
  z.object({ kind: z.literal("calendar.cancelled"), parameters: aboutEvent }),
  z.object({ kind: z.literal("calendar.removed"), parameters: aboutEvent }),
  z.object({ kind: z.literal("calendar.reminder"), parameters: aboutEvent }),
  z.object({ kind: z.literal("esign.declined"), parameters: aboutRecipient }),
  z.object({ kind: z.literal("esign.delivery_failed"), parameters: aboutRecipient }),
  z.object({ kind: z.literal("esign.seal_failed"), parameters: z.object(aboutSignatures) }),
  /** How many disbursements were requested at once; without payees and amounts. */
  z.object({
    kind: z.literal("trust.approval_requested"),
    parameters: z.object({ ...aboutAccount, caseNumber: z.string(), count: z.int() }),
  }),
  z.object({
    kind: z.literal("trust.deposit_returned"),
    parameters: z.object({ ...aboutAccount, transactionNumber: z.int(), caseNumber: z.string().nullable() }),
  }),
  z.object({
    kind: z.literal("trust.reconciliation_due"),
    /** The last day of the month. */
    parameters: z.object({ ...aboutAccount, monthEndOn: z.string() }),
  }),
  z.object({ kind: z.literal("trust.discrepancy_found"), parameters: z.object(aboutAccount) }),
  /** Checks that the bank has not paid for so many days. */
  z.object({
    kind: z.literal("trust.checks_stale"),
    parameters: z.object({ ...aboutAccount, count: z.int(), days: z.int() }),
  }),
  z.object({ kind: z.literal("communications.opt_out_suspected"), parameters: aboutConversation }),
  z.object({ kind: z.literal("communications.unlinked"), parameters: aboutConversation }),
  z.object({
    kind: z.literal("communications.provider_rejected"),
    parameters: z.object({ provider: z.enum(["twilio", "telnyx"]) }),
  }),
  z.object({
    kind: z.literal("referral.received"),
    parameters: z.object({ ...aboutReferral, responseDueOn: z.string() }),
  }),
  z.object({
    kind: z.literal("referral.attention"),
    parameters: z.object({
      ...aboutReferral,
      attention: z.enum(["lead_not_moved", "case_not_moved", "documents_failed"]),
    }),
  }),
  z.object({
    kind: z.literal("organization.moved"),
    /** The previous and the new parent, each null if there is none, or if it does not concern the reader's organization. */
    parameters: z.object({
      organizationName: z.string(),
      previousParentName: z.string().nullable(),
      parentName: z.string().nullable(),
      movedBy: z.string(),
    }),
  }),
  z.object({
    kind: z.literal("organization.calendar_ending"),
    parameters: z.object({ calendarId: Id, calendarName: z.string(), verifiedThroughOn: z.string() }),
  }),
]);
export type Notice = z.infer<typeof Notice>;

export type OrganizationNotice = Extract<Notice, { kind: `organization.${string}` }>;

export type NoteNotice = Extract<Notice, { kind: `note.${string}` }>;

export type DeadlineNotice = Extract<Notice, { kind: `deadline.${string}` }>;

export type CalendarNotice = Extract<Notice, { kind: `calendar.${string}` }>;

export type SignatureNotice = Extract<Notice, { kind: `esign.${string}` }>;

export type TrustNotice = Extract<Notice, { kind: `trust.${string}` }>;

export type CommunicationNotice = Extract<Notice, { kind: `communications.${string}` }>;
export type ReferralNotice = Extract<Notice, { kind: `referral.${string}` }>;

export type TaskNotice = Omit<Extract<Notice, { kind: `task.${string}` }>, "parameters"> & {
  parameters: Omit<z.infer<typeof aboutTask>, "title">;
};

export type ReportNotice = Extract<Notice, { kind: `export.${string}` | `report_schedule.${string}` }>;

/** Notifications about keys; no key id if one concerns several keys. */
export type KeyNotice = Exclude<
  Notice,
  | ReportNotice
  | OrganizationNotice
  | NoteNotice
  | DeadlineNotice
  | CalendarNotice
  | SignatureNotice
  | TrustNotice
  | CommunicationNotice
  | ReferralNotice
  | { kind: `task.${string}` }
> & { keyId: string | null };

/** What members are notified of, as areas send it. */
export type SentNotice =
  | KeyNotice
  | ReportNotice
  | OrganizationNotice
  | NoteNotice
  | TaskNotice
  | DeadlineNotice
  | CalendarNotice
  | SignatureNotice
  | TrustNotice
  | CommunicationNotice
  | ReferralNotice;

export const Notification = z.intersection(
  z.object({ id: Id, keyId: Id.nullable(), createdAt: Instant, readAt: Instant.nullable() }),
  Notice,
);
export type Notification = z.infer<typeof Notification>;
