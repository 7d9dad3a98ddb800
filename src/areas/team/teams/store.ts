import { sql, type RawBuilder, type Updateable } from "kysely";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { selectRecord, selectRows, updateRecord } from "../../../platform/database/records.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { GivenTeamMembers, NewTeam, Team, TeamFilter } from "./schema.ts";

export type TeamRow = Row<"Team"> & Pick<Team, "members">;

/** With their members, the lead first. The caller appends conditions on `t`. */
function selectTeams({ organizationId }: Pick<Context, "organizationId">): RawBuilder<TeamRow> {
  return sql<TeamRow>`
    SELECT t.*, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName", 'status', m.status, 'teamRole', x."teamRole")
        ORDER BY x."teamRole" <> 'lead', lower(m."lastName"), lower(m."firstName"), m.id), '[]')
      FROM "TeamMember" x JOIN "Member" m ON m."organizationId" = x."organizationId" AND m.id = x."memberId"
      WHERE x."organizationId" = ${organizationId} AND x."teamId" = t.id) AS members
    FROM "Team" t WHERE t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL`;
}

/** An organization's teams are few: they are read whole and sorted. */
export function selectTeamPage(
  context: Pick<Context, "organizationId">,
  { memberId, caseType, updatedSince }: TeamFilter,
  page: SortedPage,
): RawBuilder<TeamRow> {
  const conditions = [
    page.after,
    ...(updatedSince === undefined ? [] : [sql`t."updatedAt" >= ${updatedSince}::timestamptz`]),
    ...(caseType === undefined ? [] : [sql`${caseType} = ANY (t."caseTypes")`]),
    ...(memberId === undefined
      ? []
      : [
          sql`EXISTS (SELECT FROM "TeamMember" y WHERE y."organizationId" = ${context.organizationId} AND y."teamId" = t.id AND y."memberId" = ${memberId})`,
        ]),
  ];
  return sql<TeamRow>`${selectTeams(context)} AND ${sql.join(conditions, sql` AND `)} ORDER BY ${page.order} LIMIT ${page.limit}::integer`;
}

export async function findTeam(context: Context, teamId: string): Promise<TeamRow | undefined> {
  const { rows } = await sql<TeamRow>`${selectTeams(context)} AND t.id = ${teamId}`.execute(context.transaction);
  return rows[0];
}

/** Locks a live team until commit: assignments by its rule follow one another. */
export async function lockTeamRowForUpdate(context: Context, teamId: string): Promise<Row<"Team"> | undefined> {
  return selectRecord(context, "Team", teamId)
    .selectAll()
    .where("deletedAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function countLiveTeams(context: Context): Promise<number> {
  const { teams } = await selectRows(context, "Team")
    .select(sql<number>`count(*)::integer`.as("teams"))
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return teams;
}

const rejections = {
  Team_live_name: "name: used by another team",
  Team_organizationId_externalId_key: "externalId: used by another team",
};

/** @throws DUPLICATE_ENTRY when a live team has the name, or any the externalId */
export async function insertTeam(
  { organizationId, transaction }: Context,
  values: NewTeam & { id: string },
): Promise<void> {
  await rejectDuplicates(
    rejections,
    transaction
      .insertInto("Team")
      .values({ organizationId, ...values })
      .execute(),
    values,
  );
}

/**
 * Changes a team whose revision is one that the caller expects; undefined where it is not.
 *
 * @throws as {@link insertTeam}
 */
export function changeTeamRow(
  context: Context,
  teamId: string,
  values: Updateable<Tables["Team"]> | "delete",
): Promise<Row<"Team"> | undefined> {
  const update = updateRecord(
    context,
    "Team",
    teamId,
    values === "delete" ? { deletedAt: sql<string>`now()` } : values,
  );
  return rejectDuplicates(rejections, update.returningAll().executeTakeFirst(), values === "delete" ? {} : values);
}

export async function replaceTeamMembers(
  { organizationId, transaction }: Context,
  teamId: string,
  members: GivenTeamMembers,
): Promise<void> {
  await transaction
    .deleteFrom("TeamMember")
    .where("organizationId", "=", organizationId)
    .where("teamId", "=", teamId)
    .execute();
  if (members.length > 0)
    await transaction
      .insertInto("TeamMember")
      .values(members.map((member) => ({ organizationId, teamId, ...member })))
      .execute();
}

/**
 * Locks members for share.
 *
 * @returns how many of them have not left
 */
export async function lockPresentMembersForShare(context: Context, memberIds: readonly string[]): Promise<number> {
  const present = await selectRows(context, "Member")
    .select("id")
    .where(sql<boolean>`id = ANY(${[...memberIds]}::text[])`)
    .where("status", "<>", "deactivated")
    .orderBy("id")
    .forShare()
    .execute();
  return present.length;
}

export async function hasLeads(context: Context, teamId: string): Promise<boolean> {
  return (
    (await selectRows(context, "Lead")
      .select("id")
      .where("assignedTeamId", "=", teamId)
      .where("deletedAt", "is", null)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/** The team's active members who are not absent today in the organization's time zone, by id. */
export async function listCandidates({ organizationId, transaction }: Context, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM "TeamMember" x JOIN "Member" m ON m."organizationId" = x."organizationId" AND m.id = x."memberId"
    JOIN "Organization" o ON o.id = m."organizationId"
    WHERE x."organizationId" = ${organizationId} AND x."teamId" = ${teamId} AND m.status = 'active' AND o.id = ${organizationId}
      AND NOT coalesce((now() AT TIME ZONE o.timezone)::date BETWEEN m."outOfOfficeStartOn" AND m."outOfOfficeEndOn", false)
    ORDER BY m.id COLLATE "C"`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Of these members, the one to whom the fewest open tasks are assigned; the first by ID of several. */
export async function findLeastLoaded(
  { organizationId, transaction }: Context,
  memberIds: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM unnest(${[...memberIds]}::text[]) m(id)
    ORDER BY (SELECT count(*) FROM "TaskAssignee" x WHERE x."organizationId" = ${organizationId} AND x."memberId" = m.id AND x."openDueDay" IS NOT NULL), m.id COLLATE "C" LIMIT 1`.execute(
    transaction,
  );
  return rows[0]?.id;
}

/** Keeps the place of the round robin. The team's revision stays: nothing that it shows changes. */
export async function keepPlace(
  { organizationId, transaction }: Context,
  teamId: string,
  lastAssignedMemberId: string,
): Promise<void> {
  await transaction
    .updateTable("Team")
    .set({ lastAssignedMemberId })
    .where("organizationId", "=", organizationId)
    .where("id", "=", teamId)
    .execute();
}
