/** The rate tiers of the specification, "Endpoints". Their sizes are configuration. */
export const tiers = ["read", "write", "sensitive"] as const;

export type Tier = (typeof tiers)[number];
