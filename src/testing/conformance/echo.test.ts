import { expect } from "vitest";
import { appendFileSync } from "node:fs";
import { conform } from "./rules.ts";
import { createKey } from "../harness/tenant.ts";
import { isMutation } from "./subject.ts";

conform({
  "probe": {
    when: isMutation,
    check: async (harness) => {
      const { scope } = harness.declaration.meta;
      const { dataScopes = [] } = harness.arranged;
      const { secret } = await createKey(harness.tenant, { scopes: scope === null ? [] : [scope, ...dataScopes] });
      const reply = await harness.call({ secret });
      appendFileSync("/tmp/echo-probe.txt", `\n${harness.declaration.name} ${reply.status} etag=${reply.headers.etag} loc=${reply.headers.location}\n  SENT ${JSON.stringify(harness.arranged.body)}\n  GOT  ${reply.text}\n`);
      expect(1).toBe(1);
    },
  },
});
