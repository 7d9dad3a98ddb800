import * as z from "zod";
import { portalOperation, router } from "../../../rpc/operation.ts";
import { changeSettings, describeSettings } from "./domain.ts";
import { OrganizationSettings, SettingsChange } from "./schema.ts";

export const organizationPortal = router({
  get: portalOperation({ summary: "Get the organization's settings", permission: null, tier: "read" })
    .input(z.strictObject({}))
    .output(OrganizationSettings)
    .query(({ ctx }) => describeSettings(ctx)),

  update: portalOperation({
    summary: "Change the organization's name or time zone, or which headquarters see its keys",
    permission: "members:manage",
    tier: "sensitive",
    confirm: "second_factor",
    emits: ["organization.updated"],
    errors: ["NOT_FOUND"],
  })
    .input(SettingsChange)
    .output(OrganizationSettings)
    .mutation(({ ctx, input }) => changeSettings(ctx, input)),
});
