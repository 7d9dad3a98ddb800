import * as z from "zod";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { createSandbox, findSandbox } from "./domain.ts";
import { sandboxEnumerations } from "./enumerations.ts";
import { sandboxEvents } from "./events.ts";
import { sandboxExamples } from "./examples.ts";
import { Sandbox } from "./schema.ts";

const common = { area: "Org & Team", scope: "org:manage", readBy: "org:manage" } as const;
const Shown = z.object({ sandbox: Sandbox });

export const sandboxProcedures = {
  "sandbox.get": operation({
    area: common.area,
    scope: common.scope,
    route: "GET /sandbox",
    summary: "Get the sandbox",
    description:
      "Returns the sandbox of the firm, or with a key of a sandbox the sandbox itself. `sandbox` is null if the firm has none.",
  })
    .input(z.strictObject({}))
    .output(z.object({ sandbox: Sandbox.nullable() }))
    .query(async ({ ctx }) => ({ sandbox: await findSandbox(ctx) })),

  "sandbox.create": operation({
    ...common,
    route: "POST /sandbox",
    summary: "Create the sandbox",
    description:
      "Creates the firm's sandbox: an organization of its own for made-up records, of which a firm has at most one. Never put data of real people into it. " +
      "Active members who manage API keys are members of it as long as they are active in the firm, with the rights that they have there, and three made-up attorneys are there for keys to act for. " +
      "Its keys begin with `cpk_test_`, are created in its own portal pages, and have smaller rate limits. A sandbox has no place in a hierarchy, so no report of a headquarters includes it, and it has no sandbox of its own (409).",
    tier: "sensitive",
    emits: ["sandbox.created"],
    created: { location: "/sandbox" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
  })
    .input(z.strictObject({}))
    .output(Shown)
    .mutation(async ({ ctx }) => ({ sandbox: await createSandbox(ctx) })),
};

export const sandbox = defineArea(sandboxProcedures, {
  examples: sandboxExamples,
  events: [sandboxEvents],
  enumerations: sandboxEnumerations,
});
