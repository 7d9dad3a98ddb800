import * as z from "zod";
import { oneOf } from "../../contract/enumeration.ts";
import { tiers, type Tier } from "../../contract/tiers.ts";
import { Id, Instant, versionFields } from "../../contract/values/values.ts";
import { sandboxEnumerations } from "./enumerations.ts";

export const Sandbox = z
  .object({
    id: Id.meta({ description: "The ID of the sandbox as an organization." }),
    liveOrganizationId: Id.meta({ description: "The firm that it belongs to." }),
    name: z.string(),
    slug: z.string().meta({ description: "The sandbox's name in URLs of the portal." }),
    state: oneOf(sandboxEnumerations.sandboxState),
    contents: oneOf(sandboxEnumerations.sandboxContents),
    rateLimits: z.object(Object.fromEntries(tiers.map((tier) => [tier, z.int()])) as Record<Tier, z.ZodInt>).meta({
      description:
        "Requests a minute of each of its keys. Where the installation's limits are smaller, those hold: `GET /me` shows them.",
    }),
    elevatedScopesAllowed: z.boolean().meta({
      description:
        "Whether its keys get elevated scopes at once, because a platform administrator allowed it; otherwise these are requested and decided as in a firm.",
    }),
    resetAt: Instant.nullable().meta({ description: "When it was reset last." }),
    ...versionFields,
  })
  .meta({ id: "Sandbox" });
export type Sandbox = z.infer<typeof Sandbox>;

export type SandboxContents = Sandbox["contents"];

const contents = oneOf(sandboxEnumerations.sandboxContents);

export const NewSandbox = z.strictObject({
  contents: contents.default("empty").meta({ description: "`examples` also writes the records of a made-up firm." }),
});

export const SandboxReset = z.strictObject({
  contents: contents.optional().meta({ description: "What it has afterwards; by default what it was created with." }),
});
