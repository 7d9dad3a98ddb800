import { expect } from "vitest";
import { createKeySecret } from "../../../platform/identity/credentials/integration-key.ts";
import { conform, type Rule } from "../rules.ts";
import { createKey, type KeyOptions } from "../../harness/tenant.ts";
import type { Reply } from "../../harness/requests/send.ts";
import { expectRejection, expectSuccess, type Changes, type SubjectHarness } from "../subject.ts";

const unauthorized = '{"success":false,"error":"Invalid or expired integration API key","code":"UNAUTHORIZED"}';

function expectUnauthorized(reply: Reply): void {
  expect(reply.text).toBe(unauthorized);
  expect(reply.status).toBe(401);
  // An unknown, an expired and a revoked key get the same response.
  expect([reply.headers["x-error-reason"], reply.headers["x-error-detail"]]).toEqual(["invalid_key", undefined]);
  // Nothing of a key that does not count may show.
  expect(Object.keys(reply.headers).filter((name) => /ratelimit|api-key/.test(name))).toEqual([]);
}

/** A row: a request with these changes fails with the one body of 401. */
const rejected = (changes: (harness: SubjectHarness) => Changes | Promise<Changes>): Rule => ({
  on: "class",
  shares: true,
  check: async (harness: SubjectHarness) => expectUnauthorized(await harness.call(await changes(harness))),
});

/** A row: a key in this state fails with the one body of 401. */
const rejectedKey = (options: KeyOptions) =>
  rejected(async ({ tenant }) => ({ secret: (await createKey(tenant, options)).secret }));

const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();

conform({
  "a key is required": rejected(() => ({ secret: null })),
  "an empty key is rejected": rejected(() => ({ secret: "" })),
  "a malformed key is rejected": rejected(() => ({ secret: "not a key" })),
  "a key with a wrong checksum is rejected": rejected(({ tenant: { secret } }) => ({
    secret: `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`,
  })),
  "an unknown key is rejected": rejected(() => ({ secret: createKeySecret().secret })),
  "a partner key is rejected": rejected(() => ({ secret: createKeySecret("cpp").secret })),
  "an expired key is rejected": rejectedKey({ expiresAt: anHourAgo }),
  "a revoked key is rejected": rejectedKey({ revokedAt: anHourAgo, revokeReason: "lost" }),
  "a paused key is rejected": rejectedKey({ pausedAt: anHourAgo }),
  "a secret whose overlap is over is rejected": rejected(async ({ tenant }) => {
    const { secret, keyId } = await createKey(tenant, {});
    await tenant.inside((transaction) =>
      transaction
        .updateTable("IntegrationKeySecret")
        .set({ expiresAt: anHourAgo })
        .where("keyId", "=", keyId)
        .execute(),
    );
    return { secret };
  }),
  "two x-api-key headers are rejected": rejected(({ tenant }) => ({
    secret: null,
    headers: { "x-api-key": [tenant.secret, tenant.secret] },
  })),
  "a key as a bearer token is rejected": rejected(({ tenant }) => ({
    secret: null,
    headers: { Authorization: `Bearer ${tenant.secret}` },
  })),
  "a bearer token beside a key is rejected": rejected(() => ({ headers: { Authorization: "Bearer e30.e30.e30" } })),
  "a key in the query is rejected": rejected(({ tenant }) => ({ secret: null, search: `x-api-key=${tenant.secret}` })),

  "a key outside its allowed networks is rejected": {
    on: "class",
    shares: true,
    check: async (harness) => {
      const { secret } = await createKey(harness.tenant, { allowedNetworks: ["203.0.113.0/24", "2001:db8::/32"] });
      const reply = expectRejection(await harness.call({ secret }), "FORBIDDEN");
      expect(reply.text).toBe('{"success":false,"error":"API key lacks required permissions","code":"FORBIDDEN"}');
      // Without a configured proxy anybody could claim this address.
      expectRejection(await harness.call({ secret, headers: { "X-Forwarded-For": "203.0.113.7" } }), "FORBIDDEN");
    },
  },
  "a key within its allowed networks passes": {
    on: "class",
    check: async (harness) => {
      const { secret } = await createKey(harness.tenant, { allowedNetworks: ["203.0.113.0/24", "127.0.0.0/8"] });
      expectSuccess(await harness.call({ secret }));
    },
  },
});
