import { AppError } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { lockEsignRequestForUpdate } from "../requests/domain.ts";
import { findEsignRequest, type EsignRequestRow } from "../requests/store.ts";

/**
 * Locks a request for what the system does with it, also of an archived case.
 *
 * @returns undefined for one that is gone with its case
 */
export async function lockLiveRequestForUpdate(context: Context, id: string): Promise<EsignRequestRow | undefined> {
  try {
    return await lockEsignRequestForUpdate(context, id, "live");
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

/** The request after what its transaction did to it and its recipients. */
export async function readLocked(context: Context, id: string): Promise<EsignRequestRow> {
  const row = await findEsignRequest(context, id);
  if (row === undefined) throw new Error("a signature request is gone that its transaction locked");
  return row;
}
