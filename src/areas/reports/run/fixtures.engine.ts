import type { Client } from "pg";

/**
 * Many rows of every report entity, inserted without triggers and foreign keys, with repeated and empty values and
 * dates on both sides of today. Every seventh is deleted where possible. Ids are unique across organizations.
 *
 * @param owner a superuser's connection
 */
export async function fillEntities(owner: Client, organizationId: string, count: number): Promise<void> {
  // In a transaction a cluster's nodes get the settings, too.
  for (const text of [
    "BEGIN",
    "SET LOCAL citus.propagate_set_commands = 'local'",
    "SET LOCAL session_replication_role = replica",
  ])
    await owner.query(text);
  for (const statement of statements) await owner.query(statement, [organizationId, count]);
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
  `INSERT INTO "CustomFieldDefinition" ("organizationId", id, entity, key, label, type, options)
   SELECT $1, 'cfd_' || $1 || '_' || $2::integer || entity || key, entity, key, key, type, options::jsonb FROM (VALUES
     ('case', 'budget', 'currency', '[]'), ('case', 'ratio', 'number', '[]'), ('case', 'seen', 'boolean', '[]'), ('case', 'due', 'date', '[]'), ('case', 'called', 'datetime', '[]'),
     ('case', 'court', 'select', '[{"value": "east", "label": "East", "archived": false}]'), ('case', 'marks', 'multi_select', '[{"value": "a", "label": "A", "archived": false}]'), ('lead', 'budget', 'currency', '[]')) d (entity, key, type, options)`,
];
