import { sql } from "kysely";
import { AppError } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import { canonicalJson, fingerprint } from "../../platform/crypto/digest.ts";
import { decryptResponse, encryptResponse } from "../../platform/crypto/stored-response.ts";
import { hasLock, type Transaction } from "../../platform/database/database.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../context.ts";
import { listReadingRights } from "../principal.ts";
import type { WorkResult } from "../unit-of-work.ts";
import { callProcedure, limitStored, type Call, type Success } from "./call-procedure.ts";

/** A success; for a replay also the original request's ID and the expiry. */
export interface IdempotentResult {
  success: Success;
  replayed: { requestId: string; expiresAt: string } | null;
}

/**
 * Runs the operation once per idempotency key: stored response or work, and the response to store, all in the caller's
 * transaction, which has tried to lock the key. A crash at any point leaves everything or nothing. Nothing is stored
 * for a request that is rejected: its transaction rolls back.
 *
 * @param target method, concrete path and If-Match as sent: parts of the fingerprint
 * @throws IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_CONFLICT, and the operation's rejections
 */
export async function runIdempotently(
  call: Call,
  context: Context,
  target: readonly string[],
  hoursKept: number,
): Promise<WorkResult<IdempotentResult>> {
  const { principal, input } = call;
  const { transaction } = context;
  const idempotencyKey = input.idempotencyKey ?? "";
  const parts = [...target, JSON.stringify(input.query), input.body === undefined ? "" : canonicalJson(input.body)];
  const request = fingerprint(parts);
  // Sent after the lock, and so a statement that sees what the last holder committed.
  const stored = await findStored(transaction, principal.organizationId, principal.keyId, idempotencyKey);
  if (!(await hasLock(transaction)))
    throw new AppError("IDEMPOTENCY_IN_PROGRESS", messages.idempotencyInProgress, { headers: { "Retry-After": "1" } });
  if (stored !== undefined)
    return {
      result: replay(call, stored, context.installationKeys.hasDigest(request, stored.fingerprint)),
      mustRecord: false,
    };
  const success = await callProcedure(call, context);
  const body =
    call.responseKey === null ? success.body : encryptResponse(call.responseKey, associatedDataOf(call), success.body);
  return {
    result: { success, replayed: null },
    mustRecord: true,
    storedResponse: {
      keyId: principal.keyId,
      idempotencyKey,
      fingerprint: context.installationKeys.digest(request),
      ...success,
      body,
      readingRights: listReadingRights(principal),
      hoursKept,
    },
  };
}

/**
 * The number of the advisory lock of a call's idempotency key. Nobody waits for it: waiting duplicates would hold
 * connections that others need (460 ms against 8 ms when measured).
 */
export function lockNumber({ principal, input }: Call): bigint {
  return fingerprint([principal.keyId, input.idempotencyKey ?? ""]).readBigInt64BE(0);
}

function findStored(transaction: Transaction, organizationId: string, keyId: string, idempotencyKey: string) {
  return transaction
    .selectFrom("IdempotencyRecord")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("keyId", "=", keyId)
    .where("idempotencyKey", "=", idempotencyKey)
    .where("expiresAt", ">", sql<string>`now()`)
    .executeTakeFirst();
}

function replay(call: Call, stored: Row<"IdempotencyRecord">, isSameRequest: boolean): IdempotentResult {
  if (!isSameRequest)
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
    replayed: { requestId, expiresAt },
  };
}

/** Binds an encrypted response to its key ID and idempotency key. */
function associatedDataOf({ principal, input }: Call): string {
  return JSON.stringify([principal.keyId, input.idempotencyKey]);
}
