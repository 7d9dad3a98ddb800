import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { diffInEvents, recordEvent, withoutIfMatch, type Context, type RecordReference } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { createContact, updateContact } from "../../contacts/domain.changes.ts";
import { getContact, lockContactsForShare } from "../../contacts/domain.ts";
import { findReferralFirm } from "../network/store.ts";
import type { FeeTerms } from "../schema.terms.ts";
import {
  PartnerFirm,
  redactedMembers,
  type NewExternalFirm,
  type NewPartnerFirm,
  type PartnerFirmChanges,
  type PartnerFirmDetail,
} from "./schema.ts";
import { countReferrals, isReferringAttorney, type PartnerFirmRow } from "./store.ts";

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
  relate: (row: PartnerFirmRow) => relatePartnerFirm(row),
  prepareInsert: prepareNew,
  unique: {
    PartnerFirm_organizationId_externalId_key: "externalId: used by another partner firm",
    PartnerFirm_organizationId_partnerOrganizationId_key: "networkCode: this firm is a partner firm already",
  },
});

async function prepareNew(context: Context, { defaultTerms = null, networkCode, ...values }: NewPartnerFirm) {
  await assertTerms(context, defaultTerms);
  if (values.contactId !== undefined) await giveRole(context, values.contactId);
  const found = networkCode === undefined ? {} : await findByCode(context, networkCode);
  return { ...found, ...values, defaultTerms, createdBy: describeActor(context.principal) };
}

/**
 * The columns of a partner firm of this installation, found by the code that it gave.
 *
 * @throws VALIDATION_FAILED for a code that no other firm has
 */
async function findByCode(
  context: Context,
  networkCode: string,
): Promise<{ name: string; partnerOrganizationId: string }> {
  const found = await findReferralFirm(context, networkCode);
  if (found === undefined || found.organizationId === context.organizationId)
    throw invalidInput({ path: "networkCode", message: "no other firm has this code" });
  return { name: found.displayName, partnerOrganizationId: found.organizationId };
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
  const unconditional = withoutIfMatch(context);
  await updateContact(unconditional, contactId, { roles: [...roles, "referring_attorney"] });
}

/**
 * A partner firm, with what became of the referrals with it.
 *
 * @throws NOT_FOUND
 */
export async function getPartnerFirm(context: Context, partnerFirmId: string): Promise<PartnerFirmDetail> {
  const firm = await partnerFirms.get(context, { id: partnerFirmId });
  return { ...firm, numbers: await countReferrals(context, partnerFirmId) };
}

/**
 * Adds a firm that works elsewhere: as a contact that there is, or as a new one.
 *
 * @throws NOT_FOUND for the contact; VALIDATION_FAILED
 */
export async function addExternalFirm(
  context: Context,
  { contactId, name, attorneyName, email, phone }: NewExternalFirm,
): Promise<PartnerFirm> {
  const contact =
    contactId ??
    (
      await createContact(context, {
        type: "company",
        companyName: name,
        roles: ["referring_attorney"],
        ...(email !== null && { emails: [{ label: "main", address: email, isPrimary: true }] }),
        ...(phone !== null && {
          phones: [{ label: "main", number: phone, extension: null, canText: false, canFax: false, isPrimary: true }],
        }),
      })
    ).id;
  return partnerFirms.create(context, { kind: "external", contactId: contact, name, attorneyName, email, phone });
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
  // An active firm has no reason to be blocked.
  const unblocked = changes.status === "active" ? { blockedReason: null } : {};
  const after = await updateRow(context, partnerFirms.definition, partnerFirmId, { ...changes, ...unblocked });
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
