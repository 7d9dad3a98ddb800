import * as z from "zod";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { createSandbox, deleteSandbox, findSandbox, resetSandbox } from "./domain.ts";
import { sandboxEnumerations } from "./enumerations.ts";
import { sandboxEvents } from "./events.ts";
import { sandboxExamples } from "./examples.ts";
import { capturedMessageExamples } from "./messages/examples.ts";
import { capturedMessageProcedures } from "./messages/operations.ts";
import { NewSandbox, Sandbox, SandboxReset } from "./schema.ts";

const common = { area: "Org & Team", scope: "org:manage", readBy: "org:manage" } as const;
const Shown = z.object({ sandbox: Sandbox });

export const sandboxProcedures = {
  "sandbox.get": operation({
    area: common.area,
    scope: common.scope,
    route: "GET /sandbox",
    summary: "Get the sandbox",
    duringReset: true,
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
      "Active members who manage API keys are members of it as long as they are active in the firm, with the rights that they have there, and three made-up attorneys are there for keys to act for. Emails and texts are captured instead of sent (`GET /sandbox/messages`). " +
      "With `contents: examples` a job writes the records of a made-up law firm, about 20 cases with all that belongs to them, then `state` is `ready`. Its keys begin with `cpk_test_`, are created in its own portal pages, and have smaller rate limits. A sandbox has no place in a hierarchy, so no report of a headquarters includes it, and it has no sandbox of its own (409).",
    tier: "sensitive",
    emits: ["sandbox.created"],
    created: { location: "/sandbox" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
  })
    .input(NewSandbox)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ sandbox: await createSandbox(ctx, input.contents) })),

  "sandbox.reset": operation({
    ...common,
    route: "POST /sandbox/reset",
    summary: "Reset the sandbox",
    description:
      "Deletes the sandbox's records, files, events and stored responses, and fills it again, by a job in one transaction. Until it has ended, requests of the sandbox's keys fail with 503 and `Retry-After`; only `GET /me` and `GET /sandbox` respond. After five failures `state` is `failed`, and the records are as they were. " +
      "Members, keys, webhooks, the audit log and the request log stay; keys that are bound to a vendor no longer are. Its feed goes on with `sandbox.ready`, and cursors from before remain valid. " +
      "A key of the firm or of the sandbox can reset it, not while it is being filled or reset (409), and once in 10 minutes (429). Members who left the sandbox, and still manage API keys in the firm, are members again.",
    tier: "sensitive",
    emits: ["sandbox.reset"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
    destroys: true,
  })
    .input(SandboxReset)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ sandbox: await resetSandbox(ctx, input.contents) })),

  "sandbox.delete": operation({
    ...common,
    route: "DELETE /sandbox",
    summary: "Delete the sandbox",
    description:
      "Revokes the sandbox's keys at once and deletes its records by a job. The firm can then create another one. A key of the sandbox cannot delete it (409).",
    tier: "sensitive",
    emits: ["sandbox.deleted"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
  })
    .input(z.strictObject({}))
    .output(Nothing)
    .mutation(nothing(({ ctx }) => deleteSandbox(ctx))),
};

export const sandbox = defineArea(
  { ...sandboxProcedures, ...capturedMessageProcedures },
  {
    examples: { ...sandboxExamples, ...capturedMessageExamples },
    archive: [{ table: "CapturedMessage", omitted: "What a sandbox did not send, kept for a week." }],
    events: [sandboxEvents],
    enumerations: sandboxEnumerations,
  },
);
