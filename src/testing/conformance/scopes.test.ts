import { Client } from "pg";
import { expect } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { allScopes, createKey } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { expectRejection, expectSuccess, isMutation, needsAttorney } from "./subject.ts";
import type { Stage } from "./subject.ts";
import { countTraces } from "../harness/traces.ts";

/** The scopes of which each alone is enough. */
const listEnough = ({ meta }: Declaration) => [...(meta.scope === null ? [] : [meta.scope]), ...(meta.orScopes ?? [])];

const forbidden = '{"success":false,"error":"API key lacks required permissions","code":"FORBIDDEN"}';

async function setAttorney(firm: TestTenant, values: { status?: string; isAttorney?: boolean }): Promise<void> {
  await firm.inside((transaction) => transaction.updateTable("Member").set(values).where("id", "=", firm.attorneyId).execute());
}

/** A row: with such an acting attorney, operations whose scope needs one are refused, and the others go on. */
const withAttorney = (spoil: (firm: TestTenant) => Promise<void>) => ({
  check: async (stage: Stage) => {
    await spoil(stage.firm);
    await expectNotConfigured(stage, stage.firm.secret);
  },
});

async function expectNotConfigured(stage: Stage, secret: string): Promise<void> {
  const before = await countTraces(stage.firm);
  const reply = await stage.call({ secret });
  if (!needsAttorney(stage.declaration)) return void expectSuccess(reply);
  expectRejection(reply, "INTEGRATION_NOT_CONFIGURED", "acting attorney");
  expect(reply.headers).not.toHaveProperty("retry-after");
  expect(await countTraces(stage.firm)).toEqual(before);
}

/** Resolves when some backend of the database waits for a row that another transaction holds. */
async function waitForBlockedBackend(owner: Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

conform({
  "each other scope alone is refused": {
    when: ({ meta }) => meta.scope !== null,
    check: async (stage) => {
      const enough = listEnough(stage.declaration);
      const others = allScopes.filter((scope) => !enough.includes(scope));
      expect(others).toHaveLength(41 - enough.length);
      for (const scope of others) {
        const { secret } = await createKey(stage.firm, { scopes: [scope] });
        const reply = await stage.call({ secret });
        expect(`${scope} ${reply.status} ${reply.text}`).toBe(`${scope} 403 ${forbidden}`);
      }
    },
  },
  "no scope at all is refused": {
    when: ({ meta }) => meta.scope !== null,
    check: async (stage) => {
      const { secret } = await createKey(stage.firm, { scopes: [] });
      expect((await stage.call({ secret })).text).toBe(forbidden);
    },
  },
  "a scope that the catalogue does not know opens nothing": {
    when: ({ meta }) => meta.scope !== null,
    check: async (stage) => {
      const area = stage.declaration.meta.scope?.split(":")[0] ?? "";
      const { secret } = await createKey(stage.firm, { scopes: ["*", `${area}:*`, "admin", stage.declaration.meta.scope?.toUpperCase() ?? ""] });
      expect((await stage.call({ secret })).text).toBe(forbidden);
    },
  },
  "its own scope alone is enough": {
    check: async (stage) => {
      const { scope } = stage.declaration.meta;
      const { dataScopes = [] } = stage.arranged;
      const { secret } = await createKey(stage.firm, { scopes: scope === null ? [] : [scope, ...dataScopes] });
      expectSuccess(await stage.call({ secret }));
    },
  },
  "each scope that does as well is enough alone; what is shown, the domain decides": {
    when: ({ meta }) => meta.orScopes !== undefined,
    check: async (stage) => {
      for (const scope of stage.declaration.meta.orScopes ?? []) {
        const { secret } = await createKey(stage.firm, { scopes: [scope] });
        const reply = await stage.call({ secret });
        // Of a record that this scope does not show, the caller may not even know.
        if (reply.status === 404 && stage.arranged.recordParameters.length > 0) expectRejection(reply, "NOT_FOUND");
        else expectSuccess(reply);
      }
    },
  },
  "the key is judged before the scope, the scope before the input": {
    when: ({ meta }) => meta.scope !== null,
    check: async (stage) => {
      const { secret } = await createKey(stage.firm, { scopes: [] });
      expectRejection(await stage.call({ secret, search: "surprise=1", idempotencyKey: null }), "FORBIDDEN");
      expectRejection(await stage.call({ secret: null, search: "surprise=1" }), "UNAUTHORIZED");
    },
  },
  "the acting attorney is judged before the input": {
    when: needsAttorney,
    check: async (stage) => {
      const { secret } = await createKey(stage.firm, { actingAttorneyId: null });
      expectRejection(await stage.call({ secret, search: "surprise=1", idempotencyKey: null }), "INTEGRATION_NOT_CONFIGURED");
    },
  },
  "a key without acting attorney": {
    check: async (stage) => {
      const { secret } = await createKey(stage.firm, { actingAttorneyId: null });
      await expectNotConfigured(stage, secret);
    },
  },
  "an acting attorney who is no attorney": {
    check: async (stage) => {
      const { firm } = stage;
      const id = createId("member");
      const values = { organizationId: firm.organizationId, id, firstName: "Pat", lastName: "Legal", email: "pat@firm.example", role: "paralegal" };
      await firm.inside((transaction) => transaction.insertInto("Member").values(values).execute());
      const { secret } = await createKey(firm, { actingAttorneyId: id });
      await expectNotConfigured(stage, secret);
    },
  },
  "a deactivated acting attorney": withAttorney((firm) => setAttorney(firm, { status: "deactivated" })),
  "a suspended acting attorney": withAttorney((firm) => setAttorney(firm, { status: "suspended" })),
  "an acting attorney who is only invited": withAttorney((firm) => setAttorney(firm, { status: "invited" })),
  "an acting attorney who is an attorney no longer": withAttorney((firm) => setAttorney(firm, { isAttorney: false })),
  "an acting attorney who is active again": {
    check: async (stage) => {
      await setAttorney(stage.firm, { status: "suspended" });
      await stage.call();
      await setAttorney(stage.firm, { status: "active" });
      expectSuccess(await stage.call({ arranged: await stage.arrangeAnother() }));
    },
  },
  "an attorney deactivated between authentication and write refuses the write": {
    when: (declaration) => isMutation(declaration) && needsAttorney(declaration),
    check: async (stage) => {
      const owner = new Client({ connectionString: stage.server.ownerUrl });
      await owner.connect();
      try {
        const before = await countTraces(stage.firm);
        await owner.query("BEGIN");
        await owner.query(`UPDATE "Member" SET status = 'deactivated' WHERE id = $1`, [stage.firm.attorneyId]);
        // Authentication still reads the committed row, and passes; the write waits for this transaction.
        const reply = stage.call();
        await waitForBlockedBackend(owner);
        await owner.query("COMMIT");
        expectRejection(await reply, "INTEGRATION_NOT_CONFIGURED");
        expect(await countTraces(stage.firm)).toEqual(before);
      } finally {
        await owner.end();
      }
    },
  },
});
