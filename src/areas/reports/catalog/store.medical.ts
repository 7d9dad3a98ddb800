import { sql } from "kysely";
import { enumeration } from "../../../contract/enumeration.ts";
import { endedRequestStatuses, sharedEnumerations } from "../../../contract/enumerations.ts";
import { facilityEnumerations } from "../../medical/facilities/enumerations.ts";
import { partEnumerations } from "../../medical/parts/enumerations.ts";
import { requestEnumerations } from "../../medical/requests/enumerations.ts";
import {
  date,
  dayOf,
  daysSince,
  flag,
  group,
  instant,
  integer,
  joinOne,
  money,
  nameOf,
  text,
  type ReportSource,
  versionFields,
} from "./store.fields.ts";
import { caseFields, caseJoins } from "./store.case-parts.ts";

const scope = "medical:read";
const byCase = caseJoins(sql`t."caseId"`);
const dates = group("Dates", {
  ...versionFields,
});

export const facilitySource: ReportSource = {
  scope,
  from: sql`"MedicalFacility" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: null,
  joins: { ...byCase, contact: { sql: joinOne("Contact", "f", sql`t."contactId"`) } },
  fields: {
    ...group("Facility", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      facilityName: text("Facility", sql`f.name`, { joins: ["contact"] }),
      facilityType: text("Kind", sql`t."facilityType"`, { of: facilityEnumerations.facilityType }),
      contactId: text("Contact ID", sql`t."contactId"`),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      recordsNeeded: flag("Records needed", sql`t."recordsNeeded"`, { isNeverNull: true }),
      billsNeeded: flag("Bills needed", sql`t."billsNeeded"`, { isNeverNull: true }),
      hasLien: flag("Has a lien", sql`t."hasLien"`),
    }),
    ...group("Treatment", {
      isTreating: flag("Treats", sql`t."isTreating"`),
      treatmentStatus: text("Treatment", sql`t."treatmentStatus"`, { of: facilityEnumerations.treatmentStatus }),
      firstVisitOn: date("First visit", sql`t."firstVisitOn"`),
      lastVisitOn: date("Last visit", sql`t."lastVisitOn"`),
      daysSinceLastVisit: integer("Days since the last visit", daysSince(sql`t."lastVisitOn"`)),
    }),
    ...group("Money", {
      totalBilledCents: money("Billed", sql`t."totalBilledCents"`),
      totalAdjustedCents: money("Taken off", sql`t."totalAdjustedCents"`),
      totalPaidCents: money("Paid", sql`t."totalPaidCents"`),
      balanceCents: money("Left", sql`(t."totalBilledCents" - t."totalAdjustedCents" - t."totalPaidCents")`),
    }),
    ...dates,
    ...caseFields,
  },
};

const adjusted = sql`(t."adjustmentCents" + t."writeOffCents")`;
const paid = sql`(t."insurancePaidCents" + t."clientPaidCents" + t."medPayPaidCents")`;
const facilityName = text("Facility", sql`f.name`, { joins: ["contact"] });
const facilityJoins = {
  facility: { sql: joinOne("MedicalFacility", "y", sql`t."facilityId"`) },
  contact: { sql: joinOne("Contact", "f", sql`y."contactId"`), needs: ["facility"] },
};

export const billSource: ReportSource = {
  scope,
  from: sql`"MedicalBill" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: null,
  joins: { ...byCase, ...facilityJoins },
  fields: {
    ...group("Bill", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      status: text("Status", sql`t.status`, { of: partEnumerations.billStatus }),
      facilityId: text("Facility ID", sql`t."facilityId"`, { isNeverNull: true }),
      facilityName,
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      isLien: flag("Is a lien", sql`t."isLien"`),
    }),
    ...group("Money", {
      billedCents: money("Billed", sql`t."billedCents"`),
      adjustedCents: money("Taken off", adjusted),
      adjustmentCents: money("Adjusted", sql`t."adjustmentCents"`),
      writeOffCents: money("Written off", sql`t."writeOffCents"`),
      reductionNegotiatedCents: money("Negotiated reduction", sql`t."reductionNegotiatedCents"`),
      paidCents: money("Paid", paid),
      insurancePaidCents: money("Paid by insurance", sql`t."insurancePaidCents"`),
      clientPaidCents: money("Paid by the client", sql`t."clientPaidCents"`),
      medPayPaidCents: money("Paid by MedPay", sql`t."medPayPaidCents"`),
      balanceCents: money("Left", sql`(t."billedCents" - ${adjusted} - ${paid})`),
    }),
    ...group("Dates", {
      billDate: date("Date of the bill", sql`t."billDate"`),
      receivedOn: date("Received", sql`t."receivedOn"`),
      serviceStartOn: date("Treated from", sql`t."serviceStartOn"`),
      serviceEndOn: date("Treated to", sql`t."serviceEndOn"`),
    }),
    ...dates,
    ...caseFields,
  },
};

const isOpen = sql`(t.status <> ALL (${[...endedRequestStatuses]}::text[]))`;
/** Days since it was sent, or written; for a finished request, until it finished. */
const age = sql`(coalesce(${dayOf(sql`CASE WHEN ${isOpen} THEN NULL ELSE coalesce(t."completedAt", t."statusChangedAt") END`)}, o.today)
  - ${dayOf(sql`coalesce(t."submittedAt", t."createdAt")`)})`;

const ages = enumeration("The age of a sent request.", {
  days_0_30: "At most 30 days ago.",
  days_31_60: "31 to 60 days ago.",
  days_61_90: "61 to 90 days ago.",
  days_over_90: "More than 90 days ago.",
});

export const requestSource: ReportSource = {
  scope,
  from: sql`"RetrievalRequest" t`,
  live: sql<boolean>`true`,
  custom: null,
  joins: {
    ...byCase,
    ...facilityJoins,
    vendor: { sql: joinOne("Contact", "v", sql`t."vendorId"`) },
    requester: { sql: joinOne("Member", "r", sql`t."requestedById"`) },
  },
  fields: {
    ...group("Request", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      requestNumber: text("Number", sql`t."requestNumber"`, { isNeverNull: true }),
      requestType: text("Wanted", sql`t."requestType"`, { of: requestEnumerations.requestType }),
      priority: text("Priority", sql`t.priority`, { of: requestEnumerations.requestPriority }),
      status: text("Status", sql`t.status`, {
        of: sharedEnumerations.requestStatus,
        isRanked: true,
        isNeverNull: true,
      }),
      statusReason: text("Reason of the status", sql`t."statusReason"`),
      isOpen: flag("Open", isOpen),
      authorizationStatus: text("Authorization", sql`t."authorizationStatus"`, {
        of: requestEnumerations.authorizationStatus,
      }),
      facilityId: text("Facility ID", sql`t."facilityId"`, { isNeverNull: true }),
      facilityName,
      vendorId: text("Vendor’s ID", sql`t."vendorId"`),
      vendorName: text("Vendor", sql`v.name`, { joins: ["vendor"] }),
      requestedById: text("Id of who requested it", sql`t."requestedById"`),
      requestedByName: text("Requested by", nameOf("r"), { joins: ["requester"] }),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      feeQuotedCents: money("Fee quoted", sql`t."feeQuotedCents"`),
      feeApprovedCents: money("Fee approved", sql`t."feeApprovedCents"`),
      pagesReceived: integer("Pages", sql`t."pagesReceived"`),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Age", {
      ageDays: integer("Days since it was sent", age),
      ageBucket: text(
        "Age",
        sql`CASE WHEN ${age} <= 30 THEN 'days_0_30' WHEN ${age} <= 60 THEN 'days_31_60' WHEN ${age} <= 90 THEN 'days_61_90' ELSE 'days_over_90' END`,
        {
          of: ages,
          isRanked: true,
        },
      ),
      followUpCount: integer("Follow-ups", sql`t."followUpCount"`),
      lastFollowUpAt: instant("Last follow-up", sql`t."lastFollowUpAt"`),
      followUpOn: date("Follow up", sql`t."followUpOn"`),
    }),
    ...group("Dates", {
      submittedAt: instant("Sent", sql`t."submittedAt"`),
      acknowledgedAt: instant("Acknowledged", sql`t."acknowledgedAt"`),
      receivedAt: instant("Received", sql`t."receivedAt"`),
      completedAt: instant("Completed", sql`t."completedAt"`),
      dueOn: date("Due", sql`t."dueOn"`),
      statusChangedAt: instant("Status since", sql`t."statusChangedAt"`, { isNeverNull: true }),
    }),
    ...dates,
    ...caseFields,
  },
};
