import { selectRecord, selectRows } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** The members of an office, whatever their status. */
export async function listMembersOfOffice(context: Context, officeId: string): Promise<string[]> {
  const rows = await selectRows(context, "Member").select("id").where("officeId", "=", officeId).execute();
  return rows.map(({ id }) => id);
}

/** The members of a team, whatever their status. */
export async function listMembersOfTeam(context: Context, teamId: string): Promise<string[]> {
  const rows = await selectRows(context, "TeamMember").select("memberId").where("teamId", "=", teamId).execute();
  return rows.map(({ memberId }) => memberId);
}

/** The office of a member; null without one. */
export async function findOffice(context: Context, memberId: string): Promise<string | null> {
  return (await selectRecord(context, "Member", memberId).select("officeId").executeTakeFirst())?.officeId ?? null;
}
