import { expect } from "vitest";
import { Caseport } from "../../sdk/caseport.ts";
import { operations, type Operation } from "../../sdk/operations.ts";
import type { Pages, PageBody } from "../../sdk/pages.ts";
import { formatEtag } from "../../contract/revision.ts";
import { anyRevision } from "../harness/requests/example-request.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { isMutation, readPath, type SubjectHarness } from "./subject.ts";

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

/** A list, and whether it is one of those that are empty. */
const isList = ({ input, output, meta: { path } }: Declaration, empty: boolean) => "after" in input.shape && "nextCursor" in output.shape && isEmpty(path) === empty;

async function expectDeclared(harness: SubjectHarness): Promise<void> {
  const { meta, output } = harness.declaration;
  const { etag, ...result } = (await prepare(harness).call()) as Result;
  expect(output.parse(result)).toStrictEqual(result);
  expect(etag).toBe(meta.etag === undefined ? undefined : formatEtag(readPath(result, meta.etag) as string | number));
}

async function iterate(call: (more: object) => unknown): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const record of call({ limit: 1 }) as Pages<unknown, PageBody>) records.push(record);
  return records;
}

conform({
  "a read's method of the SDK returns the declared output and the ETag": { shares: "request", when: (declaration) => !isMutation(declaration), check: expectDeclared },
  "a write's method of the SDK returns the declared output and the ETag": { when: isMutation, check: expectDeclared },
  "the SDK's iterator returns the records of all pages": {
    when: (declaration) => isList(declaration, false),
    shares: "request",
    check: async (harness) => {
      const { operation, call } = prepare(harness);
      const records = await iterate(call);
      const page = (await call({ limit: 100 })) as Result;
      expect(records).toEqual(page[operation.items ?? ""]);
      expect(records.length).toBeGreaterThan(0);
    },
  },
  "the SDK's iterator over an empty list ends": {
    when: (declaration) => isList(declaration, true),
    check: async (harness) => {
      const { operation, call } = prepare(harness);
      expect(await iterate(call)).toEqual([]);
      expect(((await call()) as Result)[operation.items ?? ""]).toEqual([]);
    },
  },
});
