import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import {
  AppError,
  internalErrorMessage,
  unavailable,
  type ErrorCode,
  type Fault,
  type RejectionReason,
} from "../contract/errors/error-codes.ts";
import { classifyFailure } from "../platform/database/database-errors.ts";

export interface PortalRejection {
  message: string;
  data: {
    code: ErrorCode;
    /** tRPC responds with it, or with 207 if the procedures of a batch differ. */
    httpStatus: number;
    faults: readonly Fault[];
    reason: RejectionReason | null;
    /** Too much of the same is running; it ends within seconds. */
    isBusy: boolean;
  };
}

/** The rejection behind an error that tRPC caught; null for an internal error. */
export function findRejection(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (!(error instanceof TRPCError)) return null;
  const { cause } = error;
  if (cause instanceof AppError) return cause;
  if (error.code === "BAD_REQUEST" || error.code === "PARSE_ERROR") {
    const faults =
      cause instanceof ZodError
        ? cause.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }))
        : [];
    return new AppError("VALIDATION_FAILED", describeFaults(faults), { faults });
  }
  if (error.code === "NOT_FOUND") return new AppError("NOT_FOUND", "No such procedure");
  if (error.code === "METHOD_NOT_SUPPORTED") return new AppError("METHOD_NOT_ALLOWED", "Mutations require POST");
  if (classifyFailure(cause) !== "other") return unavailable();
  return null;
}

function describeFaults(faults: readonly Fault[]): string {
  if (faults.length === 0) return "The request could not be read";
  return faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");
}

/** The client's part of an error: code, invalid fields and remedy. Never a stack. */
export function describeRejection(error: unknown): PortalRejection {
  const { code, message, status, faults, reason, errorReason } =
    findRejection(error) ?? new AppError("INTERNAL_ERROR", internalErrorMessage);
  const isBusy = errorReason === "too_many_concurrent";
  return { message, data: { code, httpStatus: status, faults, reason, isBusy } };
}
