import { ids, times } from "../../../contract/examples/example-story.ts";
import type { TrustPolicy } from "./schema.ts";

export const trustPolicy = {
  id: ids.organizationId,
  organizationId: ids.organizationId,
  approval: "second_person",
  revision: 1,
  createdAt: times.opened,
  updatedAt: times.opened,
} satisfies TrustPolicy;
