import * as z from "zod";
import { namedEnum } from "./enumeration.ts";
import { Id } from "./values/values.ts";

export const Actor = z.object({
  type: namedEnum("ActorType", [
    "integration_key",
    "partner_key",
    "oidc_client",
    "member",
    "platform_administrator",
    "system",
    "esign_recipient",
  ]),
  id: z.string(),
  name: z.string(),
});

export const Person = z.object({ id: Id, firstName: z.string(), lastName: z.string() });
/** Who wrote it: the key under its name of that time, and the attorney for whom it acted. */
export const Author = Actor.extend({ onBehalfOf: Person.nullable() });
