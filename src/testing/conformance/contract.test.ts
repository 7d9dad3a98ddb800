import { beforeAll, expect } from "vitest";
import { describeApi } from "../../openapi/describe-api.ts";
import { conform } from "./rules.ts";
import { createKey } from "../harness/tenant.ts";
import { openOutsideValidator, type ApiDocument, type OutsideValidator } from "../harness/requests/outside-validator.ts";
import type { Reply } from "../harness/requests/send.ts";
import { expectSuccess, type SubjectHarness } from "./subject.ts";

let document: ApiDocument;
let validator: OutsideValidator;

beforeAll(async () => {
  document = JSON.parse(JSON.stringify(describeApi("https://api.caseport.test"))) as ApiDocument;
  validator = await openOutsideValidator(document);
});

/** For responses with events, a validator that knows their types. */
async function chooseValidator(path: string, replies: readonly Reply[]): Promise<OutsideValidator> {
  const types = new Set(replies.flatMap(({ text }) => [...text.matchAll(/"eventType":"([^"]+)"/g)].map(([, type = ""]) => type)));
  return types.size === 0 ? validator : openOutsideValidator({ ...document, paths: { [path]: document.paths[path] ?? {} } }, types);
}

async function expectDescribed({ declaration: { meta } }: SubjectHarness, ...replies: Reply[]): Promise<void> {
  const path = `/api/v1${meta.path}`;
  const chosen = await chooseValidator(path, replies);
  for (const reply of replies) expect({ status: reply.status, found: chosen.judge(meta.method, path, reply) }).toEqual({ status: reply.status, found: [] });
}

/** The responses, checked by Prism against the document that integrators generate clients from. */
conform({
  "a success matches the document": {
    shares: true,
    check: async (harness) => {
      const reply = expectSuccess(await harness.call());
      await expectDescribed(harness, reply);
    },
  },
  "a replay matches the document": {
    on: "class",
    when: ({ meta }) => meta.idempotency === "required",
    check: async (harness) => {
      await harness.call({ idempotencyKey: "once" });
      const replay = expectSuccess(await harness.call({ idempotencyKey: "once" }));
      expect(replay.headers["idempotent-replayed"]).toBe("true");
      await expectDescribed(harness, replay);
    },
  },
  "rejections match the document": {
    on: "class",
    shares: true,
    check: async (harness) => {
      const noScope = harness.declaration.meta.scope === null ? null : await createKey(harness.tenant, { scopes: [] });
      await expectDescribed(harness, await harness.call({ secret: null }), await harness.call({ search: "nonsense=1" }));
      if (noScope !== null) await expectDescribed(harness, await harness.call({ secret: noScope.secret }));
      const [record] = harness.arranged.recordParameters;
      if (record !== undefined) await expectDescribed(harness, await harness.call({ pathValues: { [record]: "unknown" } }));
    },
  },
});
