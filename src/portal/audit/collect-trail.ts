import { isPassing, readError } from "../client/portal-error.ts";
import { writeHead, writeRows } from "../ui/csv.ts";
import { auditColumns } from "./audit-csv.ts";
import type { AuditInput } from "./audit-query.ts";
import type { AuditPage } from "./audit-labels.ts";

const pageSize = 200;
const patienceMilliseconds = 5_000;
const maxPatience = 24;

export interface Collected {
  parts: string[];
  rows: number;
  /** 0 to 1; undefined if the time span has no start. */
  share: number | undefined;
}

interface TrailPage extends AuditInput {
  limit: number;
  after?: string;
}

/**
 * Reads the audit log to its end, page by page, as CSV. Waits when the server rate-limits.
 *
 * @param onProgress called after each page
 * @throws the rejection of a page; an AbortError on cancel
 */
export async function collectTrail(
  input: AuditInput & { until: string },
  fetchPage: (page: TrailPage) => Promise<AuditPage>,
  onProgress: (progress: Omit<Collected, "parts">) => void,
  signal: AbortSignal,
): Promise<Collected> {
  const collected: Collected = { parts: [writeHead(auditColumns)], rows: 0, share: undefined };
  let place: { after?: string } | null = {};
  while (place !== null) {
    const page: TrailPage = { ...input, ...place, limit: pageSize };
    const { entries, nextCursor } = await fetchPatiently(() => fetchPage(page), signal);
    collected.parts.push(writeRows(auditColumns, entries));
    collected.rows += entries.length;
    collected.share = validateShare(input, entries.at(-1)?.occurredAt);
    onProgress({ rows: collected.rows, share: collected.share });
    place = nextCursor === null ? null : { after: nextCursor };
  }
  return collected;
}

function validateShare(
  { from, until }: { from?: string; until: string },
  reached: string | undefined,
): number | undefined {
  if (from === undefined || reached === undefined) return undefined;
  const whole = Date.parse(until) - Date.parse(from);
  return Math.min(1, Math.max(0, (Date.parse(until) - Date.parse(reached)) / whole));
}

async function fetchPatiently(fetchPage: () => Promise<AuditPage>, signal: AbortSignal): Promise<AuditPage> {
  for (let count = 0; ; count += 1) {
    signal.throwIfAborted();
    try {
      return await fetchPage();
    } catch (error) {
      const canSucceed = isPassing(error) || readError(error).code === "RATE_LIMITED";
      if (!canSucceed || count >= maxPatience) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, patienceMilliseconds));
  }
}
