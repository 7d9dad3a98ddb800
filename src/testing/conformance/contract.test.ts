import { beforeAll, expect } from "vitest";
import { apiRouter } from "../../router.ts";
import { describeApi } from "../../openapi/describe-api.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { createKey } from "../harness/tenant.ts";
import { openOutsideValidator } from "../harness/outside-validator.ts";
import type { OutsideValidator } from "../harness/outside-validator.ts";
import type { Reply } from "../harness/send.ts";
import { isMutation } from "./subject.ts";
import type { Stage } from "./subject.ts";

let validator: OutsideValidator;

beforeAll(async () => {
  const document = JSON.parse(JSON.stringify(describeApi(readDeclarations(apiRouter), "https://api.caseport.test"))) as object;
  validator = await openOutsideValidator(document);
});

function expectDescribed({ declaration: { meta } }: Stage, ...replies: Reply[]): void {
  for (const reply of replies) expect({ status: reply.status, found: validator.judge(meta.method, `/api/v1${meta.path}`, reply) }).toEqual({ status: reply.status, found: [] });
}

/** What an integrator's generated client will hold our answers against, judged by Prism. */
conform({
  "a success, and its replay, are as the document says": {
    check: async (stage) => {
      const first = await stage.call({ idempotencyKey: "once" });
      expectDescribed(stage, first);
      expect(first.status).toBeLessThan(300);
      if (isMutation(stage.declaration) && stage.declaration.meta.idempotency === "required") expectDescribed(stage, await stage.call({ idempotencyKey: "once" }));
    },
  },
  "refusals are as the document says": {
    check: async (stage) => {
      const noScope = stage.declaration.meta.scope === null ? null : await createKey(stage.firm, { scopes: ["esign:read"] });
      expectDescribed(stage, await stage.call({ secret: null }), await stage.call({ search: "nonsense=1" }));
      if (noScope !== null) expectDescribed(stage, await stage.call({ secret: noScope.secret }));
      const [record] = stage.arranged.recordParameters;
      if (record !== undefined) expectDescribed(stage, await stage.call({ pathValues: { [record]: "unknown" } }));
    },
  },
});
