import { enumeration } from "../../../contract/enumeration.ts";

export const partnerFirmEnumerations = {
  partnerFirmKind: enumeration("Where a partner firm works.", {
    external: "Elsewhere: what happens between the firms is recorded here.",
  }),
  partnerFirmStatus: enumeration("Whether the firm works with a partner firm.", {
    active: "It does.",
    blocked: "It sends nothing to it and takes nothing from it.",
  }),
} as const;
