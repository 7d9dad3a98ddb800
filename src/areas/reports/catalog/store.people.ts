import { sql } from "kysely";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { clientEnumerations } from "../../clients/enumerations.ts";
import { leadEnumerations } from "../../leads/enumerations.ts";
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

const isConverted = sql`(t."convertedAt" IS NOT NULL)`;
const isSigned = sql`(t."retainerSignedAt" IS NOT NULL OR t."convertedAt" IS NOT NULL)`;
const waited = (seconds: number) =>
  sql`greatest(floor(extract(epoch FROM coalesce(t."firstResponseAt", now()) - t."createdAt") / ${seconds}::integer), 0)::bigint`;

export const leadSource: ReportSource = {
  scope: "leads:read",
  from: sql`"Lead" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: sql`t."customFields"`,
  joins: { assigned: { sql: joinOne("Member", "m", sql`t."assignedToMemberId"`) } },
  fields: {
    ...group("Lead", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      sequenceId: text("Lead number", sql`t."sequenceId"`, { isNeverNull: true }),
      name: text("Name", sql`nullif(concat_ws(' ', t."firstName", t."lastName"), '')`),
      caseType: text("Type", sql`t."caseType"`, { of: sharedEnumerations.caseType }),
      caseState: text("State", sql`t."caseState"`, { of: sharedEnumerations.caseState }),
      dateOfIncident: date("Incident", sql`t."dateOfIncident"`),
      statuteOfLimitationsEstimateOn: date("Estimated statute of limitations", sql`t."statuteOfLimitationsEstimateOn"`),
      score: integer("Score", sql`t.score`),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Progress", {
      status: text("Status", sql`t.status`, { of: leadEnumerations.leadStatus, isRanked: true, isNeverNull: true }),
      subStatus: text("Substatus", sql`t."subStatus"`),
      qualification: text("Qualification", sql`t.qualification`, {
        of: leadEnumerations.leadQualification,
        isNeverNull: true,
      }),
      assignedToMemberId: text("Assigned member’s ID", sql`t."assignedToMemberId"`),
      assignedToName: text("Assigned to", nameOf("m"), { joins: ["assigned"] }),
      declineReason: text("Why declined", sql`t."declineReason"`, { of: leadEnumerations.leadDeclineReason }),
      lostReason: text("Why lost", sql`t."lostReason"`),
      contactAttemptCount: integer("Attempts to reach", sql`t."contactAttemptCount"`),
      minutesToFirstResponse: integer(
        "Minutes to the first response",
        sql`CASE WHEN t."firstResponseAt" IS NOT NULL THEN ${waited(60)} END`,
      ),
      hoursWaiting: integer("Hours until the first response, or now", waited(3600)),
      daysSinceCreated: integer("Days since it came", daysSince(dayOf(sql`t."createdAt"`))),
    }),
    ...group("Conversion", {
      isConverted: flag("Became a case", isConverted),
      converted: integer("Became a case (1 or 0)", sql`${isConverted}::integer`),
      convertedPercent: integer("Became a case (100 or 0)", sql`${isConverted}::integer * 100`),
      signed: integer("Signed (1 or 0)", sql`${isSigned}::integer`),
      convertedCaseId: text("Case ID", sql`t."convertedCaseId"`),
      convertedAt: instant("Became a case at", sql`t."convertedAt"`),
      retainerSentAt: instant("Retainer sent", sql`t."retainerSentAt"`),
      retainerSignedAt: instant("Retainer signed", sql`t."retainerSignedAt"`),
    }),
    ...group("Source", {
      source: text("Source", sql`t.source`, { of: sharedEnumerations.caseSource }),
      sourceDetail: text("Source in detail", sql`t."sourceDetail"`),
      campaign: text("Campaign", sql`t.campaign`),
      vendorId: text("Vendor’s ID", sql`t."vendorId"`),
      vendorCostCents: money("Cost", sql`t."vendorCostCents"`),
    }),
    ...group("Dates", {
      createdAt: instant("Came", sql`t."createdAt"`, { isNeverNull: true }),
      updatedAt: instant("Changed", sql`t."updatedAt"`, { isNeverNull: true }),
      statusChangedAt: instant("Status since", sql`t."statusChangedAt"`, { isNeverNull: true }),
      firstResponseAt: instant("First response", sql`t."firstResponseAt"`),
      lastContactAttemptAt: instant("Last attempt to reach", sql`t."lastContactAttemptAt"`),
      nextFollowUpAt: instant("Next follow-up", sql`t."nextFollowUpAt"`),
      appointmentAt: instant("Appointment", sql`t."appointmentAt"`),
    }),
  },
};

const casesOfClient = sql`FROM "Case" k WHERE k."organizationId" = o.id AND k."plaintiffId" = t.id AND k."deletedAt" IS NULL`;

/** No identifiers, birth dates or contact data: reports must not become lists of people. */
export const clientSource: ReportSource = {
  scope: "clients:read",
  from: sql`"Client" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: null,
  joins: {
    cases: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT count(*)::integer AS total, (count(*) FILTER (WHERE k."matterStatus" IN ('pending', 'open', 'on_hold')))::integer AS open ${casesOfClient}) k ON true`,
    },
  },
  fields: {
    ...group("Client", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      name: text("Name", nameOf("t")),
      state: text("State", sql`t.state`),
      preferredLanguage: text("Language", sql`t."preferredLanguage"`),
      interpreterNeeded: flag("Needs an interpreter", sql`t."interpreterNeeded"`),
      preferredContactMethod: text("Preferred way of contact", sql`t."preferredContactMethod"`, {
        of: sharedEnumerations.clientContactMethod,
      }),
      doNotContact: flag("Do not contact", sql`t."doNotContact"`, { isNeverNull: true }),
      portalStatus: text("Client portal", sql`t."portalStatus"`, {
        of: clientEnumerations.clientPortalStatus,
        isNeverNull: true,
      }),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Cases", {
      openCases: integer("Open cases", sql`k.open`, { scope: "cases:read", joins: ["cases"] }),
      cases: integer("Cases", sql`k.total`, { scope: "cases:read", joins: ["cases"] }),
    }),
    ...group("Dates", {
      ...versionFields,
    }),
  },
};
