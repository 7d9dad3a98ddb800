import { expect, test } from "vitest";
import { readsIfMatch, readsIfNoneMatch } from "../../contract/operation.ts";
import { readInput } from "../../http/rest/read-input.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { countEmitted, expectRejection, expectSuccess, subjects } from "./subject.ts";
import type { Stage } from "./subject.ts";
import { countTraces } from "../harness/traces.ts";

const isTaggedRead = ({ meta }: Declaration) => readsIfNoneMatch(meta);
const comparesRevision = ({ meta }: Declaration) => meta.errors?.includes("STALE_REVISION") === true;

/** A row: If-None-Match with this, made of the present ETag, is answered 304 or not. */
const ifNoneMatch = (status: 200 | 304, write: (etag: string) => string) => ({
  when: isTaggedRead,
  check: async (stage: Stage) => {
    const etag = expectSuccess(await stage.call()).headers.etag ?? "";
    expect(etag).toMatch(/^"\d+"$/);
    const reply = await stage.call({ headers: { "If-None-Match": write(etag) } });
    expect([reply.status, reply.headers.etag]).toEqual([status, etag]);
    if (status === 304) {
      expect(reply.text).toBe("");
      expect(reply.headers).not.toHaveProperty("content-type");
      expect(reply.headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
      expect((await stage.call({ method: "HEAD", headers: { "If-None-Match": write(etag) } })).status).toBe(304);
    }
  },
});

/** A row: a mutation under this If-Match, made of the present revision, is refused as stale and changes nothing. */
const stale = (write: (revision: number) => string) => ({
  when: comparesRevision,
  check: async (stage: Stage) => {
    const before = await countTraces(stage.firm);
    expectRejection(await stage.call({ headers: { "If-Match": write(stage.arranged.revision ?? 0) } }), "STALE_REVISION");
    expect(await countTraces(stage.firm)).toEqual(before);
    expectSuccess(await stage.call());
  },
});

const current = (write: (revision: number) => string) => ({
  when: comparesRevision,
  check: async (stage: Stage) => {
    expect(stage.arranged.revision).not.toBeNull();
    expectSuccess(await stage.call({ headers: { "If-Match": write(stage.arranged.revision ?? 0) } }));
  },
});

conform({
  "If-None-Match with the ETag answers 304": ifNoneMatch(304, (etag) => etag),
  "If-None-Match with a list that holds the ETag answers 304": ifNoneMatch(304, (etag) => `"1", ${etag}, "x"`),
  "If-None-Match with the weak ETag answers 304": ifNoneMatch(304, (etag) => `W/${etag}`),
  "If-None-Match with * answers 304": ifNoneMatch(304, () => "*"),
  "If-None-Match with another ETag answers the record": ifNoneMatch(200, () => '"0"'),
  "If-None-Match that is malformed answers the record": ifNoneMatch(200, (etag) => etag.replaceAll('"', "")),
  "If-None-Match needs the key all the same": {
    when: isTaggedRead,
    check: async (stage) => void expectRejection(await stage.call({ secret: null, headers: { "If-None-Match": "*" } }), "UNAUTHORIZED"),
  },

  "a record that moves without its revision is answered whole, whatever If-None-Match says": {
    when: ({ meta }) => meta.movesByItself === true,
    check: async (stage) => {
      const etag = expectSuccess(await stage.call()).headers.etag ?? "";
      expect(etag).toMatch(/^"\d+"$/);
      for (const header of [etag, "*"]) {
        const reply = expectSuccess(await stage.call({ headers: { "If-None-Match": header } }));
        expect([reply.status, reply.headers.etag]).toEqual([200, etag]);
      }
    },
  },

  "a stale If-Match is refused": stale((revision) => `"${revision + 1}"`),
  "a list of stale revisions is refused": stale((revision) => `"${revision + 1}", "${revision + 2}"`),
  "a weak If-Match is refused": stale((revision) => `W/"${revision}"`),
  "an If-Match that was never an ETag is refused": stale(() => '"abc"'),
  "an If-Match beyond every revision is refused": stale(() => '"999999999999999"'),
  "an If-Match with leading zeros is refused": stale((revision) => `"0${revision}"`),
  "the present If-Match passes": current((revision) => `"${revision}"`),
  "a list that holds the present revision passes": current((revision) => `"77", "${revision}"`),
  "If-Match with * passes": current(() => "*"),
  "If-Match is not read, malformed or not": {
    when: ({ meta }) => !readsIfMatch(meta),
    check: async (stage) => {
      for (const header of ["1", '"999"', "*"]) {
        const arranged = await stage.arrangeAnother();
        expectSuccess(await stage.call({ arranged, headers: { "If-Match": header } }));
      }
    },
  },
  "a malformed If-Match is refused": {
    when: ({ meta }) => readsIfMatch(meta),
    check: async (stage) => {
      for (const header of ["1", '"1', "'1'", '"1" "2"', ","]) {
        expectRejection(await stage.call({ headers: { "If-Match": header } }), "VALIDATION_FAILED", "If-Match");
      }
    },
  },
  "of two writers with one revision the second is refused": {
    when: comparesRevision,
    check: async (stage) => {
      const headers = { "If-Match": `"${stage.arranged.revision}"` };
      const replies = await Promise.all([stage.call({ headers }), stage.call({ headers })]);
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 409 || status === 404)).toHaveLength(1);
      expect((await countTraces(stage.firm)).events).toBe(countEmitted(stage));
    },
  },
  "a success raises the revision by one": {
    when: (declaration) => comparesRevision(declaration) && declaration.meta.etag !== undefined,
    check: async (stage) => {
      const before = stage.arranged.revision ?? 0;
      const after = Number(expectSuccess(await stage.call()).headers.etag?.slice(1, -1));
      // The tag of what has no revision is the instant of its last change.
      if (stage.declaration.meta.etag?.endsWith(".updatedAt") === true) expect(after).toBeGreaterThan(before);
      else expect(after).toBe(before + 1);
    },
  },
});

test("a missing If-Match is refused with the other faults where it is required", () => {
  const declaration = subjects.map((subject) => subject.declaration).find(({ name }) => name === "clients.update");
  if (declaration === undefined) throw new Error("clients.update is not declared");
  const required: Declaration = { ...declaration, meta: { ...declaration.meta, ifMatch: "required" } };
  const read = (headers: Record<string, string>) =>
    readInput({ declaration: required, pathValues: { clientId: "cli_1" } }, "", headers, Buffer.from('{"firstName":"","surprise":1}'));
  expect(() => read({})).toThrow(
    "X-Idempotency-Key: required; firstName: must be at least 1 character long; surprise: unknown property; If-Match: required; send the quoted revision of the last ETag",
  );
  expect(() => read({ "x-idempotency-key": "k", "if-match": '"3"' })).toThrow(/^firstName: [^;]*; surprise: unknown property$/);
});
