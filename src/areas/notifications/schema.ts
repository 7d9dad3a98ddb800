import * as z from "zod";
import { exportFailureNames } from "../../contract/reports/export-failures.ts";
import { Id, Instant } from "../../contract/values.ts";

/** A file that was asked for, or that a schedule made: then with the schedule's name. */
const namedExport = { exportId: Id, fileName: z.string(), scheduleName: z.string().nullable() };

const stoppedSubscription = { subscriptionId: Id, subscriptionName: z.string(), keyName: z.string() };

/** What a member is told, with the names and instants that the words need. Never PHI: a notice is also a mail. */
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
      /** When the key ends now: a grant may have brought it forward. */
      expiresAt: Instant,
    }),
  }),
  z.object({
    kind: z.literal("scope_request.denied"),
    parameters: z.object({ keyName: z.string(), scope: z.string(), decidedBy: z.string(), note: z.string().nullable() }),
  }),
  z.object({ kind: z.literal("scope_request.lapsed"), parameters: z.object({ keyName: z.string(), scope: z.string() }) }),
  z.object({
    kind: z.literal("integration_key.expiring"),
    parameters: z.object({ keyName: z.string(), expiresAt: Instant, daysLeft: z.int() }),
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
      /** In whose name it ran. */
      ownerName: z.string(),
      reason: z.enum(["not_allowed", "report_gone", "report_changed"]),
    }),
  }),
]);
export type Notice = z.infer<typeof Notice>;

/** What is told about exports, and about what makes them by the clock. */
export type ReportNotice = Extract<Notice, { kind: `export.${string}` | `report_schedule.${string}` }>;

/** What is told about a key; without an id where it is about several. */
export type KeyNotice = Exclude<Notice, ReportNotice> & { keyId: string | null };

/** A notice as its member finds it in the portal. */
export const Notification = z.intersection(
  z.object({ id: Id, keyId: Id.nullable(), createdAt: Instant, readAt: Instant.nullable() }),
  Notice,
);
export type Notification = z.infer<typeof Notification>;
