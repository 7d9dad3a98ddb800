/**
 * What each standard report says, as a query that the database's owner runs: over the headquarters and its offices, in
 * plain SQL that shares nothing with the reports' own. `base` are the records that count; `rows` and `totals` are taken
 * from them.
 */
export interface Question {
  base: string;
  rows: string;
  totals?: string;
}

export const active = `c."matterStatus" IN ('pending', 'open', 'on_hold')`;
const preSuit = `c."matterStage" IN ('intake', 'investigation', 'treatment', 'records_collection', 'demand_preparation', 'demand_sent', 'negotiation', 'pre_suit_mediation')`;
export const cases = `firm f JOIN "Case" c ON c."organizationId" = f.id AND c."deletedAt" IS NULL JOIN "Client" p ON p."organizationId" = f.id AND p.id = c."plaintiffId"
  LEFT JOIN "Member" m ON m."organizationId" = f.id AND m.id = c."attorneyId"`;
export const listed = `f.id AS "organizationId", c."sequenceId" AS "case", concat(p."firstName", ' ', p."lastName") AS client, c."caseType" AS type, c."matterStage" AS stage,
  CASE WHEN m.id IS NOT NULL THEN concat(m."firstName", ' ', m."lastName") END AS attorney`;
const wire = (instant: string) => `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const isUnlikely = (day: string) => `coalesce(${day} > f.today OR ${day} < '1900-01-01', false)`;
const datesToCheck = `(${isUnlikely(`c."dateOfIncident"`)} OR ${isUnlikely(`p."dateOfBirth"`)}
  OR coalesce(p."dateOfBirth" - c."dateOfIncident" > CASE c."caseType" WHEN 'birth_injury' THEN 300 ELSE 0 END, false)) AS "datesToCheck"`;
const statute = `c."statuteOfLimitationsOn" AS statute, c."statuteOfLimitationsOn" - f.today AS "daysLeft", c."statuteOfLimitationsStatus" AS verified, ${datesToCheck}`;
/** A day that was sent as midnight in UTC is that day; a moment is the firm's. */
const projectedOn = `(CASE WHEN c."projectedSettlementDate" = date_trunc('day', c."projectedSettlementDate", 'UTC') THEN c."projectedSettlementDate" AT TIME ZONE 'UTC'
  ELSE c."projectedSettlementDate" AT TIME ZONE f.timezone END)`;
const everything = "SELECT * FROM base";
const tasks = `firm f JOIN "Task" t ON t."organizationId" = f.id AND t."deletedAt" IS NULL LEFT JOIN "Case" c ON c.id = t."caseId" AND c."deletedAt" IS NULL`;
const isOpen = `t.status NOT IN ('completed', 'cancelled')`;
const assigned = `FROM "TaskAssignee" x JOIN "Member" m ON m.id = x."memberId" WHERE x."taskId" = t.id`;
const listedTask = `f.id AS "organizationId", t."dueOn" AS due, t.title, t.priority, (SELECT string_agg(concat(m."firstName", ' ', m."lastName"), ', ' ORDER BY m.id) ${assigned}) AS assignees, c."sequenceId" AS "case", c."matterStage" AS stage`;
const countedTask = `f.id AS "organizationId", ${isOpen} AS open, ${isOpen} AND t."dueOn" < f.today AS overdue, t.status = 'completed' AS completed`;
const sums = ["open", "overdue", "completed"].map((name) => `count(*) FILTER (WHERE ${name}) AS ${name}`).join(", ");

const deadlines = `firm f JOIN "Deadline" d ON d."organizationId" = f.id JOIN "Case" c ON c.id = d."caseId" AND c."deletedAt" IS NULL JOIN "Client" p ON p.id = c."plaintiffId"`;
const localDay = `(now() AT TIME ZONE d."timeZone")::date`;
const listedDeadline = `f.id AS "organizationId", d."effectiveOn" AS effective, d."actByOn" AS "actBy", d.type, c."sequenceId" AS "case", concat(p."firstName", ' ', p."lastName") AS client,
  (SELECT string_agg(concat(m."firstName", ' ', m."lastName"), ', ' ORDER BY m.id) FROM "DeadlineAssignee" x JOIN "Member" m ON m.id = x."memberId" WHERE x."deadlineId" = d.id) AS assignees,
  d."verificationStatus" AS verification`;
const events = `firm f JOIN (SELECT s.id, s."organizationId", s."caseId", s.type, s.status, s.visibility, s."organizerMemberId", s."courtContactId", s.department, s."docketNumber", coalesce(s."nextStartAt", s."startAt") AS "startAt",
    coalesce(s."nextStartOn", s."startOn") AS "startOn", CASE WHEN s.rule IS NULL THEN s."endAt" ELSE s."nextUntil" END AS "endAt" FROM "CalendarEvent" s WHERE s."deletedAt" IS NULL AND (s.rule IS NULL OR s."nextStartAt" > s."startAt")) e
    ON e."organizationId" = f.id LEFT JOIN "Member" m ON m.id = e."organizerMemberId"
  LEFT JOIN "Case" c ON c.id = e."caseId" LEFT JOIN "Client" p ON p.id = c."plaintiffId" WHERE e.status IN ('scheduled', 'confirmed')`;
const courtDates = `${events} AND e.visibility = 'default' AND e.type IN ('hearing', 'trial', 'court_conference', 'deposition', 'mediation', 'arbitration')`;
const listedEvent = `f.id AS "organizationId", e."startOn" AS day, ${wire(`e."startAt"`)} AS starts, e.type, c."sequenceId" AS "case", concat(p."firstName", ' ', p."lastName") AS client,
  concat(m."firstName", ' ', m."lastName") AS organizer,
  (SELECT string_agg(concat(b."firstName", ' ', b."lastName"), ', ' ORDER BY b.id) FROM "CalendarAttendee" x JOIN "Member" b ON b.id = x."memberId" WHERE x."eventId" = e.id AND NOT x."isOrganizer") AS attendees`;

/** Sums as a report has them: 0 without a value. */
const sumsOf = (...names: string[]) => names.map((name) => `coalesce(sum("${name}"), 0) AS "${name}"`).join(", ");
const attorney = `CASE WHEN m.id IS NOT NULL THEN concat(m."firstName", ' ', m."lastName") END AS attorney`;
const fees = sumsOf("grossCents", "feesCents", "referralFeesCents", "costsCents", "liensCents", "netCents");
const lienSums = sumsOf("open", "toPayCents", "assertedCents", "finalCents", "savedCents");
const ledgers = `firm f JOIN "TrustLedger" l ON l."organizationId" = f.id JOIN "TrustAccount" a ON a.id = l."accountId"
  LEFT JOIN "Case" c ON c.id = l."caseId" AND c."deletedAt" IS NULL LEFT JOIN "Client" p ON p.id = c."plaintiffId"`;
const lastEntry = `(SELECT x."occurredOn" FROM "TrustPosting" x WHERE x."ledgerId" = l.id ORDER BY x.number DESC LIMIT 1)`;
const listedLedger = `f.id AS "organizationId", a.name AS account, c."sequenceId" AS "case", CASE WHEN l."claimantPartyId" IS NULL THEN p."firstName" || ' ' || p."lastName"
  ELSE (SELECT k.name FROM "CaseParty" z JOIN "Contact" k ON k.id = z."contactId" WHERE z.id = l."claimantPartyId") END AS claimant`;
const referrals = `firm f JOIN "Referral" r ON r."organizationId" = f.id AND NOT EXISTS (SELECT FROM "Case" c WHERE c.id = r."caseId" AND c."deletedAt" IS NOT NULL) JOIN "PartnerFirm" k ON k.id = r."partnerFirmId"`;
const referralSums = sumsOf("taken", "engaged", "feesCents", "paidCents", "unpaidCents");
const unpaidFees = (direction: string): Question => ({
  base: `SELECT f.id AS "organizationId", r."sequenceId" AS number, k.name AS partner, r."feeStatus", r."referralFeeDueCents" AS "feeCents", r."paidCents", r."referralFeeDueCents" - r."paidCents" AS "unpaidCents"
    FROM ${referrals} WHERE r.direction = '${direction}' AND r."feeStatus" IN ('due', 'partially_paid', 'disputed')`,
  rows: everything,
  totals: `SELECT ${sumsOf("feeCents", "paidCents", "unpaidCents")} FROM base`,
});

export const questions: Record<string, Question> = {
  std_pipeline: {
    base: `SELECT ${listed}, c."projectedFeeAmountCents" AS fee FROM ${cases} WHERE c."matterStatus" IN ('pending', 'open', 'on_hold', 'settled')`,
    rows: `SELECT "organizationId", stage, attorney, count(*) AS cases, coalesce(sum(fee), 0) AS "feesCents" FROM base GROUP BY 1, 2, 3`,
    totals: `SELECT count(*) AS cases, coalesce(sum(fee), 0) AS "feesCents" FROM base`,
  },
  std_statutes_ahead: {
    base: `SELECT ${listed}, c."dateOfIncident" AS incident, ${statute} FROM ${cases} WHERE ${active} AND c."statuteOfLimitationsOn" BETWEEN f.today AND f.today + 180`,
    rows: everything,
  },
  std_statutes_passed: {
    base: `SELECT ${listed}, ${statute} FROM ${cases} WHERE ${active} AND ${preSuit} AND c."statuteOfLimitationsOn" < f.today`,
    rows: everything,
  },
  std_statutes_unknown: {
    base: `SELECT ${listed}, c."caseState" AS state, c."dateOfIncident" AS incident, c."statuteOfLimitationsStatus" AS verified, ${datesToCheck} FROM ${cases} WHERE ${active} AND ${preSuit} AND c."statuteOfLimitationsOn" IS NULL`,
    rows: everything,
  },
  std_no_client_contact: {
    base: `SELECT ${listed}, c."lastClientContactOn" AS contact, f.today - c."lastClientContactOn" AS "daysSince" FROM ${cases}
      WHERE c."matterStatus" IN ('open', 'on_hold') AND coalesce(f.today - c."lastClientContactOn", 9999) > 30`,
    rows: everything,
  },
  std_time_in_stage: {
    base: `SELECT f.id AS "organizationId", f.today, s.stage, s.since, s.until FROM firm f JOIN (
        SELECT h."organizationId", h."caseId", h."toStage" AS stage, h."enteredAt" AS since,
          lead(h."enteredAt") OVER (PARTITION BY h."caseId" ORDER BY h."enteredAt") AS until
        FROM "CaseStageEntry" h WHERE h."fromStage" IS NULL OR h."fromStage" <> h."toStage") s ON s."organizationId" = f.id
      WHERE s.stage <> 'closed' AND f.today - (s.since AT TIME ZONE f.timezone)::date <= 730`,
    rows: `SELECT "organizationId", stage, count(*) AS stays, round(avg(days), 2) AS average, max(days) AS longest
      FROM (SELECT b.*, coalesce((b.until AT TIME ZONE f.timezone)::date, f.today) - (b.since AT TIME ZONE f.timezone)::date AS days FROM base b JOIN firm f ON f.id = b."organizationId") d GROUP BY 1, 2`,
  },
  std_settlement_pipeline: {
    base: `SELECT ${listed}, to_char(${projectedOn}, 'YYYY-MM-01') AS month, c."estimatedSettlementMinCents" AS low,
      c."estimatedSettlementMaxCents" AS high, c."projectedFeeAmountCents" AS fee FROM ${cases} WHERE ${active} AND c."projectedSettlementDate" IS NOT NULL`,
    rows: `SELECT "organizationId", month, count(*) AS cases, sum(low) AS "lowestCents", sum(high) AS "highestCents", coalesce(sum(fee), 0) AS "feesCents" FROM base GROUP BY 1, 2`,
    totals: `SELECT count(*) AS cases, sum(low) AS "lowestCents", sum(high) AS "highestCents", coalesce(sum(fee), 0) AS "feesCents" FROM base`,
  },
  std_cases_opened: {
    base: `SELECT ${listed}, to_char(c."openedOn", 'YYYY-MM-01') AS month FROM ${cases} WHERE f.today - c."openedOn" BETWEEN 0 AND 365`,
    rows: `SELECT "organizationId", month, type, count(*) AS cases FROM base GROUP BY 1, 2, 3`,
    totals: "SELECT count(*) AS cases FROM base",
  },
  std_workload: {
    base: `SELECT ${listed}, f.today - (c."stageEnteredAt" AT TIME ZONE f.timezone)::date AS days, c."projectedFeeAmountCents" AS fee FROM ${cases} WHERE ${active}`,
    rows: `SELECT "organizationId", attorney, count(*) AS cases, round(avg(days), 2) AS "averageDays", max(days) AS "longestDays", coalesce(sum(fee), 0) AS "feesCents" FROM base GROUP BY 1, 2`,
    totals: `SELECT count(*) AS cases, coalesce(sum(fee), 0) AS "feesCents" FROM base`,
  },
  std_lead_conversion: {
    base: `SELECT f.id AS "organizationId", l.source, l.status, l."vendorCostCents" AS cost, l."retainerSignedAt" IS NOT NULL AS signed,
        EXISTS (SELECT FROM "Case" c WHERE c."leadId" = l.id) AS converted
      FROM firm f JOIN "Lead" l ON l."organizationId" = f.id
      WHERE l."deletedAt" IS NULL AND l.status <> 'duplicate' AND l.status <> 'spam' AND f.today - (l."createdAt" AT TIME ZONE f.timezone)::date <= 365`,
    rows: `SELECT "organizationId", source, count(*) AS leads, count(*) FILTER (WHERE signed) AS signed, count(*) FILTER (WHERE converted) AS converted,
      round(100.0 * count(*) FILTER (WHERE converted) / count(*), 2) AS rate, coalesce(sum(cost), 0) AS "costCents" FROM base GROUP BY 1, 2`,
    totals: `SELECT count(*) AS leads, count(*) FILTER (WHERE signed) AS signed, count(*) FILTER (WHERE converted) AS converted, coalesce(sum(cost), 0) AS "costCents" FROM base`,
  },
  std_leads_waiting: {
    base: `SELECT f.id AS "organizationId", l."sequenceId" AS lead, concat(l."firstName", ' ', l."lastName") AS name, l.source, l."caseType" AS type, l.status,
        (SELECT concat(m."firstName", ' ', m."lastName") FROM "Member" m WHERE m.id = l."assignedToMemberId") AS assigned, ${wire(`l."createdAt"`)} AS came,
        (extract(epoch FROM date_trunc('hour', now() - l."createdAt")) / 3600)::int AS hours
      FROM firm f JOIN "Lead" l ON l."organizationId" = f.id WHERE l."deletedAt" IS NULL AND l."firstResponseAt" IS NULL
        AND l.status IN ('new', 'attempting_contact', 'contacted', 'qualified', 'under_review', 'appointment_set', 'retainer_sent', 'retainer_signed')`,
    rows: everything,
  },
  std_outstanding_requests_by_age: {
    base: `SELECT f.id AS "organizationId", f.today - (r."submittedAt" AT TIME ZONE f.timezone)::date AS days FROM firm f JOIN "RetrievalRequest" r ON r."organizationId" = f.id
      WHERE r."submittedAt" IS NOT NULL AND r.status NOT IN ('draft', 'awaiting_authorization', 'ready', 'received', 'under_review', 'certified', 'completed', 'no_records', 'cancelled', 'expired')`,
    rows: `SELECT "organizationId", age, count(*) AS requests, round(avg(days), 2) AS "averageDays", max(days) AS longest FROM base
      JOIN (VALUES ('days_0_30', 0, 30), ('days_31_60', 31, 60), ('days_61_90', 61, 90), ('days_over_90', 91, 99999)) span (age, low, high) ON days BETWEEN low AND high GROUP BY 1, 2`,
    totals: "SELECT count(*) AS requests FROM base",
  },
  std_outstanding_requests: {
    base: `SELECT f.id AS "organizationId", r."requestNumber" AS request, c."sequenceId" AS "case", concat(p."firstName", ' ', p."lastName") AS client, x.name AS facility,
        (SELECT v.name FROM "Contact" v WHERE v.id = r."vendorId") AS vendor, r."requestType" AS wanted, r.priority, r.status, ${wire(`r."submittedAt"`)} AS sent,
        f.today - (r."submittedAt" AT TIME ZONE f.timezone)::date AS days, r."dueOn" AS due, r."followUpOn" AS "followUp"
      FROM ${cases} JOIN "RetrievalRequest" r ON r."organizationId" = f.id AND r."caseId" = c.id JOIN "MedicalFacility" b ON b."organizationId" = f.id AND b.id = r."facilityId"
        JOIN "Contact" x ON x."organizationId" = f.id AND x.id = b."contactId"
      WHERE r."submittedAt" IS NOT NULL AND r.status NOT IN ('draft', 'awaiting_authorization', 'ready', 'received', 'under_review', 'certified', 'completed', 'no_records', 'cancelled', 'expired')`,
    rows: everything,
  },
  std_treatment_gaps: {
    base: `SELECT f.id AS "organizationId", c."sequenceId" AS "case", concat(p."firstName", ' ', p."lastName") AS client, concat(m."firstName", ' ', m."lastName") AS attorney,
        x.name AS facility, b."facilityType" AS kind, b."firstVisitOn" AS first, b."lastVisitOn" AS last, f.today - b."lastVisitOn" AS days
      FROM ${cases} JOIN "MedicalFacility" b ON b."organizationId" = f.id AND b."caseId" = c.id AND b."deletedAt" IS NULL
        JOIN "Contact" x ON x."organizationId" = f.id AND x.id = b."contactId"
      WHERE b."isTreating" AND c."matterStatus" IN ('open', 'on_hold') AND (b."lastVisitOn" IS NULL OR b."lastVisitOn" + 30 < f.today)`,
    rows: everything,
  },
  std_medical_specials: {
    base: `SELECT ${listed}, b."billedCents" AS billed, b."adjustmentCents" + b."writeOffCents" AS adjusted, b."insurancePaidCents" + b."clientPaidCents" + b."medPayPaidCents" AS paid
      FROM ${cases} JOIN "MedicalBill" b ON b."organizationId" = f.id AND b."caseId" = c.id AND b."deletedAt" IS NULL WHERE ${active} OR c."matterStatus" = 'settled'`,
    rows: `SELECT "organizationId", "case", client, count(*) AS bills, sum(billed) AS "billedCents", sum(adjusted) AS "adjustedCents", sum(paid) AS "paidCents",
      sum(billed) - sum(adjusted) - sum(paid) AS "leftCents" FROM base GROUP BY 1, 2, 3`,
    totals: `SELECT count(*) AS bills, sum(billed) AS "billedCents", sum(adjusted) AS "adjustedCents", sum(paid) AS "paidCents", sum(billed - adjusted - paid) AS "leftCents" FROM base`,
  },
  std_documents_by_category: {
    base: `SELECT d.*, f.id AS "firmId" FROM firm f JOIN "Document" d ON d."organizationId" = f.id AND d."deletedAt" IS NULL AND d.status = 'available'`,
    rows: `SELECT "firmId" AS "organizationId", category, count(*) AS documents, count(DISTINCT "caseId") AS cases, sum("sizeBytes") AS bytes, ${wire(`max("createdAt")`)} AS newest FROM base GROUP BY 1, 2`,
    totals: `SELECT count(*) AS documents, sum("sizeBytes") AS bytes FROM base`,
  },
  std_invoice_aging: {
    base: `SELECT f.id AS "organizationId", coalesce(f.today - i."dueOn", 0) AS days, i."totalCents" - i."paidCents" AS owed FROM firm f JOIN "Invoice" i ON i."organizationId" = f.id
      WHERE i."deletedAt" IS NULL AND i.direction = 'receivable' AND i.status NOT IN ('draft', 'paid') AND i."paidCents" < i."totalCents"`,
    rows: `SELECT "organizationId", age, count(*) AS invoices, sum(owed) AS "owedCents" FROM base JOIN (VALUES ('current', -99999, 0), ('days_1_30', 1, 30), ('days_31_60', 31, 60),
      ('days_61_90', 61, 90), ('days_over_90', 91, 99999)) span (age, low, high) ON days BETWEEN low AND high GROUP BY 1, 2`,
    totals: `SELECT count(*) AS invoices, sum(owed) AS "owedCents" FROM base`,
  },
  std_payments_received: {
    base: `SELECT ${listed}, to_char(y."receivedOn", 'YYYY-MM-01') AS month, y."amountCents" - y."refundedCents" AS net
      FROM ${cases} JOIN "Invoice" i ON i."organizationId" = f.id AND i."caseId" = c.id AND i.direction = 'receivable'
        JOIN "Payment" y ON y."organizationId" = f.id AND y."invoiceId" = i.id
      WHERE y.status = 'cleared' AND y.method <> 'write_off' AND y."receivedOn" >= f.today - 365`,
    rows: `SELECT "organizationId", month, attorney, count(*) AS payments, sum(net) AS "receivedCents" FROM base GROUP BY 1, 2, 3`,
    totals: `SELECT count(*) AS payments, sum(net) AS "receivedCents" FROM base`,
  },
  std_costs_advanced: {
    base: `SELECT f.id AS "organizationId", c."sequenceId" AS "case", c.title, x."paidCents" AS paid, x."paidCents" - x."reimbursedCents" - x."writtenOffCents" AS outstanding
      FROM firm f JOIN "Expense" x ON x."organizationId" = f.id AND x."deletedAt" IS NULL LEFT JOIN "Case" c ON c.id = x."caseId" AND c."deletedAt" IS NULL WHERE x."paidCents" > 0`,
    rows: `SELECT "organizationId", "case", title, count(*) AS expenses, sum(paid) AS "advancedCents", sum(outstanding) AS "outstandingCents" FROM base GROUP BY 1, 2, 3`,
    totals: `SELECT count(*) AS expenses, sum(paid) AS "advancedCents", sum(outstanding) AS "outstandingCents" FROM base`,
  },
  std_expenses_to_pay: {
    base: `SELECT f.id AS "organizationId", x."dueOn" AS due, x."sequenceId" AS number, v.name AS vendor, x.category, c."sequenceId" AS "case", x."amountCents" - x."paidCents" AS "unpaidCents",
        CASE WHEN x."dueOn" < f.today THEN f.today - x."dueOn" END AS "daysOverdue"
      FROM firm f JOIN "Expense" x ON x."organizationId" = f.id AND x."deletedAt" IS NULL JOIN "Contact" v ON v.id = x."vendorContactId" JOIN "Case" c ON c.id = x."caseId" WHERE x.status = 'approved'`,
    rows: everything,
  },
  std_signatures_outstanding: {
    base: `SELECT f.id AS "organizationId", ${wire(`r."expiresAt"`)} AS expires, r."sequenceId" AS number, (SELECT d.purpose FROM "EsignDocument" d WHERE d."requestId" = r.id AND d.position = 1) AS purpose,
        c."sequenceId" AS "case", m."firstName" || ' ' || m."lastName" AS attorney, f.today - (r."sentAt" AT TIME ZONE f.timezone)::date AS "daysOut",
        (SELECT count(*) FROM "EsignRecipient" x WHERE x."requestId" = r.id AND x."signedAt" IS NOT NULL) AS signed, (SELECT count(*) FROM "EsignRecipient" x WHERE x."requestId" = r.id AND x.role = 'signer') AS signers,
        r."needsAttention"
      FROM firm f JOIN "EsignRequest" r ON r."organizationId" = f.id LEFT JOIN "Case" c ON c.id = r."caseId" LEFT JOIN "Member" m ON m.id = c."attorneyId" WHERE r.status = 'sent'`,
    rows: everything,
  },
  std_members: {
    base: `SELECT f.id AS "organizationId", (SELECT name FROM "Office" o WHERE o.id = m."officeId") AS office, m.role, concat(m."firstName", ' ', m."lastName") AS name, m.title, m.email,
        (SELECT string_agg(t.name, ', ' ORDER BY t.name) FROM "Team" t WHERE t.id IN (SELECT "teamId" FROM "TeamMember" WHERE "memberId" = m.id)) AS teams, m.status
      FROM firm f JOIN "Member" m ON m."organizationId" = f.id WHERE m.status IN ('invited', 'active')`,
    rows: everything,
  },
  std_cases_of_inactive_attorneys: {
    base: `SELECT ${listed}, m.status AS "attorneyStatus" FROM ${cases} WHERE ${active} AND m.status <> 'active'`,
    rows: everything,
  },
  std_cases_without_note: {
    base: `SELECT ${listed}, n.note, f.today - n.note AS "daysSince" FROM ${cases}
      CROSS JOIN LATERAL (SELECT max((x."occurredAt" AT TIME ZONE f.timezone)::date) AS note FROM "Note" x WHERE x."caseId" = c.id AND x."deletedAt" IS NULL) n
      WHERE c."matterStatus" = 'open' AND coalesce(f.today - n.note, 9999) > 30`,
    rows: everything,
  },
  std_notes_by_author: {
    base: `SELECT f.id AS "organizationId", to_char(x."occurredAt" AT TIME ZONE f.timezone, 'YYYY-MM-01') AS month, x.type, concat(m."firstName", ' ', m."lastName") AS attorney
      FROM firm f JOIN "Note" x ON x."organizationId" = f.id AND x."deletedAt" IS NULL JOIN "Member" m ON m.id = x."onBehalfOfAttorneyId"`,
    rows: `SELECT "organizationId", month, type, attorney, count(*) AS notes FROM base GROUP BY 1, 2, 3, 4`,
    totals: "SELECT count(*) AS notes FROM base",
  },
  std_tasks_overdue: {
    base: `SELECT ${listedTask}, f.today - t."dueDay" AS "daysOverdue" FROM ${tasks} WHERE ${isOpen} AND t."dueDay" < f.today`,
    rows: everything,
  },
  std_tasks_due: {
    base: `SELECT ${listedTask} FROM ${tasks} WHERE ${isOpen} AND t."dueDay" BETWEEN f.today AND f.today + 14`,
    rows: everything,
  },
  std_task_workload: {
    base: `SELECT ${countedTask}, (SELECT concat(m."firstName", ' ', m."lastName") ${assigned} ORDER BY m.id LIMIT 1) AS assignee FROM ${tasks}
      WHERE ${isOpen} OR (t."completedAt" AT TIME ZONE f.timezone)::date BETWEEN f.today - 30 AND f.today`,
    rows: `SELECT "organizationId", assignee, ${sums} FROM base GROUP BY 1, 2`,
    totals: `SELECT ${sums} FROM base`,
  },
  std_tasks_without_active_assignee: {
    base: `SELECT ${listedTask}, (SELECT g.name FROM "Team" g WHERE g.id = t."assignedTeamId") AS team FROM ${tasks} WHERE ${isOpen} AND NOT EXISTS (SELECT ${assigned} AND m.status = 'active')`,
    rows: everything,
  },
  std_template_progress: {
    base: `SELECT ${countedTask}, e.name AS template, c."matterStage" AS stage FROM ${tasks} JOIN "TaskTemplate" e ON e.id = t."templateId"`,
    rows: `SELECT "organizationId", template, stage, ${sums} FROM base GROUP BY 1, 2, 3`,
    totals: `SELECT ${sums} FROM base`,
  },
  std_deadlines_ahead: {
    base: `SELECT ${listedDeadline}, d."effectiveOn" - ${localDay} AS "daysLeft" FROM ${deadlines} WHERE d.status = 'open' AND d."effectiveOn" BETWEEN f.today AND f.today + 30`,
    rows: everything,
  },
  std_deadlines_unverified: {
    base: `SELECT ${listedDeadline}, d."setBy" ->> 'name' AS "setBy", d.citation FROM ${deadlines} WHERE d.status IN ('open', 'missed') AND d."verificationStatus" <> 'verified'`,
    rows: everything,
  },
  std_deadlines_missed: {
    base: `SELECT ${listedDeadline}, d."dueOn" AS due, d.status, CASE d.status WHEN 'missed' THEN f.today ELSE (d.satisfaction ->> 'on')::date END - d."dueOn" AS "daysLate"
      FROM ${deadlines} WHERE d.status IN ('missed', 'satisfied_late') AND d."dueOn" BETWEEN f.today - 365 AND f.today`,
    rows: everything,
  },
  std_limitation_evidence: {
    base: `SELECT ${listedDeadline}, d."dueOn" AS due, d.satisfaction ->> 'on' AS satisfied, d.satisfaction ->> 'docketNumber' AS docket,
        CASE d."verificationStatus" WHEN 'verified' THEN d.verification #>> '{by,name}' END AS "verifiedBy"
      FROM ${deadlines} WHERE d."deadlineClass" = 'limitation' AND d.status IN ('satisfied', 'satisfied_late')`,
    rows: everything,
  },
  std_court_dates: {
    base: `SELECT ${listedEvent}, (SELECT k.name FROM "Contact" k WHERE k.id = e."courtContactId") AS court, e.department, e."docketNumber" AS docket
      FROM ${courtDates} AND e."startOn" BETWEEN f.today AND f.today + 60`,
    rows: everything,
  },
  std_trials_ahead: {
    base: `SELECT f.id AS "organizationId", a."trialOn" AS trial, a."trialOn" - f.today AS days, c."sequenceId" AS "case", concat(p."firstName", ' ', p."lastName") AS client,
        CASE WHEN m.id IS NOT NULL THEN concat(m."firstName", ' ', m."lastName") END AS attorney, coalesce((SELECT k.name FROM "Contact" k WHERE k.id = a."courtContactId"), a."courtName") AS court,
        a."docketNumber" AS docket, a.caption, a.status
      FROM ${cases} JOIN "CourtAction" a ON a."caseId" = c.id AND a."deletedAt" IS NULL
      WHERE a.status IN ('not_filed', 'filed', 'answered', 'trial_set', 'stayed') AND a."trialOn" BETWEEN f.today AND f.today + 180`,
    rows: everything,
  },
  std_outcomes_missing: {
    base: `SELECT ${listedEvent}, e.status FROM ${courtDates} AND e."startOn" < f.today - 2`,
    rows: everything,
  },
  std_events_by_member: {
    base: `SELECT f.id AS "organizationId", concat(m."firstName", ' ', m."lastName") AS organizer, extract(epoch FROM e."endAt" - e."startAt") / 60 AS minutes
      FROM ${events} AND e."startOn" BETWEEN f.today AND f.today + 30`,
    rows: `SELECT "organizationId", organizer, count(*) AS events, sum(minutes)::integer AS minutes FROM base GROUP BY 1, 2`,
    totals: "SELECT count(*) AS events, sum(minutes)::integer AS minutes FROM base",
  },
  std_settlements_in_progress: {
    base: `SELECT f.id AS "organizationId", s."sequenceId" AS number, c."sequenceId" AS "case", concat(p."firstName", ' ', p."lastName") AS client, ${attorney}, s.status, s."agreedOn" AS agreed, s."paymentDueOn" AS due,
        CASE WHEN s.status IN ('agreed', 'disbursing') AND s."paymentDueOn" < f.today AND s."receivedCents" + s."paidDirectCents" < s."grossCents" THEN f.today - s."paymentDueOn" END AS "daysOverdue",
        s."grossCents", s."receivedCents", s."clearedCents", s."disbursedCents", s."netToClientCents" AS "netCents"
      FROM ${cases} JOIN "Settlement" s ON s."organizationId" = f.id AND s."caseId" = c.id WHERE s.status NOT IN ('draft', 'closed', 'fell_through', 'voided')`,
    rows: everything,
    totals: `SELECT ${sumsOf("grossCents", "receivedCents", "clearedCents", "disbursedCents", "netCents")} FROM base`,
  },
  std_offers_expiring: {
    base: `SELECT f.id AS "organizationId", ${wire(`n."expiresAt"`)} AS expires, (n."expiresAt" AT TIME ZONE f.timezone)::date - f.today AS "daysLeft", n.type, n.direction, c."sequenceId" AS "case",
        concat(p."firstName", ' ', p."lastName") AS client, ${attorney}, n."amountCents"
      FROM ${cases} JOIN "Negotiation" n ON n."organizationId" = f.id AND n."caseId" = c.id
      WHERE n.status = 'open' AND n."expiresAt" > now() AND (n."expiresAt" AT TIME ZONE f.timezone)::date <= f.today + 14`,
    rows: everything,
  },
  std_fees_by_month: {
    base: `SELECT f.id AS firm, to_char(s."agreedOn", 'YYYY-MM-01') AS month, s."grossCents", s."attorneyFeeCents" AS "feesCents", s."referralFeeCents" AS "referralFeesCents", s."costsCents", s."liensCents", s."netToClientCents" AS "netCents"
      FROM ${cases} JOIN "Settlement" s ON s."organizationId" = f.id AND s."caseId" = c.id
      WHERE s.status NOT IN ('draft', 'fell_through', 'voided') AND s."agreedOn" BETWEEN f.today - 365 AND f.today`,
    rows: `SELECT firm AS "organizationId", month, count(*) AS settlements, ${fees} FROM base GROUP BY 1, 2`,
    totals: `SELECT count(*) AS settlements, ${fees} FROM base`,
  },
  std_lien_savings: {
    base: `SELECT f.id AS firm, l.type, CASE WHEN l.status IN ('paid', 'released', 'waived') THEN 0 ELSE 1 END AS open, CASE WHEN l.status IN ('paid', 'released', 'waived') THEN 0 ELSE coalesce(l."finalCents", l."assertedCents" - l."unrelatedCents") - l."paidCents" END AS "toPayCents",
        l."assertedCents", l."finalCents", l."assertedCents" - CASE WHEN l.status = 'waived' THEN 0 ELSE l."finalCents" END AS "savedCents"
      FROM ${cases} JOIN "Lien" l ON l."organizationId" = f.id AND l."caseId" = c.id WHERE l.status <> 'withdrawn'`,
    rows: `SELECT firm AS "organizationId", type, count(*) AS liens, ${lienSums} FROM base GROUP BY 1, 2`,
    totals: `SELECT count(*) AS liens, ${lienSums} FROM base`,
  },
  std_trust_balances: {
    base: `SELECT ${listedLedger}, l.kind, l."balanceCents", l."unclearedCents", l."reservedCents", l."balanceCents" - l."unclearedCents" - l."reservedCents" AS "availableCents", ${lastEntry} AS "lastEntry"
      FROM ${ledgers} WHERE l."balanceCents" <> 0`,
    rows: everything,
    totals: `SELECT ${sumsOf("balanceCents", "unclearedCents", "reservedCents", "availableCents")} FROM base`,
  },
  std_undistributed_funds: {
    base: `SELECT ${listedLedger}, ${attorney}, l."balanceCents" - l."unclearedCents" - l."reservedCents" AS "availableCents", ${lastEntry} AS "lastEntry", f.today - ${lastEntry} AS days
      FROM ${ledgers} LEFT JOIN "Member" m ON m.id = c."attorneyId" WHERE l.kind = 'client' AND l."balanceCents" > l."unclearedCents" + l."reservedCents" AND f.today - ${lastEntry} >= 30`,
    rows: everything,
    totals: `SELECT ${sumsOf("availableCents")} FROM base`,
  },
  std_outstanding_checks: {
    base: `SELECT f.id AS "organizationId", d."issuedOn" AS issued, f.today - d."issuedOn" AS days, d."checkNumber" AS check, d."sequenceId" AS number, a.name AS account, c."sequenceId" AS "case",
        CASE WHEN d."payeeType" <> 'lienholder' THEN d.payee ->> 'name' END AS payee, d."amountCents"
      FROM firm f JOIN "TrustDisbursement" d ON d."organizationId" = f.id JOIN "TrustAccount" a ON a.id = d."accountId" LEFT JOIN "Case" c ON c.id = d."caseId" AND c."deletedAt" IS NULL
      WHERE d.method = 'check' AND d."issuedOn" IS NOT NULL AND d."clearedOn" IS NULL AND d."voidedOn" IS NULL`,
    rows: everything,
    totals: `SELECT ${sumsOf("amountCents")} FROM base`,
  },
  std_unreconciled_transactions: {
    base: `SELECT f.id AS "organizationId", t."occurredOn" AS date, f.today - t."occurredOn" AS days, a.name AS account, t.number, t.type,
        (SELECT min(c."sequenceId") FROM "TrustPosting" x JOIN "Case" c ON c.id = x."caseId" AND c."deletedAt" IS NULL WHERE x."transactionId" = t.id HAVING count(DISTINCT x."caseId") = 1) AS "case",
        t."checkNumber" AS check, t."bankCents" AS "balanceChangeCents"
      FROM firm f JOIN "TrustTransaction" t ON t."organizationId" = f.id JOIN "TrustAccount" a ON a.id = t."accountId"
      WHERE t."bankCents" <> 0 AND t.type NOT IN ('reversal', 'disbursement_void', 'opening_balance') AND NOT EXISTS (SELECT FROM "BankLine" b WHERE b."transactionId" = t.id)
        AND NOT EXISTS (SELECT FROM "TrustTransaction" r WHERE r."reversesId" = t.id AND r.type IN ('reversal', 'disbursement_void'))`,
    rows: everything,
    totals: `SELECT ${sumsOf("balanceChangeCents")} FROM base`,
  },
  std_referrals_by_partner: {
    base: `SELECT f.id AS firm, k.name AS partner, r.direction, (r.status IN ('accepted', 'engaged', 'closed', 'returned'))::integer AS taken, (r."engagedOn" IS NOT NULL)::integer AS engaged,
        r."referralFeeDueCents" AS "feesCents", r."paidCents", CASE WHEN r."feeStatus" IN ('due', 'partially_paid', 'disputed') THEN r."referralFeeDueCents" - r."paidCents" ELSE 0 END AS "unpaidCents"
      FROM ${referrals} WHERE r.status <> 'draft' AND (r."createdAt" AT TIME ZONE f.timezone)::date BETWEEN f.today - 365 AND f.today`,
    rows: `SELECT firm AS "organizationId", partner, direction, count(*) AS referrals, ${referralSums} FROM base GROUP BY 1, 2, 3`,
    totals: `SELECT count(*) AS referrals, ${referralSums} FROM base`,
  },
  std_referral_fees_receivable: unpaidFees("outbound"),
  std_referral_fees_payable: unpaidFees("inbound"),
  std_referral_updates_overdue: {
    base: `SELECT f.id AS "organizationId", r."sequenceId" AS number, k.name AS partner, r.direction, r."handlingAttorneyName" AS handling, w."firstName" || ' ' || w."lastName" AS assigned, r."nextUpdateDueOn" AS due,
        f.today - r."nextUpdateDueOn" AS days, ${wire(`r."lastUpdateAt"`)} AS "lastUpdate"
      FROM ${referrals} LEFT JOIN "Member" w ON w.id = r."assignedMemberId" WHERE r.status = 'engaged' AND r."nextUpdateDueOn" < f.today`,
    rows: everything,
  },
  std_unanswered_clients: {
    base: `SELECT f.id AS "organizationId", ${wire(`v."unansweredSince"`)} AS since, f.today - (v."unansweredSince" AT TIME ZONE f.timezone)::date AS days, c."sequenceId" AS "case", concat(p."firstName", ' ', p."lastName") AS client, v.channel,
        w."firstName" || ' ' || w."lastName" AS assigned, ${attorney}
      FROM ${cases} JOIN "Conversation" v ON v."organizationId" = f.id AND v."caseId" = c.id LEFT JOIN "Member" w ON w.id = v."assignedToMemberId" WHERE v."unansweredSince" IS NOT NULL`,
    rows: everything,
  },
  std_response_times: {
    base: `SELECT firm, month, channel, (answer IS NOT NULL)::integer AS answered, floor(extract(epoch FROM answer - at) / 60) AS minutes
      FROM (SELECT f.id AS firm, to_char(m."occurredAt" AT TIME ZONE f.timezone, 'YYYY-MM-01') AS month, m.channel, m.direction, m."occurredAt" AS at, (m."occurredAt" AT TIME ZONE f.timezone)::date BETWEEN f.today - 365 AND f.today AS counts,
          lag(m.direction) OVER w AS before, min(CASE WHEN m.direction = 'outbound' THEN m."occurredAt" END) OVER (PARTITION BY m."conversationId" ORDER BY m."occurredAt", m.id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS answer
        FROM firm f JOIN "Message" m ON m."organizationId" = f.id LEFT JOIN "Case" c ON c.id = m."caseId"
        WHERE m."voidedAt" IS NULL AND c."deletedAt" IS NULL AND (m.direction = 'inbound' OR (NOT m."isAutomated" AND m.status IN ('sent', 'delivered', 'read', 'logged')))
        WINDOW w AS (PARTITION BY m."conversationId" ORDER BY m."occurredAt", m.id)) m
      WHERE direction = 'inbound' AND before IS DISTINCT FROM 'inbound' AND counts`,
    rows: `SELECT firm AS "organizationId", month, channel, count(*) AS waits, sum(answered) AS answered, round(avg(minutes), 2) AS "averageMinutes", max(minutes) AS "longestMinutes" FROM base GROUP BY 1, 2, 3`,
    totals: `SELECT count(*) AS waits, sum(answered) AS answered FROM base`,
  },
  std_calls_by_member: {
    base: `SELECT f.id AS firm, b."firstName" || ' ' || b."lastName" AS member, l.direction, (l.status = 'completed')::integer AS completed, (l.status = 'missed')::integer AS missed, round(l."durationSeconds" / 60.0) AS minutes
      FROM firm f JOIN "Call" l ON l."organizationId" = f.id LEFT JOIN "Member" b ON b.id = l."memberId" LEFT JOIN "Case" c ON c.id = l."caseId"
      WHERE l."voidedAt" IS NULL AND c."deletedAt" IS NULL AND (l."startedAt" AT TIME ZONE f.timezone)::date BETWEEN f.today - 90 AND f.today`,
    rows: `SELECT firm AS "organizationId", member, direction, count(*) AS calls, ${sumsOf("completed", "missed", "minutes")} FROM base GROUP BY 1, 2, 3`,
    totals: `SELECT count(*) AS calls, ${sumsOf("completed", "missed", "minutes")} FROM base`,
  },
  std_messages_by_member: {
    base: `SELECT f.id AS firm, b."firstName" || ' ' || b."lastName" AS member, m.channel, (m.status IN ('failed', 'undelivered', 'bounced', 'blocked'))::integer AS failed
      FROM firm f JOIN "Message" m ON m."organizationId" = f.id LEFT JOIN "Member" b ON b.id = m."onBehalfOfAttorneyId" LEFT JOIN "Case" c ON c.id = m."caseId"
      WHERE m.direction = 'outbound' AND NOT m."isAutomated" AND m."voidedAt" IS NULL AND c."deletedAt" IS NULL AND (m."occurredAt" AT TIME ZONE f.timezone)::date BETWEEN f.today - 90 AND f.today`,
    rows: `SELECT firm AS "organizationId", member, channel, count(*) AS messages, ${sumsOf("failed")} FROM base GROUP BY 1, 2, 3`,
    totals: `SELECT count(*) AS messages, ${sumsOf("failed")} FROM base`,
  },
  std_text_opt_outs: {
    base: `SELECT f.id AS "organizationId", ${wire("s.at")} AS at, s.source, CASE WHEN p.id IS NOT NULL THEN 'client' WHEN l.id IS NOT NULL THEN 'lead' ELSE 'contact' END AS person, CASE WHEN p.id IS NOT NULL THEN concat(p."firstName", ' ', p."lastName") END AS client,
        s."leadId", s."contactId"
      FROM firm f JOIN "Consent" s ON s."organizationId" = f.id LEFT JOIN "Client" p ON p.id = s."clientId" LEFT JOIN "Lead" l ON l.id = s."leadId" LEFT JOIN "Contact" k ON k.id = s."contactId"
      WHERE s.channel = 'text' AND s.status = 'opted_out' AND coalesce(p."deletedAt", l."deletedAt", k."deletedAt") IS NULL AND (s.at AT TIME ZONE f.timezone)::date BETWEEN f.today - 365 AND f.today`,
    rows: everything,
  },
};
