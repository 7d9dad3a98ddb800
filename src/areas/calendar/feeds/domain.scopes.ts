import { AppError, notFound } from "../../../contract/errors/error-codes.ts";
import { listPermissions, permissionSentences, type Permission } from "../../../contract/permissions.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CalendarFeed, NewFeed } from "./schema.ts";
import {
  findOwnerRights,
  findSubject,
  listChoosableMembers,
  listFeedMembers,
  listNamed,
  type FeedMember,
  type FeedRow,
} from "./store.ts";

/** Whose calendar a feed has, and what of it. */
export interface FeedSubject extends Pick<FeedRow, "includeDeadlines" | "eventTypes"> {
  /** The member whose feed it is. */
  readerId: string;
  /** Those whose events and deadlines are in it; null for all of the organization. */
  memberIds: readonly string[] | null;
  /** Those whom entries can name. */
  members: readonly FeedMember[];
  /** Whether it has the calendars of several members, so that entries say whose they are. */
  isShared: boolean;
}

type Scoped = Pick<FeedRow, "scope" | "includeDeadlines">;

/** What its member needs for a feed, at its creation and at each read: nothing for their own agenda. */
function listNeeded({ scope, includeDeadlines }: Scoped): Permission[] {
  if (scope === "member") return [];
  return includeDeadlines ? ["calendar:view", "deadlines:view"] : ["calendar:view"];
}

/** Why a feed cannot be read by its member; null where it can. */
export type FeedProblem = NonNullable<CalendarFeed["problem"]>;

async function findProblem(context: Context, feed: FeedRow): Promise<FeedProblem | null> {
  if (feed.scope === "member") return null;
  const rights = await findOwnerRights(context, feed.memberId);
  const held = rights === undefined ? new Set<Permission>() : listPermissions(rights.role, rights.permissions);
  if (listNeeded(feed).some((permission) => !held.has(permission))) return "permission_missing";
  if (feed.scope !== "office" && feed.scope !== "team") return null;
  const found = await findSubject(context, feed.scope, feed.subjectIds[0] ?? "");
  return found === undefined ? "subject_deleted" : null;
}

/** A feed as its member and those who manage members see it: with the names of whose calendar it has. */
export async function describeFeed(context: Context, row: FeedRow): Promise<CalendarFeed> {
  return { ...row, subjectNames: await nameSubjects(context, row), problem: await findProblem(context, row) };
}

async function nameSubjects(context: Context, { scope, subjectIds, memberId }: FeedRow): Promise<string[]> {
  if (scope === "office" || scope === "team") {
    return [(await findSubject(context, scope, subjectIds[0] ?? ""))?.name ?? ""].filter((name) => name !== "");
  }
  if (scope !== "members") return [];
  const members = await listFeedMembers(context, { scope, subjectIds, memberId });
  return members.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
}

/**
 * Requires that a member may have a feed.
 *
 * @throws FORBIDDEN without the permissions; NOT_FOUND for a member, an office or a team
 */
export async function checkSubject(context: Context, feed: NewFeed, memberId: string): Promise<void> {
  const { principal } = context;
  const held = principal.kind === "member" ? principal.permissions : new Set<Permission>();
  const missing = listNeeded(feed).find((permission) => !held.has(permission));
  if (missing !== undefined) {
    throw new AppError("FORBIDDEN", `Feeds of others need a permission that you lack: ${permissionSentences[missing]}`);
  }
  const { scope, subjectIds } = feed;
  if (scope === "members") {
    const found = await listFeedMembers(context, { scope, subjectIds, memberId });
    if (found.length < subjectIds.length) throw notFound("Member");
  }
  if (scope !== "office" && scope !== "team") return;
  const found = await findSubject(context, scope, subjectIds[0] ?? "");
  if (found === undefined) throw notFound(scope === "office" ? "Office" : "Team");
}

/**
 * Whose calendar a feed has as of now. Members of an office or a team who are suspended are in it: what they have ahead
 * is still the firm's.
 *
 * @throws NOT_FOUND where its member may not read it any more, or its office or team is deleted
 */
export async function getFeedSubject(context: Context, feed: FeedRow): Promise<FeedSubject> {
  if ((await findProblem(context, feed)) !== null) throw notFound("Calendar feed");
  const { scope, includeDeadlines, eventTypes, memberId: readerId } = feed;
  const members = await listFeedMembers(context, feed);
  const memberIds = scope === "organization" ? null : members.map(({ id }) => id);
  return { readerId, members, memberIds, isShared: scope !== "member", includeDeadlines, eventTypes };
}

interface Named {
  id: string;
  name: string;
}

/** Whose calendars a feed can have, each by name: members who are active or suspended, offices and teams. */
export async function listSubjects(context: Context): Promise<{ members: Named[]; offices: Named[]; teams: Named[] }> {
  const [members, offices, teams] = [
    await listChoosableMembers(context),
    await listNamed(context, "Office"),
    await listNamed(context, "Team"),
  ];
  return {
    members: members.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
    offices,
    teams,
  };
}
