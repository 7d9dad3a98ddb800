import { expect } from "vitest";
import type { Pages, PageBody } from "../../sdk/pages.ts";
import { conform } from "./rules.ts";
import { prepareSdkCall, type SdkResult } from "./sdk-call.ts";

/**
 * Nothing is in them in a tenant of its own: it is below no headquarters, its event overlaps no other, its deadline has
 * not changed, and the log is written later than its requests.
 */
const empties = new Set(["/organization/children", "/calendar-conflicts", "/deadlines/{deadlineId}/history"]);
const isEmpty = (path: string) => empties.has(path) || path.endsWith("/requests");

/** The key that asks is among the records of some lists, and its use is written later than its requests. */
const withoutUse = (records: unknown) =>
  (records as SdkResult[]).map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !name.startsWith("lastUsed"))),
  );

/** That each method sends the example request is a row of `success.test.ts`. */
conform({
  "the SDK's iterator returns the records of all pages": {
    when: ({ input, output }) => "after" in input.shape && "nextCursor" in output.shape,
    check: async (harness) => {
      const { operation, call } = prepareSdkCall(harness);
      const records: unknown[] = [];
      for await (const record of call({ limit: 1 }) as Pages<unknown, PageBody>) records.push(record);
      const page = (await call()) as SdkResult;
      expect(withoutUse(records)).toEqual(withoutUse(page[operation.items ?? ""]));
      expect(records.length > 0).toBe(!isEmpty(operation.path));
    },
  },
});
