import { TRPCClientError } from "@trpc/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { collectTrail } from "./collect-trail.ts";
import type { AuditPage } from "./audit-labels.ts";

const day = 86_400_000;
const begin = Date.parse("2026-01-01T00:00:00.000Z");
const input = {
  securityOnly: true,
  from: new Date(begin).toISOString(),
  until: new Date(begin + 4 * day).toISOString(),
};

/** Entries at one a day, newest first, two a page. */
const all = [3, 2, 1].map((days) => ({
  id: `aud_${days}`,
  occurredAt: new Date(begin + days * day).toISOString(),
  action: "x",
  actor: { type: "member", id: "mem_1", name: "=cmd()" },
  entity: "member",
  entityId: "mem_1",
  entityLabel: null,
  keyId: null,
  changes: {},
  requestId: "req_1",
  address: null,
}));

function fetchPage({ after }: { after?: string }): Promise<AuditPage> {
  const start = after === undefined ? 0 : Number(after);
  return Promise.resolve({
    entries: all.slice(start, start + 2),
    nextCursor: start + 2 < all.length ? String(start + 2) : null,
  });
}

function reject(code: string, httpStatus = 400): TRPCClientError<never> {
  return TRPCClientError.from({
    error: { code: -32_000, message: code, data: { code, httpStatus, faults: [], reason: null } },
  } as never);
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the export", () => {
  test("holds every entry once, reports its progress, and lets no name run as a formula", async () => {
    const reported: unknown[] = [];
    const { parts, rows } = await collectTrail(
      input,
      fetchPage,
      (progress) => reported.push(progress),
      new AbortController().signal,
    );
    expect(rows).toBe(3);
    expect(reported).toEqual([
      { rows: 2, share: 0.5 },
      { rows: 3, share: 0.75 },
    ]);
    const lines = parts.join("").trimEnd().split("\r\n");
    expect(lines.slice(1).map((line) => line.slice(0, 10))).toEqual(["2026-01-04", "2026-01-03", "2026-01-02"]);
    expect(lines[1]).toContain(`'=cmd()`);
  });

  test("without a beginning nobody knows how far it is", async () => {
    const { share } = await collectTrail(
      { securityOnly: true, until: input.until },
      fetchPage,
      () => undefined,
      new AbortController().signal,
    );
    expect(share).toBeUndefined();
  });

  test("waits where the server requires it, and goes on at the same place", async () => {
    vi.useFakeTimers();
    let rejections = 2;
    const places: (string | undefined)[] = [];
    const collecting = collectTrail(
      input,
      (page) => {
        places.push(page.after);
        if (page.after === undefined || rejections === 0) return fetchPage(page);
        rejections -= 1;
        return Promise.reject(rejections === 1 ? reject("RATE_LIMITED") : reject("INTERNAL_ERROR", 503));
      },
      () => undefined,
      new AbortController().signal,
    );
    await vi.runAllTimersAsync();
    expect((await collecting).rows).toBe(3);
    expect(places).toEqual([undefined, "2", "2", "2"]);
  });

  test("ends with what is rejected for good, and when it is cancelled", async () => {
    const rejected = collectTrail(
      input,
      () => Promise.reject(reject("FORBIDDEN")),
      () => undefined,
      new AbortController().signal,
    );
    await expect(rejected).rejects.toThrow("FORBIDDEN");
    const controller = new AbortController();
    const cancelled = collectTrail(input, fetchPage, () => controller.abort(), controller.signal);
    await expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
  });
});
