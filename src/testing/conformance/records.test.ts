import { expect } from "vitest";
import { externalKindOf, externalPrefix } from "../../contract/external-ids.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { changeRow, createTenant, type TestTenant } from "../harness/tenant.ts";
import { newExternalId } from "../harness/requests/example-request.ts";
import type { Reply } from "../harness/requests/send.ts";
import { isFullExtent } from "../harness/extent.ts";
import { expectRejection, expectSuccess, subjects, type SubjectHarness } from "./subject.ts";
import { countTraces } from "../harness/traces.ts";

/** One of these for each operation, in turns; all of them in `npm run test:full`, and for each class below. */
const spellings: readonly ((id: string) => string)[] = [
  () => "' OR 1=1 --",
  (id) => id.toUpperCase(),
  (id) => ` ${id} `,
];
const spellingsFor = ({ subject }: SubjectHarness) =>
  isFullExtent ? spellings : [spellings[subjects.indexOf(subject) % spellings.length] ?? String];

const namesRecords = ({ pathParameters }: Declaration) => pathParameters.length > 0;

/** The last ID of a read's path, if records of its kind have an `externalId`. */
function findNamed({
  meta,
  pathParameters,
}: Declaration): { name: string; kind: ReturnType<typeof externalKindOf> } | undefined {
  const name = pathParameters.at(-1) ?? "";
  const kind = meta.method === "GET" && meta.path.endsWith(`{${name}}`) ? externalKindOf(name) : undefined;
  return kind && { name, kind };
}

/** What a caller could compare: everything but what differs from request to request. */
function describeBytes({ status, text, headers }: Reply): unknown {
  const passing = new Set(["x-request-id", "date", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit"]);
  return { status, text, headers: Object.entries(headers).filter(([name]) => !passing.has(name)) };
}

/** The response to the example request with another id instead of each record in turn. */
async function callWithIds(harness: SubjectHarness, readId: (name: string) => string): Promise<unknown[]> {
  const rejections: unknown[] = [];
  for (const name of harness.arranged.recordParameters) {
    rejections.push(
      describeBytes(expectRejection(await harness.call({ pathValues: { [name]: readId(name) } }), "NOT_FOUND")),
    );
  }
  return rejections;
}

/** The other organization of all rows. */
let neighbor: Promise<TestTenant> | undefined;

/** Ids that no record has, whatever a store makes of them. */
const oddIds = [
  "external:",
  "external:nothing",
  "x",
  "%",
  "null",
  "undefined",
  "[object Object]",
  "🏛️",
  "a".repeat(128),
  ".",
];

conform({
  "a foreign ID, an unknown ID, another spelling and a deleted record return the same bytes and leave no trace": {
    when: namesRecords,
    check: async (harness) => {
      const { arranged, tenant, server } = harness;
      expect(arranged.recordParameters.length > 0).toBe(arranged.pathNamesWords !== true);
      const otherTenant = await (neighbor ??= createTenant(server.services.database));
      const other = await harness.arrangeAnother(otherTenant);
      const before = [await countTraces(tenant), await countTraces(otherTenant)];
      const unknown = await callWithIds(harness, () => createId("case"));
      expect(await callWithIds(harness, (name) => other.pathValues[name] ?? "")).toEqual(unknown);
      const own = (name: string) => arranged.pathValues[name] ?? "";
      for (const spell of spellingsFor(harness))
        expect(await callWithIds(harness, (name) => spell(own(name)))).toEqual(unknown);
      expect([await countTraces(tenant), await countTraces(otherTenant)]).toEqual(before);
      expectSuccess(await harness.call({ arranged: other, secret: otherTenant.secret }));
      if (arranged.remove === undefined) return;
      await arranged.remove();
      // Of several ids in a path it is one that is deleted.
      expect(unknown).toContainEqual(describeBytes(expectRejection(await harness.call(), "NOT_FOUND")));
    },
  },
  "malformed IDs fail like an unknown one": {
    on: "class",
    when: namesRecords,
    shares: true,
    check: async (harness) => {
      const unknown = await callWithIds(harness, () => createId("case"));
      for (const spell of spellings)
        expect(await callWithIds(harness, (name) => spell(harness.arranged.pathValues[name] ?? ""))).toEqual(unknown);
      // A lone dot segment stays as it is: no client of ours rewrites the target.
      for (const id of [...oddIds, harness.tenant.organizationId])
        expect(await callWithIds(harness, () => id)).toEqual(unknown);
    },
  },
  "external: and the externalId name the same record": {
    when: (declaration) => findNamed(declaration) !== undefined,
    check: async (harness) => {
      const { name = "", kind = "Case" } = findNamed(harness.declaration) ?? {};
      const { externalId = newExternalId(), pathValues } = harness.arranged;
      if (harness.arranged.externalId === undefined)
        await changeRow(harness.tenant, kind, pathValues[name] ?? "", { externalId });
      const whole = expectSuccess(await harness.call());
      const named = expectSuccess(await harness.call({ pathValues: { [name]: `${externalPrefix}${externalId}` } }));
      expect([named.body, named.headers.etag]).toEqual([whole.body, whole.headers.etag]);
    },
  },
});
