import { expect } from "vitest";
import { conform } from "./rules.ts";
import { createKey } from "../harness/tenant.ts";
import { expectDescribed } from "./expect-described.ts";
import { expectSuccess } from "./subject.ts";

/** Replays and rejections, checked against the document; `success.test.ts` checks the first response of every operation. */
conform({
  "a replay matches the document": {
    on: "class",
    when: ({ meta }) => meta.idempotency === "required",
    check: async (harness) => {
      await harness.call({ idempotencyKey: "once" });
      const replay = expectSuccess(await harness.call({ idempotencyKey: "once" }));
      expect(replay.headers["idempotent-replayed"]).toBe("true");
      expectDescribed(harness, replay);
    },
  },
  "rejections match the document": {
    on: "class",
    shares: true,
    check: async (harness) => {
      const noScope = harness.declaration.meta.scope === null ? null : await createKey(harness.tenant, { scopes: [] });
      expectDescribed(harness, await harness.call({ secret: null }), await harness.call({ search: "nonsense=1" }));
      if (noScope !== null) expectDescribed(harness, await harness.call({ secret: noScope.secret }));
      const [record] = harness.arranged.recordParameters;
      if (record !== undefined) expectDescribed(harness, await harness.call({ pathValues: { [record]: "unknown" } }));
    },
  },
});
