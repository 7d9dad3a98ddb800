import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { apiRouter } from "../../src/composition/router.ts";
import { durationBounds } from "../../src/contract/portal/usage.ts";
import { errorStatus, type ErrorCode } from "../../src/contract/errors/error-codes.ts";
import { errorReasons, type ErrorReason } from "../../src/contract/errors/error-reasons.ts";
import { requestDays, type RejectionCheck, type RequestSource } from "../../src/contract/portal/request-log.ts";
import type { Transaction } from "../../src/platform/database/database.ts";
import { batchSize } from "../../src/platform/observability/request-log.ts";
import { createId } from "../../src/platform/database/ids.ts";
import { readDeclarations } from "../../src/rpc/declarations.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import type { Firm } from "./firm.ts";
import { createRandom, dayMilliseconds, toInstant, type Random } from "./random.ts";

/** What the firm's programs did in the last ninety days: lines of the request log, from which the usage counts follow. */

/** How busy a program is on a day, what it requests (by weight), and how it fails. */
interface Habit {
  keyName: string;
  perDay: number;
  operations: Readonly<Record<string, number>>;
  /** Of a hundred requests, how many are rejected, by reason and code. */
  rejections: readonly (readonly [percent: number, reason: ErrorReason, code: ErrorCode])[];
  address: string;
  /** Some of its requests are tool calls of an assistant. */
  hasAssistant?: true;
}

const lostRecord = [2, "not_found", "NOT_FOUND"] as const;
const badInput = [2, "invalid_input", "VALIDATION_FAILED"] as const;

const habits: readonly Habit[] = [
  {
    keyName: "Records and documents sync",
    perDay: 90,
    operations: {
      "documentEvents.list": 40,
      "retrievalRequests.get": 25,
      "cases.folders.create": 10,
      "medicalFacilities.update": 8,
      "cases.get": 17,
    },
    rejections: [lostRecord, badInput, [1, "stale_revision", "STALE_REVISION"], [1, "rate_limited", "RATE_LIMITED"]],
    address: "198.51.100.24",
  },
  {
    keyName: "Reporting warehouse",
    perDay: 45,
    operations: { "cases.get": 80, "documentEvents.list": 20 },
    rejections: [lostRecord, [3, "rate_limited", "RATE_LIMITED"]],
    address: "203.0.113.77",
    hasAssistant: true,
  },
  {
    keyName: "Website intake",
    perDay: 25,
    operations: { "cases.surveyDetails.set": 70, "clients.update": 25, "cases.folders.create": 5 },
    rejections: [badInput, [2, "missing_scope", "FORBIDDEN"]],
    address: "192.0.2.140",
  },
  {
    keyName: "Voss demand letters",
    perDay: 6,
    operations: { "cases.folders.create": 60, "cases.get": 40 },
    rejections: [[55, "acting_attorney_deactivated", "INTEGRATION_NOT_CONFIGURED"]],
    address: "192.0.2.31",
  },
];

interface RequestRow {
  id: string;
  occurredAt: string;
  organizationId: string;
  keyId: string;
  keyPrefix: string;
  requestId: string;
  method: string;
  route: string;
  operation: string;
  status: number;
  code: ErrorCode | null;
  rejectedBy: RejectionCheck | null;
  reason: ErrorReason | null;
  faultPaths: readonly string[];
  scope: string | null;
  idempotency: "fresh" | "replayed" | null;
  rateLimit: number;
  rateRemaining: number;
  durationMicros: number;
  address: string;
  source: RequestSource;
}

/** As many days as usage is shown for; before the days of the request log there were fewer requests. */
const daysShown = 90;
const earlierShare = 0.08;

/** The last 24 hours, and those of a week before: a page compares them, also on a Sunday night. */
const comparedDays: ReadonlySet<number> = new Set([0, 7]);

/** The requests of a firm's keys by their habits, oldest first. A firm whose keys have other names has none. */
export function buildRequests({ definition, organizationId, rows }: Firm): RequestRow[] {
  // Until this moment and not until the end of the firm's day, so that the last 24 hours have requests.
  const now = Date.now();
  // Another source of choices: the other records stay the same.
  const random = createRandom(definition.seed + 7);
  const requests = habits.flatMap((habit) => {
    const key = rows.IntegrationKey.find(({ name }) => name === habit.keyName);
    const secret = rows.IntegrationKeySecret.find(({ keyId }) => keyId === key?.id);
    if (key === undefined || secret === undefined) return [];
    const owner = { organizationId, keyId: key.id, keyPrefix: secret.prefix };
    const made = Array.from({ length: daysShown }, (_, daysAgo) => daysAgo).flatMap((daysAgo) => {
      const day = now - (daysAgo + 1) * dayMilliseconds;
      const count = Math.round(countRequests(habit, day, random) * (daysAgo < requestDays ? 1 : earlierShare));
      return Date.parse(key.createdAt) > day
        ? []
        : [
            ...Array.from({ length: count }, () => buildRequest(habit, day, random)),
            ...(comparedDays.has(daysAgo) ? [buildRequest(habit, day, random, day + dayMilliseconds / 2)] : []),
          ].map((request) => ({ ...owner, ...request }));
    });
    return [...buildFirstUse(habit, key, now, random).map((request) => ({ ...owner, ...request })), ...made];
  });
  return requests.toSorted((left, right) => (left.occurredAt < right.occurredAt ? -1 : 1));
}

/** A request a hundred days ago of a key that is older: since then it is known which scopes it uses. */
function buildFirstUse(habit: Habit, { createdAt }: Row<"IntegrationKey">, now: number, random: Random) {
  const day = now - 100 * dayMilliseconds;
  return Date.parse(createdAt) < day ? [buildRequest(habit, day, random)] : [];
}

/** A third as many at weekends, and otherwise now more, now less. */
function countRequests({ perDay }: Habit, day: number, random: Random): number {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  return Math.round(perDay * (isWeekend ? 0.3 : 1) * (0.7 + random.fraction() * 0.6));
}

const declarations = new Map(readDeclarations(apiRouter).map((declaration) => [declaration.name, declaration]));

function buildRequest(
  habit: Habit,
  day: number,
  random: Random,
  at = pickMoment(day, random),
): Omit<RequestRow, "organizationId" | "keyId" | "keyPrefix"> {
  const operation = pickByWeight(habit.operations, random);
  const declaration = declarations.get(operation);
  if (declaration === undefined) throw new Error(`the demo data names an unknown operation ${operation}`);
  const { meta, kind } = declaration;
  const rejection = pickRejection(habit, random);
  const isMutation = kind === "mutation";
  const rateLimit = meta.tier === "read" ? 600 : 120;
  return {
    id: createId("loggedRequest", new Date(at)),
    occurredAt: toInstant(at),
    requestId: `req_${randomUUID()}`,
    method: meta.method,
    route: meta.path,
    operation,
    ...describeResult(rejection, meta.created === undefined ? 200 : 201, isMutation),
    scope: meta.scope,
    idempotency: isMutation && rejection === null ? pickIdempotency(random) : null,
    rateLimit,
    rateRemaining: rejection?.[1] === "rate_limited" ? 0 : rateLimit - 1 - (at % 19),
    // Most responses take some milliseconds, a few much longer.
    durationMicros: Math.round(
      (isMutation ? 6_000 : 2_500) * (0.5 + random.fraction()) * (random.chance(0.04) ? 8 : 1),
    ),
    address: habit.address,
    source: habit.hasAssistant === true && at % 5 === 0 ? "mcp" : "api",
  };
}

const pickIdempotency = (random: Random) => (random.chance(0.03) ? "replayed" : "fresh");

/** Mostly in office hours, of a firm in the east. */
function pickMoment(day: number, random: Random): number {
  const draw = () => Math.floor(day + random.fraction() * dayMilliseconds);
  const first = draw();
  const hour = new Date(first).getUTCHours();
  return (hour >= 13 && hour < 23) || random.chance(0.3) ? first : draw();
}

function describeResult(
  rejection: Habit["rejections"][number] | null,
  status: number,
  isMutation: boolean,
): Pick<RequestRow, "status" | "code" | "rejectedBy" | "reason" | "faultPaths"> {
  if (rejection === null) return { status, code: null, rejectedBy: null, reason: null, faultPaths: [] };
  const [, reason, code] = rejection;
  const invalidPaths = isMutation ? ["externalId", "(unknown property)"] : ["(unknown property)"];
  const faultPaths = reason === "invalid_input" ? invalidPaths : [];
  return { status: errorStatus[code], code, rejectedBy: errorReasons[reason].check, reason, faultPaths };
}

function pickByWeight(weights: Readonly<Record<string, number>>, random: Random): string {
  const entries = Object.entries(weights);
  let left = random.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0) return name;
  }
  return entries[0]?.[0] ?? "";
}

function pickRejection({ rejections }: Habit, random: Random): Habit["rejections"][number] | null {
  let left = random.fraction() * 100;
  for (const rejection of rejections) {
    left -= rejection[0];
    if (left < 0) return rejection;
  }
  return null;
}

/**
 * Writes the lines, oldest first, in the batches in which the server does: the counts, and the keys' last use, follow
 * from them.
 */
export async function insertRequests(transaction: Transaction, requests: readonly RequestRow[]): Promise<void> {
  const bounds = durationBounds.map((milliseconds) => milliseconds * 1_000);
  for (let from = 0; from < requests.length; from += batchSize) {
    const rows = JSON.stringify(
      requests.slice(from, from + batchSize).map(({ rejectedBy, ...row }) => ({ ...row, refusedBy: rejectedBy })),
    );
    await sql`SELECT record_requests(${rows}::jsonb, '[]'::jsonb, ${bounds}::integer[])`.execute(transaction);
  }
  const last = new Map(requests.map((request) => [request.keyPrefix, request]));
  const uses = [...last.values()].map(({ organizationId, keyId, keyPrefix, occurredAt, address, method, route }) => ({
    organizationId,
    keyId,
    prefix: keyPrefix,
    at: occurredAt,
    address,
    route: `${method} ${route}`,
  }));
  await sql`SELECT record_key_uses(${JSON.stringify(uses)}::jsonb)`.execute(transaction);
}
