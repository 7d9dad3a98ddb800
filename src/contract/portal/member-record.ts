import * as z from "zod";
import { Id, Instant, Revision } from "../values.ts";

export const memberStatuses = ["invited", "active", "suspended", "deactivated"] as const;

/** A member as in events; without the person's account. */
export const MemberRecord = z.object({
  id: Id,
  organizationId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
  status: z.enum(memberStatuses),
  isAttorney: z.boolean(),
  canActForKeysByApi: z.boolean().meta({ description: "Whether keys can choose this attorney for the keys that they create or change." }),
  permissions: z.array(z.string()).meta({ description: "Granted in addition to those of the role." }),
  deactivatedAt: Instant.nullable(),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
export type MemberRecord = z.infer<typeof MemberRecord>;
