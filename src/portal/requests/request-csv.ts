import type { CsvColumns } from "../ui/csv.ts";
import type { LoggedRequest } from "./request-labels.ts";

const text = (value: string | number | null) => (value === null ? "" : String(value));

export const requestColumns: CsvColumns<LoggedRequest> = [
  ["occurredAt", (request) => request.occurredAt],
  ["requestId", (request) => request.requestId],
  ["keyId", (request) => request.keyId],
  ["keyName", (request) => request.keyName],
  ["method", (request) => request.method],
  ["route", (request) => text(request.route)],
  ["status", (request) => text(request.status)],
  ["code", (request) => text(request.code)],
  ["reason", (request) => text(request.reason)],
  ["faultPaths", (request) => request.faultPaths.join(" ")],
  ["scope", (request) => text(request.scope)],
  ["idempotency", (request) => text(request.idempotency)],
  ["originalRequestId", (request) => text(request.originalRequestId)],
  ["durationMs", (request) => text(request.durationMs)],
  ["address", (request) => request.address],
  ["source", (request) => request.source],
];
