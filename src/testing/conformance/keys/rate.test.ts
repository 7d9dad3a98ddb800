import { expect } from "vitest";
import { conform } from "../rules.ts";
import { createTenant, createKey } from "../../harness/tenant.ts";
import type { Reply } from "../../harness/requests/send.ts";
import { expectRejection, expectSuccess, type SubjectHarness } from "../subject.ts";
import { countTraces } from "../../harness/traces.ts";

const limit = 3;
const rateLimits = { read: limit, write: limit, sensitive: limit, organizationFactor: 2, unauthenticated: 2 };

let addresses = 0;

/**
 * Headers of a caller of the row's own, so that rows do not use up each other's allowance: the server trusts this
 * proxy.
 */
function fromOwnAddress(): { "X-Forwarded-For": string } {
  addresses += 1;
  return { "X-Forwarded-For": `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}` };
}

function expectLimited(reply: Reply): void {
  expectRejection(reply, "RATE_LIMITED");
  expect(reply.headers["retry-after"]).toMatch(/^[1-9]\d?$/);
}

/** Uses up the tier of the key: with one request and its replays, or reads. */
async function exhaust(harness: SubjectHarness, secret = harness.tenant.secret): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let count = 0; count < limit; count += 1)
    replies.push(await harness.call({ secret, idempotencyKey: `${secret} once` }));
  return replies;
}

conform(
  {
    "an exhausted tier returns 429 with Retry-After and all rate headers": {
      on: "class",
      check: async (harness) => {
        const { tier } = harness.declaration.meta;
        const replies = await exhaust(harness);
        // Replays count as well.
        expect(replies.map(({ headers }) => headers["x-ratelimit-remaining"])).toEqual(["2", "1", "0"]);
        for (const reply of replies) expectSuccess(reply);
        const before = await countTraces(harness.tenant);
        const rejected = await harness.call();
        expectLimited(rejected);
        expect(rejected.headers).toMatchObject({
          "x-ratelimit-limit": String(limit),
          "x-ratelimit-remaining": "0",
          "ratelimit-policy": `"${tier}";q=3;w=60, "${tier}-organization";q=6;w=60`,
          "x-api-key-expires-at": expect.any(String),
        });
        expect(rejected.headers["ratelimit"]).toMatch(
          new RegExp(`^"${tier}";r=0;t=\\d+, "${tier}-organization";r=3;t=\\d+$`),
        );
        expect(
          Math.abs(
            Number(rejected.headers["x-ratelimit-reset"]) - Date.now() / 1000 - Number(rejected.headers["retry-after"]),
          ),
        ).toBeLessThan(5);
        expect(await countTraces(harness.tenant)).toEqual(before);
      },
    },
    "rejected requests count as well": {
      on: "class",
      check: async (harness) => {
        const { secret } = await createKey(harness.tenant, { scopes: [] });
        for (let count = 0; count < limit; count += 1)
          expect((await harness.call({ secret, search: "surprise=1" })).status).not.toBe(429);
        expectLimited(await harness.call({ secret, search: "surprise=1" }));
      },
    },
    "other tiers of the key are unaffected": {
      on: "class",
      check: async (harness) => {
        await exhaust(harness);
        const { tier } = harness.declaration.meta;
        const me = await harness.call({ method: "GET", target: "/me", bytes: "" });
        if (tier === "read") expectLimited(me);
        else expectSuccess(me);
      },
    },
    "other organizations are unaffected": {
      on: "class",
      check: async (harness) => {
        await exhaust(harness);
        const other = await createTenant(harness.server.services.database);
        expectSuccess(await harness.call({ secret: other.secret, arranged: await harness.arrangeAnother(other) }));
      },
    },
    "the organization's limit applies to all its keys together": {
      on: "class",
      check: async (harness) => {
        await exhaust(harness);
        const { secret } = await createKey(harness.tenant, {});
        const arranged = await harness.arrangeAnother();
        for (let count = 0; count < limit; count += 1) await harness.call({ secret, arranged });
        const third = await createKey(harness.tenant, {});
        const rejected = await harness.call({ secret: third.secret, arranged });
        expectLimited(rejected);
        expect(rejected.headers).toMatchObject({ "x-ratelimit-limit": "6", "x-ratelimit-remaining": "0" });
      },
    },
    "failed authentication is limited per IP address": {
      on: "class",
      check: async (harness) => {
        const headers = fromOwnAddress();
        for (let count = 0; count < rateLimits.unauthenticated; count += 1) {
          expectRejection(await harness.call({ secret: null, headers }), "UNAUTHORIZED");
        }
        const rejected = await harness.call({ secret: null, headers });
        expectLimited(rejected);
        expect(rejected.headers).not.toHaveProperty("x-ratelimit-remaining");
        expectRejection(await harness.call({ secret: null, headers: fromOwnAddress() }), "UNAUTHORIZED");
        // A valid key passes whatever other clients of its IP address do.
        expectSuccess(await harness.call({ headers }));
      },
    },
  },
  { rateLimits, trustedProxies: ["127.0.0.1"] },
);
