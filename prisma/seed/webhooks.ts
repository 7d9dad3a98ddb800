import { randomBytes, randomUUID } from "node:crypto";
import { placeOfSecret } from "../../src/areas/webhooks/domain.secrets.ts";
import { WebhookSubscription, type Attempt } from "../../src/areas/webhooks/schema.ts";
import { interfaceVersion } from "../../src/contract/interface-version.ts";
import { listPermissions } from "../../src/contract/permissions.ts";
import { attemptDelaySeconds, attemptSeconds, failingHoursAtMost } from "../../src/contract/webhooks/webhooks.ts";
import { createId } from "../../src/platform/database/ids.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import type { InstallationKeys } from "../../src/platform/crypto/installation-keys.ts";
import { buildDelivery, buildSubscription } from "./builders/keys.ts";
import type { Values } from "./builders/records.ts";
import type { Firm } from "./firm.ts";
import { demoHost, manageIntegrations } from "./firms.ts";
import { dayMilliseconds, hourMilliseconds, toInstant, type Random } from "./random.ts";

interface Plan {
  name: string;
  path: string;
  eventTypes: string[];
  /** The receiver fails from then on; never when left out. */
  failsFrom?: number;
  /** Somebody disabled it then. */
  disabledAt?: number;
}

/** Since when they are there: deliveries are kept for 30 days, so all of theirs are. */
const createdDaysAgo = 16;

/**
 * Makes two subscriptions of the firm's full key, with the deliveries of events that are there. Events must be
 * numbered.
 */
export function buildWebhooks(firm: Firm, installationKeys: InstallationKeys): void {
  const { now } = firm;
  addSubscription(firm, installationKeys, {
    name: "Records vendor",
    path: "/caseport/records",
    eventTypes: ["medical_facility.bound", "medical_facility.updated", "retrieval_request.created"],
    failsFrom: now - 8 * dayMilliseconds,
  });
  addSubscription(firm, installationKeys, {
    name: "Contact directory",
    path: "/caseport/clients",
    eventTypes: ["client.created", "client.updated"],
    disabledAt: now - 2 * dayMilliseconds - 5 * hourMilliseconds,
  });
}

function addSubscription(firm: Firm, installationKeys: InstallationKeys, plan: Plan): void {
  const { organizationId, now, rows, add } = firm;
  const manager = rows.Member.find((member) => member.permissions.includes(manageIntegrations)) ?? firm.actingAttorney;
  const createdAt = toInstant(now - createdDaysAgo * dayMilliseconds);
  const id = createId("webhookSubscription", new Date(createdAt));
  const deliveries = planDeliveries(firm, plan, createdAt);
  const health = validateHealth(deliveries.flatMap(({ attempts }) => attempts));
  const isPaused = plan.disabledAt === undefined;
  const stoppedAt = toInstant(plan.disabledAt ?? health.pausedAt);
  const kept = deliveries
    .filter(({ event }) => event.occurredAt < stoppedAt)
    .map((planned) => describeDelivery({ organizationId, subscriptionId: id }, planned, Date.parse(stoppedAt)));
  const attempts = kept.flatMap(({ attempts: made }) => made as Attempt[]);
  const failingSince = isPaused ? toInstant(health.failingSince) : null;
  const described = buildSubscription({
    organizationId,
    id,
    keyId: firm.actor.keyId,
    name: plan.name,
    url: `https://${demoHost}${plan.path}`,
    eventTypes: plan.eventTypes,
    status: isPaused ? "paused" : "disabled",
    statusReason: isPaused ? "failures" : "by_hand",
    statusChangedAt: stoppedAt,
    consecutiveFailures: isPaused
      ? attempts.filter(({ startedAt }) => Date.parse(startedAt) >= health.failingSince).length
      : 0,
    failingSince,
    lastAttemptAt: lastOf(attempts),
    lastSuccessAt: lastOf(attempts.filter(({ outcome }) => outcome === "succeeded")),
    createdBy: { type: "member", id: manager.id, name: `${manager.firstName} ${manager.lastName}` },
    revision: 2,
    createdAt,
    updatedAt: stoppedAt,
  });
  const { WebhookSubscription: subscription } = add({
    WebhookSubscription: described,
    WebhookSecret: encryptSecret({ organizationId, subscriptionId: id, createdAt }, installationKeys),
    WebhookDelivery: kept,
    AuditEntry: auditSubscription(firm, manager, {
      entityId: id,
      action: "webhookSubscriptions.create",
      occurredAt: createdAt,
    }),
  });
  if (isPaused) {
    notifyManagers(firm, subscription);
    insertPause(firm, subscription, manager);
  } else
    add({
      AuditEntry: auditSubscription(firm, manager, {
        entityId: id,
        action: "webhookSubscriptions.disable",
        occurredAt: stoppedAt,
        changes: { status: { from: "active", to: "disabled" }, statusReason: { from: null, to: "by_hand" } },
      }),
    });
}

/** Inserts the event of a pause where it belongs in time, and numbers the later events and their deliveries anew. */
function insertPause(firm: Firm, row: Row<"WebhookSubscription">, manager: Row<"Member">): void {
  const { organizationId, rows, add, actor } = firm;
  const secrets = rows.WebhookSecret.filter(({ subscriptionId }) => subscriptionId === row.id);
  const payload = WebhookSubscription.parse({ ...row, keyName: actor.name, obstacle: null, secrets });
  const { id, keyId, statusChangedAt, statusReason } = row;
  const correlationId = randomUUID();
  const changes = { status: { from: "active", to: "paused" }, statusReason: { from: null, to: statusReason } };
  const system = {
    actorType: "system",
    actorId: "system",
    actorName: "Caseport",
    requestId: correlationId,
    address: null,
  };
  const sent = { entityId: id, action: "webhookDeliveries.send", occurredAt: statusChangedAt, changes };
  add({ AuditEntry: { ...auditSubscription(firm, manager, sent), ...system } });
  const event: Row<"Event"> = {
    organizationId,
    number: 0,
    id: createId("event", new Date(statusChangedAt)),
    entity: "webhook_subscription",
    entityId: id,
    eventType: "webhook_subscription.paused",
    occurredAt: statusChangedAt,
    actor: { id: "system", type: "system", name: "Caseport" },
    payload,
    diff: changes,
    relatedIds: [
      { entity: "webhook_subscription", id },
      { entity: "integration_key", id: keyId },
    ],
    correlationId,
    metadata: { source: "system", credentialId: null, onBehalfOfAttorneyId: null, apiVersion: interfaceVersion },
  };
  const place = rows.Event.findIndex(({ occurredAt }) => occurredAt > statusChangedAt);
  rows.Event.splice(place === -1 ? rows.Event.length : place, 0, event);
  const numbers = new Map(rows.Event.map(({ id: eventId }, index) => [eventId, index + 1]));
  for (const each of rows.Event) each.number = numbers.get(each.id) ?? 0;
  for (const delivery of rows.WebhookDelivery) delivery.eventNumber = numbers.get(delivery.eventId) ?? 0;
  for (const counter of rows.EventCounter) counter.last = rows.Event.length;
}

interface PlannedDelivery {
  event: Row<"Event">;
  /** As they went, or would have gone on. */
  attempts: Attempt[];
}

/** The events that the subscription wants, from its creation on, with the attempts to deliver each. */
function planDeliveries(
  { rows, random }: Firm,
  { eventTypes, failsFrom = Infinity }: Plan,
  createdAt: string,
): PlannedDelivery[] {
  return rows.Event.filter(({ eventType, occurredAt }) => eventTypes.includes(eventType) && occurredAt > createdAt).map(
    (event) => ({
      event,
      attempts: planAttempts(random, event, failsFrom),
    }),
  );
}

const failures = [
  {
    outcome: "answered",
    statusCode: 503,
    answer: "<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>",
  },
  { outcome: "answered", statusCode: 500, answer: '{"error":"internal server error"}' },
  { outcome: "timed_out", statusCode: null, answer: null },
  { outcome: "connection_failed", statusCode: null, answer: null },
] as const;

function planAttempts(random: Random, { occurredAt }: Row<"Event">, failsFrom: number): Attempt[] {
  const attempts: Attempt[] = [];
  let at = Date.parse(occurredAt) + random.integer(40, 400);
  for (const [index, delaySeconds] of attemptDelaySeconds.entries()) {
    at += Math.round(delaySeconds * 1_000 * (0.8 + 0.4 * random.fraction()));
    // Also while all is well, a receiver is sometimes restarted.
    const failed = at >= failsFrom || (index === 0 && random.chance(0.15));
    const result = failed ? random.pick(failures) : ({ outcome: "succeeded", statusCode: 204, answer: "" } as const);
    const durationMilliseconds =
      result.outcome === "timed_out" ? attemptSeconds * 1_000 + random.integer(1, 9) : random.integer(38, 620);
    attempts.push({ number: index + 1, round: 1, startedAt: toInstant(at), durationMilliseconds, ...result });
    if (!failed) break;
  }
  return attempts;
}

/** Since when nothing but failures came, and when that had gone on for too long. */
function validateHealth(attempts: readonly Attempt[]): { failingSince: number; pausedAt: number } {
  const lastSuccess = Math.max(
    ...attempts.filter(({ outcome }) => outcome === "succeeded").map(({ startedAt }) => Date.parse(startedAt)),
  );
  const failing = attempts.map(({ startedAt }) => Date.parse(startedAt)).filter((at) => at > lastSuccess);
  const failingSince = Math.min(...failing);
  return {
    failingSince,
    pausedAt: Math.min(...failing.filter((at) => at >= failingSince + failingHoursAtMost * hourMilliseconds)),
  };
}

function describeDelivery(
  { organizationId, subscriptionId }: { organizationId: string; subscriptionId: string },
  { event, attempts }: PlannedDelivery,
  stoppedAt: number,
): Values<"WebhookDelivery"> {
  const made = attempts.filter(({ startedAt }) => Date.parse(startedAt) <= stoppedAt);
  const last = made.at(-1);
  const next = attempts[made.length];
  // What would have been tried next was canceled when its time came.
  const isCancelled = next !== undefined || last === undefined;
  const ended = last?.outcome === "succeeded" ? "succeeded" : "failed";
  const finishedAt =
    next?.startedAt ?? toInstant(Date.parse(last?.startedAt ?? event.occurredAt) + (last?.durationMilliseconds ?? 0));
  return buildDelivery({
    organizationId,
    id: `dlv_${event.id.slice(4)}${subscriptionId.slice(4)}`,
    subscriptionId,
    eventId: event.id,
    eventNumber: event.number,
    eventType: event.eventType,
    status: isCancelled ? "cancelled" : ended,
    cancelReason: isCancelled ? "subscription_not_active" : null,
    roundAttempts: made.length,
    attemptCount: made.length,
    attempts: made,
    nextAttemptAt: null,
    createdAt: event.occurredAt,
    finishedAt,
  });
}

function encryptSecret(
  { organizationId, subscriptionId, createdAt }: { organizationId: string; subscriptionId: string; createdAt: string },
  installationKeys: InstallationKeys,
): Values<"WebhookSecret"> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const id = createId("webhookSecret", new Date(createdAt));
  const encrypted = installationKeys.encrypt(placeOfSecret(organizationId, subscriptionId, id), secret);
  return { organizationId, id, subscriptionId, prefix: secret.slice(0, 12), sealed: encrypted, createdAt };
}

/** The notice of the pause, to every member who manages keys. */
function notifyManagers({ organizationId, rows, add, actor }: Firm, paused: Row<"WebhookSubscription">): void {
  const { id: subscriptionId, name: subscriptionName, statusChangedAt: createdAt, failingSince } = paused;
  const managers = rows.Member.filter(
    ({ status, role, permissions }) =>
      status === "active" && listPermissions(role, permissions).has("integrations:manage"),
  );
  add({
    Notification: managers.map(({ id: memberId }) => ({
      organizationId,
      id: createId("notification", new Date(createdAt)),
      memberId,
      kind: "webhook_subscription.paused",
      parameters: { subscriptionId, subscriptionName, keyName: actor.name, failingSince },
      keyId: actor.keyId,
      createdAt,
    })),
  });
}

type Audited = Pick<Values<"AuditEntry">, "action" | "changes"> & { entityId: string; occurredAt: string };

/** An entry about a subscription that the manager acted on. */
function auditSubscription(
  { organizationId, actor }: Firm,
  manager: Row<"Member">,
  audited: Audited,
): Values<"AuditEntry"> {
  return {
    organizationId,
    id: createId("auditEntry", new Date(audited.occurredAt)),
    actorType: "member",
    actorId: manager.id,
    actorName: `${manager.firstName} ${manager.lastName}`,
    entity: "webhook_subscription",
    relatedIds: [
      { entity: "webhook_subscription", id: audited.entityId },
      { entity: "integration_key", id: actor.keyId },
    ],
    requestId: randomUUID(),
    address: "198.51.100.17",
    ...audited,
  };
}

function lastOf(attempts: readonly Attempt[]): string | null {
  return (
    attempts
      .map(({ startedAt }) => startedAt)
      .toSorted()
      .at(-1) ?? null
  );
}
