import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { boundDays } from "../../platform/database/organization-day.ts";
import { hasLiveOwners } from "../../platform/database/lists/hanging-records.ts";
import { hasWords } from "../../platform/database/lists/search-terms.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { isOneOf, selectRecord, updateRecord } from "../../platform/database/records.ts";
import { shortMember } from "../../platform/database/short-member.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import { wireInstant } from "../../platform/database/wire-form.ts";
import type { SearchWord } from "../../platform/names/record-words.ts";
import type { Context } from "../../rpc/context.ts";
import type { Note, NoteQuery } from "./schema.ts";

type Shown = Pick<Note, "case" | "lead" | "client" | "contact" | "mentions" | "tags" | "attachments"> & {
  onBehalfOf: Note["author"]["onBehalfOf"];
};
export type NoteRow = Omit<Row<"Note">, "author"> &
  Shown & { author: Omit<Note["author"], "onBehalfOf">; caseClientId: string | null };

/** What a note `n` shows of other records: one lookup by key each, only for the rows of the page. */
const shownOf = (organizationId: string): RawBuilder<unknown> => sql`
  (SELECT json_build_object('id', c.id, 'sequenceId', c."sequenceId", 'title', c.title) FROM "Case" c
    WHERE c."organizationId" = ${organizationId} AND c.id = n."caseId") AS "case",
  (SELECT c."plaintiffId" FROM "Case" c
    WHERE c."organizationId" = ${organizationId} AND c.id = n."caseId") AS "caseClientId",
  (SELECT json_build_object('id', l.id, 'name', nullif(concat_ws(' ', l."firstName", l."lastName"), '')) FROM "Lead" l
    WHERE l."organizationId" = ${organizationId} AND l.id = n."leadId") AS lead,
  (SELECT json_build_object('id', p.id, 'name', ltrim(p."firstName" || ' ' || p."lastName")) FROM "Client" p
    WHERE p."organizationId" = ${organizationId} AND p.id = n."clientId") AS client,
  (SELECT json_build_object('id', k.id, 'name', k.name) FROM "Contact" k
    WHERE k."organizationId" = ${organizationId} AND k.id = n."contactId") AS contact,
  ${shortMember(organizationId, "n.onBehalfOfAttorneyId")} AS "onBehalfOf",
  coalesce((
    SELECT json_agg(json_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") ORDER BY m.id)
    FROM "NoteMention" t JOIN "Member" m ON m."organizationId" = t."organizationId" AND m.id = t."memberId"
    WHERE t."organizationId" = ${organizationId} AND t."noteId" = n.id), '[]') AS mentions,
  ARRAY(SELECT t.tag FROM "NoteTag" t WHERE t."organizationId" = ${organizationId} AND t."noteId" = n.id
    ORDER BY t.tag) AS tags,
  coalesce((
    SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'contentType', d."contentType",
      'sizeBytes', d."sizeBytes", 'deletedAt', ${wireInstant("d.deletedAt")}) ORDER BY d.id)
    FROM "NoteDocument" t JOIN "Document" d ON d."organizationId" = t."organizationId" AND d.id = t."documentId"
    WHERE t."organizationId" = ${organizationId} AND t."noteId" = n.id), '[]') AS attachments`;

/** The owners whose deletion hides a note. The note of a converted lead has a case. */
const owners = ["caseId", "clientId", "contactId"] as const;

/** The notes with these IDs, in their order, without those that are deleted or whose owner is. */
export async function findNotes(
  { organizationId, transaction }: Context,
  noteIds: readonly string[],
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    SELECT n.*, ${shownOf(organizationId)} FROM "Note" n
    WHERE n."organizationId" = ${organizationId} AND ${isOneOf("n.id", noteIds)} AND n."deletedAt" IS NULL
      AND ${hasLiveOwners(organizationId, "n", owners)} ORDER BY n.id`.execute(transaction);
  return rows;
}

/** Locks a note FOR NO KEY UPDATE until commit, then reads it in a second statement: joined rows are as of the lock. */
export async function lockNoteRowForUpdate(context: Context, noteId: string): Promise<NoteRow | undefined> {
  await selectRecord(context, "Note", noteId).select("id").forNoKeyUpdate().executeTakeFirst();
  return (await findNotes(context, [noteId]))[0];
}

export interface NoteFilters extends Partial<
  Omit<NoteQuery, "after" | "limit" | "sort" | "includeDeleted" | "q" | "occurredFrom" | "occurredTo">
> {
  words?: readonly SearchWord[];
  /** The first instant, and the first after the last. */
  occurred?: DayBounds;
  /** Whether words and tags of privileged notes find them. */
  seesPrivileged: boolean;
}

export interface DayBounds {
  from: string | null;
  before: string | null;
}

/**
 * The instants at which days begin and end in the organization's time zone. Read first: the plan of a page depends on
 * them.
 */
export async function getDayBounds(
  { organizationId, transaction }: Context,
  from: string | undefined,
  to: string | undefined,
): Promise<DayBounds> {
  const days = boundDays(from, to);
  const { rows } = await sql<DayBounds>`
    SELECT ${days.from}::date::timestamp AT TIME ZONE timezone AS "from",
      (${days.to}::date + 1)::timestamp AT TIME ZONE timezone AS before
    FROM "Organization" WHERE id = ${organizationId}`.execute(transaction);
  return rows[0] ?? { from: null, before: null };
}

const equalities = [
  "caseId",
  "leadId",
  "clientId",
  "contactId",
  "type",
  "visibility",
  "externalId",
  "authorId",
  "onBehalfOfAttorneyId",
] as const;

function describeFilters(organizationId: string, filters: NoteFilters, page: SortedPage): RawBuilder<unknown>[] {
  const {
    isPinned,
    mentionedMemberId,
    tag,
    occurred: { from, before } = { from: null, before: null },
    updatedSince,
    seesPrivileged,
  } = filters;
  const links = (table: string, column: string, value: string) =>
    sql`EXISTS (SELECT FROM ${sql.table(table)} t
      WHERE t."organizationId" = ${organizationId} AND ${sql.ref(`t.${column}`)} = ${value} AND t."noteId" = n.id
      AND ${page.byId?.after(sql`t."noteId"`) ?? sql`true`})`;
  return [
    ...equalities.flatMap((column) =>
      filters[column] === undefined ? [] : [sql`n.${sql.ref(column)} = ${filters[column]}`],
    ),
    // A literal, not a parameter: the index of pinned notes is partial.
    ...(isPinned === undefined ? [] : [isPinned ? sql`n."isPinned"` : sql`NOT n."isPinned"`]),
    ...(mentionedMemberId === undefined ? [] : [links("NoteMention", "memberId", mentionedMemberId)]),
    ...(tag === undefined
      ? []
      : [links("NoteTag", "tag", tag), ...(seesPrivileged ? [] : [sql`n.visibility <> 'privileged'`])]),
    ...(from === null ? [] : [sql`n."occurredAt" >= ${from}::timestamptz`]),
    ...(before === null ? [] : [sql`n."occurredAt" < ${before}::timestamptz`]),
    ...(updatedSince === undefined ? [] : [sql`n."updatedAt" >= ${updatedSince}::timestamptz`]),
  ];
}

/** The kinds of search terms that a search reads; null without a search. */
function listKinds({ words = [], seesPrivileged }: NoteFilters): readonly (string | null)[] {
  if (words.length === 0) return [null];
  return seesPrivileged ? ["note", "note_privileged"] : ["note"];
}

/**
 * A page of notes, without those that are deleted or whose owner is. A search of both kinds of words merges two pages:
 * one condition on both kinds reads all notes with a common word.
 */
export function selectNotePage(
  { organizationId }: Pick<Context, "organizationId">,
  filters: NoteFilters,
  page: SortedPage,
): RawBuilder<NoteRow> {
  const ordered = sql`ORDER BY ${page.order} LIMIT ${page.limit}::integer`;
  const isListed = (kind: string | null) =>
    sql.join(
      [
        sql`n."organizationId" = ${organizationId}`,
        sql`n."deletedAt" IS NULL`,
        ...describeFilters(organizationId, filters, page),
        hasLiveOwners(organizationId, "n", owners),
        page.after,
        ...(kind === null
          ? []
          : [hasWords({ organizationId, entity: kind, id: sql.ref("n.id"), words: filters.words ?? [], page })]),
      ],
      sql` AND `,
    );
  const pages = listKinds(filters).map((kind) => sql`(SELECT n.* FROM "Note" n WHERE ${isListed(kind)} ${ordered})`);
  return sql<NoteRow>`
    SELECT n.*, ${shownOf(organizationId)}
    FROM (SELECT n.* FROM (${sql.join(pages, sql` UNION ALL `)}) n ${ordered}) n
    ORDER BY ${page.order}`;
}

const taken = { Note_organizationId_externalId_key: "externalId: used by another note" };

type NewRow = Omit<Insertable<Tables["Note"]>, "organizationId">;

/** @throws DUPLICATE_ENTRY */
export async function insertNote({ organizationId, transaction }: Context, row: NewRow): Promise<void> {
  await rejectDuplicates(
    taken,
    transaction
      .insertInto("Note")
      .values({ organizationId, ...row })
      .execute(),
    row,
  );
}

export type NoteColumns = Updateable<Tables["Note"]>;

/**
 * Updates a note.
 *
 * @returns false when If-Match names another revision
 * @throws DUPLICATE_ENTRY
 */
export async function updateNoteRow(context: Context, noteId: string, columns: NoteColumns): Promise<boolean> {
  const update = updateRecord(context, "Note", noteId, columns).where("deletedAt", "is", null);
  return (await rejectDuplicates(taken, update.executeTakeFirstOrThrow(), columns)).numUpdatedRows > 0n;
}

/** @returns undefined when If-Match names another revision */
export function softDeleteNote(
  context: Context,
  noteId: string,
  deletedAt: string,
): Promise<Pick<Row<"Note">, "deletedAt" | "updatedAt" | "revision"> | undefined> {
  return updateRecord(context, "Note", noteId, { deletedAt })
    .where("deletedAt", "is", null)
    .returning(["deletedAt", "updatedAt", "revision"])
    .executeTakeFirst();
}

type NewRevision = Omit<Insertable<Tables["NoteRevision"]>, "organizationId" | "editedAt">;

export async function insertRevision({ organizationId, transaction }: Context, row: NewRevision): Promise<void> {
  await transaction
    .insertInto("NoteRevision")
    .values({ organizationId, ...row })
    .execute();
}
