import { afterAll, expect, test } from "vitest";
import { takesBody, type Declaration } from "../../rpc/declarations.ts";
import { describeEffects } from "../database/tenant-state.ts";
import { closeProbes, expectNoEffect, readState } from "./row-effects.ts";
import { expectFresh, expectReplay } from "./expect-replay.ts";
import { otherBody, rewrite } from "../harness/requests/other-bodies.ts";
import { conform, type Rule } from "./rules.ts";
import { addSecret, changeRow, createKey } from "../harness/tenant.ts";
import type { Reply } from "../harness/requests/send.ts";
import {
  countEmitted,
  expectRejection,
  expectSuccess,
  hasBodyMembers,
  isMutation,
  needsAttorney,
  openSubjectHarness,
  subjects,
  type Changes,
  type SubjectHarness,
} from "./subject.ts";
import { countTraces } from "../harness/traces.ts";

const requiresKey = ({ meta }: Declaration) => meta.idempotency === "required";
const requiresKeyWithBody = (declaration: Declaration) => requiresKey(declaration) && hasBodyMembers(declaration);
const requiresKeyWithPath = (declaration: Declaration) =>
  requiresKey(declaration) && declaration.pathParameters.length > 0;
const requiresKeyWithScope = (declaration: Declaration) => requiresKey(declaration) && declaration.meta.scope !== null;
const isEncrypted = ({ meta }: Declaration) => meta.returnsSecret === true;
const idempotencyKey = "order 66 / a~b";

afterAll(closeProbes);

/**
 * A row: a request, then something, then the same request again, which gets the stored response without a second
 * effect.
 */
const replayedAfter = (
  meanwhile: (harness: SubjectHarness, first: Reply) => Promise<unknown>,
  again: (harness: SubjectHarness) => Changes = () => ({}),
): Rule => ({
  when: requiresKey,
  on: "class",
  check: async (harness: SubjectHarness) => {
    const first = expectFresh(await harness.call({ idempotencyKey }));
    await meanwhile(harness, first);
    const before = await readState(harness);
    expectReplay(await harness.call({ idempotencyKey, ...again(harness) }), first);
    await expectNoEffect(harness, before);
  },
});

/** A row: after a success, this other request under the same header value is a conflict without effect. */
const conflict = (
  when: (declaration: Declaration) => boolean,
  other: (harness: SubjectHarness) => Changes | Promise<Changes>,
): Rule => ({
  when,
  on: "class",
  check: async (harness: SubjectHarness) => {
    const changes = await other(harness);
    expectFresh(await harness.call({ idempotencyKey }));
    const before = await readState(harness);
    expectRejection(await harness.call({ idempotencyKey, ...changes }), "IDEMPOTENCY_CONFLICT");
    await expectNoEffect(harness, before);
  },
});

/** A row: this rejected request stores nothing, so that the good one passes under the same header value. */
const forgotten = (rejected: (harness: SubjectHarness) => Changes): Rule => ({
  when: requiresKey,
  on: "class",
  check: async (harness: SubjectHarness) => {
    expect((await harness.call({ idempotencyKey, ...rejected(harness) })).status).toBeGreaterThanOrEqual(400);
    expectFresh(await harness.call({ idempotencyKey }));
  },
});

function changeKey(harness: SubjectHarness, values: Record<string, unknown>): Promise<unknown> {
  const { tenant } = harness;
  return tenant.inside((transaction) =>
    transaction.updateTable("IntegrationKey").set(values).where("id", "=", tenant.keyId).execute(),
  );
}

test("every mutation requires the header, except the three of the specification that ignore it", () => {
  const mutations = subjects.map(({ declaration }) => declaration).filter(isMutation);
  const ignoring = mutations.filter((declaration) => !requiresKey(declaration));
  expect(ignoring.map(({ name, meta }) => `${name}: ${meta.idempotency}`).toSorted()).toEqual([
    "cases.update: ignored",
    "leads.create: ignored",
    "leads.update: ignored",
  ]);
});

/** That each operation replays its success without a second effect is a row of `success.test.ts`. */
conform({
  "an operation that ignores the header says so and runs again": {
    when: ({ meta }) => meta.idempotency === "ignored",
    check: async (harness) => {
      const first = expectSuccess(await harness.call({ headers: { "X-Idempotency-Key": idempotencyKey } }));
      expect(first.headers["idempotency-status"]).toBe("ignored");
      expect(first.headers).not.toHaveProperty("idempotency-expires");
      const before = await readState(harness);
      const again = expectSuccess(await harness.call({ headers: { "X-Idempotency-Key": idempotencyKey } }));
      expect(again.headers).not.toHaveProperty("idempotent-replayed");
      expect(describeEffects(before, await readState(harness))).not.toEqual([]);
    },
  },
  "a missing header is rejected": {
    on: "offline",
    shares: true,
    when: requiresKey,
    check: async (harness) =>
      void expectRejection(
        await harness.call({ idempotencyKey: null }),
        "VALIDATION_FAILED",
        "X-Idempotency-Key: required",
      ),
  },
  "an empty header is rejected": {
    on: "offline",
    shares: true,
    when: requiresKey,
    check: async (harness) =>
      void expectRejection(await harness.call({ idempotencyKey: "" }), "VALIDATION_FAILED", "X-Idempotency-Key"),
  },
  "201 characters are rejected, 200 are accepted": {
    on: "class",
    when: requiresKey,
    check: async (harness) => {
      expectRejection(
        await harness.call({ idempotencyKey: "k".repeat(201) }),
        "VALIDATION_FAILED",
        "X-Idempotency-Key",
      );
      expectFresh(await harness.call({ idempotencyKey: "k".repeat(200) }));
    },
  },
  "a header that is not printable ASCII is rejected": {
    on: "offline",
    shares: true,
    when: requiresKey,
    check: async (harness) => {
      for (const value of ["a\tb", "caf\u00e9"])
        expectRejection(await harness.call({ idempotencyKey: value }), "VALIDATION_FAILED", "X-Idempotency-Key");
    },
  },
  "a read ignores the header": {
    on: "class",
    when: (declaration) => !isMutation(declaration),
    check: async (harness) => {
      const headers = { "X-Idempotency-Key": idempotencyKey };
      for (const reply of [await harness.call({ headers }), await harness.call({ headers })]) expectFresh(reply);
    },
  },
  "a success has the time until which its response is stored": {
    on: "class",
    when: requiresKey,
    check: async (harness) => {
      const kept = Date.parse(String(expectFresh(await harness.call()).headers["idempotency-expires"])) - Date.now();
      expect(kept / 3_600_000).toBeCloseTo(24, 1);
    },
  },

  "a replay returns the stored response after the record changed": replayedAfter(async ({ arranged }, first) => {
    expect(arranged.change).toBeDefined();
    await arranged.change?.(first.body);
  }),
  "a replay returns the stored response after the record was deleted": replayedAfter(async ({ arranged }) =>
    arranged.remove?.(),
  ),
  "a replay returns the stored response after the key was renamed": replayedAfter((harness) =>
    changeKey(harness, { name: "Another name" }),
  ),
  "a response with a secret is not replayed to another secret of the same key": {
    on: "class",
    when: isEncrypted,
    check: async (harness) => {
      const first = expectFresh(await harness.call({ idempotencyKey }));
      const secret = await addSecret(harness.tenant, harness.tenant.keyId);
      const before = await readState(harness);
      const reply = await harness.call({ idempotencyKey, secret });
      expectRejection(reply, "IDEMPOTENCY_CONFLICT", "rotate the key or the webhook subscription to get a new secret");
      await expectNoEffect(harness, before);
      expectReplay(await harness.call({ idempotencyKey }), first);
    },
  },
  "other responses are replayed to another secret of the same key": {
    on: "class",
    when: (declaration) => requiresKey(declaration) && !isEncrypted(declaration),
    check: async (harness) => {
      const first = expectFresh(await harness.call({ idempotencyKey }));
      expectReplay(
        await harness.call({ idempotencyKey, secret: await addSecret(harness.tenant, harness.tenant.keyId) }),
        first,
      );
    },
  },
  "a body with reordered members and other spacing is replayed": {
    ...replayedAfter(
      async () => undefined,
      ({ arranged }) => ({ bytes: JSON.stringify(rewrite(arranged.body), null, 3) }),
    ),
    when: requiresKeyWithBody,
  },
  "a body with escaped letters is replayed": {
    ...replayedAfter(
      async () => undefined,
      ({ arranged }) => ({
        bytes: JSON.stringify(arranged.body).replaceAll(/"[^"]*"/g, (text) => text.replaceAll("e", "\\u0065")),
      }),
    ),
    when: requiresKeyWithBody,
  },

  "an empty object is the same as no body where none is accepted": {
    on: "class",
    when: (declaration) => requiresKey(declaration) && !takesBody(declaration),
    check: async (harness) => {
      const first = expectFresh(await harness.call({ idempotencyKey }));
      expectReplay(await harness.call({ idempotencyKey, bytes: "{}" }), first);
      expectReplay(await harness.call({ idempotencyKey, bytes: " { } " }), first);
    },
  },

  "reuse with another body is a conflict": conflict(requiresKeyWithBody, ({ declaration, arranged }) => ({
    body: otherBody(declaration, arranged.body ?? {}),
  })),
  "reuse with another path is a conflict": conflict(requiresKeyWithPath, async (harness) => ({
    arranged: await harness.arrangeAnother(),
  })),
  "reuse with another If-Match is a conflict": conflict(requiresKey, () => ({ headers: { "If-Match": '"77"' } })),
  "reuse with another operation is a conflict": {
    on: "class",
    when: requiresKey,
    check: async (harness) => {
      expectFresh(await harness.call({ idempotencyKey }));
      const other = subjects.find((subject) => requiresKey(subject.declaration) && subject !== harness.subject);
      if (other === undefined) throw new Error("there is no other operation");
      const elsewhere = await openSubjectHarness(harness.server, other);
      const arranged = await elsewhere.arrangeAnother(harness.tenant);
      expectRejection(
        await elsewhere.call({ arranged, secret: harness.tenant.secret, idempotencyKey }),
        "IDEMPOTENCY_CONFLICT",
      );
    },
  },

  "another key's request with the same header value has its own effect": {
    on: "class",
    when: requiresKey,
    check: async (harness) => {
      const { secret } = await createKey(harness.tenant, {});
      expectFresh(await harness.call({ idempotencyKey }));
      expectFresh(await harness.call({ idempotencyKey, secret, arranged: await harness.arrangeAnother() }));
      expect((await countTraces(harness.tenant)).events).toBe(2 * countEmitted(harness));
    },
  },
  "an expired stored response is replaced by a new effect": {
    on: "class",
    when: requiresKey,
    check: async (harness) => {
      const { tenant } = harness;
      expectFresh(await harness.call({ idempotencyKey }));
      const expiresAt = new Date(Date.now() - 1000).toISOString();
      await tenant.inside((transaction) => transaction.updateTable("IdempotencyRecord").set({ expiresAt }).execute());
      const arranged = await harness.arrangeAnother();
      const second = expectFresh(await harness.call({ idempotencyKey, arranged }));
      expect((await countTraces(tenant)).events).toBe(2 * countEmitted(harness));
      expectReplay(await harness.call({ idempotencyKey, arranged }), second);
    },
  },

  "a request rejected for its input stores nothing": forgotten(() => ({ search: "surprise=1" })),
  "a request rejected for an unknown ID stores nothing": {
    ...forgotten(({ arranged: { pathNamesWords, pathValues, recordParameters } }) => {
      const names = pathNamesWords === true ? Object.keys(pathValues) : recordParameters;
      return { pathValues: Object.fromEntries(names.map((name) => [name, "unknown"])) };
    }),
    when: (declaration) => requiresKey(declaration) && declaration.pathParameters.length > 0,
  },
  "a request rejected as stale stores nothing": {
    ...forgotten(() => ({ headers: { "If-Match": '"77"' } })),
    when: (declaration) => requiresKey(declaration) && declaration.meta.errors?.includes("STALE_REVISION") === true,
  },
  "a request with an invalid key stores nothing": forgotten(() => ({ secret: null })),

  "40 concurrent requests have exactly one effect": {
    on: "class",
    when: requiresKey,
    check: async (harness) => {
      const alone = await openSubjectHarness(harness.server, harness.subject);
      const [before, beforeAlone] = [await readState(harness), await readState(alone)];
      const replies = await Promise.all(Array.from({ length: 40 }, () => harness.call({ idempotencyKey })));
      const [first, ...others] = replies.filter(({ status }) => status < 300);
      expect(first).toBeDefined();
      for (const reply of others) expect(reply.text).toBe(first?.text);
      for (const reply of replies.filter(({ status }) => status >= 300)) {
        expectRejection(reply, "IDEMPOTENCY_IN_PROGRESS");
        expect(reply.headers["retry-after"]).toBe("1");
      }
      expect(
        replies.filter(({ status, headers }) => status < 300 && headers["idempotent-replayed"] === undefined),
      ).toHaveLength(1);
      expect((await harness.call({ idempotencyKey })).text).toBe(first?.text);
      expectFresh(await alone.call({ idempotencyKey }));
      expect(describeEffects(before, await readState(harness))).toEqual(
        describeEffects(beforeAlone, await readState(alone)),
      );
    },
  },

  "a revoked key gets no replay": {
    on: "class",
    when: requiresKey,
    check: async (harness) => {
      expectFresh(await harness.call({ idempotencyKey }));
      await changeKey(harness, { revokedAt: new Date().toISOString(), revokeReason: "lost" });
      expectRejection(await harness.call({ idempotencyKey }), "UNAUTHORIZED");
    },
  },
  "a key that lost the scope gets no replay": {
    on: "class",
    when: requiresKeyWithScope,
    check: async (harness) => {
      expectFresh(await harness.call({ idempotencyKey }));
      await changeKey(harness, { scopes: ["org:read"] });
      expectRejection(await harness.call({ idempotencyKey }), "FORBIDDEN");
    },
  },
  "a key whose acting attorney was deactivated gets a replay only where none is required": {
    on: "class",
    when: requiresKey,
    check: async (harness) => {
      const { tenant } = harness;
      const first = expectFresh(await harness.call({ idempotencyKey }));
      await changeRow(tenant, "Member", tenant.attorneyId, { status: "deactivated" });
      const again = await harness.call({ idempotencyKey });
      if (needsAttorney(harness.declaration)) expectRejection(again, "INTEGRATION_NOT_CONFIGURED");
      // Without the attorney it may show less: what only they may read is left out.
      else
        expect([again.status, again.headers["idempotent-replayed"], again.headers.etag]).toEqual([
          first.status,
          "true",
          first.headers.etag,
        ]);
    },
  },
});
