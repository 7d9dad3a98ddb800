import { selectRows } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** The members of an office, and of a team, whatever their status. */
export async function listMembersOf(context: Context, of: { officeId: string } | { teamId: string }): Promise<string[]> {
  if ("officeId" in of) {
    const rows = await selectRows(context, "Member").select("id").where("officeId", "=", of.officeId).execute();
    return rows.map(({ id }) => id);
  }
  const rows = await selectRows(context, "TeamMember").select("memberId").where("teamId", "=", of.teamId).execute();
  return rows.map(({ memberId }) => memberId);
}
