import type { Client } from "pg";

/**
 * Many rows of every report entity, inserted without triggers and foreign keys, with repeated and empty values and
 * dates on both sides of today. Every seventh is deleted where possible. Ids are unique across organizations.
 *
 * @param owner a superuser's connection
 * @param tables only these; by default all
 */
export async function fillEntities(
  owner: Client,
  organizationId: string,
  count: number,
  tables?: ReadonlySet<string>,
): Promise<void> {
  // In a transaction a cluster's nodes get the settings, too.
  for (const text of [
    "BEGIN",
    "SET LOCAL citus.propagate_set_commands = 'local'",
    "SET LOCAL session_replication_role = replica",
  ])
    await owner.query(text);
  const isWanted = (statement: string) => tables?.has(/^INSERT INTO "(\w+)"/.exec(statement)?.[1] ?? "") !== false;
  for (const statement of statements.filter(isWanted)) await owner.query(statement, [organizationId, count]);
  await owner.query("COMMIT");
}

const id = (prefix: string, number = "n") => `'${prefix}_' || $1 || '_' || to_char(${number}, 'FM000000')`;
const oneOf = (column: string, ...values: (string | null)[]) =>
  `(ARRAY[${values.map((value) => (value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`)).join(", ")}]::text[])[1 + ${column} % ${values.length}]`;
const deleted = "CASE WHEN n % 7 = 3 THEN now() END";
const day = (step: number, empty: number) =>
  `CASE WHEN n % ${empty} <> 0 THEN current_date + (n * ${step}) % 200 - 100 END`;
const moment = (step: number, empty: number) =>
  `CASE WHEN n % ${empty} <> 0 THEN now() - ((n * ${step}) % 3000) * interval '37 minutes' END`;
const cents = (step: number, empty: number) => `CASE WHEN n % ${empty} <> 0 THEN (n * ${step}) % 11 * 12345 END`;
/** When somebody wrote or called. */
const wrote = "(now() - n % 60 * interval '9 hours')";
const some = `FROM generate_series(1, $2::integer) n`;

const statements = [
  `INSERT INTO "Office" ("organizationId", id, name) VALUES ($1, ${id("off", "$2::integer")}, 'Downtown')`,
  `INSERT INTO "Member" ("organizationId", id, "firstName", "lastName", email, role, "isAttorney", "officeId", status, title)
   SELECT $1, ${id("mem")}, ${oneOf("n", "Ada", "Bo", "Çelik")}, 'Counsel ' || n % 4, 'member' || n || '@firm.example', 'attorney', true, CASE WHEN n % 4 <> 3 THEN ${id("off", "$2::integer")} END,
     CASE WHEN n % 4 <> 3 THEN ${oneOf("n % 4", "active", "deactivated", "suspended")} ELSE 'active' END, CASE WHEN n % 4 <> 3 THEN ${oneOf("n % 4", "Partner", null)} END FROM generate_series(1, least(9, $2::integer)) n`,
  `INSERT INTO "Client" ("organizationId", id, "firstName", "lastName", state, "preferredLanguage", "interpreterNeeded", "ssnFourDigits", "createdAt", "deletedAt")
   SELECT $1, ${id("cli")}, 'Rosa', 'Diaz ' || n % 5, ${oneOf("n", "TX", "NY", null)}, ${oneOf("n", "en", null, "es", "")}, CASE n % 3 WHEN 0 THEN true WHEN 1 THEN false END, '4242',
     ${moment(7, 1_000_000)}, ${deleted} ${some}`,
  `INSERT INTO "Contact" ("organizationId", id, type, name) SELECT $1, ${id("con")}, 'company', 'Clinic ' || n % 6 ${some}`,
  `INSERT INTO "Case" ("organizationId", id, "sequenceId", "plaintiffId", "attorneyId", "leadId", title, "caseType", "caseState", "matterStage", "matterStatus", "stageEnteredAt", "caseSource",
     "highValue", "caseScore", "projectedFeeAmountCents", "settlementAmountCents", "projectedSettlementDate", "dateOfIncident", "openedOn", "statuteOfLimitationsOn", "lastClientContactOn",
     "customFields", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("case")}, '2026-' || to_char(n, 'FM000000'), ${id("cli")}, CASE WHEN n % 5 <> 0 THEN ${id("mem", "n % 9 + 1")} END, CASE WHEN n % 3 = 0 THEN ${id("lead")} END,
     ${oneOf("n", "Diaz v. State", null, "ß and İ", "x'y\"z")}, ${oneOf("n", "dog_bite", "other", "motor_vehicle_accident")}, ${oneOf("n", "TX", null, "NY")},
     ${oneOf("n / 2", "intake", "treatment", "trial", "demand_sent", "closed")}, ${oneOf("n / 3", "open", "on_hold", "closed", "pending")}, ${moment(13, 4)}, ${oneOf("n", "phone", null, "social")},
     n % 4 = 0, CASE WHEN n % 6 <> 0 THEN n % 7 / 3.0 END, ${cents(3, 4)}, ${cents(5, 3)}, ${moment(-11, 3)}, ${day(3, 5)}, ${day(5, 3)}, ${day(7, 2)}, ${day(11, 3)},
     jsonb_strip_nulls(jsonb_build_object('budget', CASE WHEN n % 3 <> 0 THEN n % 5 * 100 END, 'ratio', n % 4 / 3.0, 'seen', CASE WHEN n % 2 = 0 THEN n % 4 = 0 END,
       'due', CASE WHEN n % 3 = 0 THEN '2026-0' || 1 + n % 9 || '-11' END, 'called', CASE WHEN n % 4 = 0 THEN '2026-03-14T15:09:26.535Z' END,
       'court', ${oneOf("n", "east", "west", null)}, 'marks', CASE WHEN n % 5 = 0 THEN '["a", "b"]'::jsonb END)),
     ${moment(7, 1_000_000)}, now() - n % 50 * interval '3 hours', ${deleted} ${some}`,
  `INSERT INTO "CaseStageEntry" ("organizationId", id, "caseId", "fromStage", "toStage", "fromStatus", "toStatus", "enteredAt", reason, "forcedGates", "actorType", "actorId", "actorName")
   SELECT $1, ${id("cse")}, ${id("case", "n / 3 + 1")}, ${oneOf("n", null, "intake", "treatment")}, ${oneOf("n", "intake", "treatment", "treatment")}, 'open', ${oneOf("n", "open", "on_hold")},
     now() - ($2 - n) * interval '5 hours', ${oneOf("n", "Moved", null)}, '{}', 'user', 'u', 'Ada' ${some}`,
  `INSERT INTO "Lead" ("organizationId", id, "sequenceId", "firstName", "lastName", "caseType", status, qualification, source, campaign, "vendorCostCents", "assignedToMemberId", "firstResponseAt", "nextFollowUpAt",
     "convertedAt", "convertedCaseId", "convertedClientId", "declineReason", "statuteOfLimitationsEstimateOn", "customFields", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("lead")}, 'L-2026-' || to_char(n, 'FM000000'), ${oneOf("n", "Rosa", null)}, ${oneOf("n / 2", "Diaz", null)}, ${oneOf("n", "dog_bite", null)}, ${oneOf("n", "new", "converted", "declined", "spam")},
     ${oneOf("n", "qualified", "unreviewed")}, ${oneOf("n", "phone", "social", null)}, ${oneOf("n", "spring", null)}, ${cents(7, 3)}, CASE WHEN n % 4 <> 0 THEN ${id("mem", "n % 9 + 1")} END,
     now() - n % 30 * interval '1 day' + n % 500 * interval '1 minute', ${moment(-19, 3)}, CASE WHEN n % 4 = 1 THEN now() END, CASE WHEN n % 4 = 1 THEN ${id("case")} END, CASE WHEN n % 4 = 1 THEN ${id("cli")} END, CASE WHEN n % 4 = 2 THEN 'low_value' END, ${day(9, 4)},
     jsonb_build_object('budget', n % 3), now() - n % 30 * interval '1 day', now() - n % 40 * interval '1 hour', ${deleted} ${some}`,
  `INSERT INTO "Document" ("organizationId", id, "caseId", "leadId", name, "fileName", "contentType", "sizeBytes", sha256, category, "documentDate", "receivedOn", source, status, version, "uploadedBy", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("doc")}, CASE WHEN n % 3 <> 0 THEN ${id("case")} END, CASE WHEN n % 3 = 0 THEN ${id("lead")} END, 'Letter ' || n % 8, 'a.pdf', 'application/pdf', n % 9 * 1000, repeat('0', 64),
     ${oneOf("n", "photo", "other", "demand_letter")}, ${day(3, 3)}, ${day(4, 5)}, ${oneOf("n", "api", "upload")}, ${oneOf("n", "available", "pending_upload")}, 1 - n % 2, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)}, ${deleted} ${some}`,
  `INSERT INTO "Invoice" ("organizationId", id, "invoiceNumber", "caseId", "clientId", status, direction, "issuedOn", "dueOn", "sentAt", "subtotalCents", "totalCents", "paidCents", "updatedAt", "deletedAt")
   SELECT $1, ${id("inv")}, 'INV-2026-' || to_char(n, 'FM000000'), ${id("case")}, ${id("cli")}, ${oneOf("n", "draft", "sent", "partial", "paid", "overdue")}, ${oneOf("n", "receivable", "receivable", "payable")},
     ${day(3, 6)}, ${day(7, 4)}, ${moment(23, 5)}, 5000 + n % 6 * 100, 5000 + n % 6 * 100, CASE n % 5 WHEN 3 THEN 5000 + n % 6 * 100 WHEN 2 THEN 100 ELSE 0 END, ${moment(3, 1_000_000)}, CASE WHEN n % 35 = 10 THEN now() END ${some}`,
  `INSERT INTO "Payment" ("organizationId", id, "invoiceId", "amountCents", "refundedCents", method, status, "receivedOn", "clearedOn", "createdBy")
   SELECT $1, ${id("pay")}, ${id("inv", "n / 2 + 1")}, 1000 + n % 4 * 50, CASE WHEN n % 3 = 0 THEN n % 4 * 10 ELSE 0 END, ${oneOf("n", "check", "ach", "write_off")}, ${oneOf("n", "cleared", "pending", "voided")}, current_date - n % 40, CASE WHEN n % 3 = 0 THEN current_date - n % 30 END, '{}' ${some}`,
  `INSERT INTO "Damage" ("organizationId", id, "caseId", category, "amountCents", "isEstimate", "startOn", "endOn", "externalId", "createdBy", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("dmg")}, ${id("case")}, ${oneOf("n", "property", "pain_suffering", "punitive")}, 1000 + n % 4 * 50, n % 3 = 0, ${day(3, 4)}, CASE WHEN n % 4 = 0 THEN current_date END, CASE WHEN n % 5 = 0 THEN 'd' || n END, '{}',
     ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)}, ${deleted} ${some}`,
  `INSERT INTO "Expense" ("organizationId", id, "sequenceId", "caseId", category, kind, "vendorContactId", description, "incurredOn", "dueOn", "vendorInvoiceNumber", "amountCents", "isRecoverable", status, "submittedBy", payments, "paidCents", "writtenOffCents",
     "createdBy", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("xpn")}, 'EXP-2026-' || to_char(n, 'FM000000'), ${id("case")}, ${oneOf("n", "expert", "travel", "filing_fee")}, ${oneOf("n", "hard", "soft")}, CASE WHEN n % 4 <> 0 THEN ${id("con")} END, 'Cost ' || n % 9, current_date - n % 60, ${day(5, 3)},
     ${oneOf("n", "V-1", null)}, 1000 + n % 4 * 50, n % 6 <> 0, ${oneOf("n", "draft", "approved", "paid", "pending_approval", "approved")}, '{}', CASE WHEN n % 5 IN (2, 4) THEN '[{}]'::jsonb ELSE '[]' END,
     CASE n % 5 WHEN 2 THEN 1000 + n % 4 * 50 WHEN 4 THEN 300 ELSE 0 END, CASE WHEN n % 10 = 2 THEN 400 ELSE 0 END, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)}, CASE WHEN n % 35 = 10 THEN now() END ${some}`,
  `INSERT INTO "MedicalFacility" ("organizationId", id, "caseId", "clientId", "contactId", "boundContactId", "facilityType", "recordsNeeded", "billsNeeded", "isTreating", "treatmentStatus", "firstVisitOn", "lastVisitOn", "totalBilledCents",
     "totalPaidCents", "hasLien", "updatedAt", "deletedAt")
   SELECT $1, ${id("fac")}, ${id("case")}, ${id("cli")}, ${id("con")}, ${id("con")}, ${oneOf("n", "hospital", null, "clinic")}, n % 2 = 0, n % 3 = 0, n % 2 = 1, ${oneOf("n", "treating", "unknown")}, ${day(3, 3)}, ${day(5, 4)}, n % 6 * 1000,
     n % 3 * 500, n % 5 = 0, ${moment(3, 1_000_000)}, ${deleted} ${some}`,
  `INSERT INTO "MedicalBill" ("organizationId", id, "facilityId", "caseId", "billDate", "receivedOn", "billedCents", "adjustmentCents", "insurancePaidCents", "isLien", status, "updatedAt", "deletedAt")
   SELECT $1, ${id("bill")}, ${id("fac")}, ${id("case")}, ${day(3, 3)}, ${day(5, 4)}, 9000 + n % 6 * 1000, n % 3 * 500, n % 4 * 100, n % 5 = 0, ${oneOf("n", "received", "disputed", "reduced")}, ${moment(3, 1_000_000)}, ${deleted} ${some}`,
  `INSERT INTO "RetrievalRequest" ("organizationId", id, "requestNumber", "caseId", "clientId", "facilityId", "vendorId", "requestType", "recordTypes", priority, "deliveryMethod", status, "statusChangedAt", "submittedAt", "dueOn",
     "followUpCount", "requestedById", "feeQuotedCents", "createdAt", "updatedAt")
   SELECT $1, ${id("rr")}, 'RR-2026-' || to_char(n, 'FM000000'), ${id("case")}, ${id("cli")}, ${id("fac")}, CASE WHEN n % 2 = 0 THEN ${id("con")} END, ${oneOf("n", "records", "bills")}, '{}', ${oneOf("n", "standard", "rush")}, 'mail',
     ${oneOf("n", "submitted", "completed", "ready", "no_response")}, ${moment(3, 1_000_000)}, ${moment(31, 3)}, ${day(5, 3)}, n % 4, CASE WHEN n % 4 <> 0 THEN ${id("mem", "n % 9 + 1")} END, ${cents(3, 2)}, ${moment(37, 1_000_000)},
     ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "Note" ("organizationId", id, "caseId", "leadId", type, body, "bodyText", "occurredAt", visibility, author, "onBehalfOfAttorneyId", "commentCount", "editedAt", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("note")}, CASE WHEN n % 3 <> 0 THEN ${id("case")} END, CASE WHEN n % 3 = 0 THEN ${id("lead")} END, ${oneOf("n", "general", "phone_call", "strategy")}, 'x', 'x', now() - n % 90 * interval '11 hours',
     ${oneOf("n", "internal", "internal", "client_visible")}, jsonb_build_object('type', 'integration_key', 'id', 'key_1', 'name', ${oneOf("n", "Sync", "Desk")}), CASE WHEN n % 4 <> 0 THEN ${id("mem", "n % 9 + 1")} END, n % 4, ${moment(5, 3)},
     ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)}, ${deleted} ${some}`,
  `INSERT INTO "TaskTemplate" ("organizationId", id, name, "nameKey", items) SELECT $1, ${id("ttp")}, 'Setup ' || n, n, '[]' FROM generate_series(1, least(3, $2::integer)) n`,
  `INSERT INTO "TaskSeries" ("organizationId", id, rule, basis, "firstNominalOn") SELECT $1, ${id("tsr")}, 'FREQ=WEEKLY', 'completion', current_date FROM generate_series(1, least(1, $2::integer)) n`,
  `INSERT INTO "Task" ("organizationId", id, "caseId", "leadId", title, category, priority, status, "isUnassigned", "startOn", "dueOn", "dueDay", "completedAt", "templateId", "seriesId", "occurrenceNumber", "createdBy", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("task")}, CASE WHEN n % 3 <> 0 THEN ${id("case")} END, CASE WHEN n % 3 = 0 THEN ${id("lead")} END, 'Call ' || n % 9, ${oneOf("n", "admin", "demand", "lien")}, ${oneOf("n", "normal", "urgent", "low")},
     ${oneOf("n", "pending", "completed", "blocked", "cancelled", "in_progress")}, n % 4 = 0, ${day(3, 3)}, ${day(7, 2)}, coalesce(${day(7, 2)}, '9999-12-31'), CASE WHEN n % 5 = 1 THEN now() - n % 60 * interval '9 hours' END,
     CASE WHEN n % 3 = 1 THEN ${id("ttp", "n % 3 + 1")} END, CASE WHEN n % 6 = 1 THEN ${id("tsr", "1")} END, CASE WHEN n % 6 = 1 THEN n END, '{}', now() - n % 90 * interval '11 hours', ${moment(3, 1_000_000)}, ${deleted} ${some}`,
  `INSERT INTO "TaskAssignee" ("organizationId", "taskId", "memberId", "openDueDay") SELECT $1, t.id, ${id("mem", "m")}, CASE WHEN t."isOpen" AND t."deletedAt" IS NULL THEN t."dueDay" END
   ${some} JOIN "Task" t ON t."organizationId" = $1 AND t.id = ${id("task")} AND NOT t."isUnassigned" CROSS JOIN unnest(ARRAY[n % 9 + 1, (n + n % 3) % 9 + 1]) m ON CONFLICT DO NOTHING`,
  `INSERT INTO "Deadline" ("organizationId", id, "caseId", type, "deadlineClass", title, "dueOn", "conservativeDueOn", "effectiveOn", "actByOn", "originalDueOn", "dueAt", "timeZone", "timeZoneBasis", status, "verificationStatus", verification, "setBy",
     source, "ruleKey", citation, "isTolled", "isOverridden", satisfaction, "warningDays", "createdAt", "updatedAt")
   SELECT $1, ${id("ddl")}, ${id("case")}, ${oneOf("n", "answer_due", "statute_of_limitations", "custom")}, ${oneOf("n", "court", "limitation", "internal")}, 'File ' || n % 9, d, CASE WHEN n % 4 > 1 THEN d - n % 3 END, CASE WHEN n % 4 > 1 THEN d - n % 3 ELSE d END, d - 3, d, (d + 1)::timestamp AT TIME ZONE 'America/Chicago',
     'America/Chicago', 'given', ${oneOf("n", "open", "satisfied", "missed", "waived", "satisfied_late")}, ${oneOf("n % 4 / 2", "verified", "unverified")}, CASE WHEN n % 4 < 2 THEN '{"by": {"name": "Ada Counsel"}}'::jsonb END, '{"name": "Sync"}',
     ${oneOf("n", "manual", "rule", "chain")}, ${oneOf("n", null, "limitation.pa.personal_injury")}, ${oneOf("n", null, "§ 5524")}, n % 11 = 0, n % 6 = 0,
     CASE WHEN n % 5 IN (1, 4) THEN jsonb_build_object('on', d + n % 4 - 2, 'docketNumber', ${oneOf("n", "D-7", null)}) END, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)}
   FROM (SELECT n, current_date + n * 7 % 200 - 100 AS d ${some}) n`,
  `INSERT INTO "DeadlineAssignee" ("organizationId", "deadlineId", "memberId") SELECT $1, ${id("ddl")}, ${id("mem", "m")} ${some} CROSS JOIN unnest(ARRAY[n % 9 + 1, (n + n % 3) % 9 + 1]) m WHERE n % 4 <> 0 ON CONFLICT DO NOTHING`,
  `INSERT INTO "CourtAction" ("organizationId", id, "caseId", type, "courtContactId", "courtName", jurisdiction, county, "docketNumber", caption, "judgeContactId", status, "filedOn", "answeredOn", "trialOn", "judgmentOn", "judgmentCents",
     "createdBy", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("cta")}, ${id("case")}, ${oneOf("n", "state_civil", "federal_civil", "appeal")}, CASE WHEN n % 2 = 0 THEN ${id("con")} END, CASE WHEN n % 2 = 1 THEN 'County Court ' || n % 5 END, ${oneOf("n", "TX", "US")}, ${oneOf("n", "Travis", null)},
     CASE WHEN n % 4 <> 0 THEN 'D-' || n END, ${oneOf("n", "Diaz v. State", null)}, CASE WHEN n % 5 = 0 THEN ${id("con")} END, ${oneOf("n", "stayed", "filed", "trial_set", "dismissed")}, current_date - n % 300, ${day(5, 3)}, current_date + n * 3 % 200 - 100, ${day(7, 4)},
     ${cents(3, 4)}, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)}, ${deleted} ${some}`,
  `INSERT INTO "CalendarEvent" ("organizationId", id, "caseId", type, title, "allDay", "startAt", "endAt", "startOn", "endOn", "timeZone", status, outcome, visibility, "organizerMemberId", rule, "seriesEndAt", "courtContactId", department,
     "docketNumber", appearance, "nextStartAt", "nextStartOn", "nextStatus", "nextUntil", "createdBy", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("cal")}, CASE WHEN n % 3 <> 0 THEN ${id("case")} END, ${oneOf("n", "hearing", "deposition", "internal", "ime")}, 'Meet ' || n % 9, n % 6 = 0, s, s + (1 + n % 5) * interval '45 minutes', s::date, s::date, 'UTC',
     ${oneOf("n", "scheduled", "held", "confirmed", "cancelled", "continued")}, CASE WHEN n % 5 = 1 THEN '{"summary": "x"}'::jsonb END, ${oneOf("n", "default", "default", "default", "private")}, CASE WHEN n % 5 <> 0 THEN ${id("mem", "n % 9 + 1")} END,
     CASE WHEN n % 9 = 4 THEN 'FREQ=WEEKLY' END, s + interval '9 hours', CASE WHEN n % 2 = 0 THEN ${id("con")} END, ${oneOf("n", "7B", null)}, ${oneOf("n", "D-7", null, "D-8")}, ${oneOf("n", "remote", null)},
     CASE WHEN n % 18 = 4 THEN s + interval '7 days' END, CASE WHEN n % 18 = 4 THEN s::date + 7 END, CASE WHEN n % 36 = 4 THEN 'confirmed' END, s + interval '8 days', '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)}, ${deleted}
   FROM (SELECT n, date_trunc('minute', now()) + (n * 7 % 200 - 100) * interval '11 hours' AS s ${some}) n`,
  `INSERT INTO "CalendarAttendee" ("organizationId", id, "eventId", "memberId", "isOrganizer") SELECT $1, ${id("cat")}, ${id("cal")}, ${id("mem", "n % 9 + 1")}, n % 4 = 0 ${some}`,
  `INSERT INTO "EsignRequest" ("organizationId", id, "sequenceId", "caseId", "leadId", title, status, language, reminders, "expiresAt", "sentAt", "allSignedAt", "completedAt", "endedAt", "certificateDocumentId", "chainHash", "needsAttention",
     "reminderCount", "onBehalfOfAttorneyId", "externalId", "createdBy", "createdAt", "updatedAt", "deletedAt")
   SELECT $1, ${id("esr")}, 'ES-2026-' || to_char(n, 'FM00000'), CASE WHEN n % 5 <> 0 THEN ${id("case")} END, CASE WHEN n % 5 = 0 THEN ${id("lead")} END, 'Retainer ' || n, ${oneOf("n", "draft", "sent", "completed", "voided")}, ${oneOf("n", "en", "es")}, '{}',
     CASE WHEN n % 4 <> 0 THEN now() + n % 30 * interval '11 hours' END, CASE WHEN n % 4 <> 0 THEN now() - n % 20 * interval '13 hours' END, CASE WHEN n % 4 = 2 THEN now() END, CASE WHEN n % 4 = 2 THEN now() END, CASE WHEN n % 4 > 1 THEN now() END,
     CASE WHEN n % 4 = 2 THEN ${id("doc")} END, CASE WHEN n % 4 = 2 THEN repeat('0', 64) END, n % 6 = 1,
     n % 3, CASE WHEN n % 4 <> 0 THEN ${id("mem", "n % 9 + 1")} END, CASE WHEN n % 5 = 0 THEN 'e' || n END, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)}, ${deleted} ${some}`,
  `INSERT INTO "EsignDocument" ("organizationId", id, "requestId", position, purpose, name, "documentId") SELECT $1, ${id("esd")}, ${id("esr")}, 1, ${oneOf("n", "retainer_agreement", "release", "other")}, 'A', ${id("doc")} ${some}`,
  `INSERT INTO "EsignRecipient" ("organizationId", id, "requestId", key, label, role, "clientId", name, status, "signedAt")
   SELECT $1, ${id("esp")}, ${id("esr", "n / 2 + 1")}, 'k' || n, 'Client', ${oneOf("n", "signer", "signer", "carbon_copy")}, ${id("cli")}, 'Rosa', ${oneOf("n", "waiting", "signed")}, CASE WHEN n % 2 = 1 THEN now() END ${some}`,
  `INSERT INTO "Negotiation" ("organizationId", id, "caseId", type, direction, "amountCents", "madeOn", "expiresAt", "inReplyToId", method, status, decision, "externalId", "createdBy", "createdAt", "updatedAt")
   SELECT $1, ${id("neg")}, ${id("case")}, ${oneOf("n", "offer", "demand", "rejection", "client_decision")}, ${oneOf("n", "incoming", "outgoing", "incoming", "internal")}, CASE WHEN n % 4 < 2 THEN n % 6 * 1000 END, current_date - n % 60,
     CASE WHEN n % 4 < 2 THEN now() + (n % 30 - 10) * interval '11 hours' END, CASE WHEN n % 4 > 1 THEN ${id("neg", "n - 1")} END, ${oneOf("n", "written", "oral")}, ${oneOf("n", "open", "open", "recorded", "recorded", "countered")}, CASE WHEN n % 4 = 3 THEN 'accepted' END,
     CASE WHEN n % 5 = 0 THEN 'n' || n END, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "Settlement" ("organizationId", id, "sequenceId", "caseId", type, title, status, "agreedOn", "paymentDueOn", "isConfidential", "grossCents", "receivedCents", "clearedCents", "attorneyFeeCents", "referralFeeCents", "costsCents", "liensCents", "otherCents",
     "holdbackCents", "netToClientCents", "fundsClearedOn", "externalId", "createdBy", "createdAt", "updatedAt")
   SELECT $1, ${id("stl")}, 'STL-2026-' || to_char(n, 'FM00000'), ${id("case")}, ${oneOf("n", "settlement", "verdict")}, ${oneOf("n", "With the insurer", null)}, ${oneOf("n", "agreed", "funds_received", "draft", "closed")}, CASE WHEN n % 4 <> 2 THEN current_date - n * 3 % 300 END,
     ${day(5, 3)}, n % 6 = 0, 100000 + n % 9 * 100, CASE WHEN n % 4 IN (1, 3) THEN 100000 ELSE 0 END, CASE WHEN n % 4 = 3 THEN 100000 ELSE 0 END, CASE WHEN n % 3 <> 0 THEN 33333 END, CASE WHEN n % 3 <> 0 THEN n % 4 * 100 END, CASE WHEN n % 3 <> 0 THEN 4200 END,
     CASE WHEN n % 3 <> 0 THEN 100 END, CASE WHEN n % 3 <> 0 THEN 0 END, CASE WHEN n % 3 <> 0 THEN 0 END, CASE WHEN n % 3 <> 0 THEN 50000 END, ${day(3, 2)}, CASE WHEN n % 5 = 0 THEN 's' || n END, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "Lien" ("organizationId", id, "caseId", type, "lienholderContactId", "noticeReceivedOn", "assertedCents", "unrelatedCents", "finalCents", "finalOn", "finalMethod", "finalLetterDocumentId", "paidCents", "payByOn", "finalDemandExpiresOn", status, "externalId",
     "createdBy", "createdAt", "updatedAt")
   SELECT $1, ${id("lien")}, ${id("case")}, ${oneOf("n", "medicare", "private_health", "child_support")}, ${id("con")}, ${day(3, 4)}, CASE WHEN n % 5 <> 0 THEN 10000 + n % 6 * 100 END, CASE WHEN n % 5 <> 0 THEN n % 3 * 100 ELSE 0 END,
     CASE WHEN n % 5 IN (3, 4) THEN 6000 END, CASE WHEN n % 5 IN (3, 4) THEN current_date - n % 40 END, CASE WHEN n % 5 IN (3, 4) THEN 'common_fund' END, CASE WHEN n % 5 IN (3, 4) THEN ${id("doc")} END, CASE WHEN n % 5 = 4 THEN 6000 ELSE 0 END, ${day(5, 3)}, ${day(7, 4)},
     ${oneOf("n", "identified", "asserted", "negotiating", "final", "paid")}, CASE WHEN n % 5 = 0 THEN 'l' || n END, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "CaseParty" ("organizationId", id, "caseId", "contactId", role, side, "isClient") SELECT $1, ${id("pty")}, ${id("case")}, ${id("con")}, 'plaintiff', 'plaintiff', true ${some} WHERE n % 4 = 0`,
  `INSERT INTO "TrustAccount" ("organizationId", id, name, "nameKey", "bankName", "accountNumberLast4", type, jurisdiction, "holdBusinessDays", "createdBy")
   SELECT $1, ${id("tra")}, 'IOLTA ' || n, 'iolta ' || n, 'First Bank', '4242', 'iolta', 'TX', '{}', '{}' FROM generate_series(1, least(3, $2::integer)) n`,
  `INSERT INTO "TrustLedger" ("organizationId", id, "accountId", kind, "caseId", "claimantPartyId", "balanceCents", "unclearedCents", "reservedCents", "postingCount", "createdAt", "updatedAt")
   SELECT $1, ${id("trl")}, ${id("tra", "n % 3 + 1")}, CASE WHEN n <= 3 THEN 'firm' ELSE 'client' END, CASE WHEN n > 3 THEN ${id("case")} END, CASE WHEN n > 3 AND n % 4 = 0 THEN ${id("pty")} END, n % 5 * 1000, n % 5 * 100, n % 5 * 10, CASE WHEN n % 6 <> 0 THEN 1 ELSE 0 END,
     ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "TrustTransaction" ("organizationId", id, "accountId", number, type, "occurredOn", "amountCents", "bankCents", method, "counterpartyName", "checkNumber", reference, postings, "expectedClearOn", "clearedOn", "clearanceBasis", "disbursementId", "reversedById",
     "externalId", "createdBy", "createdAt", "updatedAt")
   SELECT $1, ${id("trx")}, ${id("tra", "n % 3 + 1")}, n, ${oneOf("n", "deposit", "disbursement", "bank_fee", "identification")}, current_date - n % 90, 1000 + n % 6 * 100, (ARRAY[1, -1, -1, 0])[1 + n % 4] * (1000 + n % 6 * 100), ${oneOf("n", "check", "ach", null)}, ${oneOf("n", "Insurer", null)},
     CASE WHEN n % 4 = 1 THEN 'c' || n END, ${oneOf("n", null, "R-1")}, '[{}]', CASE WHEN n % 4 = 0 THEN current_date - n % 30 END, CASE WHEN n % 8 = 0 THEN current_date - n % 20 END, CASE WHEN n % 8 = 0 THEN 'bank_confirmed' END, CASE WHEN n % 4 = 1 THEN ${id("trd")} END,
     CASE WHEN n % 12 = 4 THEN ${id("trx", "n + 1")} END, CASE WHEN n % 5 = 0 THEN 't' || n END, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "TrustPosting" ("organizationId", "transactionId", position, "ledgerId", number, type, "occurredOn", "caseId", "amountCents", "balanceAfterCents")
   SELECT $1, ${id("trx")}, 1, ${id("trl")}, 1, 'deposit', current_date - n % 90, CASE WHEN n > 3 THEN ${id("case")} END, 1000, 1000 ${some}`,
  `INSERT INTO "BankLine" ("organizationId", id, "statementId", "accountId", position, "postedOn", "amountCents", description, "transactionId", "matchMethod", "matchedAt", "matchedBy")
   SELECT $1, ${id("bsl")}, ${id("bst", "1")}, ${id("tra", "1")}, n, current_date - n % 60, 1000, 'Wire', CASE WHEN n % 2 = 0 THEN ${id("trx")} END, CASE WHEN n % 2 = 0 THEN 'manual' END, CASE WHEN n % 2 = 0 THEN now() END, CASE WHEN n % 2 = 0 THEN '{}'::jsonb END ${some}`,
  `INSERT INTO "TrustDisbursement" ("organizationId", id, "sequenceId", "accountId", "ledgerId", "caseId", "settlementId", "shareId", "statementId", "lineKey", "payeeType", payee, "amountCents", method, status, "requestedBy", "requestedByPersons", "decidedBy", "decidedByPersons", "decidedAt",
     "checkNumber", "issuedOn", "clearedOn", "transactionId", "externalId", "createdAt", "updatedAt")
   SELECT $1, ${id("trd")}, 'D-2026-' || to_char(n, 'FM00000'), ${id("tra", "n % 3 + 1")}, ${id("trl")}, ${id("case")}, ${id("stl")}, ${id("sts")}, ${id("sst")}, 'net_to_client', ${oneOf("n", "client", "lienholder", "vendor")}, jsonb_build_object('name', 'Payee ' || n % 5), 1000 + n % 6 * 100,
     ${oneOf("n", "check", "ach")}, ${oneOf("n", "pending_approval", "approved", "issued", "cleared")}, '{"name": "Sync"}', '{a}', CASE WHEN n % 4 <> 0 THEN '{"name": "Ada Counsel"}'::jsonb END, CASE WHEN n % 4 <> 0 THEN '{b}'::text[] ELSE '{}' END, CASE WHEN n % 4 <> 0 THEN now() END,
     CASE WHEN n % 4 > 1 THEN 'c' || n END, CASE WHEN n % 4 > 1 THEN current_date - n % 40 END, CASE WHEN n % 4 = 3 THEN current_date END, CASE WHEN n % 4 > 1 THEN ${id("trx")} END, CASE WHEN n % 5 = 0 THEN 'd' || n END, ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "PartnerFirm" ("organizationId", id, kind, "contactId", name, "createdBy") SELECT $1, ${id("pfm")}, 'external', ${id("con")}, 'Partner ' || n, '{}' FROM generate_series(1, least(4, $2::integer)) n`,
  `INSERT INTO "Referral" ("organizationId", id, "sequenceId", direction, channel, "partnerFirmId", "leadId", "caseId", status, "statusChangedAt", "feeStatus", teaser, terms, "termsRevision", "termsProposedBy", "originatingAttorneyName", "handlingAttorneyName", "assignedMemberId", "responseDueOn",
     "expiresAt", "sentAt", "acceptedAt", "engagedOn", "closedOn", outcome, "totalFeeCents", "referralFeeDueCents", "paidCents", "nextUpdateDueOn", "lastUpdateAt", attention, "externalId", "createdAt", "updatedAt")
   SELECT $1, ${id("rfl")}, 'REF-2026-' || to_char(n, 'FM00000'), ${oneOf("n", "outbound", "inbound")}, 'external', ${id("pfm", "n % 4 + 1")}, CASE WHEN n % 3 = 0 THEN ${id("lead")} END, CASE WHEN n % 3 <> 0 THEN ${id("case")} END, ${oneOf("n", "draft", "sent", "engaged", "closed", "declined")},
     ${moment(3, 1_000_000)}, ${oneOf("n", "none", "none", "agreed", "due", "none")}, jsonb_build_object('caseType', ${oneOf("n", "dog_bite", "other")}, 'caseState', ${oneOf("n", "TX", null)}), CASE WHEN n % 4 <> 0 THEN '{"type": "flat"}'::jsonb END, CASE WHEN n % 4 <> 0 THEN 1 ELSE 0 END,
     CASE WHEN n % 4 <> 0 THEN 'originating' END, ${oneOf("n", "Ada", null)}, ${oneOf("n", null, "Bo")}, CASE WHEN n % 4 <> 0 THEN ${id("mem", "n % 9 + 1")} END, ${day(3, 3)}, ${moment(-11, 3)}, ${moment(13, 4)}, ${moment(17, 3)}, CASE WHEN n % 5 IN (2, 3) THEN current_date - n % 50 END,
     CASE WHEN n % 5 = 3 THEN current_date END, CASE WHEN n % 5 = 3 THEN 'won_settled' END, CASE WHEN n % 5 = 3 THEN 90000 END, CASE WHEN n % 5 = 3 THEN 30000 END, CASE WHEN n % 5 = 3 THEN n % 4 * 100 ELSE 0 END, CASE WHEN n % 3 <> 0 THEN current_date + n % 90 - 2 END, ${moment(19, 3)}, CASE WHEN n % 7 = 0 THEN 'lead_not_moved' END,
     CASE WHEN n % 5 = 0 THEN 'r' || n END, ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "Conversation" ("organizationId", id, channel, "caseId", "leadId", "assignedToMemberId", "messageCount", "lastInboundAt", "unansweredSince", "createdBy")
   SELECT $1, ${id("cnv")}, ${oneOf("n", "text", "email")}, CASE WHEN n % 3 <> 0 THEN ${id("case")} END, CASE WHEN n % 3 = 0 THEN ${id("lead")} END, CASE WHEN n % 4 <> 0 THEN ${id("mem", "n % 9 + 1")} END, 2, ${wrote}, CASE WHEN n % 9 = 1 THEN ${wrote} END, '{}' ${some}`,
  `INSERT INTO "Message" ("organizationId", id, "conversationId", "caseId", "leadId", channel, direction, status, failure, "bodyText", "isAutomated", automation, "optOutKeyword", "occurredAt", "sentAt", "deliveredAt", "readAt", "failedAt", "voidedAt", "voidReason", segments, provider,
     "externalId", "onBehalfOfAttorneyId", "createdBy", "createdAt", "updatedAt")
   SELECT $1, ${id("msg", "m")}, ${id("cnv")}, CASE WHEN n % 3 <> 0 THEN ${id("case")} END, CASE WHEN n % 3 = 0 THEN ${id("lead")} END, ${oneOf("n", "text", "email")}, CASE WHEN m % 2 = 0 THEN 'inbound' ELSE 'outbound' END, CASE WHEN m % 2 = 0 THEN 'received' ELSE ${oneOf("n", "delivered", "sent", "failed", "read")} END,
     CASE WHEN m % 2 = 1 AND n % 4 = 2 THEN 'number_invalid' END, 'canary', m % 2 = 1 AND n % 5 = 0, CASE WHEN m % 2 = 1 AND n % 5 = 0 THEN 'help_reply' END, CASE WHEN m % 2 = 0 AND n % 8 = 0 THEN 'help' END, ${wrote} + m % 2 * interval '95 minutes',
     CASE WHEN m % 2 = 1 THEN now() END, CASE WHEN m % 2 = 1 AND n % 4 = 0 THEN now() END, CASE WHEN m % 2 = 1 AND n % 4 = 3 THEN now() END, CASE WHEN m % 2 = 1 AND n % 4 = 2 THEN now() END, CASE WHEN n % 11 = 5 THEN now() END, CASE WHEN n % 11 = 5 THEN 'x' END, 1 + n % 3,
     ${oneOf("n", "twilio", "external", null)}, CASE WHEN m % 5 = 0 THEN 'm' || m END, CASE WHEN m % 2 = 1 THEN ${id("mem", "n % 9 + 1")} END, '{}', ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)}
   FROM (SELECT m, m / 2 + 1 AS n FROM generate_series(1, $2::integer) m) k`,
  `INSERT INTO "Call" ("organizationId", id, "caseId", "leadId", direction, status, "memberId", "startedAt", "answeredAt", "endedAt", "durationSeconds", disposition, summary, "recordingConsent", provider, "voidedAt", "externalId", "createdBy", "createdAt", "updatedAt")
   SELECT $1, ${id("cll")}, CASE WHEN n % 3 <> 0 THEN ${id("case")} END, CASE WHEN n % 3 = 0 THEN ${id("lead")} END, ${oneOf("n", "inbound", "outbound")}, ${oneOf("n", "completed", "missed", "no_answer", "voicemail")}, CASE WHEN n % 4 <> 1 THEN ${id("mem", "n % 9 + 1")} END, ${wrote}, CASE WHEN n % 4 = 0 THEN ${wrote} END,
     CASE WHEN n % 4 = 0 THEN ${wrote} + interval '150 seconds' END, CASE WHEN n % 4 = 0 THEN 150 END, ${oneOf("n", "connected", null)}, 'canary', ${oneOf("n", "unknown", "one_party")}, ${oneOf("n", null, "dialpad")}, CASE WHEN n % 11 = 5 THEN now() END, CASE WHEN n % 5 = 0 THEN 'c' || n END, '{}',
     ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "Consent" ("organizationId", id, "clientId", "leadId", "contactId", channel, status, source, at, "createdAt", "updatedAt")
   SELECT $1, ${id("cns")}, CASE n % 3 WHEN 0 THEN ${id("cli")} END, CASE n % 3 WHEN 1 THEN ${id("lead")} END, CASE n % 3 WHEN 2 THEN ${id("con")} END, ${oneOf("n", "text", "call", "email")}, ${oneOf("n", "opted_in", "opted_in", "unknown", "opted_out")}, ${oneOf("n", "call", null, "text_reply")},
     CASE WHEN n % 4 <> 2 THEN ${wrote} END, ${moment(7, 1_000_000)}, ${moment(3, 1_000_000)} ${some}`,
  `INSERT INTO "CustomFieldDefinition" ("organizationId", id, entity, key, label, type, options)
   SELECT $1, 'cfd_' || $1 || '_' || $2::integer || entity || key, entity, key, key, type, options::jsonb FROM (VALUES
     ('case', 'budget', 'currency', '[]'), ('case', 'ratio', 'number', '[]'), ('case', 'seen', 'boolean', '[]'), ('case', 'due', 'date', '[]'), ('case', 'called', 'datetime', '[]'),
     ('case', 'court', 'select', '[{"value": "east", "label": "East", "archived": false}]'), ('case', 'marks', 'multi_select', '[{"value": "a", "label": "A", "archived": false}]'), ('lead', 'budget', 'currency', '[]')) d (entity, key, type, options)`,
];
