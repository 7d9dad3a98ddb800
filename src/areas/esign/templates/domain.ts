import { notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import { getLiveCase } from "../../cases/domain.ts";
import { getLead } from "../../leads/domain.ts";
import { resolveMergeSources } from "../merge/domain.ts";
import { completeField } from "../requests/schema.parts.ts";
import { recordTemplateEvent } from "./domain.events.ts";
import { assertRecipientsOf, listTemplateProblems } from "./domain.fields.ts";
import { inspectReceivedFile, type InspectedFile } from "./domain.file.inspection.ts";
import {
  EsignTemplate,
  type EsignTemplateChanges,
  type EsignTemplateQuery,
  type MergeFieldPreview,
  type NewEsignTemplate,
} from "./schema.ts";
import {
  changeTemplate,
  findTemplate,
  insertTemplate,
  lockTemplateForUpdate,
  selectTemplatePage,
  type TemplateColumns,
  type TemplateRow,
} from "./store.ts";

const pick = createOutputPicker(EsignTemplate);

/** A template of its row. */
export function describeTemplate(row: TemplateRow): EsignTemplate {
  const { fileName, sizeBytes, sha256, pageCount, pages, acroFields, ...rest } = row;
  return pick({ ...rest, file: { fileName, sizeBytes, sha256, pageCount, pages, acroFields } });
}

/**
 * A template, also an archived one.
 *
 * @throws NOT_FOUND
 */
export async function getTemplate(context: Context, id: string): Promise<EsignTemplate> {
  const row = await findTemplate(context, id);
  if (row === undefined) throw notFound("Signature template");
  return describeTemplate(row);
}

/**
 * A page of templates.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listTemplates(
  context: Context,
  { after, limit, sort, ...filters }: EsignTemplateQuery,
): Promise<{ esignTemplates: EsignTemplate[]; nextCursor: string | null }> {
  const list = { name: "signature templates", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectTemplatePage(context, filters, page),
  );
  return { esignTemplates: rows.map(describeTemplate), nextCursor };
}

const describeFileColumns = ({ file, pages, acroFields }: InspectedFile) => ({
  objectId: file.objectId,
  fileName: file.fileName,
  sizeBytes: file.sizeBytes,
  sha256: file.sha256,
  pageCount: pages.length,
  pages: JSON.stringify(pages),
  acroFields: JSON.stringify(acroFields),
});

/**
 * Creates a template of the file of the request; recipients and fields follow.
 *
 * @throws VALIDATION_FAILED for a file that cannot be sent for signature; DUPLICATE_ENTRY
 */
export async function createTemplate(
  context: Context,
  { name, description = null, purpose, externalId = null }: NewEsignTemplate,
): Promise<EsignTemplate> {
  const inspected = await inspectReceivedFile(context);
  const id = createId("esignTemplate");
  const createdBy = JSON.stringify(describeActor(context.principal));
  const own = { id, name, description, purpose, externalId, createdBy, isReady: true };
  await insertTemplate(context, { ...own, ...describeFileColumns(inspected) });
  const created = await getTemplate(context, id);
  recordTemplateEvent(context, "esign_template.created", null, created);
  return created;
}

/** @throws NOT_FOUND; STALE_REVISION */
async function lockExpectedForUpdate(context: Context, id: string): Promise<TemplateRow> {
  const row = await lockTemplateForUpdate(context, id);
  if (row === undefined) throw notFound("Signature template");
  requireExpected(context.expectedRevisions, "signature template", row.revision);
  return row;
}

async function saveTemplate(context: Context, before: EsignTemplate, columns: TemplateColumns): Promise<EsignTemplate> {
  await changeTemplate(context, before.id, columns);
  const after = await getTemplate(context, before.id);
  recordTemplateEvent(context, "esign_template.updated", before, after);
  return after;
}

const describeProblems = (...given: Parameters<typeof listTemplateProblems>): TemplateColumns => {
  const problems = listTemplateProblems(...given);
  return { problems: JSON.stringify(problems), isReady: problems.length === 0 };
};

/**
 * Changes a template. Requests that were created of it keep what they copied.
 *
 * @throws NOT_FOUND; STALE_REVISION; DUPLICATE_ENTRY; VALIDATION_FAILED for a field of a recipient that the template
 *   does not have
 */
export async function updateTemplate(
  context: Context,
  id: string,
  changes: EsignTemplateChanges,
): Promise<EsignTemplate> {
  const before = describeTemplate(await lockExpectedForUpdate(context, id));
  const { recipients: givenRecipients, fields: givenFields, ...columns } = changes;
  const recipients =
    givenRecipients?.map(({ role = "signer", order = 1, ...recipient }) => ({ ...recipient, role, order })) ??
    before.recipients;
  const fields = givenFields?.map(completeField) ?? before.fields;
  assertRecipientsOf(fields, recipients);
  return saveTemplate(context, before, {
    ...columns,
    ...(givenRecipients !== undefined && { recipients: JSON.stringify(recipients) }),
    ...(givenFields !== undefined && { fields: JSON.stringify(fields) }),
    ...describeProblems(fields, recipients, before.file),
  });
}

/**
 * Replaces the file of a template by that of the request. Fields stay where they are: those that do not fit the new
 * file become problems.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED for a file that cannot be sent for signature
 */
export async function replaceTemplateFile(context: Context, id: string): Promise<EsignTemplate> {
  // Before the lock, and not for an unknown template.
  await getTemplate(context, id);
  const inspected = await inspectReceivedFile(context);
  const before = describeTemplate(await lockExpectedForUpdate(context, id));
  return saveTemplate(context, before, {
    ...describeFileColumns(inspected),
    ...describeProblems(before.fields, before.recipients, inspected),
  });
}

interface PreviewQuery {
  caseId?: string | undefined;
  leadId?: string | undefined;
  input?: Readonly<Record<string, string>> | undefined;
}

/**
 * What the merge fields of a template would show for a case or lead. Values only to callers who read these records:
 * others learn which ones there are.
 *
 * @throws NOT_FOUND for the template, the case or the lead
 */
export async function previewMerge(
  context: Context,
  id: string,
  { caseId, leadId, input = {} }: PreviewQuery,
): Promise<MergeFieldPreview[]> {
  const { principal } = context;
  const { fields } = await getTemplate(context, id);
  if (caseId !== undefined) await getLiveCase(context, caseId);
  if (leadId !== undefined) await getLead(context, leadId);
  const showsValues =
    caseId === undefined
      ? principal.scopes.has("leads:read")
      : principal.scopes.has("cases:read") && principal.scopes.has("clients:read");
  const merged = fields.filter(({ kind }) => kind === "merge");
  const authorMemberId = onBehalfOf(principal) ?? (principal.kind === "member" ? principal.memberId : null);
  const scope = { caseId: caseId ?? null, leadId: leadId ?? null, authorMemberId, input };
  const values = await resolveMergeSources(
    context,
    scope,
    merged.map(({ source }) => source ?? ""),
  );
  return merged.map(({ label, source, fallback }) => {
    const value = values.get(source ?? "") ?? null;
    const shown = value ?? fallback;
    return {
      label,
      source: source ?? "",
      isResolved: value !== null,
      usesFallback: value === null && fallback !== null,
      value: showsValues ? shown : null,
    };
  });
}
