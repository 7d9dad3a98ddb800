import { canExercise } from "../../../platform/identity/memberships.ts";
import { selectRecord } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/** Whether a member is active and may change templates now. */
export async function isManager(
  context: Pick<Context, "organizationId" | "transaction">,
  memberId: string,
): Promise<boolean> {
  const member = await selectRecord(context, "Member", memberId)
    .select("id")
    .where(canExercise("esign:manage"))
    .executeTakeFirst();
  return member !== undefined;
}
