import type { EventType } from "../../../contract/events/event-types.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { diffInEvents, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { updateContact } from "../../contacts/domain.changes.ts";
import { getContact, lockContactsForShare } from "../../contacts/domain.ts";
import type { FeeTerms } from "../schema.terms.ts";
import { PartnerFirm, redactedMembers, type NewPartnerFirm, type PartnerFirmChanges } from "./schema.ts";
import { isReferringAttorney, type PartnerFirmRow } from "./store.ts";

/** A partner firm as its events have it. */
export const describePartnerFirmInEvent = (firm: PartnerFirm) => redactMembers(firm, redactedMembers);

/** A partner firm, and the contact that it is, as an event's relatedIds. */
export const relatePartnerFirm = ({ id, contactId }: Pick<PartnerFirmRow, "id" | "contactId">): RecordReference[] => [
  { entity: "partner_firm", id },
  ...(contactId === null ? [] : [{ entity: "contact", id: contactId }]),
];

/** The firms that the firm refers matters to, or takes them from. An update is by hand: it can block a firm. */
export const partnerFirms = defineResource({
  table: "PartnerFirm",
  noun: "Partner firm",
  idKind: "partnerFirm",
  isPermanent: true,
  schema: PartnerFirm,
  describeInEvent: describePartnerFirmInEvent,
  events: { created: "partner_firm.created", updated: "partner_firm.updated" },
  relate: (row) => relatePartnerFirm(row),
  prepareInsert: prepareNew,
  unique: {
    PartnerFirm_organizationId_externalId_key: "externalId: used by another partner firm",
  },
});

async function prepareNew(context: Context, { defaultTerms = null, ...values }: NewPartnerFirm) {
  await assertTerms(context, defaultTerms);
  await giveRole(context, values.contactId);
  return { ...values, defaultTerms, createdBy: describeActor(context.principal) };
}

/** @throws VALIDATION_FAILED for an agreement in the future */
async function assertTerms(context: Context, terms: FeeTerms | null | undefined): Promise<void> {
  await assertNotFuture(context, { "defaultTerms.writtenAgreementOn": terms?.writtenAgreementOn });
}

/**
 * Locks the contact that a partner firm is until commit, and gives it the role of one that refers matters.
 *
 * @throws NOT_FOUND
 */
async function giveRole(context: Context, contactId: string): Promise<void> {
  await lockContactsForShare(context, [contactId]);
  if (await isReferringAttorney(context, contactId)) return;
  const { roles } = await getContact(context, contactId);
  // If-Match is about the partner firm.
  const unconditional = { ...context, expectedRevisions: null };
  await updateContact(unconditional, contactId, { roles: [...roles, "referring_attorney"] });
}

/**
 * Changes a partner firm; null clears a field. Blocking one has an event of its own.
 *
 * @throws NOT_FOUND, also for the contact; VALIDATION_FAILED; STALE_REVISION; DUPLICATE_ENTRY
 */
export async function updatePartnerFirm(
  context: Context,
  partnerFirmId: string,
  changes: PartnerFirmChanges,
): Promise<PartnerFirm> {
  await assertTerms(context, changes.defaultTerms);
  if (changes.contactId !== undefined) await giveRole(context, changes.contactId);
  const row = await partnerFirms.lockForUpdate(context, { id: partnerFirmId });
  requireExpected(context.expectedRevisions, "partner firm", row.revision);
  const after = await updateRow(context, partnerFirms.definition, partnerFirmId, changes);
  if (after === undefined) throw new Error("a partner firm that is locked is gone");
  const [from, firm] = [partnerFirms.describe(row), partnerFirms.describe(after)];
  recordEvent(context, {
    eventType: nameEvent(from, firm),
    entityId: firm.id,
    payload: describePartnerFirmInEvent(firm),
    diff: diffInEvents(from, firm, describePartnerFirmInEvent),
    relatedIds: relatePartnerFirm(firm),
  });
  return firm;
}

function nameEvent(before: PartnerFirm, after: PartnerFirm): EventType {
  return after.status === "blocked" && before.status !== "blocked" ? "partner_firm.blocked" : "partner_firm.updated";
}

/** Snapshots partner firms that another area is about to change, and records that they were updated. */
export const trackPartnerFirmChanges = (context: Context, ids: readonly string[]): Promise<() => Promise<void>> =>
  partnerFirms.track(context, ids, relatePartnerFirm);
