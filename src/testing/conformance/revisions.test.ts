import { expect, test } from "vitest";
import { readsIfMatch, readsIfNoneMatch } from "../../contract/operation.ts";
import { readInput, type SentInput } from "../../rpc/call/read-input.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { conform, type Rule } from "./rules.ts";
import { countEmitted, expectRejection, expectSuccess, subjects, type SubjectHarness } from "./subject.ts";
import { countTraces } from "../harness/traces.ts";

const isTaggedRead = ({ meta }: Declaration) => readsIfNoneMatch(meta);
const comparesRevision = ({ meta }: Declaration) => meta.errors?.includes("STALE_REVISION") === true;

/** A row: If-None-Match with this, made of the present ETag, gets 304 or not. */
const ifNoneMatch = (status: 200 | 304, write: (etag: string) => string): Rule => ({
  when: isTaggedRead,
  on: "class",
  shares: true,
  check: async (harness: SubjectHarness) => {
    const etag = expectSuccess(await harness.call()).headers.etag ?? "";
    expect(etag).toMatch(/^"\d+"$/);
    const reply = await harness.call({ headers: { "If-None-Match": write(etag) } });
    expect([reply.status, reply.headers.etag]).toEqual([status, etag]);
    if (status === 304) {
      expect(reply.text).toBe("");
      expect(reply.headers).not.toHaveProperty("content-type");
      expect(reply.headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
      expect((await harness.call({ method: "HEAD", headers: { "If-None-Match": write(etag) } })).status).toBe(304);
    }
  },
});

/** A row: a mutation under this If-Match, made of the present revision, is rejected as stale and changes nothing. */
const stale = (write: (revision: number) => string): Rule => ({
  when: comparesRevision,
  on: "class",
  check: async (harness: SubjectHarness) => {
    const before = await countTraces(harness.tenant);
    expectRejection(
      await harness.call({ headers: { "If-Match": write(harness.arranged.revision ?? 0) } }),
      "STALE_REVISION",
    );
    expect(await countTraces(harness.tenant)).toEqual(before);
    expectSuccess(await harness.call());
  },
});

const current = (write: (revision: number) => string): Rule => ({
  when: comparesRevision,
  on: "class",
  check: async (harness: SubjectHarness) => {
    expect(harness.arranged.revision).not.toBeNull();
    expectSuccess(await harness.call({ headers: { "If-Match": write(harness.arranged.revision ?? 0) } }));
  },
});

conform({
  "If-None-Match with the ETag returns 304": ifNoneMatch(304, (etag) => etag),
  "If-None-Match with a list that holds the ETag returns 304": ifNoneMatch(304, (etag) => `"1", ${etag}, "x"`),
  "If-None-Match with the weak ETag returns 304": ifNoneMatch(304, (etag) => `W/${etag}`),
  "If-None-Match with * returns 304": ifNoneMatch(304, () => "*"),
  "If-None-Match with another ETag returns the record": ifNoneMatch(200, () => '"0"'),
  "If-None-Match that is malformed returns the record": ifNoneMatch(200, (etag) => etag.replaceAll('"', "")),
  "If-None-Match requires a key": {
    on: "class",
    shares: true,
    when: isTaggedRead,
    check: async (harness) =>
      void expectRejection(await harness.call({ secret: null, headers: { "If-None-Match": "*" } }), "UNAUTHORIZED"),
  },

  "a record that changes without its revision is always returned whole": {
    on: "class",
    shares: true,
    when: ({ meta }) => meta.isVolatile === true,
    check: async (harness) => {
      const etag = expectSuccess(await harness.call()).headers.etag ?? "";
      expect(etag).toMatch(/^"\d+"$/);
      for (const header of [etag, "*"]) {
        const reply = expectSuccess(await harness.call({ headers: { "If-None-Match": header } }));
        expect([reply.status, reply.headers.etag]).toEqual([200, etag]);
      }
    },
  },

  "a stale If-Match is rejected, and of two updates with the current one the second": {
    when: comparesRevision,
    check: async (harness) => {
      const { revision } = harness.arranged;
      if (revision === null) throw new Error("the arranged request names no revision");
      const before = await countTraces(harness.tenant);
      expectRejection(await harness.call({ headers: { "If-Match": `"${revision + 1}"` } }), "STALE_REVISION");
      expect(await countTraces(harness.tenant)).toEqual(before);
      const headers = { "If-Match": `"${revision}"` };
      const replies = await Promise.all([harness.call({ headers }), harness.call({ headers })]);
      const [accepted, ...others] = replies.filter(({ status }) => status < 300);
      expect([accepted, others]).toEqual([expect.anything(), []]);
      expect(replies.filter(({ status }) => status === 409 || status === 404)).toHaveLength(1);
      expect((await countTraces(harness.tenant)).events).toBe(countEmitted(harness));
      const { etag } = harness.declaration.meta;
      if (etag === undefined) return;
      const after = Number(accepted?.headers.etag?.slice(1, -1));
      // The tag of what has no revision is the instant of its last change.
      if (etag.endsWith(".updatedAt")) expect(after).toBeGreaterThan(revision);
      else expect(after).toBe(revision + 1);
    },
  },
  "a list of stale revisions is rejected": stale((revision) => `"${revision + 1}", "${revision + 2}"`),
  "a weak If-Match is no conflict: it has a reason of its own, whether or not the record has changed": {
    when: ({ meta }) => readsIfMatch(meta),
    on: "offline",
    shares: true,
    check: async (harness) => {
      const revision = harness.arranged.revision ?? 1;
      for (const header of [`W/"${revision}"`, `W/"${revision + 1}", W/"${revision}"`]) {
        const { headers } = expectRejection(
          await harness.call({ headers: { "If-Match": header } }),
          "VALIDATION_FAILED",
          "If-Match: a weak ETag",
        );
        expect([headers["x-error-reason"], headers["x-error-detail"]]).toEqual(["weak_revision", "If-Match"]);
      }
    },
  },
  "a weak tag beside a stale revision is rejected as stale": stale((revision) => `"${revision + 1}", W/"${revision}"`),
  "a weak tag beside the current revision is accepted": current((revision) => `W/"${revision}", "${revision}"`),
  "an If-Match that was never an ETag is rejected": stale(() => '"abc"'),
  "an If-Match beyond every revision is rejected": stale(() => '"999999999999999"'),
  "an If-Match with leading zeros is rejected": stale((revision) => `"0${revision}"`),
  "a list with the current revision is accepted": current((revision) => `"77", "${revision}"`),
  "If-Match with * is accepted where it is optional": {
    ...current(() => "*"),
    when: (declaration) => comparesRevision(declaration) && declaration.meta.ifMatch !== "required",
  },
  "If-Match with * is rejected where a revision is required": {
    on: "offline",
    shares: true,
    when: ({ meta }) => meta.ifMatch === "required",
    check: async (harness) => {
      for (const header of ["*", " * "])
        expectRejection(
          await harness.call({ headers: { "If-Match": header } }),
          "VALIDATION_FAILED",
          "If-Match: must be the quoted revision",
        );
    },
  },
  "If-Match is ignored where the operation does not declare it": {
    on: "class",
    when: ({ meta }) => !readsIfMatch(meta),
    check: async (harness) => {
      for (const header of ["1", '"999"', "*"]) {
        const arranged = await harness.arrangeAnother();
        expectSuccess(await harness.call({ arranged, headers: { "If-Match": header } }));
      }
    },
  },
  "a malformed If-Match is rejected": {
    on: "offline",
    shares: true,
    when: ({ meta }) => readsIfMatch(meta),
    check: async (harness) => {
      for (const header of ["1", '"1', "'1'", '"1" "2"', ","]) {
        expectRejection(await harness.call({ headers: { "If-Match": header } }), "VALIDATION_FAILED", "If-Match");
      }
    },
  },
});

test("a missing If-Match is reported with the other faults where it is required", () => {
  const declaration = subjects.map((subject) => subject.declaration).find(({ name }) => name === "clients.update");
  if (declaration === undefined) throw new Error("clients.update is not declared");
  const required: Declaration = { ...declaration, meta: { ...declaration.meta, ifMatch: "required" } };
  const read = (headers: Pick<SentInput, "ifMatch" | "idempotencyKey">) =>
    readInput(
      { declaration: required, pathValues: { clientId: "cli_1" } },
      { query: "", body: Buffer.from('{"firstName":"","surprise":1}'), ...headers },
    );
  expect(() => read({ ifMatch: undefined, idempotencyKey: undefined })).toThrow(
    "X-Idempotency-Key: required; firstName: must be at least 1 character long; surprise: unknown property; If-Match: required; send the quoted revision of the last ETag",
  );
  expect(() => read({ idempotencyKey: "k", ifMatch: '"3"' })).toThrow(/^firstName: [^;]*; surprise: unknown property$/);
});
