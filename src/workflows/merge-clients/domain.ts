import { copyDateSetters } from "../../platform/database/date-setters.ts";
import { invalidInput, limitReached, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { diffRecords, withoutIfMatch, type Context } from "../../rpc/context.ts";
import { recordShownEvent } from "../../rpc/record-shown-event.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { trackInvoiceChanges } from "../../areas/billing/invoices/domain.snapshots.ts";
import { mergeAttendees } from "../../areas/calendar/domain.handover.ts";
import { mergeConsents } from "../../areas/communications/consents/domain.ts";
import { mergeCommunications } from "../../areas/communications/domain.handover.ts";
import { mergeRecipients } from "../../areas/esign/domain.handover.ts";
import { trackCaseChanges } from "../../areas/cases/domain.snapshots.ts";
import { trackLeadChanges } from "../../areas/leads/domain.snapshots.ts";
import { trackFacilityChanges, trackRequestChanges } from "../../areas/medical/domain.snapshots.ts";
import { trackNoteChanges } from "../../areas/notes/domain.snapshots.ts";
import { mergeSsns } from "../../areas/clients/ssn/domain.ts";
import { recordClientEvent, relateClient, requireUnmergedClient } from "../../areas/clients/domain.ts";
import { Client, maxTags } from "../../areas/clients/schema.ts";
import {
  findClient,
  findClients,
  listShowing,
  lockClientRowsForUpdate,
  replaceTags,
  updateClientRow,
  type ClientColumns,
  type ClientRow,
} from "../../areas/clients/store.ts";
import {
  listBelow,
  lockReferenceRowsForUpdate,
  repointReferences,
  type References,
  type RepointedTable,
} from "./store.ts";

/** The maximum number of records that refer to a duplicate: one transaction changes and records all of them. */
export const maxReferences = 500;

/** Columns that the survivor takes over together, if all of them are empty. */
const fieldGroups = [
  ["email"],
  ["phone", "phoneE164", "phoneType"],
  ["secondaryPhone", "secondaryPhoneE164"],
  ["line1", "line2", "city", "state", "zipCode", "country"],
  ...(
    [
      "middleName",
      "suffix",
      "preferredName",
      "pronouns",
      "gender",
      "maritalStatus",
      "preferredContactMethod",
      "preferredLanguage",
      "interpreterNeeded",
      "mailingAddress",
      "dateOfBirth",
      "dateOfDeath",
      "ssnFourDigits",
      "occupation",
      "employerContactId",
      "guardianContactId",
      "isIncapacitated",
      "representativeContactId",
      "emergencyContact",
      "driverLicense",
      "medicareIdMasked",
      "healthInsurer",
      "militaryStatus",
      "bankruptcyFiled",
      "priorClaims",
      "priorInjuries",
      "childSupportObligation",
      "textConsent",
    ] as const
  ).map((column) => [column] as const),
] as const satisfies readonly (readonly (keyof ClientColumns)[])[];

/** Fills empty columns of the survivor from the duplicate; `doNotContact` and an opt-out of texts win. */
export function combine(survivor: ClientRow, duplicate: ClientRow): ClientColumns {
  const [mine, other]: readonly Readonly<Record<string, unknown>>[] = [survivor, duplicate];
  const taken = fieldGroups
    .filter((columns) => columns.every((column) => (mine?.[column] ?? null) === null))
    .flatMap((columns) => columns.map((column) => [column, other?.[column] ?? null] as const))
    .filter(([, value]) => value !== null);
  const benefits = (["medicareBeneficiary", "medicaidBeneficiary"] as const).filter(
    (column) => survivor[column] === "unknown",
  );
  return {
    ...Object.fromEntries(taken),
    ...Object.fromEntries(benefits.map((column) => [column, duplicate[column]])),
    ...(duplicate.doNotContact && { doNotContact: true }),
    ...(duplicate.textConsent?.status === "opted_out" && { textConsent: duplicate.textConsent }),
  };
}

/** Each snapshots rows of its table and returns a function that records an event for each after the merge. */
const changeTrackers = {
  Case: trackCaseChanges,
  Invoice: trackInvoiceChanges,
  MedicalFacility: trackFacilityChanges,
  RetrievalRequest: trackRequestChanges,
  Lead: trackLeadChanges,
  Client: trackMergedChanges,
  Note: trackNoteChanges,
} satisfies Record<RepointedTable, (context: Context, ids: readonly string[]) => Promise<() => Promise<void>>>;

/** Clients that were merged into the duplicate before: `mergedIntoClientId` changes. */
function trackMergedChanges(context: Context, clientIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await findClients(context, clientIds)).map((row) => Client.parse(row));
  return trackChanges(read, (before, after) => {
    const { mergedIntoClientId } = after;
    const others = mergedIntoClientId === null ? [] : [{ entity: "client", id: mergedIntoClientId }];
    recordClientEvent(context, "client.deleted", after, { diff: diffRecords(before, after), others });
  });
}

/**
 * Locks both clients.
 *
 * @throws NOT_FOUND for either; INVALID_STATE_TRANSITION if one was merged
 */
async function lockClientsForUpdate(
  context: Context,
  clientId: string,
  duplicateClientId: string,
): Promise<{ survivor: ClientRow; duplicate: ClientRow }> {
  await lockClientRowsForUpdate(context, [clientId, duplicateClientId]);
  const [survivor, duplicate] = [await findClient(context, clientId), await findClient(context, duplicateClientId)];
  requireUnmergedClient(survivor);
  if (survivor === undefined) throw notFound("Client");
  if (duplicate === undefined) throw notFound("Duplicate client");
  requireUnmergedClient(duplicate);
  return { survivor, duplicate };
}

/** @throws INVALID_STATE_TRANSITION for more tags than a client can have */
function joinTags(survivor: Client, duplicate: Client): string[] {
  const tags = [...new Set([...survivor.tags, ...duplicate.tags])];
  if (tags.length <= maxTags) return tags;
  throw limitReached(`Together the clients have more than ${maxTags} tags; remove some from one of them first`);
}

/** @throws INVALID_STATE_TRANSITION for more than `maxReferences` */
async function lockReferencesForUpdate(context: Context, clientId: string): Promise<References> {
  const references = await lockReferenceRowsForUpdate(context, clientId, maxReferences);
  if (Object.values(references).flat().length <= maxReferences) return references;
  throw limitReached(
    `More than ${maxReferences} cases, invoices, medical facilities, retrieval requests, leads and notes refer to the duplicate; merge in the other direction: this client into that one`,
  );
}

/**
 * Merges a duplicate into a client. Records that refer to the duplicate then refer to the client, with an event for
 * each. The client keeps its values and takes over missing ones; the duplicate stays readable, with
 * `mergedIntoClientId`.
 *
 * @throws NOT_FOUND for either; STALE_REVISION of the client; INVALID_STATE_TRANSITION if one was merged before, their
 *   social security numbers differ, or they have too many tags or references
 */
export async function mergeClient(context: Context, clientId: string, duplicateClientId: string): Promise<Client> {
  if (clientId === duplicateClientId)
    throw invalidInput({ path: "duplicateClientId", message: "must be another client" });
  const { survivor, duplicate } = await lockClientsForUpdate(context, clientId, duplicateClientId);
  const [before, merged] = [Client.parse(survivor), Client.parse(duplicate)];
  const tags = joinTags(before, merged);
  await mergeSsns(context, before, merged);
  const references = await lockReferencesForUpdate(context, duplicateClientId);
  const recordEvents: (() => Promise<void>)[] = [];
  for (const [table, track] of Object.entries(changeTrackers))
    recordEvents.push(await track(context, references[table as RepointedTable]));
  recordEvents.push(await mergeAttendees(context, "clientId", { from: duplicateClientId, to: clientId }));
  recordEvents.push(await mergeRecipients(context, "clientId", { from: duplicateClientId, to: clientId }));
  recordEvents.push(await mergeCommunications(context, "clientId", { from: duplicateClientId, to: clientId }));
  await repointReferences(context, duplicateClientId, clientId);
  await replaceTags(context, clientId, tags);
  const row = await updateClientRow(context, clientId, combine(survivor, duplicate));
  if (row === undefined) throw staleRevision("client");
  await mergeConsents(context, "client", { from: duplicateClientId, to: clientId });
  const after = Client.parse(row);
  for (const field of ["dateOfBirth", "dateOfDeath"] as const) {
    const isTakenOver = before[field] === null && merged[field] !== null;
    if (isTakenOver)
      await copyDateSetters(context, { recordId: duplicateClientId, field }, { recordId: clientId, field });
  }
  const gone = await markAsMerged(withoutIfMatch(context), duplicateClientId, clientId);
  await recordMerge(context, [before, after], duplicateClientId, references);
  recordClientEvent(context, "client.deleted", gone, {
    diff: diffRecords(merged, gone),
    others: [{ entity: "client", id: clientId }],
  });
  for (const recordTheirEvents of recordEvents) await recordTheirEvents();
  return after;
}

/**
 * Records `client.merged`. A record that shows the client has a new revision and an event, or is named in `relatedIds`:
 * payments, treatments, bills and records have no event.
 */
async function recordMerge(
  context: Context,
  [before, after]: readonly [Client, Client],
  duplicateClientId: string,
  references: References,
): Promise<void> {
  const relatedIds = relateClient(after, [{ entity: "client", id: duplicateClientId }]);
  const named = new Set(relatedIds.map(({ id }) => id));
  const below = await listBelow(context, references);
  const shownBy = [...(await listShowing(context, after.id)).filter(({ id }) => !named.has(id)), ...below.shownBy];
  recordShownEvent(
    context,
    { eventType: "client.merged", entityId: after.id, payload: after, diff: diffRecords(before, after), relatedIds },
    shownBy,
    below.isComplete,
  );
}

async function markAsMerged(context: Context, clientId: string, mergedIntoClientId: string): Promise<Client> {
  const row = await updateClientRow(context, clientId, { mergedIntoClientId }, { deletedAt: "now" });
  if (row === undefined) throw notFound("Duplicate client");
  return Client.parse(row);
}
