import { enumeration } from "../../../contract/enumeration.ts";

export const authorizationEnumerations = {
  hipaaAuthorizationStatus: enumeration("The status of an authorization today.", {
    pending: "Not signed.",
    active: "Signed and valid.",
    expired: "Has run out.",
    revoked: "The client has revoked it.",
  }),
  authorizationScope: enumeration("The facilities that an authorization covers.", {
    all: "All facilities.",
    specific: "The listed facilities.",
  }),
} as const;
