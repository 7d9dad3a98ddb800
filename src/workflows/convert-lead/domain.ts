import { copyDateSetters } from "../../platform/database/date-setters.ts";
import { invalidInput, invalidState } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { createCase } from "../../areas/cases/domain.creation.ts";
import { handOverEvents } from "../../areas/calendar/domain.handover.ts";
import { createClient } from "../../areas/clients/domain.creation.ts";
import { getUnmergedClient } from "../../areas/clients/domain.ts";
import { handOverConsents } from "../../areas/communications/consents/domain.ts";
import { handOverCommunications } from "../../areas/communications/domain.handover.ts";
import { handOverDocuments } from "../../areas/documents/domain.leads.ts";
import { handOverRequests } from "../../areas/esign/domain.handover.ts";
import { copyAnswers } from "../../areas/intake/answers/domain.leads.ts";
import { updateLockedLead, lockLeadForUpdate } from "../../areas/leads/domain.changes.ts";
import { describeLead } from "../../areas/leads/domain.ts";
import { listStamps, insertHistoryEntry, assertLeadTransition } from "../../areas/leads/transitions/domain.ts";
import { handOverNotes } from "../../areas/notes/domain.leads.ts";
import { assertNotReferred, handOverReferrals } from "../../areas/referrals/referrals/domain.handover.ts";
import { handOverTasks } from "../../areas/tasks/domain.handover.ts";
import { Converted, type Conversion } from "./schema.ts";
import type { Lead } from "../../areas/leads/schema.ts";
import type { LeadRow } from "../../areas/leads/store.ts";

/**
 * Creates a case from a lead, with a new or existing client and the lead's answers, documents, notes and tasks, and its
 * events of the calendar, signature requests, conversations, calls and consents. The lead is locked, so that a
 * concurrent conversion finds it converted.
 *
 * `leads:write` is enough: the case and a new client contain only data of the lead, and the response shows an existing
 * client only by ID and names.
 *
 * @throws NOT_FOUND of the lead, the client, the attorney; INVALID_STATE_TRANSITION if the lead cannot be converted, or
 *   is referred to another firm; VALIDATION_FAILED if the lead lacks values that a case or client requires;
 *   STALE_REVISION
 */
export async function convertLead(context: Context, leadId: string, conversion: Conversion): Promise<Converted> {
  const before = await lockLeadForUpdate(context, leadId);
  assertConvertible(before);
  await assertNotReferred(context, leadId);
  const from = describeLead(before);
  const { eventsToRecord } = context.pending;
  const place = eventsToRecord.length;
  const client = await chooseClient(context, from, conversion.clientMatch);
  const made = await createCase(context, describeCase(from, conversion, client.id));
  await copyDateSetters(
    context,
    { recordId: leadId, field: "dateOfIncident" },
    { recordId: made.id, field: "dateOfIncident" },
  );
  if (conversion.clientMatch.mode === "create") {
    await copyDateSetters(
      context,
      { recordId: leadId, field: "dateOfBirth" },
      { recordId: client.id, field: "dateOfBirth" },
    );
  }
  if (conversion.copyIntakeAnswers) await copyAnswers(context, leadId, made.id);
  if (conversion.copyDocuments) await handOverDocuments(context, leadId, made.id);
  if (conversion.copyNotes) await handOverNotes(context, leadId, made.id);
  if (conversion.copyTasks) await handOverTasks(context, leadId, made.id);
  await handOverEvents(context, leadId, made.id);
  await handOverRequests(context, leadId, made.id);
  await handOverReferrals(context, leadId, made.id);
  await handOverConsents(context, leadId, client.id);
  await handOverCommunications(context, { leadId, caseId: made.id, clientId: client.id });
  await insertHistoryEntry(context, before, "converted", {});
  const columns = { status: "converted", convertedCaseId: made.id, convertedClientId: client.id };
  const stamps = listStamps("converted");
  const lead = await updateLockedLead(context, before, { eventTypes: ["lead.converted"], columns, stamps });
  // The conversion is the first event, then the case, then its records.
  eventsToRecord.push(...eventsToRecord.splice(place).toSorted((one, other) => rankOf(one) - rankOf(other)));
  return Converted.parse({ lead, case: made, client });
}

const firstEvents: readonly string[] = ["lead.converted", "case.created"];

function rankOf({ eventType }: { eventType: string }): number {
  const rank = firstEvents.indexOf(eventType);
  return rank === -1 ? firstEvents.length : rank;
}

/** @throws INVALID_STATE_TRANSITION; for a converted lead it names the case */
function assertConvertible(lead: LeadRow): void {
  if (lead.convertedCaseId !== null) {
    throw invalidState(`The lead is already converted; convertedCaseId is ${lead.convertedCaseId}`, {
      errorReason: "lead_converted",
      detail: lead.convertedCaseId,
    });
  }
  assertLeadTransition(lead, "converted");
}

async function chooseClient(
  context: Context,
  lead: Lead,
  match: Conversion["clientMatch"],
): Promise<{ id: string; firstName: string; lastName: string }> {
  if (match.mode === "existing") return getUnmergedClient(context, match.clientId);
  const firstName = match.firstName ?? lead.firstName ?? "";
  const lastName = match.lastName ?? lead.lastName;
  if (lastName === null)
    throw invalidInput({ path: "clientMatch.lastName", message: "required because the lead has none" });
  return createClient(context, { ...describeClient(lead), firstName, lastName });
}

function describeClient({
  address,
  ...lead
}: Lead): Omit<Parameters<typeof createClient>[1], "firstName" | "lastName"> {
  const {
    middleName,
    email,
    phone,
    phoneType,
    secondaryPhone,
    preferredContactMethod,
    preferredLanguage,
    dateOfBirth,
  } = lead;
  const { line1 = null, line2 = null, city = null, state = null, zipCode = null, country = null } = address ?? {};
  return {
    middleName,
    // What is not an address is in the notes of the case.
    email: lead.emailIsValid === true ? email : null,
    phone,
    phoneType,
    secondaryPhone,
    preferredContactMethod,
    preferredLanguage,
    dateOfBirth,
    ...(address !== null && { address: { line1, line2, city, state, zipCode, country } }),
  };
}

/**
 * The values of a case from a lead.
 *
 * @throws VALIDATION_FAILED without a case type
 */
function describeCase(
  lead: Lead,
  { attorneyId, matterStage, caseType = lead.caseType ?? undefined }: Conversion,
  plaintiffId: string,
): Parameters<typeof createCase>[1] {
  if (caseType === undefined) throw invalidInput({ path: "caseType", message: "required because the lead has none" });
  const {
    description,
    injuryDescription,
    subCaseType,
    caseState,
    dateOfIncident,
    incidentLocation,
    atFaultParty,
    source,
    partnerId,
    score,
    statuteOfLimitationsEstimateOn,
  } = lead;
  // Values without a field in the case.
  const notes = [
    incidentLocation === null ? [] : `Place of the incident: ${incidentLocation}`,
    atFaultParty === null ? [] : `At fault: ${atFaultParty}`,
    lead.emailIsValid === false ? `E-mail as given: ${lead.email ?? ""}` : [],
  ].flat();
  return {
    plaintiffId,
    leadId: lead.id,
    caseType,
    subCaseType,
    caseState,
    description,
    injuryDescription,
    intakeNotes: notes.length === 0 ? null : notes.join("\n"),
    dateOfIncident,
    statuteOfLimitationsOn: statuteOfLimitationsEstimateOn,
    limitationSource: "lead_estimate",
    caseSource: source,
    partnerId,
    caseScore: score,
    ...(matterStage !== undefined && { matterStage }),
    ...(attorneyId !== undefined && { attorneys: [{ attorneyId, role: "lead" as const }] }),
  };
}
