import { expect } from "vitest";
import { Caseport } from "../../sdk/caseport.ts";
import { operations, type Operation } from "../../sdk/operations.ts";
import type { Pages, PageBody } from "../../sdk/pages.ts";
import { formatEtag } from "../../contract/revision.ts";
import { anyRevision } from "../harness/requests/example-request.ts";
import { conform } from "./rules.ts";
import { readPath, type SubjectHarness } from "./subject.ts";

type Result = Record<string, unknown>;

/** The call of the example request, as an integration writes it: `caseport.cases.parties.update(caseId, partyId, changes, options)`. */
function prepare({ declaration: { meta }, arranged, server, tenant }: SubjectHarness) {
  const caseport = new Caseport({ apiKey: tenant.secret, baseUrl: server.baseUrl, maxRetries: 0 });
  const operation = operations.find(({ method, path }) => method === meta.method && path === meta.path) as Operation;
  const method = operation.name.split(".").reduce<unknown>((node, step) => (node as Result)[step], caseport) as (...given: unknown[]) => unknown;
  const ids = operation.parameters.map((parameter) => arranged.pathValues[parameter]);
  const options = meta.ifMatch === "required" ? { ifMatch: anyRevision } : {};
  const call = (more: object = {}) => method(...ids, ...(operation.takes === null ? [] : [{ ...arranged.query, ...arranged.body, ...more }]), options);
  return { operation, call };
}

/** Nothing is in them in a tenant of its own: it is below no headquarters, its event overlaps no other, its deadline has not changed, and the log is written later than its requests. */
const empties = new Set(["/organization/children", "/calendar-conflicts", "/deadlines/{deadlineId}/history"]);
const isEmpty = (path: string) => empties.has(path) || path.endsWith("/requests");

conform({
  "the SDK's method returns the declared output and the ETag": {
    shares: true,
    check: async (harness) => {
      const { meta, output } = harness.declaration;
      const { etag, ...result } = (await prepare(harness).call()) as Result;
      expect(output.parse(result)).toStrictEqual(result);
      expect(etag).toBe(meta.etag === undefined ? undefined : formatEtag(readPath(result, meta.etag) as string | number));
    },
  },
  "the SDK's iterator returns the records of all pages": {
    when: ({ input, output }) => "after" in input.shape && "nextCursor" in output.shape,
    shares: true,
    check: async (harness) => {
      const { operation, call } = prepare(harness);
      const records: unknown[] = [];
      for await (const record of call({ limit: 1 }) as Pages<unknown, PageBody>) records.push(record);
      const page = (await call()) as Result;
      expect(records).toEqual(page[operation.items ?? ""]);
      expect(records.length > 0).toBe(!isEmpty(operation.path));
    },
  },
});
