import { entityOf, scopesThatSee, type EventType } from "../../../contract/events/event-types.ts";
import { writeWebhookPayload } from "../../../contract/webhooks/payload.ts";
import { hostOf } from "../../../contract/webhooks/url.ts";
import type { AttemptOutcome, cancelReasons } from "../../../contract/webhooks/webhooks.ts";
import type { Outbound, OutboundResponse } from "../../../platform/outbound-http/outbound.ts";
import { withoutResponse } from "../../../platform/outbound-http/response.ts";
import { createRequestId } from "../../../platform/database/ids.ts";
import type { ValidatedJob, DeliveryWork } from "./consumer.ts";
import type { LeasedJob, Leases } from "./leases.ts";
import { describeMessage, observeAttempt, type ObservedMessage } from "./observe-attempt.ts";
import { signWebhook } from "./signature.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { cursorOfEvent } from "../../events/domain.ts";
import { stopSubscription } from "../domain.health.ts";
import { delayAfterAttempt, usualSchedule, type Schedule } from "./domain.schedule.ts";
import { placeOfSecret } from "../domain.secrets.ts";
import { leaseJobs, renewJobs } from "./store.queue.ts";
import { recordResults } from "./domain.recording.ts";
import { loadDeliveries, type DeliveryRow, type RecordedResult, type EncryptedSecret } from "./store.records.ts";

type CancelReason = (typeof cancelReasons)[number];

export interface Message {
  url: string;
  eventId: string;
  body: string;
  /** Live secrets, newest first. */
  secrets: string[];
  observed: ObservedMessage;
}

/** The result of a job. `begun` is on this process's monotonic clock. */
export type Result =
  | { kind: "attempt"; response: OutboundResponse; begun: number; durationMilliseconds: number }
  | { kind: "cancelled"; reason: CancelReason }
  /** The delivery has moved on or is gone. */
  | { kind: "stale" };

export interface DeliveryTools {
  database: UnitOfWork["database"];
  installationKeys: NonNullable<UnitOfWork["installationKeys"]>;
  outbound: Pick<Outbound, "post">;
  logger: { error(fields: Record<string, unknown>, message: string): void };
  schedule?: Schedule;
}

const action: DeclaredAction = {
  name: "webhookDeliveries.send",
  canRecordEvent: ["webhook_subscription.paused", "webhook_subscription.disabled"],
};

export function openLeases(database: DeliveryTools["database"]): Leases {
  return {
    take: (wanted, leaseSeconds) => leaseJobs(database, wanted, leaseSeconds),
    renew: (jobs, leaseSeconds) => renewJobs(database, jobs, leaseSeconds),
    release: async (jobs) => void (await renewJobs(database, jobs, null)),
  };
}

export function createDeliveryWork(tools: DeliveryTools): DeliveryWork<Message, Result> {
  return {
    validate: (organizationId, jobs) => validateJobs(tools, organizationId, jobs),
    send: async (message, signal) => {
      const begun = performance.now();
      const response = await observeAttempt(message, () => post(tools.outbound, message, signal));
      const milliseconds = performance.now() - begun;
      return {
        result: { kind: "attempt", response, begun, durationMilliseconds: Math.round(milliseconds) },
        pace: {
          milliseconds,
          hangs: milliseconds > (silentOutcomes.has(response.outcome) ? hangMilliseconds : slowMilliseconds),
        },
      };
    },
    record: async (organizationId, finished) => {
      const results = finished.map(({ job, result }) => describeResult(job, result, tools.schedule ?? usualSchedule));
      const actor = {
        database: tools.database,
        principal: systemPrincipal(organizationId),
        requestId: createRequestId(),
        clientIp: null,
        action,
      };
      await runSystemAction(actor, async (context) => {
        for (const { subscriptionId, reason } of await recordResults(context, results))
          await stopSubscription(context, subscriptionId, reason);
        return false;
      });
    },
  };
}

/** A quick error response occupies no slots for others; a slow response or a connection that hangs does. */
const hangMilliseconds = 1_000;
const slowMilliseconds = 5_000;
const silentOutcomes: ReadonlySet<AttemptOutcome> = new Set(["timed_out", "connection_failed"]);

async function validateJobs(
  { database, installationKeys, logger }: DeliveryTools,
  organizationId: string,
  jobs: readonly LeasedJob[],
): Promise<ValidatedJob<Message, Result>[]> {
  const { rows, secrets } = await database.withTenantTransaction(organizationId, (transaction) =>
    loadDeliveries(
      { organizationId, transaction },
      jobs.map(({ deliveryId }) => deliveryId),
    ),
  );
  const keys = openSecrets(installationKeys, organizationId, secrets);
  const found = new Map(rows.map((row) => [row.id, row]));
  return jobs.flatMap((job): ValidatedJob<Message, Result>[] => {
    const row = found.get(job.deliveryId);
    if (row === undefined || isStale(job, row)) return [{ job, result: { kind: "stale" } }];
    const verdict = validateDelivery(row);
    if (verdict !== null) return [{ job, result: verdict }];
    const own = keys.get(row.subscriptionId) ?? [];
    if (own.length > 0)
      return [
        {
          job,
          message: {
            url: row.url,
            eventId: row.eventId,
            body: writeBody(organizationId, row),
            secrets: own,
            observed: describeMessage(job, row),
          },
        },
      ];
    // Nothing is sent unsigned. The receiver is not at fault and the schedule continues, because a wrong CASEPORT_SECRET can be corrected.
    logger.error(
      { organizationId, subscriptionId: row.subscriptionId },
      "no signing secret of a webhook can be decrypted: was CASEPORT_SECRET changed?",
    );
    return [{ job, result: failUnsent("secret_unreadable") }];
  });
}

function openSecrets(
  installationKeys: DeliveryTools["installationKeys"],
  organizationId: string,
  secrets: readonly EncryptedSecret[],
): Map<string, string[]> {
  const opened = new Map<string, string[]>();
  for (const { id, subscriptionId, sealed: bytes } of secrets) {
    const secret = installationKeys.decrypt(placeOfSecret(organizationId, subscriptionId, id), bytes);
    if (secret !== null) opened.set(subscriptionId, [...(opened.get(subscriptionId) ?? []), secret]);
  }
  return opened;
}

/** A redelivery started a new round, or another worker recorded a result. */
function isStale({ round, attempt }: LeasedJob, row: DeliveryRow): boolean {
  return row.status !== "pending" || row.round !== round || row.roundAttempts !== attempt - 1;
}

/** The result without sending; null if the delivery is to be sent. Checked before every attempt. */
export function validateDelivery(row: DeliveryRow): Result | null {
  const reason = findCancelReason(row);
  if (reason !== null) return { kind: "cancelled", reason };
  const outcome = findObstacle(row);
  if (outcome === null) return null;
  return failUnsent(outcome);
}

function failUnsent(outcome: AttemptOutcome): Result {
  return { kind: "attempt", response: withoutResponse(outcome), begun: performance.now(), durationMilliseconds: 0 };
}

function findCancelReason(row: DeliveryRow): CancelReason | null {
  // Not by the trigger: a redelivered test is still a test.
  const isTest = row.eventType === "webhook_subscription.tested";
  if (row.isSubscriptionDeleted) return "subscription_deleted";
  if (row.isKeyRevoked) return "key_revoked";
  if (!isTest && row.subscriptionStatus !== "active") return "subscription_not_active";
  // A test is for its subscription, whatever the key's scopes.
  const seeing: readonly string[] = scopesThatSee(entityOf(row.eventType as EventType));
  if (!isTest && !row.scopes.some((scope) => seeing.includes(scope))) return "scope_missing";
  return row.occurredAt === null ? "event_purged" : null;
}

/** Conditions that can end: the attempt fails without being sent, and the schedule continues. */
function findObstacle(row: DeliveryRow): AttemptOutcome | null {
  if (row.isKeyExpired) return "key_expired";
  if (row.isKeyPaused) return "key_paused";
  return row.webhookAllowedHosts.includes(hostOf(row.url)) ? null : "host_not_allowed";
}

/** The same bytes at every attempt: only immutable fields. */
function writeBody(
  organizationId: string,
  { eventType, occurredAt, eventId, entity, entityId, eventNumber, isSandbox }: DeliveryRow,
): string {
  const cursor = cursorOfEvent(organizationId, eventNumber);
  return writeWebhookPayload(
    { id: eventId, cursor, entity: entity ?? "", entityId: entityId ?? "", eventType, occurredAt: occurredAt ?? "" },
    organizationId,
    isSandbox,
  );
}

function post(
  outbound: Pick<Outbound, "post">,
  { url, eventId, body, secrets }: Message,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = {
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook(secrets, eventId, timestamp, body),
  };
  return outbound.post({ url, headers, body, signal });
}

/** The row that records a result: the delivery's next status and the time of the next attempt. */
export function describeResult(job: LeasedJob, result: Result, schedule: Schedule): RecordedResult {
  const { jobId, token, deliveryId, round, attempt: attemptNumber } = job;
  const base = {
    jobId,
    token,
    deliveryId,
    round,
    attemptNumber,
    status: null,
    cancelReason: null,
    delaySeconds: null,
    attempt: null,
  };
  if (result.kind === "stale") return base;
  if (result.kind === "cancelled") return { ...base, status: "cancelled", cancelReason: result.reason };
  const { outcome, statusCode, bodyStart, retryAfterSeconds } = result.response;
  const attempt = {
    outcome,
    statusCode,
    // PostgreSQL's jsonb rejects lone surrogates and NUL.
    responseBody: bodyStart?.toWellFormed().replaceAll("\0", "\uFFFD") ?? null,
    secondsAgo: (performance.now() - result.begun) / 1_000,
    durationMilliseconds: result.durationMilliseconds,
  };
  if (outcome === "succeeded") return { ...base, status: "succeeded", attempt };
  const delaySeconds = statusCode === goneStatus ? null : delayAfterAttempt(attemptNumber, retryAfterSeconds, schedule);
  return { ...base, status: delaySeconds === null ? "failed" : "pending", delaySeconds, attempt };
}

/** 410: the receiver wants no more deliveries. */
const goneStatus = 410;
