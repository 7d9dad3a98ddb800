import * as z from "zod";
import { pageInput } from "../../contract/page.ts";
import { AnyInstant, Id, Instant, text } from "../../contract/values/values.ts";

/** The latest instant that the time prefix of an id can hold. */
const isWithinReach = (instant: string) => Date.parse(instant) >= 0 && Date.parse(instant) < Date.UTC(2100, 0);

const Bound = AnyInstant.refine(isWithinReach, "must be between 1970 and 2100");

export const AuditFilter = z.strictObject({
  ...pageInput({ maximum: 200, default: 50 }),
  entity: text(1, 64).optional().meta({ description: "Kind of record, such as `integration_key`." }),
  actorId: Id.optional(),
  keyId: Id.optional().meta({
    description: "What the key did, and what was done to it and its requests for elevated scopes.",
  }),
  requestId: text(1, 128).optional(),
  address: text(2, 64)
    .optional()
    .meta({ description: "Of security-relevant actions only; the request log has those of records." }),
  search: text(1, 100).optional().meta({
    description:
      "A part of the name of a key, member or webhook that acted or was acted on; of security-relevant actions only.",
  }),
  from: Bound.optional(),
  until: Bound.optional().meta({ description: "Exclusive." }),
  securityOnly: z.boolean().default(true).meta({ description: "Excludes reads and writes of records." }),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AuditLine = z.object({
  id: Id,
  occurredAt: Instant,
  action: z.string(),
  actor: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  entity: z.string(),
  entityId: z.string(),
  entityLabel: z
    .string()
    .nullable()
    .meta({ description: "The current name of a key or member; null for other records." }),
  keyId: Id.nullable().meta({ description: "The integration key that the entry refers to, if any." }),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  requestId: z.string(),
  address: z.string().nullable(),
});
export type AuditLine = z.infer<typeof AuditLine>;

export const AuditExport = z.strictObject({
  from: Bound.nullable(),
  until: Bound.nullable(),
  rows: z.int().min(0).max(10_000_000),
});
export type AuditExport = z.infer<typeof AuditExport>;
