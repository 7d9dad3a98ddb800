import type { OperationMeta } from "../../contract/operation.ts";

const area = "Settlement Funds";

/** Of every read of the trust books. */
export const reading = {
  area,
  scope: "trust:read",
  tier: "sensitive",
  mcp: "never",
} as const satisfies Partial<OperationMeta>;

/** Of every write of them. */
export const writing = {
  area,
  scope: "trust:write",
  readBy: "trust:read",
  tier: "sensitive",
  mcp: "never",
  bulk: false,
} as const satisfies Partial<OperationMeta>;
