import * as z from "zod";
import { namedEnum } from "../enumeration.ts";
import { Id, Instant, Revision } from "../values.ts";

export const MemberStatus = namedEnum("MemberStatus", ["invited", "active", "suspended", "deactivated"]);

/** A member as in events; without the person's account. */
export const MemberRecord = z.object({
  id: Id,
  organizationId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
  status: MemberStatus,
  isAttorney: z.boolean(),
  canActForKeysByApi: z.boolean().meta({ description: "Whether keys can choose this attorney for the keys that they create or change." }),
  permissions: z.array(z.string()).meta({ description: "Granted in addition to those of the role." }),
  deactivatedAt: Instant.nullable(),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
export type MemberRecord = z.infer<typeof MemberRecord>;
