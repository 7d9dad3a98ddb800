import { sql } from "kysely";
import { courtActionEnumerations } from "../../cases/court-actions/enumerations.ts";
import { caseFields, caseJoins, ofLiveCase } from "./store.case-parts.ts";
import { date, flag, group, integer, joinOne, money, text, type ReportSource, versionFields } from "./store.fields.ts";

const { courtActionStatus, courtActionType } = courtActionEnumerations;

/** No field has reasons, dispositions and notes. */
export const courtActionSource: ReportSource = {
  scope: "cases:read",
  from: sql`"CourtAction" t`,
  live: sql<boolean>`t."deletedAt" IS NULL AND ${ofLiveCase}`,
  custom: null,
  joins: {
    ...caseJoins(sql`t."caseId"`),
    court: { sql: joinOne("Contact", "q", sql`t."courtContactId"`) },
    judge: { sql: joinOne("Contact", "j", sql`t."judgeContactId"`) },
  },
  fields: {
    ...group("Court action", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      type: text("Type", sql`t.type`, { of: courtActionType, isNeverNull: true }),
      status: text("Status", sql`t.status`, { of: courtActionStatus, isRanked: true, isNeverNull: true }),
      docketNumber: text("Docket number", sql`t."docketNumber"`),
      caption: text("Caption", sql`t.caption`),
      isPrimary: flag("Primary", sql`t."isPrimary"`, { isNeverNull: true }),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
    }),
    ...group("Court", {
      courtName: text("Court", sql`coalesce(q.name, t."courtName")`, { joins: ["court"] }),
      judgeName: text("Judge", sql`j.name`, { joins: ["judge"] }),
      jurisdiction: text("Jurisdiction", sql`t.jurisdiction`, { isNeverNull: true }),
      county: text("County", sql`t.county`),
    }),
    ...group("Dates and amounts", {
      filedOn: date("Filed", sql`t."filedOn"`),
      answeredOn: date("Answered", sql`t."answeredOn"`),
      trialOn: date("Trial", sql`t."trialOn"`),
      daysToTrial: integer("Days to trial", sql`(t."trialOn" - o.today)`),
      judgmentOn: date("Judgment", sql`t."judgmentOn"`),
      judgmentCents: money("Amount of the judgment", sql`t."judgmentCents"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};
