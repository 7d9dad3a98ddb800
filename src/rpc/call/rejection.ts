import {
  AppError,
  forbiddenMessage,
  internalErrorMessage,
  storageFull,
  unavailable,
} from "../../contract/errors/error-codes.ts";
import { classifyFailure } from "../../platform/database/database-errors.ts";
import { isStorageFull } from "../../platform/storage/full-storage.ts";
import type { Logger } from "../../platform/observability/logger.ts";

/**
 * The rejection that an error becomes. One that is not an AppError is logged and becomes a 5xx.
 *
 * @param fields of its line in the log
 */
export function toRejection(logger: Logger, fields: Readonly<Record<string, unknown>>, error: unknown): AppError {
  if (error instanceof AppError) return error;
  // A conflict that outlasted its retries is temporary, like a restarting database.
  if (classifyFailure(error) !== "other") {
    logger.warn({ ...fields, error }, "the database is unavailable");
    return unavailable();
  }
  if (isStorageFull(error)) {
    logger.error({ ...fields, error }, "a disk or the storage is full");
    return storageFull();
  }
  logger.error({ ...fields, error }, "unexpected error");
  return new AppError("INTERNAL_ERROR", internalErrorMessage);
}

/** The message of an operation's rejection: all 5xx have one, and all 403 another. */
export function chooseMessage({ code, message }: AppError, status: number): string {
  if (status >= 500) return internalErrorMessage;
  return code === "FORBIDDEN" ? forbiddenMessage : message;
}
