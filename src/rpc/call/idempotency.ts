import { sql } from "kysely";
import { AppError } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import { canonicalJson, fingerprint, fingerprintInTurns } from "../../platform/crypto/digest.ts";
import type { InstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { decryptResponse, encryptResponse, type ResponseKey } from "../../platform/crypto/stored-response.ts";
import { tryAdvisoryLocks } from "../../platform/database/advisory-locks.ts";
import { readCode } from "../../platform/database/database-errors.ts";
import { isOneOf, selectRows } from "../../platform/database/records.ts";
import { compileOnce } from "../../platform/database/statements/compile-once.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { StoredResponse } from "../../platform/database/transaction-records.ts";
import type { Context } from "../context.ts";
import { encodeReadingRights } from "../reading-rights.ts";
import { settleInOrder } from "../settle-in-order.ts";
import { runInTransaction, type UnitOfWork } from "../unit-of-work.ts";
import { limitStored, type Success, type ValidCall } from "./call-procedure.ts";

/** A success, and when the response stored under the idempotency key expires. */
export interface IdempotentResult {
  success: Success;
  storedUntil: string | null;
  /** The ID of the first request, if this one repeated it and got its stored response. */
  originalRequestId: string | null;
}

/** A mutation whose response is stored under its idempotency key. */
export interface IdempotentRequest extends ValidCall {
  /** Method, concrete path and If-Match as sent: parts of the fingerprint. */
  target: readonly string[];
  installationKeys: InstallationKeys;
  /** Encrypts the stored response; null where the response holds no secret. */
  responseKey: ResponseKey | null;
  hoursKept: number;
  /** Where it has been made already, in a transaction of several: see {@link claimIdempotencyKeys}. */
  claim?: Claim | undefined;
}

export type StoredRow = Row<"IdempotencyRecord">;

/** What trying to get an idempotency key gave, until the end of the transaction. */
export interface Claim {
  /** False while another transaction has it. */
  isHeld: boolean;
  stored: StoredRow | null;
}

/** SQLSTATEs of claim_idempotency_key. */
const keyIsHeld = "IK001";
const responseIsStored = "IK002";

/**
 * Runs the operation once per idempotency key. Claim, work and the response to store are one transaction: a crash at
 * any point leaves everything or nothing. Nothing is stored for a request that is rejected, because its transaction
 * rolls back.
 *
 * The claim travels with the work's first statements, and fails where the work must not run: then PostgreSQL executes
 * none of these, and the stored response is read in a second transaction.
 *
 * @param work as of `runInTransaction`
 * @throws IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_CONFLICT, and the operation's rejections
 */
export async function runOnce(
  unit: UnitOfWork,
  request: IdempotentRequest,
  work: (context: Context) => Promise<Success>,
): Promise<IdempotentResult> {
  const { principal, claim } = request;
  const idempotencyKey = request.input.idempotencyKey ?? "";
  const key = { organizationId: principal.organizationId, keyId: principal.keyId, idempotencyKey };
  const digest = await digestRequest(request);
  if (claim?.isHeld === false) throw describeInProgress();
  if (claim !== undefined && claim.stored !== null) return replay(request, digest, claim.stored);
  try {
    const { result: success, storedUntil } = await runInTransaction(
      { ...unit, guard: claim === undefined ? claimIdempotencyKey(key) : undefined },
      async (context) => {
        const result = await work(context);
        return { result, mustRecord: true, storedResponse: describeStored(request, digest, result) };
      },
    );
    return { success, storedUntil, originalRequestId: null };
  } catch (error) {
    const code = readCode(error);
    if (code === keyIsHeld) throw describeInProgress();
    if (code !== responseIsStored) throw error;
  }
  const [stored] = await readStored(unit, key);
  // Without one it has expired meanwhile.
  return stored === undefined ? runOnce(unit, request, work) : replay(request, digest, stored);
}

/** The stored response of the key, at most one, read in a transaction of its own. */
function readStored(
  { database, precondition }: UnitOfWork,
  { organizationId, keyId, idempotencyKey }: OwnedKey,
): Promise<StoredRow[]> {
  return database.withTenantReads(
    organizationId,
    (transaction) => findStoredResponses({ organizationId, transaction }, keyId, [idempotencyKey]),
    { pace: "quick", precondition },
  );
}

function describeInProgress(): AppError {
  return new AppError("IDEMPOTENCY_IN_PROGRESS", messages.idempotencyInProgress, { headers: { "Retry-After": "1" } });
}

function digestRequest({ target, input, declaration }: IdempotentRequest): Buffer | Promise<Buffer> {
  const parts = [...target, JSON.stringify(input.query)];
  if (declaration.meta.manyItems !== undefined) return fingerprintInTurns(parts, input.body);
  return fingerprint([...parts, input.body === undefined ? "" : canonicalJson(input.body)]);
}

function describeStored(request: IdempotentRequest, digest: Buffer, success: Success): StoredResponse {
  const { principal, input, responseKey, installationKeys, hoursKept } = request;
  const body =
    responseKey === null ? success.body : encryptResponse(responseKey, associatedDataOf(request), success.body);
  return {
    keyId: principal.keyId,
    idempotencyKey: input.idempotencyKey ?? "",
    fingerprint: installationKeys.digest(digest),
    ...success,
    body,
    readingRights: encodeReadingRights(principal),
    hoursKept,
  };
}

/**
 * The number of the advisory lock of a call's idempotency key. Nobody waits for it: waiting duplicates would hold
 * connections that others need (460 ms against 8 ms when measured).
 */
export function numberOfLock(keyId: string, idempotencyKey: string): bigint {
  return fingerprint([keyId, idempotencyKey]).readBigInt64BE(0);
}

interface OwnedKey {
  organizationId: string;
  keyId: string;
  idempotencyKey: string;
}

const composeClaim = compileOnce<OwnedKey & { lock: string }, unknown>(
  ({ organizationId, keyId, idempotencyKey, lock }, compiler) =>
    sql`SELECT claim_idempotency_key(${organizationId}, ${keyId}, ${idempotencyKey}, ${lock})`.compile(compiler),
);

/** The statement that fails with {@link keyIsHeld} or {@link responseIsStored}. */
const claimIdempotencyKey = (key: OwnedKey) =>
  composeClaim({ ...key, lock: String(numberOfLock(key.keyId, key.idempotencyKey)) });

type Place = Pick<Context, "organizationId" | "transaction">;

/** Claims several idempotency keys of a key, in the transaction of all their calls. @returns the claims, by these */
export async function claimIdempotencyKeys(
  place: Place,
  keyId: string,
  idempotencyKeys: readonly string[],
): Promise<ReadonlyMap<string, Claim>> {
  const numbers = idempotencyKeys.map((key) => numberOfLock(keyId, key));
  // The second is sent after the first, and so sees what the last holders committed.
  const [held, rows] = await settleInOrder(
    tryAdvisoryLocks(place.transaction, numbers),
    findStoredResponses(place, keyId, idempotencyKeys),
  );
  const stored = new Map(rows.map((row) => [row.idempotencyKey, row]));
  return new Map(
    idempotencyKeys.map((key, index) => [
      key,
      { isHeld: held.get(numbers[index] ?? 0n) === true, stored: stored.get(key) ?? null },
    ]),
  );
}

function findStoredResponses(place: Place, keyId: string, idempotencyKeys: readonly string[]): Promise<StoredRow[]> {
  return selectRows(place, "IdempotencyRecord")
    .selectAll()
    .where("keyId", "=", keyId)
    .where(isOneOf("idempotencyKey", idempotencyKeys))
    .where("expiresAt", ">", sql<string>`now()`)
    .execute();
}

/** @throws IDEMPOTENCY_CONFLICT if the stored response is that of another request, or cannot be decrypted */
function replay(call: IdempotentRequest, digest: Buffer, stored: StoredRow): IdempotentResult {
  if (!call.installationKeys.hasDigest(digest, stored.fingerprint))
    throw new AppError("IDEMPOTENCY_CONFLICT", messages.idempotencyConflict, { originalRequestId: stored.requestId });
  const { status, etag, location, expiresAt, requestId, readingRights } = stored;
  const body =
    call.responseKey === null ? stored.body : decryptResponse(call.responseKey, associatedDataOf(call), stored.body);
  if (body === null)
    throw new AppError("IDEMPOTENCY_CONFLICT", messages.encryptedForAnotherSecret, {
      errorReason: "secret_not_replayable",
      originalRequestId: requestId,
    });
  return {
    success: { status, body: limitStored(call, body, readingRights), etag, location },
    storedUntil: expiresAt,
    originalRequestId: requestId,
  };
}

/** Binds an encrypted response to its key ID and idempotency key. */
function associatedDataOf({ principal, input }: ValidCall): string {
  return JSON.stringify([principal.keyId, input.idempotencyKey]);
}
