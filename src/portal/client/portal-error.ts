import { TRPCClientError } from "@trpc/client";
import type { ErrorCode, Fault, RejectionReason } from "../../contract/error-codes.ts";

/** An error as the user reads it. */
export interface PortalError {
  /** The server's code; OFFLINE without a response, CANCELLED when the user did not confirm. */
  code: ErrorCode | "OFFLINE" | "CANCELLED";
  message: string;
  /** What is wrong at which field. */
  faults: readonly Fault[];
  /** What would cure it. */
  reason: RejectionReason | null;
}

/** The person closed the dialog that asked for a confirmation. Nothing to report. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** A rejection by the sign-in endpoints. */
export class IdentityRejection extends Error {
  override readonly name = "IdentityRejection";
  readonly data: RejectionData;

  constructor(message: string, data: RejectionData) {
    super(message);
    this.data = data;
  }
}

interface RejectionData {
  code: ErrorCode;
  faults?: readonly Fault[] | undefined;
  reason?: RejectionReason | null | undefined;
}

const unsure = "Check whether your change was saved before you try again.";

const sentences: Partial<Record<PortalError["code"], string>> = {
  OFFLINE: `Caseport could not be reached. Check the connection. ${unsure}`,
  SERVICE_UNAVAILABLE: `Caseport is temporarily unavailable. ${unsure}`,
  INTERNAL_ERROR: `Something went wrong on our side. ${unsure}`,
  CANCELLED: "Nothing was changed.",
};

/** Converts anything thrown into an error for the user. */
export function readError(error: unknown): PortalError {
  if (error instanceof Cancelled) return toPortalError("CANCELLED", "");
  if (error instanceof IdentityRejection || error instanceof TRPCClientError) {
    const { data } = error as { data?: RejectionData | null };
    // tRPC wraps what fetch threw.
    if (data === undefined || data === null) return toPortalError("OFFLINE", "");
    return toPortalError(data.code, error.message, data.faults, data.reason);
  }
  // fetch() throws a TypeError without a response.
  return toPortalError(error instanceof TypeError ? "OFFLINE" : "INTERNAL_ERROR", "");
}

function toPortalError(code: PortalError["code"], message: string, faults: readonly Fault[] = [], reason: RejectionReason | null = null): PortalError {
  return { code, message: sentences[code] ?? message, faults, reason };
}

/** A fault as a sentence at its field: the server's `must have at most 100 characters` begins with the field's name there. */
export function describeFault(message: string): string {
  const text = message.trim();
  return text === "" ? "" : `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

/** Whether a retry may succeed soon. It is unknown then whether a mutation took effect. */
export function isPassing(error: unknown): boolean {
  return readError(error).code === "SERVICE_UNAVAILABLE";
}
