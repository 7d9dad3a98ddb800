import { sql, type RawBuilder, type Updateable } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Actor } from "../../../rpc/principal.ts";
import type { FormQuestion } from "./schema.ts";
import { insertRows, isOneOf, selectRecord, selectRows, updateRecord } from "../../../platform/database/records.ts";

export type FormRow = Row<"IntakeForm">;
export type FormVersionRow = Row<"IntakeFormVersion">;

export interface NewForm {
  id: string;
  name: string;
  description: string | null;
  questions: readonly FormQuestion[];
  createdBy: Actor;
}

export function insertForm(
  { organizationId, transaction }: Context,
  { questions, createdBy, ...form }: NewForm,
): Promise<FormRow> {
  return transaction
    .insertInto("IntakeForm")
    .values({ organizationId, ...form, questions: JSON.stringify(questions), createdBy: JSON.stringify(createdBy) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findForm({ organizationId, transaction }: Context, formId: string): Promise<FormRow | undefined> {
  return transaction
    .selectFrom("IntakeForm")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", formId)
    .executeTakeFirst();
}

export function lockFormRowForUpdate(context: Context, formId: string): Promise<FormRow | undefined> {
  return selectRecord(context, "IntakeForm", formId).selectAll().forNoKeyUpdate().executeTakeFirst();
}

/** @returns undefined when If-Match names another revision */
export function updateFormRow(
  context: Context,
  formId: string,
  changes: Omit<Updateable<Tables["IntakeForm"]>, "questions" | "publishedAt"> & {
    questions?: readonly FormQuestion[] | undefined;
    publishedAt?: "now";
  },
): Promise<FormRow | undefined> {
  const { questions, publishedAt, ...columns } = changes;
  const update = updateRecord(context, "IntakeForm", formId, {
    ...columns,
    ...(questions !== undefined && { questions: JSON.stringify(questions) }),
    ...(publishedAt !== undefined && { publishedAt: sql<string>`now()` }),
  });
  return update.returningAll().executeTakeFirst();
}

export function selectForms(
  { organizationId }: Pick<Context, "organizationId">,
  { status, updatedSince }: { status?: string | undefined; updatedSince?: number | undefined },
  page: SortedPage,
): RawBuilder<FormRow> {
  const conditions: RawBuilder<unknown>[] = [sql`f."organizationId" = ${organizationId}`, page.after];
  if (status !== undefined) conditions.push(sql`f.status = ${status}`);
  if (updatedSince !== undefined)
    conditions.push(sql`f."updatedAt" >= to_timestamp(${Math.max(0, updatedSince)}::float8 / 1000)`);
  return sql<FormRow>`SELECT f.* FROM "IntakeForm" f WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${page.order}
    LIMIT ${page.limit}`;
}

/** Inserts a locked form as its version, and publishes its questions. */
export async function insertFormVersion(
  { organizationId, transaction }: Context,
  form: FormRow,
  version: number,
  publishedBy: Actor,
): Promise<void> {
  const { id: formId, name, description, questions } = form;
  await transaction
    .insertInto("IntakeFormVersion")
    .values({
      organizationId,
      formId,
      version,
      name,
      description,
      questions: JSON.stringify(questions),
      publishedBy: JSON.stringify(publishedBy),
    })
    .execute();
  await transaction
    .deleteFrom("FormQuestion")
    .where("organizationId", "=", organizationId)
    .where("formId", "=", formId)
    .execute();
  const publishedAt = sql<string>`now()`;
  await insertRows(
    { organizationId, transaction },
    "FormQuestion",
    (questions as FormQuestion[]).map((question) => ({
      accessor: question.accessor,
      formId,
      version,
      publishedAt,
      question: JSON.stringify(question),
    })),
  );
}

export function findFormVersion(
  context: Context,
  formId: string,
  version: number,
): Promise<FormVersionRow | undefined> {
  return selectRows(context, "IntakeFormVersion")
    .selectAll()
    .where("formId", "=", formId)
    .where("version", "=", version)
    .executeTakeFirst();
}

export interface PublishedQuestion {
  accessor: string;
  formId: string;
  version: number;
  question: FormQuestion;
}

/** The published questions of these accessors. Where several forms ask one, it is that of the form published last. */
export async function listPublishedQuestions(
  { organizationId, transaction }: Context,
  accessors: readonly string[],
): Promise<PublishedQuestion[]> {
  const { rows } = await sql<PublishedQuestion>`
    SELECT DISTINCT ON (accessor) accessor, "formId", version, question FROM "FormQuestion"
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("accessor", accessors)}
    ORDER BY accessor, "publishedAt" DESC, "formId" DESC`.execute(transaction);
  return rows;
}
