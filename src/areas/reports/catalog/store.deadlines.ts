import { sql } from "kysely";
import { deadlineEnumerations, longestClosed } from "../../deadlines/enumerations.ts";
import { caseFields, caseJoins, ofLiveCase } from "./store.case-parts.ts";
import { date, flag, group, integer, nameOf, text, type ReportSource, versionFields } from "./store.fields.ts";

/** A deadline's days are counted in its own time zone. */
const daysLeft = sql`(t."effectiveOn" - (now() AT TIME ZONE t."timeZone")::date)`;
/** As `urgencyOf` of the area decides, by the last day to act. */
const away = sql`(greatest(t."actByOn", t."effectiveOn" - ${longestClosed}::integer) - (now() AT TIME ZONE t."timeZone")::date)`;
const urgency = sql`CASE WHEN NOT t."isOpen" THEN 'done' WHEN t.status = 'open' AND t."isTolled" AND t."verificationStatus" = 'verified' THEN 'tolled'
  WHEN t.status = 'missed' OR t."dueAt" <= now() OR ${daysLeft} < 0 THEN 'overdue' WHEN ${away} <= 0 THEN 'today' WHEN ${away} <= 7 THEN 'critical'
  WHEN ${away} <= 30 THEN 'warning' WHEN ${away} <= 90 THEN 'upcoming' ELSE 'later' END`;

/** No field has a deadline's title, notes, facts or reasons. */
export const deadlineSource: ReportSource = {
  scope: "deadlines:read",
  from: sql`"Deadline" t`,
  live: ofLiveCase,
  custom: null,
  joins: {
    ...caseJoins(sql`t."caseId"`),
    assignees: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT string_agg(${nameOf("b")}, ', ' ORDER BY b.id) AS names FROM "DeadlineAssignee" x JOIN "Member" b ON b."organizationId" = o.id AND b.id = x."memberId"
        WHERE x."organizationId" = o.id AND x."deadlineId" = t.id) a ON true`,
    },
  },
  fields: {
    ...group("Deadline", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      type: text("Type", sql`t.type`, { of: deadlineEnumerations.deadlineType, isNeverNull: true }),
      deadlineClass: text("Class", sql`t."deadlineClass"`, {
        of: deadlineEnumerations.deadlineClass,
        isNeverNull: true,
      }),
      status: text("Status", sql`t.status`, { of: deadlineEnumerations.deadlineStatus, isNeverNull: true }),
      isOpen: flag("Open or missed", sql`t."isOpen"`, { isNeverNull: true }),
      urgency: text("Urgency", urgency, { of: deadlineEnumerations.deadlineUrgency, isRanked: true }),
      isJurisdictional: flag("Jurisdictional", sql`t."isJurisdictional"`),
      isTolled: flag("Tolled", sql`t."isTolled"`, { isNeverNull: true }),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
    }),
    ...group("Trail", {
      verificationStatus: text("Verification", sql`t."verificationStatus"`, {
        of: deadlineEnumerations.deadlineVerification,
        isNeverNull: true,
      }),
      verifiedByName: text("Verified by", sql`t."verifiedByName"`),
      setByName: text("Set by", sql`t."setByName"`),
      source: text("Source", sql`t.source`, { of: deadlineEnumerations.deadlineSource, isNeverNull: true }),
      ruleKey: text("Rule", sql`t."ruleKey"`),
      citation: text("Citation", sql`t.citation`),
      isOverridden: flag("Set manually", sql`t."isOverridden"`, { isNeverNull: true }),
    }),
    ...group("Dates", {
      dueOn: date("Due", sql`t."dueOn"`, { isNeverNull: true }),
      effectiveOn: date("Effective", sql`t."effectiveOn"`, { isNeverNull: true }),
      actByOn: date("Act by", sql`t."actByOn"`, { isNeverNull: true }),
      daysLeft: integer("Days left", daysLeft),
      satisfiedOn: date("Satisfied", sql`t."satisfiedOn"`),
      docketNumber: text("Docket number", sql`t."docketNumber"`),
      daysLate: integer(
        "Days late",
        sql`CASE t.status WHEN 'missed' THEN o.today - t."dueOn" WHEN 'satisfied_late' THEN t."satisfiedOn" - t."dueOn" END`,
      ),
      ...versionFields,
    }),
    ...group("People", { assigneeNames: text("Assignees", sql`a.names`, { joins: ["assignees"] }) }),
    ...caseFields,
  },
};
