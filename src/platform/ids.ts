import { ulid } from "ulid";
import { idPrefixes, type IdKind } from "../contract/ids.ts";

/** A new id of this kind: prefix, underscore, ULID in lower case. Sortable by `at`, in milliseconds. */
export function createId(kind: IdKind, at?: Date): string {
  return `${idPrefixes[kind]}_${ulid(at?.getTime()).toLowerCase()}`;
}

/** A new request id: `req_` and a ULID. */
export function createRequestId(): string {
  return `req_${ulid().toLowerCase()}`;
}
