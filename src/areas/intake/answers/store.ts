import { sql, type Insertable, type RawBuilder } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { isOneOf, prepareForOne, selectRows, updateRecord } from "../../../platform/database/records.ts";

export type AnswerRow = Row<"IntakeAnswer">;
export type AnswerVersionRow = Row<"AnswerVersion">;

export interface AnswerOwner {
  kind: "case" | "lead";
  id: string;
}

export type AnswerColumns = Pick<
  AnswerRow,
  | "accessor"
  | "value"
  | "valueType"
  | "label"
  | "formId"
  | "formVersion"
  | "questionId"
  | "isMismatch"
  | "source"
  | "answeredBy"
  | "confidence"
>;

const columnOf = ({ kind }: AnswerOwner): "caseId" | "leadId" => (kind === "case" ? "caseId" : "leadId");

/**
 * Locks the owner's answers at these accessors, deleted or not, FOR UPDATE until commit. In the order of bytes, as the
 * column is compared and as answers are inserted, against deadlocks.
 */
export function lockAnswersForUpdate(
  context: Context,
  owner: AnswerOwner,
  accessors: readonly string[],
): Promise<AnswerRow[]> {
  return selectRows(context, "IntakeAnswer")
    .selectAll()
    .where(columnOf(owner), "=", owner.id)
    .where(isOneOf("accessor", accessors))
    .orderBy("accessor")
    .forUpdate()
    .execute();
}

export function findAnswer(context: Context, owner: AnswerOwner, accessor: string): Promise<AnswerRow | undefined> {
  return selectRows(context, "IntakeAnswer")
    .selectAll()
    .where(columnOf(owner), "=", owner.id)
    .where("accessor", "=", accessor)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/** Finds deleted answers too. */
export async function findAnswerId(
  context: Context,
  owner: AnswerOwner,
  accessor: string,
): Promise<string | undefined> {
  const found = await selectRows(context, "IntakeAnswer")
    .select("id")
    .where(columnOf(owner), "=", owner.id)
    .where("accessor", "=", accessor)
    .executeTakeFirst();
  return found?.id;
}

const writeActor = ({ answeredBy }: Pick<AnswerColumns, "answeredBy">) =>
  answeredBy === null ? null : JSON.stringify(answeredBy);

/**
 * Answers as rows `g`. One alone is written as columns: of a list PostgreSQL expects a hundred rows, so it kept no plan
 * and planned each call anew.
 */
function answerRows(answers: readonly AnswerColumns[]): RawBuilder<unknown> {
  const [first] = answers;
  if (first === undefined || answers.length > 1)
    return sql`jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) AS g("accessor" text, value text, "valueType" text,
      label text, "formId" text, "formVersion" integer, "questionId" text, "isMismatch" boolean, source text,
      "answeredBy" jsonb, confidence float8)`;
  return sql`(SELECT ${first.accessor}::text AS accessor, ${first.value}::text AS value,
    ${first.valueType}::text AS "valueType", ${first.label}::text AS label, ${first.formId}::text AS "formId",
    ${first.formVersion}::integer AS "formVersion", ${first.questionId}::text AS "questionId",
    ${first.isMismatch}::boolean AS "isMismatch", ${first.source}::text AS source,
    ${writeActor(first)}::jsonb AS "answeredBy", ${first.confidence}::float8 AS confidence) g`;
}

/** Inserts in the order of accessors; skips those inserted by a concurrent request. */
export async function insertAnswers(
  { organizationId, transaction }: Context,
  owner: AnswerOwner,
  answers: readonly AnswerColumns[],
): Promise<AnswerRow[]> {
  const column = columnOf(owner);
  return insertOrSkip(
    transaction,
    column,
    answers.map((answer) => ({ ...newAnswer(organizationId, answer), [column]: owner.id })),
  );
}

const newAnswer = <Answer extends AnswerColumns>(organizationId: string, { answeredBy, ...answer }: Answer) => ({
  organizationId,
  id: createId("intakeAnswer"),
  answeredBy: writeActor({ answeredBy }),
  ...answer,
});

/** By bytes, as the column is compared. */
const byAccessor = (one: { accessor: string }, other: { accessor: string }) =>
  Buffer.compare(Buffer.from(one.accessor), Buffer.from(other.accessor));

async function insertOrSkip(
  transaction: Context["transaction"],
  owner: "caseId" | "leadId",
  records: readonly Insertable<Tables["IntakeAnswer"]>[],
): Promise<AnswerRow[]> {
  if (records.length === 0) return [];
  const insert = transaction
    .insertInto("IntakeAnswer")
    .values(records.toSorted(byAccessor))
    .onConflict((conflict) => conflict.columns(["organizationId", owner, "accessor"]).doNothing())
    .returningAll();
  return (await transaction.executeQuery(prepareForOne(records, insert.compile()))).rows;
}

/**
 * Replaces or restores locked answers.
 *
 * @returns them in no particular order
 */
export async function replaceAnswers(
  { organizationId, transaction }: Context,
  owner: AnswerOwner,
  answers: readonly AnswerColumns[],
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    UPDATE "IntakeAnswer" a
    SET value = g.value, "valueType" = g."valueType", label = g.label, "formId" = g."formId",
      "formVersion" = g."formVersion",
      "questionId" = g."questionId", "isMismatch" = g."isMismatch", source = g.source, "answeredBy" = g."answeredBy",
        confidence = g.confidence,
      "answeredAt" = now(), "deletedAt" = NULL, revision = a.revision + 1
    FROM ${answerRows(answers)}
    WHERE a."organizationId" = ${organizationId} AND ${sql.ref(`a.${columnOf(owner)}`)} = ${owner.id}
      AND a.accessor = g.accessor
    RETURNING a.*`.execute(transaction);
  return rows;
}

/**
 * Deletes or restores the answer.
 *
 * @returns undefined when If-Match names another revision
 */
export function markAnswer(
  context: Context,
  answerId: string,
  mark: "deleted" | "live",
): Promise<AnswerRow | undefined> {
  const deletedAt = mark === "deleted" ? sql<string>`now()` : null;
  return updateRecord(context, "IntakeAnswer", answerId, { deletedAt }).returningAll().executeTakeFirst();
}

export interface AnswerFilters {
  accessorPrefix?: string | undefined;
  formId?: string | undefined;
  /** Milliseconds since 1970, as the years of instants may be ones that PostgreSQL does not write so. */
  updatedSince?: number | undefined;
}

export function selectAnswers(
  { organizationId }: Pick<Context, "organizationId">,
  owner: AnswerOwner,
  filters: AnswerFilters,
  page: SortedPage,
): RawBuilder<AnswerRow> {
  const { accessorPrefix, formId, updatedSince } = filters;
  const conditions: RawBuilder<unknown>[] = [
    sql`a."organizationId" = ${organizationId}`,
    sql`${sql.ref(`a.${columnOf(owner)}`)} = ${owner.id}`,
    sql`a."deletedAt" IS NULL`,
    page.after,
  ];
  // No character of an accessor sorts after the tilde, so a prefix is a range of the index.
  if (accessorPrefix !== undefined)
    conditions.push(sql`a.accessor >= ${accessorPrefix} AND a.accessor < ${`${accessorPrefix}~`}`);
  if (formId !== undefined) conditions.push(sql`a."formId" = ${formId}`);
  if (updatedSince !== undefined)
    conditions.push(sql`a."updatedAt" >= to_timestamp(${Math.max(0, updatedSince)}::float8 / 1000)`);
  return sql<AnswerRow>`SELECT a.* FROM "IntakeAnswer" a WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${page.order} LIMIT ${page.limit}`;
}

export function selectAnswerVersions(
  { organizationId }: Pick<Context, "organizationId">,
  answerId: string,
  page: SortedPage,
): RawBuilder<AnswerVersionRow> {
  return sql<AnswerVersionRow>`
    SELECT v.* FROM "AnswerVersion" v
    WHERE v."organizationId" = ${organizationId} AND v.id = ${answerId} AND ${page.after} ORDER BY ${page.order}
    LIMIT ${page.limit}`;
}

/**
 * Copies the lead's live answers to a case, with their time and actor. Skips accessors at which the case has an answer,
 * deleted or not.
 *
 * @param most copies nothing if there are more
 * @returns the new rows; null where there are more
 */
export async function copyAnswerRows(
  { organizationId, transaction }: Context,
  leadId: string,
  caseId: string,
  most: number,
): Promise<AnswerRow[] | null> {
  const sources = await selectRows({ organizationId, transaction }, "IntakeAnswer")
    .select([
      "accessor",
      "value",
      "valueType",
      "label",
      "formId",
      "formVersion",
      "questionId",
      "isMismatch",
      "source",
      "answeredBy",
      "answeredAt",
      "confidence",
    ])
    .where("leadId", "=", leadId)
    .where("deletedAt", "is", null)
    .limit(most + 1)
    .execute();
  if (sources.length === 0) return [];
  if (sources.length > most) return null;
  return insertOrSkip(
    transaction,
    "caseId",
    sources.map((answer) => ({ ...newAnswer(organizationId, answer), caseId })),
  );
}
