import * as z from "zod";
import { namedEnum } from "../../../contract/enumeration.ts";
import { Id, Instant, Revision } from "../../../contract/values/values.ts";

const rules = {
  approval: namedEnum("TrustApproval", ["second_person", "sole_attorney"]).meta({
    description:
      "`second_person`: no one approves what they asked for. `sole_attorney`: the only attorney of the firm may; their approvals are marked.",
  }),
};

export const TrustPolicy = z
  .object({
    id: Id.meta({ description: "That of the organization: it has one policy." }),
    organizationId: Id,
    ...rules,
    revision: Revision,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "TrustPolicy" });
export type TrustPolicy = z.infer<typeof TrustPolicy>;

export const TrustPolicyChanges = z.strictObject(rules);
export type TrustPolicyChanges = z.infer<typeof TrustPolicyChanges>;
