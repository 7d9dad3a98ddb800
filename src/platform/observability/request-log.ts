import type { Pool } from "pg";
import { durationBounds } from "../../contract/portal/usage.ts";
import type { ErrorReason } from "../../contract/errors/error-reasons.ts";
import type { IdempotencyOutcome, RejectionCheck, RequestSource } from "../../contract/portal/request-log.ts";
import { classifyFailure } from "../database/database-errors.ts";
import { createId } from "../database/ids.ts";
import type { Logger } from "./logger.ts";
import { countLosses, type Loss, type LossCounter, type RequestOwner } from "./request-log-losses.ts";

export type { RequestOwner } from "./request-log-losses.ts";

/** Rows in the buffer at most; what does not fit is counted. Some 4 MB. */
const bufferBound = 10_000;
/** The part of these for rows of which only a digest is known: a flood of forged keys must not displace the others. */
const unresolvedBound = 5_000;
const flushMilliseconds = 1_000;
/** Rows in one statement, and how many in the buffer start one before the second is over. */
export const batchSize = 500;
/** The attempts of a batch that an available database rejects. */
const maxRejections = 3;

/** A request and its response. Only metadata: no path, no query, no body, no header but the request id. */
export interface RequestNote {
  owner: RequestOwner;
  /** Milliseconds since 1970, at arrival. */
  occurredAt: number;
  requestId: string;
  method: string;
  /** The operation's path template; null where the path named none. */
  route: string | null;
  operation: string | null;
  status: number;
  code: string | null;
  rejectedBy: RejectionCheck | null;
  reason: ErrorReason | null;
  /** Where the input was invalid: declared paths, never a value. */
  faultPaths: readonly string[];
  scope: string | null;
  idempotency: IdempotencyOutcome | null;
  /** Of a replay or a conflict: the request that used the idempotency key first. */
  originalRequestId: string | null;
  /** The lower allowance per minute and what was left of it. */
  rateLimit: number | null;
  rateRemaining: number | null;
  durationMicros: number;
  address: string;
  source: RequestSource;
}

/** The log of API requests, buffered in memory and written in batches. A crash loses the last second. */
export interface RequestLog {
  note(request: RequestNote): void;
  /** Writes the buffer; rows stay in it if the database is unavailable. */
  flush(): Promise<void>;
  /** Requests that were not logged, since the start. */
  countLost(): number;
  /** Writes the buffer once more and stops. */
  close(): Promise<void>;
}

/** The rows of one statement. Their IDs are created once, so that a statement of unknown outcome can be repeated. */
interface Batch {
  rows: readonly RequestNote[];
  rowsJson: string;
  gapsJson: string;
  gaps: readonly Loss[];
  rejections: number;
}

interface State {
  waiting: RequestNote[];
  /** How many of the waiting are known by a digest alone. */
  unresolved: number;
  /** Taken from the buffer and not yet known to be written. */
  batch: Batch | null;
  losses: LossCounter;
  lost: number;
  isAway: boolean;
}

/**
 * @param pool for the statements of this log alone; closed with it
 * @param writeBefore writes what is to be seen no later than the entries; does not reject
 */
export function createRequestLog(
  pool: Pool,
  logger: Logger,
  writeBefore: () => Promise<void> = () => Promise.resolve(),
): RequestLog {
  const state: State = { waiting: [], unresolved: 0, batch: null, losses: countLosses(), lost: 0, isAway: false };
  let writing: Promise<void> = Promise.resolve();
  let isScheduled = false;
  // One statement at a time: another flush begins when the one before is over.
  const writeNext = (least: number): Promise<void> => {
    isScheduled = true;
    writing = writing.then(async () => {
      isScheduled = false;
      await writeBefore();
      await writeWaiting(pool, logger, state, least);
    });
    return writing;
  };
  const timer = setInterval(() => {
    if (!isScheduled) void writeNext(batchSize);
  }, flushMilliseconds);
  timer.unref();
  return {
    note: (request) => {
      keep(state, request);
      if (state.waiting.length >= batchSize && !isScheduled && !state.isAway) void writeNext(batchSize);
    },
    flush: () => writeNext(1),
    countLost: () => state.lost,
    close: async () => {
      clearInterval(timer);
      await writeNext(1);
      const lost = state.waiting.length + (state.batch?.rows.length ?? 0) + state.losses.total();
      if (lost > 0) logger.warn({ lost }, "the request log closed with requests that could not be written");
      await pool.end();
    },
  };
}

function keep(state: State, request: RequestNote): void {
  const isUnresolved = "digest" in request.owner;
  const held = state.waiting.length + (state.batch?.rows.length ?? 0);
  if (held >= bufferBound || (isUnresolved && state.unresolved >= unresolvedBound)) {
    state.lost += 1;
    return state.losses.count(request.owner, request.occurredAt);
  }
  state.waiting.push(request);
  if (isUnresolved) state.unresolved += 1;
}

/** Writes one batch, and more while at least so many are waiting. Stops at the first that fails; never rejects. */
async function writeWaiting(pool: Pool, logger: Logger, state: State, least: number): Promise<void> {
  do {
    state.batch ??= takeBatch(state);
    if (state.batch === null || !(await writeBatch(pool, logger, state, state.batch))) return;
    state.batch = null;
  } while (state.waiting.length >= least || (least === 1 && state.losses.owners() > 0));
}

function takeBatch(state: State): Batch | null {
  const gaps = state.losses.take(batchSize);
  const rows = state.waiting.splice(0, batchSize);
  if (rows.length + gaps.length === 0) return null;
  for (const { owner } of rows) if ("digest" in owner) state.unresolved -= 1;
  return {
    rows,
    rowsJson: JSON.stringify(rows.map(describeRow)),
    gaps,
    gapsJson: JSON.stringify(gaps.map(describeGap)),
    rejections: 0,
  };
}

/** By its columns: an owner may be a whole principal. */
function describeKey(owner: RequestOwner) {
  if ("digest" in owner) return { digest: owner.digest.toString("hex") };
  const { organizationId, keyId, keyPrefix } = owner;
  return { organizationId, keyId, keyPrefix };
}

/** The column keeps its first name: a migration never renames what servers of the version before read (0067). */
function describeRow({ owner, occurredAt, rejectedBy, ...columns }: RequestNote) {
  const at = new Date(occurredAt);
  return {
    id: createId("loggedRequest", at),
    occurredAt: at,
    ...describeKey(owner),
    ...columns,
    refusedBy: rejectedBy,
  };
}

function describeGap({ owner, fromAt, untilAt, lost }: Loss) {
  const whose = "digest" in owner ? { digest: owner.digest.toString("hex") } : owner;
  return {
    id: createId("requestLogGap", new Date(fromAt)),
    ...whose,
    fromAt: new Date(fromAt),
    untilAt: new Date(untilAt),
    lost,
  };
}

const boundsInMicroseconds = durationBounds.map((milliseconds) => milliseconds * 1_000);

/** @returns whether the batch is done with: written, or given up and counted */
async function writeBatch(pool: Pool, logger: Logger, state: State, batch: Batch): Promise<boolean> {
  try {
    await pool.query({
      name: "record_requests",
      text: "SELECT record_requests($1::jsonb, $2::jsonb, $3::integer[])",
      values: [batch.rowsJson, batch.gapsJson, boundsInMicroseconds],
    });
    state.isAway = false;
    return true;
  } catch (error) {
    if (classifyFailure(error) === "other") batch.rejections += 1;
    if (batch.rejections >= maxRejections) {
      logger.error({ error, lost: batch.rows.length }, "requests could not be logged");
      state.lost += batch.rows.length;
      for (const { owner, occurredAt } of batch.rows) state.losses.count(owner, occurredAt);
      for (const gap of batch.gaps) state.losses.add(gap);
      state.batch = null;
      return false;
    }
    if (!state.isAway) logger.warn({ error }, "requests could not be logged; retrying every second");
    state.isAway = true;
    return false;
  }
}
