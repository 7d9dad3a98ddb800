export const tiers = ["read", "write", "sensitive"] as const;

export type Tier = (typeof tiers)[number];
