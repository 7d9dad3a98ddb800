import * as z from "zod";

export const Actor = z.object({ type: z.enum(["integration_key", "partner_key", "oidc_client", "member", "platform_administrator", "system"]), id: z.string(), name: z.string() });
