import { sandboxEmailDomain } from "../../contract/sandbox.ts";
import type { CopiedMember } from "./store.ts";

/**
 * Who is in every sandbox: three attorneys for whom keys act, and whom the example records need besides. They have no
 * account, so nobody signs in as one of them, and stay the same in a reset, so that keys go on working.
 */
export const madeUpMembers: readonly CopiedMember[] = (
  [
    ["Avery", "Example", "attorney"],
    ["Jordan", "Sample", "attorney"],
    ["Riley", "Specimen", "attorney"],
    ["Morgan", "Template", "admin"],
    ["Casey", "Placeholder", "paralegal"],
  ] as const
).map(([firstName, lastName, role]) => ({
  userId: null,
  firstName,
  lastName,
  email: `${firstName}.${lastName}@${sandboxEmailDomain}`.toLowerCase(),
  role,
  permissions: [],
  isAttorney: role === "attorney",
  canActForKeysByApi: role === "attorney",
}));
