import { enumeration } from "../../../contract/enumeration.ts";

/** Source: specification, "1. Update facility routing config"; domain model, 18. */
export const authorizationEnumerations = {
  hipaaAuthorizationStatus: enumeration("Whether an authorization holds today.", {
    pending: "Not signed.",
    active: "Signed, and holds.",
    expired: "Has run out.",
    revoked: "The client has revoked it.",
  }),
  authorizationScope: enumeration("Which facilities an authorization names.", {
    all: "Every facility.",
    specific: "Those that it lists.",
  }),
} as const;
