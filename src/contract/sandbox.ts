import type { Tier } from "./tiers.ts";

/** Requests a minute of each key of a sandbox: smaller than a firm's, because no firm's work waits for them. */
export const sandboxRateLimits = { read: 120, write: 60, sensitive: 20 } as const satisfies Record<Tier, number>;

/** The domain of the addresses of made-up members: nobody receives email at `.example` (RFC 2606). */
export const sandboxEmailDomain = "sandbox.example";
