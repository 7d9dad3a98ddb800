import * as z from "zod";
import { withoutDeleted } from "../../../contract/deleted-records.ts";
import { AppError } from "../../../contract/errors/error-codes.ts";
import { messages } from "../../../contract/messages.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { Context } from "../../../rpc/context.ts";
import { listCases } from "./domain.ts";

/** A case as the portal suggests it while somebody types. */
export const FoundCase = z.object({
  id: z.string(),
  sequenceId: z.string(),
  clientId: z.string(),
  clientName: z.string(),
});
export type FoundCase = z.infer<typeof FoundCase>;

/** Maximum suggestions. */
const maxFound = 8;

/** @throws FORBIDDEN without the permissions to view cases and clients */
export function assertSeesCases({ principal }: Context): void {
  const held = principal.kind === "member" ? principal.permissions : new Set<Permission>();
  if (!held.has("cases:view") || !held.has("clients:view")) throw new AppError("FORBIDDEN", messages.permissionMissing);
}

/**
 * The newest cases whose number or client's name has the words.
 *
 * @throws FORBIDDEN without the permissions to view cases and clients; VALIDATION_FAILED for a search without a word
 */
export async function findCases(context: Context, q: string): Promise<FoundCase[]> {
  assertSeesCases(context);
  const { cases } = await listCases(context, { q, view: "summary", sort: "newest", limit: maxFound });
  return withoutDeleted(cases)
    .map((shown) => shown.toJSON())
    .map(({ id, sequenceId, plaintiff }) => ({
      id,
      sequenceId,
      clientId: plaintiff.id,
      clientName: `${plaintiff.firstName} ${plaintiff.lastName}`.trim(),
    }));
}
