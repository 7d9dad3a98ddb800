import * as z from "zod";
import { namedEnum } from "./enumeration.ts";

export const Actor = z.object({
  type: namedEnum("ActorType", ["integration_key", "partner_key", "oidc_client", "member", "platform_administrator", "system"]),
  id: z.string(),
  name: z.string(),
});
