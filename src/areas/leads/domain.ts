import { invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { toE164 } from "../../platform/phone-number.ts";
import { readSearchWords } from "../../platform/database/lists/search-terms.ts";
import type { DeletedRecord } from "../../contract/deleted-records.ts";
import { listWithDeleted } from "../../platform/database/lists/deleted-records.ts";
import { Email } from "../../contract/values/values.ts";
import { commonSorts } from "../../platform/database/lists/sorted-list.ts";
import type { Context, RecordReference } from "../../rpc/context.ts";
import { leadTransitions } from "./transitions/domain.moves.ts";
import { Lead, type LeadListQuery } from "./schema.ts";
import { findLead, findLiveLead, lockLeadRowForShare, selectLeadPage, type LeadRow, type LiveLead } from "./store.ts";

export function describeLead(row: LeadRow): Lead {
  return Lead.parse({
    ...row,
    emailIsValid: row.email === null ? null : Email.safeParse(row.email).success,
    availableTransitions: leadTransitions[row.status],
  });
}

/** @throws NOT_FOUND, also when it was deleted */
export async function getLead(context: Context, leadId: string): Promise<Lead> {
  const row = await findLead(context, leadId);
  if (row === undefined) throw notFound("Lead");
  return describeLead(row);
}

/**
 * A page of the organization's leads.
 *
 * @throws VALIDATION_FAILED for a phone that is not a number, and words that are none
 */
export async function listLeads(
  context: Context,
  query: LeadListQuery,
): Promise<{ leads: (Lead | DeletedRecord)[]; nextCursor: string | null }> {
  const { phone, email, q, ...plain } = query;
  const filters = {
    ...plain,
    phoneE164: phone === undefined ? undefined : parsePhone(phone),
    emailKey: email?.toLowerCase(),
    words: q === undefined ? undefined : await readSearchWords(context.transaction, q, "q"),
  };
  const list = { name: "leads", alias: "l", sorts: commonSorts, deleted: { table: "Lead" } } as const;
  const { rows, nextCursor } = await listWithDeleted(context, list, query, {
    select: (page) => selectLeadPage(context, filters, page),
    show: describeLead,
  });
  return { leads: rows, nextCursor };
}

/**
 * A phone number in E.164, for comparison. Contacts reject other text with another message, which integrations may
 * know.
 *
 * @throws VALIDATION_FAILED for text that cannot be a number
 */
export function parsePhone(phone: string): string {
  const number = toE164(phone);
  if (number === null) throw invalidInput({ path: "phone", message: "must be a telephone number" });
  return number;
}

/** A lead and the records that it was converted to, as an event's relatedIds. */
export function relateLead({
  id,
  convertedCaseId,
  convertedClientId,
}: Pick<Lead, "id" | "convertedCaseId" | "convertedClientId">): RecordReference[] {
  return [
    { entity: "lead", id },
    ...(convertedCaseId === null ? [] : [{ entity: "case", id: convertedCaseId }]),
    ...(convertedClientId === null ? [] : [{ entity: "client", id: convertedClientId }]),
  ];
}

/**
 * Locks a lead FOR KEY SHARE until commit: a record can be added to it, and it is neither deleted nor converted
 * meanwhile.
 *
 * @returns relatedIds, as `relateLead`
 * @throws NOT_FOUND
 */
export async function lockLeadForShare(context: Context, leadId: string): Promise<RecordReference[]> {
  return relateFound(await lockLeadRowForShare(context, leadId));
}

/**
 * The lead and the records that it was converted to, without a lock.
 *
 * @returns relatedIds, as `relateLead`
 * @throws NOT_FOUND
 */
export async function getLeadReferences(context: Context, leadId: string): Promise<RecordReference[]> {
  return relateFound(await findLiveLead(context, leadId));
}

/** What a lead became, without a lock: null each unless it was converted; undefined without such a lead. */
export async function findConversion(
  context: Context,
  leadId: string,
): Promise<{ caseId: string | null; clientId: string | null } | undefined> {
  const lead = await findLiveLead(context, leadId);
  return lead && { caseId: lead.convertedCaseId, clientId: lead.convertedClientId };
}

function relateFound(lead: LiveLead | undefined): RecordReference[] {
  if (lead === undefined) throw notFound("Lead");
  return relateLead(lead);
}
