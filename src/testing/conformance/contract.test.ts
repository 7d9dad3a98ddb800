import { beforeAll, expect } from "vitest";
import { apiRouter } from "../../router.ts";
import { describeApi } from "../../openapi/describe-api.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { createKey } from "../harness/tenant.ts";
import { openOutsideValidator, type OutsideValidator } from "../harness/requests/outside-validator.ts";
import type { Reply } from "../harness/requests/send.ts";
import { expectSuccess, type SubjectHarness } from "./subject.ts";

interface Document {
  paths: Record<string, object>;
  components: { schemas: Record<string, object> & { EventRecord: { discriminator: { mapping: Record<string, string> } } } };
}

let document: Document;
let validator: OutsideValidator;

beforeAll(async () => {
  document = JSON.parse(JSON.stringify(describeApi(readDeclarations(apiRouter), "https://api.caseport.test"))) as Document;
  validator = await openOutsideValidator(document);
});

/** For responses with events, with the types of these alone: Prism takes half a minute for the union of all of them. */
async function chooseValidator(path: string, replies: readonly Reply[]): Promise<OutsideValidator> {
  const types = new Set(replies.flatMap(({ text }) => [...text.matchAll(/"eventType":"([^"]+)"/g)].map(([, type = ""]) => type)));
  if (types.size === 0) return validator;
  const { paths, components: { schemas, ...components } } = document;
  const oneOf = Object.entries(schemas.EventRecord.discriminator.mapping).filter(([type]) => types.has(type)).map(([, $ref]) => ({ $ref }));
  return openOutsideValidator({ ...document, webhooks: {}, paths: { [path]: paths[path] }, components: { ...components, schemas: { ...schemas, EventRecord: { oneOf } } } });
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
