import { notFound } from "../../../contract/errors/error-codes.ts";
import { listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { peopleSorts } from "../domain.ts";
import { findMember, selectMemberPage, type MemberRow } from "../store.ts";
import { Attorney, type AttorneyFilter, type ListedAttorney } from "./schema.ts";

function describeAttorney(row: MemberRow): Attorney {
  return Attorney.parse({
    ...row,
    attorneyId: row.id,
    memberId: row.id,
    canActForKeysByApi: row.status === "active" && row.canActForKeysByApi,
  });
}

function shorten({ attorneyId, firstName, lastName, status, canActForKeys }: Attorney): ListedAttorney {
  return { attorneyId, firstName, lastName, status, canActForKeys };
}

/** @throws NOT_FOUND also for a member who is not an attorney */
export async function getAttorney(context: Context, attorneyId: string): Promise<Attorney> {
  const row = await findMember(context, attorneyId);
  if (row?.isAttorney !== true) throw notFound("Attorney");
  return describeAttorney(row);
}

export async function listAttorneys(
  context: Context,
  filter: AttorneyFilter,
): Promise<{ attorneys: ListedAttorney[]; nextCursor: string | null }> {
  const { name, newest, updated } = peopleSorts;
  const list = { name: "attorneys", alias: "m", sorts: { name, newest, updated } };
  const { rows, nextCursor } = await listRecords(context, list, filter, (page) =>
    selectMemberPage(context, { ...filter, isAttorney: true }, page),
  );
  const attorneys = rows.map(describeAttorney);
  return { attorneys: context.principal.scopes.has("org:read") ? attorneys : attorneys.map(shorten), nextCursor };
}
