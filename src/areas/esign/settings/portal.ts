import * as z from "zod";
import { portalOperation } from "../../../rpc/operation.ts";
import { getEsignSettings, updateEsignSettings } from "./domain.ts";
import { EsignSettings, EsignSettingsChanges } from "./schema.ts";

const Shown = z.object({ esignSettings: EsignSettings });

export const esignSettingsPortal = {
  "esignSettings.get": portalOperation({ permission: "esign:manage", tier: "read", summary: "Get how the firm signs" })
    .input(z.strictObject({}))
    .output(Shown)
    .query(async ({ ctx }) => ({ esignSettings: await getEsignSettings(ctx) })),

  "esignSettings.update": portalOperation({
    permission: "esign:manage",
    tier: "write",
    confirm: "second_factor",
    summary: "Change how the firm signs",
    errors: ["STALE_REVISION"],
  })
    .input(EsignSettingsChanges)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ esignSettings: await updateEsignSettings(ctx, input) })),
};
