import { selectRecord, selectRows } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** The members of an office, and of a team, whatever their status. */
export async function listMembersOf(
  context: Context,
  of: { officeId: string } | { teamId: string },
): Promise<string[]> {
  if ("officeId" in of) {
    const rows = await selectRows(context, "Member").select("id").where("officeId", "=", of.officeId).execute();
    return rows.map(({ id }) => id);
  }
  const rows = await selectRows(context, "TeamMember").select("memberId").where("teamId", "=", of.teamId).execute();
  return rows.map(({ memberId }) => memberId);
}

/** The office of a member; null without one. */
export async function findOffice(context: Context, memberId: string): Promise<string | null> {
  return (await selectRecord(context, "Member", memberId).select("officeId").executeTakeFirst())?.officeId ?? null;
}
