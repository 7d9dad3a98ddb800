import type { ServiceStatus } from "../platform/observability/service-status.ts";

/** Next's bundle has its own copy of every module that a page imports; the global object is what both share. */
const holder = globalThis as { caseportStatus?: () => Promise<ServiceStatus> };

/** Called by the server, for the page of the status. */
export function publishStatus(readStatus: () => Promise<ServiceStatus>): void {
  holder.caseportStatus = readStatus;
}

/** @throws outside the server's process */
export function readPublishedStatus(): Promise<ServiceStatus> {
  if (holder.caseportStatus === undefined)
    throw new Error("The page of the status is rendered in the server's process");
  return holder.caseportStatus();
}
