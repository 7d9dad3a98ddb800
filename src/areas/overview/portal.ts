import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { portalOperation, router } from "../../rpc/operation.ts";
import { describeOrganization } from "./domain.ts";
import { describeTraffic } from "./domain.traffic.ts";
import { OrganizationOverview, Traffic } from "./schema.ts";

/** An organization's first screen. */
export const overviewPortal = router({
  get: portalOperation({ summary: "Get the Overview's cards that the member may see", permission: null, tier: "read" })
    .input(z.strictObject({}))
    .output(OrganizationOverview)
    .query(({ ctx }) => describeOrganization(ctx)),

  traffic: portalOperation({
    summary: "Get the requests of the last 24 hours and of a week before",
    permission: "integrations:manage",
    tier: "read",
  })
    .input(z.strictObject({ keyId: Id.nullable().default(null) }))
    .output(Traffic)
    .query(({ ctx, input }) => describeTraffic(ctx, input.keyId)),
});
