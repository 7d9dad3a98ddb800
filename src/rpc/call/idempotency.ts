import { sql } from "kysely";
import { AppError } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import { canonicalJson, fingerprint } from "../../platform/crypto/digest.ts";
import { decryptResponse, encryptResponse, type ResponseKey } from "../../platform/crypto/stored-response.ts";
import { hasLock, type Transaction } from "../../platform/database/database.ts";
import { isOneOf, selectRows } from "../../platform/database/records.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../context.ts";
import { encodeReadingRights } from "../reading-rights.ts";
import type { WorkResult } from "../unit-of-work.ts";
import { limitStored, type Success, type ValidCall } from "./call-procedure.ts";

/** A success; for a replay also the original request's ID and the expiry. */
export interface IdempotentResult {
  success: Success;
  replayed: { requestId: string; expiresAt: string } | null;
}

/** A mutation whose response is stored under its idempotency key. */
export interface IdempotentRequest extends ValidCall {
  /** Method, concrete path and If-Match as sent: parts of the fingerprint. */
  target: readonly string[];
  /** Encrypts the stored response; null where the response holds no secret. */
  responseKey: ResponseKey | null;
  hoursKept: number;
  /** Where it has been read already, behind the lock: see {@link findStoredResponses}. */
  stored?: StoredRow | null | undefined;
}

export type StoredRow = Row<"IdempotencyRecord">;

/**
 * Runs the operation once per idempotency key: stored response or work, and the response to store, all in the caller's
 * transaction, which has tried to lock the key. A crash at any point leaves everything or nothing. Nothing is stored
 * for a request that is rejected: its transaction rolls back.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_CONFLICT, and the operation's rejections
 */
export async function runIdempotently(
  request: IdempotentRequest,
  context: Context,
  work: (context: Context) => Promise<Success>,
): Promise<WorkResult<IdempotentResult>> {
  const { principal, input, target, responseKey, hoursKept } = request;
  const { transaction, installationKeys } = context;
  const idempotencyKey = input.idempotencyKey ?? "";
  const digest = fingerprint([
    ...target,
    JSON.stringify(input.query),
    input.body === undefined ? "" : canonicalJson(input.body),
  ]);
  // Sent after the lock, and so a statement that sees what the last holder committed.
  const stored =
    request.stored === undefined
      ? await findStored(transaction, principal.organizationId, principal.keyId, idempotencyKey)
      : (request.stored ?? undefined);
  if (!(await hasLock(transaction)))
    throw new AppError("IDEMPOTENCY_IN_PROGRESS", messages.idempotencyInProgress, { headers: { "Retry-After": "1" } });
  if (stored !== undefined)
    return {
      result: replay(request, stored, installationKeys.hasDigest(digest, stored.fingerprint)),
      mustRecord: false,
    };
  const success = await work(context);
  const body =
    responseKey === null ? success.body : encryptResponse(responseKey, associatedDataOf(request), success.body);
  return {
    result: { success, replayed: null },
    mustRecord: true,
    storedResponse: {
      keyId: principal.keyId,
      idempotencyKey,
      fingerprint: installationKeys.digest(digest),
      ...success,
      body,
      readingRights: encodeReadingRights(principal),
      hoursKept,
    },
  };
}

/**
 * The number of the advisory lock of a call's idempotency key. Nobody waits for it: waiting duplicates would hold
 * connections that others need (460 ms against 8 ms when measured).
 */
export function numberOfLock(keyId: string, idempotencyKey: string | null | undefined): bigint {
  return fingerprint([keyId, idempotencyKey ?? ""]).readBigInt64BE(0);
}

/** The stored responses of several idempotency keys of a key, by these: of a transaction that holds their locks. */
export async function findStoredResponses(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  keyId: string,
  idempotencyKeys: readonly string[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = await selectRows({ organizationId, transaction }, "IdempotencyRecord")
    .selectAll()
    .where("keyId", "=", keyId)
    .where(isOneOf("idempotencyKey", idempotencyKeys))
    .where("expiresAt", ">", sql<string>`now()`)
    .execute();
  return new Map(rows.map((row) => [row.idempotencyKey, row]));
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

function replay(call: IdempotentRequest, stored: StoredRow, isSameRequest: boolean): IdempotentResult {
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
function associatedDataOf({ principal, input }: ValidCall): string {
  return JSON.stringify([principal.keyId, input.idempotencyKey]);
}
