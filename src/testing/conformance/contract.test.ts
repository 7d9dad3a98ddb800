import { beforeAll, expect } from "vitest";
import { apiRouter } from "../../router.ts";
import { describeApi } from "../../openapi/describe-api.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { createKey } from "../harness/tenant.ts";
import { openOutsideValidator, type OutsideValidator } from "../harness/requests/outside-validator.ts";
import type { Reply } from "../harness/requests/send.ts";
import { expectSuccess, type SubjectHarness } from "./subject.ts";

let validator: OutsideValidator;

beforeAll(async () => {
  const document = JSON.parse(JSON.stringify(describeApi(readDeclarations(apiRouter), "https://api.caseport.test"))) as object;
  validator = await openOutsideValidator(document);
});

function expectDescribed({ declaration: { meta } }: SubjectHarness, ...replies: Reply[]): void {
  for (const reply of replies) expect({ status: reply.status, found: validator.judge(meta.method, `/api/v1${meta.path}`, reply) }).toEqual({ status: reply.status, found: [] });
}

/** The responses, checked by Prism against the document that integrators generate clients from. */
conform({
  "a success matches the document": {
    shares: true,
    check: async (harness) => {
      const reply = expectSuccess(await harness.call());
      expectDescribed(harness, reply);
    },
  },
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
