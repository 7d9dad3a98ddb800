import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../contract/errors/error-codes.ts";
import { vendorScopes, type Scope } from "../../../contract/scopes.ts";
import { createContact } from "../../../areas/contacts/fixtures.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Declaration } from "../../../rpc/declarations.ts";
import { authorize } from "../../../rpc/authorize.ts";
import type { IntegrationKeyPrincipal } from "../../../rpc/principal.ts";
import { conform, type Rule } from "../rules.ts";
import type { TestServer } from "../../harness/server.ts";
import {
  allScopes,
  changeRow,
  createKey,
  createTenant,
  type KeyOptions,
  type TestTenant,
} from "../../harness/tenant.ts";
import {
  expectRejection,
  expectSuccess,
  isMutation,
  needsAttorney,
  subjects,
  type SubjectHarness,
} from "../subject.ts";
import { countTraces } from "../../harness/traces.ts";

const forbidden = '{"success":false,"error":"API key lacks required permissions","code":"FORBIDDEN"}';

async function setAttorney(tenant: TestTenant, values: { status?: string; isAttorney?: boolean }): Promise<void> {
  await changeRow(tenant, "Member", tenant.attorneyId, values);
}

/** A row: with such an acting attorney, operations whose scope needs one are rejected, and the others go on. */
const withAttorney = (spoil: (tenant: TestTenant) => Promise<void>): Rule => ({
  on: "class",
  check: async (harness: SubjectHarness) => {
    await spoil(harness.tenant);
    await expectNotConfigured(harness, harness.tenant.secret);
  },
});

async function expectNotConfigured(harness: SubjectHarness, secret: string): Promise<void> {
  const before = await countTraces(harness.tenant);
  const reply = await harness.call({ secret });
  if (!needsAttorney(harness.declaration)) return void expectSuccess(reply);
  expectRejection(reply, "INTEGRATION_NOT_CONFIGURED", "acting attorney");
  expect(reply.headers).not.toHaveProperty("retry-after");
  expect(await countTraces(harness.tenant)).toEqual(before);
}

/**
 * A row: such a key, one for all operations, is rejected by each of them. Scopes are checked before records are looked
 * for.
 */
const forbiddenTo = (
  options: (tenant: TestTenant) => KeyOptions | Promise<KeyOptions>,
  when: (declaration: Declaration) => boolean,
): Rule => {
  let key: Promise<{ secret: string }> | undefined;
  const create = async ({ services: { database } }: TestServer) => {
    const tenant = await createTenant(database);
    return createKey(tenant, await options(tenant));
  };
  return {
    shares: "request",
    when,
    check: async (harness: SubjectHarness) => {
      const { secret } = await (key ??= create(harness.server));
      expect((await harness.call({ secret })).text).toBe(forbidden);
    },
  };
};

/** Resolves when some backend of the database waits for a row that another transaction holds. */
async function waitForBlockedBackend(owner: Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The decision on a key with these scopes, by the one function that decides for REST and portal. */
function decide({ meta }: Declaration, scopes: readonly Scope[], actingAttorneyActive = true): string {
  const principal = {
    keyId: "key_1",
    scopes: new Set(scopes),
    actingAttorneyId: "mem_1",
    actingAttorneyActive,
  } as unknown as IntegrationKeyPrincipal;
  try {
    authorize(principal, meta);
    return "passes";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe("every operation with each single scope", () => {
  test.each(subjects)("$label", ({ declaration }) => {
    const { scope, orScopes = [] } = declaration.meta;
    const enough = new Set(scope === null ? allScopes : [scope, ...orScopes]);
    for (const each of allScopes)
      expect([each, decide(declaration, [each])]).toEqual([each, enough.has(each) ? "passes" : "FORBIDDEN"]);
    expect(decide(declaration, [])).toBe(scope === null ? "passes" : "FORBIDDEN");
    expect(decide(declaration, allScopes, false)).toBe(
      needsAttorney(declaration) ? "INTEGRATION_NOT_CONFIGURED" : "passes",
    );
  });
});

test("a key that is bound to a vendor can hold exactly the scopes with operations that are open to vendors", () => {
  const open = subjects
    .filter(({ declaration }) => declaration.meta.openToVendors === true)
    .flatMap(({ declaration: { meta } }) => meta.scope ?? []);
  expect(new Set(open)).toEqual(vendorScopes);
});

conform({
  "a key that is bound to a vendor is rejected where the operation is not open to vendors": forbiddenTo(
    async (tenant) => ({ vendorContactId: await createContact(tenant) }),
    ({ meta }) => meta.scope !== null && meta.openToVendors !== true,
  ),
  "a key without scopes is rejected": forbiddenTo(
    () => ({ scopes: [] }),
    ({ meta }) => meta.scope !== null,
  ),
  "an unknown scope grants nothing": {
    on: "class",
    shares: true,
    when: ({ meta }) => meta.scope !== null,
    check: async (harness) => {
      const area = harness.declaration.meta.scope?.split(":")[0] ?? "";
      const { secret } = await createKey(harness.tenant, {
        scopes: ["*", `${area}:*`, "admin", harness.declaration.meta.scope?.toUpperCase() ?? ""],
      });
      expect((await harness.call({ secret })).text).toBe(forbidden);
    },
  },
  "each alternative scope is sufficient, and the domain limits what is shown": {
    when: ({ meta }) => meta.orScopes !== undefined,
    check: async (harness) => {
      for (const scope of harness.declaration.meta.orScopes ?? []) {
        const { secret } = await createKey(harness.tenant, { scopes: [scope] });
        const reply = await harness.call({ secret });
        // The caller must not learn that a record exists which this scope does not show.
        if (reply.status === 404 && harness.arranged.recordParameters.length > 0) expectRejection(reply, "NOT_FOUND");
        else expectSuccess(reply);
      }
    },
  },
  "the key is checked before the scope, the scope before the input": {
    on: "class",
    shares: true,
    when: ({ meta }) => meta.scope !== null,
    check: async (harness) => {
      const { secret } = await createKey(harness.tenant, { scopes: [] });
      expectRejection(await harness.call({ secret, search: "surprise=1", idempotencyKey: null }), "FORBIDDEN");
      expectRejection(await harness.call({ secret: null, search: "surprise=1" }), "UNAUTHORIZED");
    },
  },
  "the acting attorney is checked before the input": {
    on: "class",
    shares: true,
    when: needsAttorney,
    check: async (harness) => {
      const { secret } = await createKey(harness.tenant, { actingAttorneyId: null });
      expectRejection(
        await harness.call({ secret, search: "surprise=1", idempotencyKey: null }),
        "INTEGRATION_NOT_CONFIGURED",
      );
    },
  },
  "a key without an acting attorney is rejected": {
    on: "class",
    check: async (harness) => {
      const { secret } = await createKey(harness.tenant, { actingAttorneyId: null });
      await expectNotConfigured(harness, secret);
    },
  },
  "an acting attorney who is not an attorney is rejected": {
    on: "class",
    check: async (harness) => {
      const { tenant } = harness;
      const id = createId("member");
      const values = {
        organizationId: tenant.organizationId,
        id,
        firstName: "Pat",
        lastName: "Legal",
        email: "pat@firm.example",
        role: "paralegal",
      };
      await tenant.inside((transaction) => transaction.insertInto("Member").values(values).execute());
      const { secret } = await createKey(tenant, { actingAttorneyId: id });
      await expectNotConfigured(harness, secret);
    },
  },
  "a deactivated acting attorney is rejected": withAttorney((tenant) => setAttorney(tenant, { status: "deactivated" })),
  "a suspended acting attorney is rejected": withAttorney((tenant) => setAttorney(tenant, { status: "suspended" })),
  "an acting attorney who is only invited is rejected": withAttorney((tenant) =>
    setAttorney(tenant, { status: "invited" }),
  ),
  "an acting attorney who is no longer an attorney is rejected": withAttorney((tenant) =>
    setAttorney(tenant, { isAttorney: false }),
  ),
  "a reactivated acting attorney is accepted": {
    on: "class",
    check: async (harness) => {
      await setAttorney(harness.tenant, { status: "suspended" });
      await harness.call();
      await setAttorney(harness.tenant, { status: "active" });
      expectSuccess(await harness.call({ arranged: await harness.arrangeAnother() }));
    },
  },
  "an attorney deactivated between authentication and write rejects the write": {
    on: "class",
    when: (declaration) => isMutation(declaration) && needsAttorney(declaration),
    check: async (harness) => {
      const owner = new Client({ connectionString: harness.server.ownerUrl });
      await owner.connect();
      try {
        const before = await countTraces(harness.tenant);
        await owner.query("BEGIN");
        await owner.query(`UPDATE "Member" SET status = 'deactivated' WHERE id = $1`, [harness.tenant.attorneyId]);
        // Authentication still reads the committed row, and passes; the write waits for this transaction.
        const reply = harness.call();
        await waitForBlockedBackend(owner);
        await owner.query("COMMIT");
        expectRejection(await reply, "INTEGRATION_NOT_CONFIGURED");
        expect(await countTraces(harness.tenant)).toEqual(before);
      } finally {
        await owner.end();
      }
    },
  },
});
