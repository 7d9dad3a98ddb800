import { expect } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { createTenant } from "../harness/tenant.ts";
import type { Reply } from "../harness/send.ts";
import { expectRejection, expectSuccess } from "./subject.ts";
import type { Stage } from "./subject.ts";
import { countTraces } from "../harness/traces.ts";

const namesRecords = ({ pathParameters }: Declaration) => pathParameters.length > 0;

/** What a caller could compare: everything but what differs from request to request. */
function describeBytes({ status, text, headers }: Reply): unknown {
  const passing = new Set(["x-request-id", "date", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit"]);
  return { status, text, headers: Object.entries(headers).filter(([name]) => !passing.has(name)) };
}

/** The answer to the arranged request with another id in place of each record in turn. */
async function callWithIds(stage: Stage, readId: (name: string) => string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const name of stage.arranged.recordParameters) {
    answers.push(describeBytes(expectRejection(await stage.call({ pathValues: { [name]: readId(name) } }), "NOT_FOUND")));
  }
  return answers;
}

conform({
  "another organization's id, an unknown id and odd ids answer the same bytes": {
    when: namesRecords,
    check: async (stage) => {
      const { arranged, firm, server } = stage;
      expect(arranged.recordParameters.length > 0).toBe(arranged.pathNamesWords !== true);
      const unknown = await callWithIds(stage, () => createId("case"));
      const other = await stage.arrangeAnother(await createTenant(server.kernel.database));
      expect(await callWithIds(stage, (name) => other.pathValues[name] ?? "")).toEqual(unknown);
      for (const id of ["x", "%", "' OR 1=1 --", "null", "undefined", "[object Object]", "🏛️", "a".repeat(128), firm.organizationId, "."]) {
        // A lone dot segment stays as it is: no client of ours rewrites the target.
        expect(await callWithIds(stage, () => id)).toEqual(unknown);
      }
    },
  },
  "another organization's request leaves no trace there or here": {
    when: namesRecords,
    check: async (stage) => {
      const otherFirm = await createTenant(stage.server.kernel.database);
      const other = await stage.arrangeAnother(otherFirm);
      const before = [await countTraces(stage.firm), await countTraces(otherFirm)];
      await callWithIds(stage, (name) => other.pathValues[name] ?? "");
      expect([await countTraces(stage.firm), await countTraces(otherFirm)]).toEqual(before);
      expectSuccess(await stage.call({ arranged: other, secret: otherFirm.secret }));
    },
  },
  "a deleted record answers as an unknown one": {
    when: namesRecords,
    check: async (stage) => {
      if (stage.arranged.remove === undefined) return;
      const unknown = await callWithIds(stage, () => createId("case"));
      await stage.arranged.remove();
      // Of several ids in a path it is one that is deleted.
      expect(unknown).toContainEqual(describeBytes(expectRejection(await stage.call(), "NOT_FOUND")));
    },
  },
  "an id in other letter case is another id": {
    when: namesRecords,
    check: async (stage) => void (await callWithIds(stage, (name) => (stage.arranged.pathValues[name] ?? "").toUpperCase())),
  },
  "an id with space around it is another id": {
    when: namesRecords,
    check: async (stage) => void (await callWithIds(stage, (name) => ` ${stage.arranged.pathValues[name] ?? ""} `)),
  },
});
