import { namedEnum } from "./enumeration.ts";
import type { Tier } from "./tiers.ts";

/** Of an organization, and of the key that belongs to it. */
export const Environment = namedEnum("Environment", ["live", "sandbox"]).meta({
  description:
    "`live`: the records are those of a firm. `sandbox`: the organization is a firm's sandbox, and its records are made up.",
});

/** @param organization its row */
export const environmentOf = (organization: { sandboxOfOrganizationId: string | null }): "live" | "sandbox" =>
  organization.sandboxOfOrganizationId === null ? "live" : "sandbox";

/** Requests a minute of each key of a sandbox: smaller than a firm's, because no firm's work waits for them. */
export const sandboxRateLimits = { read: 120, write: 60, sensitive: 20 } as const satisfies Record<Tier, number>;

/** The domain of the addresses of made-up members: nobody receives email at `.example` (RFC 2606). */
export const sandboxEmailDomain = "sandbox.example";
