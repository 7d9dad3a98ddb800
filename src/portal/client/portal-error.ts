import { TRPCClientError } from "@trpc/client";
import type { ErrorCode, Fault, RejectionReason } from "../../contract/error-codes.ts";

/** What a person is told of something that did not work. */
export interface PortalError {
  /** The server's code; OFFLINE when no answer came, CANCELLED when the person did not confirm. */
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

/** A refusal of the sign-in endpoints. */
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

/** The one place where whatever was thrown becomes what a person is told. */
export function readError(error: unknown): PortalError {
  if (error instanceof Cancelled) return toPortalError("CANCELLED", "");
  if (error instanceof IdentityRejection || error instanceof TRPCClientError) {
    const { data } = error as { data?: RejectionData | null };
    // tRPC wraps what fetch threw.
    if (data === undefined || data === null) return toPortalError("OFFLINE", "");
    return toPortalError(data.code, error.message, data.faults, data.reason);
  }
  // fetch() throws a TypeError where it gets no answer.
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

/** Whether the same question may be answered in a moment. Of a change nobody knows then whether it happened. */
export function isPassing(error: unknown): boolean {
  return readError(error).code === "SERVICE_UNAVAILABLE";
}
