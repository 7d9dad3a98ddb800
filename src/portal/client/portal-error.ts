import { TRPCClientError } from "@trpc/client";
import type { ErrorCode, Fault, RejectionReason } from "../../contract/errors/error-codes.ts";
import { formatMessage } from "../ui/format-message.ts";
import { portalErrors } from "./strings.ts";

export interface PortalError {
  /**
   * The server's code; UNAVAILABLE for a 503, UNREACHABLE without a response, OFFLINE if nothing was sent, CANCELLED if
   * the user did not confirm.
   */
  code: ErrorCode | "UNAVAILABLE" | "UNREACHABLE" | "OFFLINE" | "CANCELLED";
  message: string;
  faults: readonly Fault[];
  reason: RejectionReason | null;
}

/** The user closed the confirmation dialog; nothing to report. */
export class Canceled extends Error {
  override readonly name = "Canceled";
}

/** The browser has no network, so the change was not sent. */
export class Offline extends Error {
  override readonly name = "Offline";

  static isNow(): boolean {
    return navigator.onLine === false;
  }
}

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
  httpStatus?: number | undefined;
  faults?: readonly Fault[] | undefined;
  reason?: RejectionReason | null | undefined;
  isBusy?: boolean | undefined;
}

const sentences: Partial<Record<PortalError["code"], string>> = portalErrors;

export function readError(error: unknown): PortalError {
  if (error instanceof Canceled) return toPortalError("CANCELLED", "");
  if (error instanceof Offline || (error instanceof Error && error.cause instanceof Offline))
    return toPortalError("OFFLINE", "");
  if (error instanceof IdentityRejection || error instanceof TRPCClientError) {
    const { data } = error as { data?: RejectionData | null };
    // tRPC wraps fetch errors.
    if (data === undefined || data === null) return toPortalError("UNREACHABLE", "");
    return toPortalError(data.httpStatus === 503 ? "UNAVAILABLE" : data.code, error.message, data.faults, data.reason);
  }
  // fetch() throws a TypeError without a response.
  return toPortalError(error instanceof TypeError ? "UNREACHABLE" : "INTERNAL_ERROR", "");
}

function toPortalError(
  code: PortalError["code"],
  message: string,
  faults: readonly Fault[] = [],
  reason: RejectionReason | null = null,
): PortalError {
  return {
    code,
    message: sentences[code] ?? formatMessage(message),
    faults: faults.map((fault) => ({ ...fault, message: formatMessage(fault.message) })),
    reason,
  };
}

/** A fault as a sentence at its field: `must have at most 100 characters` gets a subject. */
export function describeFault(message: string): string {
  const text = message.trim();
  return text === "" ? "" : `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

/** Whether a retry may succeed. It is then unknown whether a mutation took effect. */
export function isPassing(error: unknown): boolean {
  return readError(error).code === "UNAVAILABLE";
}

/** Whether too much of the same was running when a query came: reports, long reads. A retry succeeds once one has ended. */
export function isBusy(error: unknown): boolean {
  return error instanceof TRPCClientError && (error as { data?: RejectionData | null }).data?.isBusy === true;
}
