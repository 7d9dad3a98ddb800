import * as z from "zod";
import { keyStatuses } from "../../../contract/integration-keys.ts";
import { pageInput } from "../../../contract/page.ts";
import { Id, Instant } from "../../../contract/values/values.ts";

/** Requests of the last 24 hours by result. */
const requests = { succeeded: z.int(), refused: z.int(), limited: z.int(), failed: z.int() };

/** An organization below a headquarters; without figures unless it lets the headquarters see its keys. */
export const Office = z.object({
  organizationId: Id,
  name: z.string(),
  depth: z.int(),
  health: z
    .object({
      ...requests,
      keys: z.int(),
      needsAttention: z.int(),
      expiring: z.int(),
      paused: z.int(),
      stoppedWebhooks: z.int(),
      lastUsedAt: Instant.nullable(),
    })
    .nullable(),
});
export type Office = z.infer<typeof Office>;

export const OfficeKeysPage = z.strictObject({ organizationId: Id, ...pageInput({ maximum: 200, default: 100 }) });
export type OfficeKeysPage = z.infer<typeof OfficeKeysPage>;

/** A key of an office as its headquarters sees it. */
export const OfficeKey = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(keyStatuses),
  scopes: z.array(z.string()),
  expiresAt: Instant,
  lastUsedAt: Instant.nullable(),
  ...requests,
});
export type OfficeKey = z.infer<typeof OfficeKey>;
