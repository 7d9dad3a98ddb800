import * as z from "zod";
import { portalOperation } from "../../rpc/operation.ts";
import { openSandbox } from "./domain.ts";

export const sandboxPortal = {
  "sandbox.open": portalOperation({
    summary: "Open the sandbox: members who manage API keys since it was created become members of it",
    permission: "integrations:manage",
    tier: "write",
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({}))
    .output(z.object({ slug: z.string() }))
    .mutation(async ({ ctx }) => ({ slug: (await openSandbox(ctx)).slug })),
};
