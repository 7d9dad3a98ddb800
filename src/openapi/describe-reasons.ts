import { errorStatus, type ErrorCode } from "../contract/errors/error-codes.ts";
import { detailHeader, listReasons, reasonHeader, type SentReason } from "../contract/errors/error-reasons.ts";
import { errorReasonTexts } from "../contract/errors/error-reason-texts.ts";
import { readsIfMatch } from "../contract/operation.ts";
import type { Declaration } from "../rpc/declarations.ts";
import { reference, type JsonObject } from "./json.ts";

/** The operations that can reject with a reason; all that have its code, if it is not listed. */
const operationsWith: Partial<Record<SentReason, (declaration: Declaration) => boolean>> = {
  unknown_path: () => false,
  malformed_path: ({ pathParameters }) => pathParameters.length > 0,
  cursor_invalid: ({ input }) => "after" in input.shape,
  cursor_expired: ({ input, output }) => "after" in input.shape && "events" in output.shape,
  weak_revision: ({ meta }) => readsIfMatch(meta),
  file_mismatch: ({ meta }) => meta.upload === true || meta.completes === true,
  too_many_concurrent: ({ meta }) =>
    meta.slow === true || meta.upload === true || meta.errors?.includes("RATE_LIMITED") === true,
  missing_scope: ({ meta }) => meta.scope !== null,
  closed_to_vendor_keys: ({ meta }) => meta.scope !== null && meta.openToVendors !== true,
  not_permitted: ({ meta }) => meta.errors?.includes("FORBIDDEN") === true,
  secret_not_replayable: ({ meta }) => meta.returnsSecret === true,
  possible_duplicate: ({ name }) => name === "leads.create",
  lead_converted: ({ meta }) => meta.path.startsWith("/leads"),
  document_locked: ({ meta }) => meta.area === "Documents",
};

/** The reasons of a status with these codes that any operation can reject with. */
export function listCommonReasons(status: number, codes: readonly ErrorCode[]): SentReason[] {
  return listReasonsAt(status, codes).filter((reason) => operationsWith[reason] === undefined);
}

/** The reasons that an operation can reject with. */
export function listReasonsOf(declaration: Declaration, status: number, codes: readonly ErrorCode[]): SentReason[] {
  return listReasonsAt(status, codes).filter((reason) => operationsWith[reason]?.(declaration) ?? true);
}

/** Those of 503. */
const temporaryReasons: ReadonlySet<SentReason> = new Set(["temporarily_unavailable", "storage_full"]);

/** Every 5xx has one code: 503 is what is temporary. */
function listReasonsAt(status: number, codes: readonly ErrorCode[]): SentReason[] {
  const reasons = codes.flatMap(listReasons);
  return status < 500 ? reasons : reasons.filter((reason) => temporaryReasons.has(reason) === (status === 503));
}

/** The headers that say why a request failed, with the possible values. */
export function describeReasonHeaders(reasons: readonly SentReason[]): JsonObject {
  const hasDetail = reasons.some((reason) => errorReasonTexts[reason].detail !== undefined);
  return {
    [reasonHeader]: {
      description:
        "Why the request failed: stable, and finer than `code`. `GET /metadata/errorReason` describes the values.",
      schema: { type: "string", enum: [...reasons] },
    },
    ...(hasDetail && { [detailHeader]: reference("headers", detailHeader) }),
  };
}

function toPascalCase(name: string): string {
  return name.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of the shared response of a code: with the reasons that not every operation has. */
export function nameResponse(code: ErrorCode, reasons: readonly SentReason[]): string {
  const common = new Set(listCommonReasons(errorStatus[code], [code]));
  return [code, ...reasons.filter((reason) => !common.has(reason))].map(toPascalCase).join("");
}
