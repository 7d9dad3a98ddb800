import { sql } from "kysely";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { lawDays } from "../../../contract/values/values.ts";
import { pregnancyDays } from "../../clients/domain.dates.ts";
import { caseEnumerations } from "../../cases/enumerations.ts";
import {
  date,
  dayOf,
  daysSince,
  decimal,
  flag,
  givenDayOf,
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

/** The case's own date, otherwise the one estimated for its lead. */
const statute = sql`coalesce(t."statuteOfLimitationsOn", l."statuteOfLimitationsEstimateOn")`;
/** Days without contact count from the last contact, or from the opening if there was none. */
const lastContact = sql`coalesce(t."lastClientContactOn", t."openedOn", ${dayOf(sql`t."createdAt"`)})`;

const lastNote = dayOf(sql`n."occurredAt"`);

/** As `isImplausible` of the limitation suggestions decides, but for a death, which the reader of reports does not see. */
const isImplausible = sql`(coalesce(t."dateOfIncident" NOT BETWEEN ${lawDays.first}::date AND o.today, false)
  OR coalesce(p."dateOfBirth" NOT BETWEEN ${lawDays.first}::date AND o.today, false)
  OR coalesce(t."dateOfIncident" < p."dateOfBirth" - CASE t."caseType" WHEN 'birth_injury' THEN ${pregnancyDays}::integer ELSE 0 END, false))`;

export const caseSource: ReportSource = {
  scope: "cases:read",
  from: sql`"Case" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: sql`t."customFields"`,
  joins: {
    attorney: { sql: joinOne("Member", "m", sql`t."attorneyId"`) },
    client: { sql: joinOne("Client", "p", sql`t."plaintiffId"`) },
    lead: { sql: joinOne("Lead", "l", sql`t."leadId"`) },
    office: { sql: joinOne("Office", "f", sql`m."officeId"`), needs: ["attorney"] },
    note: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT x."occurredAt" FROM "Note" x WHERE x."organizationId" = o.id AND x."caseId" = t.id AND x."deletedAt" IS NULL
        ORDER BY x."occurredAt" DESC LIMIT 1) n ON true`,
    },
    tasks: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT count(*)::integer AS open, (count(*) FILTER (WHERE x."dueDay" < o.today))::integer AS overdue, nullif(min(x."dueDay"), '9999-12-31'::date) AS next
        FROM "Task" x WHERE x."organizationId" = o.id AND x."caseId" = t.id AND x."isOpen" AND x."deletedAt" IS NULL) k ON true`,
    },
    deadlines: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT count(*)::integer AS open, min(x."effectiveOn") AS next FROM "Deadline" x
        WHERE x."organizationId" = o.id AND x."caseId" = t.id AND x."isOpen") d ON true`,
    },
  },
  fields: {
    ...group("Case", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      sequenceId: text("Case number", sql`t."sequenceId"`, { isNeverNull: true }),
      externalId: text("External ID", sql`t."externalId"`),
      title: text("Title", sql`t.title`),
      caseType: text("Type", sql`t."caseType"`, { of: sharedEnumerations.caseType, isNeverNull: true }),
      subCaseType: text("Subtype", sql`t."subCaseType"`),
      practiceArea: text("Practice area", sql`t."practiceArea"`),
      caseState: text("State", sql`t."caseState"`, { of: sharedEnumerations.caseState }),
      jurisdictionCounty: text("County", sql`t."jurisdictionCounty"`),
      caseSource: text("Source", sql`t."caseSource"`, { of: sharedEnumerations.caseSource }),
      partnerName: text("Partner", sql`t."partnerName"`),
      highValue: flag("High value", sql`t."highValue"`, { isNeverNull: true }),
      trialBound: flag("Trial bound", sql`t."trialBound"`, { isNeverNull: true }),
      isCommercial: flag("Commercial", sql`t."isCommercial"`, { isNeverNull: true }),
      caseScore: decimal("Score", sql`t."caseScore"::text::numeric`),
    }),
    ...group("People", {
      attorneyId: text("Lead attorney’s ID", sql`t."attorneyId"`),
      attorneyName: text("Lead attorney", nameOf("m"), { joins: ["attorney"] }),
      attorneyStatus: text("Lead attorney’s status", sql`m.status`, {
        of: sharedEnumerations.memberStatus,
        joins: ["attorney"],
      }),
      attorneyOfficeName: text("Lead attorney’s office", sql`f.name`, { scope: "org:read", joins: ["office"] }),
      plaintiffId: text("Client’s ID", sql`t."plaintiffId"`, { isNeverNull: true }),
      clientName: text("Client", nameOf("p"), { scope: "clients:read", joins: ["client"] }),
      lastClientContactOn: date("Last client contact", sql`t."lastClientContactOn"`),
      daysSinceContact: integer("Days since client contact", daysSince(sql`t."lastClientContactOn"`)),
      daysWithoutContact: integer("Days without client contact, or since it was opened", daysSince(lastContact)),
    }),
    ...group("Notes", {
      lastNoteOn: date("Last note", lastNote, { scope: "notes:read", joins: ["note"] }),
      daysSinceNote: integer("Days since the last note", daysSince(lastNote), { scope: "notes:read", joins: ["note"] }),
    }),
    ...group("Tasks", {
      openTasks: integer("Open tasks", sql`k.open`, { scope: "tasks:read", joins: ["tasks"] }),
      overdueTasks: integer("Overdue tasks", sql`k.overdue`, { scope: "tasks:read", joins: ["tasks"] }),
      nextTaskDueOn: date("Next task due", sql`k.next`, { scope: "tasks:read", joins: ["tasks"] }),
    }),
    ...group("Deadlines", {
      openDeadlines: integer("Open deadlines", sql`d.open`, { scope: "deadlines:read", joins: ["deadlines"] }),
      nextDeadlineOn: date("Next deadline", sql`d.next`, { scope: "deadlines:read", joins: ["deadlines"] }),
    }),
    ...group("Progress", {
      matterStage: text("Stage", sql`t."matterStage"`, {
        of: sharedEnumerations.matterStage,
        isRanked: true,
        isNeverNull: true,
      }),
      matterStatus: text("Status", sql`t."matterStatus"`, { of: sharedEnumerations.matterStatus, isNeverNull: true }),
      statusReason: text("Reason of the status", sql`t."statusReason"`),
      stageEnteredAt: instant("In stage since", sql`t."stageEnteredAt"`),
      daysInStage: integer("Days in stage", daysSince(dayOf(sql`coalesce(t."stageEnteredAt", t."createdAt")`))),
      retainerStatus: text("Retainer", sql`t."retainerStatus"`, { of: caseEnumerations.retainerStatus }),
    }),
    ...group("Money", {
      projectedFeeAmountCents: money("Projected fee", sql`t."projectedFeeAmountCents"`),
      estimatedSettlementMinCents: money("Estimated settlement, at least", sql`t."estimatedSettlementMinCents"`),
      estimatedSettlementMaxCents: money("Estimated settlement, at most", sql`t."estimatedSettlementMaxCents"`),
      settlementAmountCents: money("Settlement", sql`t."settlementAmountCents"`),
      recoveryAmountCents: money("Recovery", sql`t."recoveryAmountCents"`),
      attorneyFeePercentage: decimal("Fee in per cent", sql`t."attorneyFeePercentage"::text::numeric`),
    }),
    ...group("Dates", {
      dateOfIncident: date("Incident", sql`t."dateOfIncident"`),
      hasImplausibleDate: flag("Incident or birth cannot be right", isImplausible, { joins: ["client"] }),
      openedOn: date("Opened", sql`t."openedOn"`),
      engagedOn: date("Retained", sql`t."engagedOn"`),
      closedOn: date("Closed", sql`t."closedOn"`),
      statuteOfLimitationsOn: date("Statute of limitations", sql`t."statuteOfLimitationsOn"`),
      statuteOfLimitationsStatus: text(
        "Verification of the statute of limitations",
        sql`t."statuteOfLimitationsStatus"`,
        { of: caseEnumerations.statuteOfLimitationsStatus, isNeverNull: true },
      ),
      daysToStatute: integer("Days to the statute of limitations", sql`(t."statuteOfLimitationsOn" - o.today)`),
      statuteOrEstimateOn: date("Statute of limitations, or its estimate", statute, {
        scope: "leads:read",
        joins: ["lead"],
      }),
      daysToStatuteOrEstimate: integer(
        "Days to the statute of limitations, or its estimate",
        sql`(${statute} - o.today)`,
        { scope: "leads:read", joins: ["lead"] },
      ),
      projectedSettlementDate: date("Projected settlement", givenDayOf(sql`t."projectedSettlementDate"`)),
      settlementDate: date("Settled", givenDayOf(sql`t."settlementDate"`)),
      recoveryDate: date("Recovered", givenDayOf(sql`t."recoveryDate"`)),
      ...versionFields,
    }),
  },
};

const entered = sql`(t."enteredAt" AT TIME ZONE o.timezone)::date`;
const left = dayOf(sql`n."enteredAt"`);

/** One row per stage entered; a change of the status alone is not a row. */
export const caseStageSource: ReportSource = {
  scope: "cases:read",
  from: sql`"CaseStageEntry" t JOIN "Case" c ON c."organizationId" = o.id AND c.id = t."caseId"`,
  live: sql<boolean>`t."toStage" IS DISTINCT FROM t."fromStage" AND c."deletedAt" IS NULL`,
  custom: null,
  joins: {
    next: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT x."enteredAt" FROM "CaseStageEntry" x
        WHERE x."organizationId" = o.id AND x."caseId" = t."caseId" AND x.id > t.id AND x."toStage" IS DISTINCT FROM x."fromStage"
        ORDER BY x.id LIMIT 1) n ON true`,
    },
    attorney: { sql: joinOne("Member", "m", sql`c."attorneyId"`) },
    client: { sql: joinOne("Client", "p", sql`c."plaintiffId"`) },
  },
  fields: {
    ...group("Stay", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      toStage: text("Stage", sql`t."toStage"`, { of: sharedEnumerations.matterStage, isRanked: true }),
      fromStage: text("Stage before", sql`t."fromStage"`, { of: sharedEnumerations.matterStage, isRanked: true }),
      toStatus: text("Status then", sql`t."toStatus"`, { of: sharedEnumerations.matterStatus }),
      enteredAt: instant("Entered", sql`t."enteredAt"`),
      leftAt: instant("Left", sql`n."enteredAt"`, { joins: ["next"] }),
      days: integer("Days", sql`(coalesce(${left}, o.today) - ${entered})`, { joins: ["next"] }),
      isCurrent: flag("Lasts", sql`(n."enteredAt" IS NULL)`, { joins: ["next"] }),
      reason: text("Reason", sql`t.reason`),
      actorName: text("Moved by", sql`t."actorName"`),
    }),
    ...group("Case", {
      caseId: text("Case ID", sql`t."caseId"`),
      caseSequenceId: text("Case number", sql`c."sequenceId"`),
      caseType: text("Case type", sql`c."caseType"`, { of: sharedEnumerations.caseType }),
      matterStage: text("Stage now", sql`c."matterStage"`, { of: sharedEnumerations.matterStage, isRanked: true }),
      matterStatus: text("Status now", sql`c."matterStatus"`, { of: sharedEnumerations.matterStatus }),
      caseSource: text("Source", sql`c."caseSource"`, { of: sharedEnumerations.caseSource }),
      attorneyId: text("Lead attorney’s ID", sql`c."attorneyId"`),
      attorneyName: text("Lead attorney", nameOf("m"), { joins: ["attorney"] }),
      clientName: text("Client", nameOf("p"), { scope: "clients:read", joins: ["client"] }),
    }),
  },
};
