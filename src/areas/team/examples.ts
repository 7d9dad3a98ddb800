import { ids, times } from "../../contract/examples/example-story.ts";
import type { MemberRecord } from "../../contract/portal/member-record.ts";

export const member = {
  id: "mem_01kf3m2g6j8m0q2s4v6x8z1b3d",
  organizationId: ids.organizationId,
  firstName: "Priya",
  lastName: "Raman",
  email: "priya.raman@example.com",
  role: "paralegal",
  status: "active",
  isAttorney: false,
  canActForKeysByApi: false,
  permissions: ["integrations:manage"],
  deactivatedAt: null,
  revision: 2,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies MemberRecord;
