import { beforeAll, describe, expect, test } from "vitest";
import { matterTransitions } from "../../src/areas/cases/transitions/domain.ts";
import type { MatterStatus } from "../../src/areas/cases/schema.input.ts";
import { continuesChain, type HashedEntry } from "../../src/areas/esign/trail/domain.chain.ts";
import { leadTransitions } from "../../src/areas/leads/transitions/domain.moves.ts";
import { retrievalTransitions } from "../../src/areas/medical/requests/domain.ts";
import type { DemoSummary } from "./demo.ts";
import { headquartersId } from "./firms.ts";
import { openSeededHarness, type SeededHarness } from "../../src/testing/harness/seeded.ts";

const leadSteps: Readonly<Record<string, readonly string[]>> = leadTransitions;
const retrievalSteps: Readonly<Record<string, readonly string[]>> = retrievalTransitions;

interface Completed {
  id: string;
  chainHash: string;
  trail: HashedEntry[];
}

let harness: SeededHarness;
let summary: DemoSummary;

beforeAll(async () => {
  harness = await openSeededHarness();
  ({ summary } = harness);
});

const findIn = (organizationId: string, statement: string) => harness.findIn(organizationId, statement);
const listOrganizations = () => harness.listOrganizations();
const expectNowhere = (statement: string) => harness.expectNowhere(statement);

describe("the demo records are consistent", () => {
  test("contacts have primary lines, people work for carriers, and the provider and conflict check of the story exist", async () => {
    await expectNowhere(`SELECT c.id FROM "Contact" c
      LEFT JOIN "ContactPhone" p ON p."contactId" = c.id AND p."isPrimary" LEFT JOIN "ContactEmail" e ON e."contactId" = c.id AND e."isPrimary"
      LEFT JOIN "ContactAddress" a ON a."contactId" = c.id AND a."isPrimary"
      WHERE (c.phone, c.email, c.line1) IS DISTINCT FROM (p.number, e.address, a.line1) OR p.e164 !~ '^[+]1[0-9]{10}$'
         OR NOT EXISTS (SELECT FROM "ContactRole" r WHERE r."contactId" = c.id) OR (c.type = 'person') <> (c."companyName" IS NULL)`);
    await expectNowhere(`SELECT c.id FROM "Contact" c WHERE c."companyId" IS NOT NULL AND NOT EXISTS (SELECT FROM "ContactRelationship" r
      WHERE r."contactId" = c.id AND r.type = 'adjuster_for' AND r."relatedContactId" = c."companyId")`);
    const { facilityId, contactId, conflictCheckId, caseId } = summary.ids;
    const [found] = await findIn(
      headquartersId,
      `SELECT f."contactId", c."caseId", r.decision FROM "MedicalFacility" f, "ConflictCheck" c
      JOIN "ConflictResult" r ON r."checkId" = c.id WHERE f.id = '${facilityId}' AND c.id = '${conflictCheckId}'`,
    );
    expect(found).toEqual({ contactId, caseId, decision: "undecided" });
  });

  test("completed signature requests have their files, an intact trail, and what was signed, encrypted", async () => {
    const completed = await findIn(
      headquartersId,
      `SELECT r.id, r."certificateSha256" = c.sha256 AS certificate, d."sealedSha256" = v.sha256 AND d.sha256 = p.sha256 AS files,
        v."uploadedBy"->>'type' AS by, r."chainHash",
        (SELECT json_agg(json_build_object('number', t.number, 'at', to_char(t.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'action', t.action,
          'actor', json_build_object('type', t."actorType", 'id', t."actorId"), 'recipientId', t."recipientId", 'ipAddress', t."ipAddress",
          'userAgent', t."userAgent", 'detail', t.detail, 'previousHash', t."previousHash", 'hash', t.hash) ORDER BY t.number)
          FROM "EsignTrailEntry" t WHERE t."requestId" = r.id) AS trail,
        (SELECT count(*)::int FROM "EsignRecipient" e JOIN "EsignSubmission" s ON s."recipientId" = e.id
          WHERE e."requestId" = r.id AND e.status = 'signed' AND e.signature = 'encrypted' AND e.consent IS NOT NULL) AS signatures
      FROM "EsignRequest" r JOIN "EsignDocument" d ON d."requestId" = r.id
      JOIN "DocumentVersion" v ON v.id = d."sealedVersionId" JOIN "DocumentVersion" p ON p.id = d."versionId"
      JOIN "DocumentVersion" c ON c."documentId" = r."certificateDocumentId" WHERE r.status = 'completed'`,
    );
    expect(completed).toHaveLength(6);
    for (const { id, trail, chainHash, ...rest } of completed as Completed[]) {
      expect(rest).toEqual({ certificate: true, files: true, by: "system", signatures: 2 });
      expect([continuesChain(id, undefined, trail), trail.at(-1)?.hash]).toEqual([true, chainHash]);
    }
    await expectNowhere(`SELECT id FROM "EsignField" WHERE value IS NOT NULL`);
  });

  test("cases have consistent stages, statuses and dates", async () => {
    await expectNowhere(`SELECT id, "matterStage", "matterStatus" FROM "Case" WHERE
      ("matterStatus" = 'settled') <> ("matterStage" IN ('settlement_pending', 'lien_resolution', 'disbursement'))
      OR ("matterStatus" IN ('closed', 'archived')) <> ("matterStage" = 'closed')
      OR ("closedOn" IS NULL) = ("matterStage" = 'closed')
      OR ("matterStatus" IN ('closed', 'archived', 'settled')) <> ("settlementAmountCents" IS NOT NULL AND "settlementDate" IS NOT NULL)
      OR ("matterStatus" IN ('closed', 'archived', 'declined', 'withdrawn', 'referred_out')) <> ("resolutionDate" IS NOT NULL)
      OR ("recoveryAmountCents" IS NOT NULL) <> ("matterStage" IN ('disbursement', 'closed'))
      OR "dateOfIncident" >= "createdAt" OR "openedOn" < "createdAt"::date OR "closedOn" < "openedOn"
      OR "stageEnteredAt" < "createdAt" OR "updatedAt" < "stageEnteredAt" OR "updatedAt" > now()
      OR "estimatedSettlementMaxCents" < "estimatedSettlementMinCents"`);
    const [variety] = await findIn(
      headquartersId,
      `SELECT count(DISTINCT "matterStage")::int AS stages, count(DISTINCT "matterStatus")::int AS statuses FROM "Case"`,
    );
    expect(variety).toEqual({ stages: 22, statuses: 9 });
  });

  test("events have an outcome where they took place, and those of a continuance point to each other", async () => {
    await expectNowhere(`SELECT e.id FROM "CalendarEvent" e LEFT JOIN "Case" c ON c.id = e."caseId" WHERE (e.status = 'held') <> (e.outcome IS NOT NULL) OR (e.status IN ('held', 'continued') AND e."endAt" > now())
      OR e."createdAt" < c."createdAt" OR e."updatedAt" > now() OR (c."matterStatus" IN ('closed', 'archived') AND e."startAt" > now())`);
    await expectNowhere(`SELECT b.id FROM "CalendarEvent" b LEFT JOIN "CalendarEvent" a ON a.id = b."rescheduledToEventId" AND a."rescheduledFromEventId" = b.id AND a."startAt" > now()
      WHERE b.status = 'continued' AND a.id IS NULL`);
    const [counted] = await findIn(
      headquartersId,
      `SELECT count(*)::int AS events, count(*) FILTER (WHERE rule IS NOT NULL)::int AS series, count(*) FILTER (WHERE visibility = 'private')::int AS private,
        count(*) FILTER (WHERE status = 'continued')::int AS continued, count(*) FILTER (WHERE type = 'deposition')::int AS depositions, count(*) FILTER (WHERE type = 'mediation' AND status = 'held')::int AS mediated,
        count(*) FILTER (WHERE type = 'trial' AND "startAt" > now())::int AS trials, count(*) FILTER (WHERE type = 'hearing' AND rule IS NULL AND status = 'scheduled' AND "endAt" < now())::int AS unrecorded,
        count(*) FILTER (WHERE type = 'out_of_office')::int AS absences, (SELECT count(*)::int FROM "CalendarException") AS exceptions FROM "CalendarEvent"`,
    );
    expect(counted).toMatchObject({
      series: 4,
      private: 3,
      continued: 5,
      depositions: 60,
      mediated: 20,
      trials: 2,
      unrecorded: 6,
      absences: 1,
      exceptions: 4,
    });
    expect((counted as { events: number }).events).toBeGreaterThan(380);
    // Each change since the feed began has its event.
    await expectNowhere(
      `SELECT e.id FROM "CalendarEvent" e WHERE e.rule IS NULL AND e."updatedAt" > now() - interval '70 days' AND (SELECT v.payload->>'status' FROM "Event" v WHERE v."entityId" = e.id ORDER BY v.number DESC LIMIT 1) IS DISTINCT FROM e.status`,
    );
    const { calendarEventId, calendarSeriesId, caseId } = summary.ids;
    expect(
      await findIn(
        headquartersId,
        `SELECT e."caseId", e.type FROM "CalendarEvent" e WHERE e.id = '${calendarEventId}' AND e."startAt" > now()`,
      ),
    ).toEqual([{ caseId, type: "hearing" }]);
    expect(await findIn(headquartersId, `SELECT title FROM "CalendarEvent" WHERE id = '${calendarSeriesId}'`)).toEqual([
      { title: "Case review" },
    ]);
  });

  test("tasks wait for what they depend on, are completed after it, and those past their day are overdue once", async () => {
    await expectNowhere(`SELECT t.id FROM "Task" t WHERE t."isWaiting" <> EXISTS (SELECT FROM "TaskDependency" d JOIN "Task" p ON p.id = d."predecessorId" WHERE d."taskId" = t.id AND (p."isOpen" OR p."completedAt" > t."completedAt"))
      OR (t."isOpen" AND t."dueDay" < current_date - 2) AND t."overdueNoticedFor" IS DISTINCT FROM t."dueDay"
      OR t."dueDay" BETWEEN current_date - 70 AND current_date AND (t."overdueNoticedFor" IS NOT NULL) <> EXISTS (SELECT FROM "Event" e WHERE e."entityId" = t.id AND e."eventType" = 'task.overdue')`);
    const [counted] = await findIn(
      headquartersId,
      `SELECT count(*)::int AS tasks, count(*) FILTER (WHERE "isWaiting")::int AS waiting, count(*) FILTER (WHERE status = 'blocked')::int AS blocked, count("leadId")::int AS "ofLeads",
        count("seriesId")::int AS recurring, count(*) FILTER (WHERE "caseId" IS NULL AND "leadId" IS NULL)::int AS "ofFirm",
        (SELECT count(*)::int FROM "TaskAssignee" a JOIN "Member" m ON m.id = a."memberId" WHERE m."lastName" = 'Voss') AS "ofFormer" FROM "Task"`,
    );
    const { tasks, waiting, blocked, ...rest } = counted as Record<string, number>;
    expect(rest).toEqual({ ofLeads: 40, recurring: 8, ofFirm: 6, ofFormer: 25 });
    expect([tasks, waiting, blocked].map((count) => (count ?? 0) > 20)).toEqual([true, true, true]);
  });

  test("every case's transitions lead from its first status to the current one, by the table", async () => {
    await expectNowhere(`SELECT h.id FROM (
        SELECT h.*, lag("toStage") OVER w AS stage, lag("toStatus") OVER w AS status, lead(h.id) OVER w AS next
        FROM "CaseStageEntry" h WINDOW w AS (PARTITION BY "caseId" ORDER BY "enteredAt", id)) h JOIN "Case" c ON c.id = h."caseId"
      WHERE h.stage IS DISTINCT FROM h."fromStage" OR h.status IS DISTINCT FROM h."fromStatus"
        OR (h.next IS NULL AND (c."matterStage", c."matterStatus") <> (h."toStage", h."toStatus"))`);
    await expectNowhere(
      `SELECT id FROM "Case" c WHERE NOT EXISTS (SELECT FROM "CaseStageEntry" h WHERE h."caseId" = c.id)`,
    );
    for (const organizationId of await listOrganizations()) {
      const moves = await findIn(
        organizationId,
        `SELECT DISTINCT "fromStatus", "toStatus" FROM "CaseStageEntry" WHERE "fromStatus" <> "toStatus"`,
      );
      for (const { fromStatus, toStatus } of moves as { fromStatus: MatterStatus; toStatus: string }[])
        expect(matterTransitions[fromStatus]).toContain(toStatus);
    }
  });

  test("leads are in every status, reached by allowed transitions, and converted ones have their case", async () => {
    const statuses = await findIn(headquartersId, `SELECT status, count(*)::int AS leads FROM "Lead" GROUP BY 1`);
    expect((statuses as { status: string }[]).map(({ status }) => status).toSorted()).toEqual(
      Object.keys(leadTransitions).toSorted(),
    );
    expect((statuses as { leads: number }[]).reduce((sum, { leads }) => sum + leads, 0)).toBeGreaterThan(55);
    for (const organizationId of await listOrganizations()) {
      const steps = (await findIn(
        organizationId,
        `SELECT "leadId", "fromStatus", "toStatus" FROM "LeadStatusChange" ORDER BY "leadId", "changedAt", id`,
      )) as { leadId: string; fromStatus: string | null; toStatus: string }[];
      for (const [, way] of Map.groupBy(steps, ({ leadId }) => leadId)) {
        way.forEach(({ fromStatus, toStatus }, position) => {
          expect(fromStatus).toBe(way[position - 1]?.toStatus ?? null);
          expect(fromStatus === null ? ["new"] : leadSteps[fromStatus]).toContain(toStatus);
        });
      }
    }
    await expectNowhere(`SELECT l.id FROM "Lead" l LEFT JOIN "Case" c ON c.id = l."convertedCaseId" AND c."leadId" = l.id AND c."plaintiffId" = l."convertedClientId"
      WHERE (l.status = 'converted') <> (c.id IS NOT NULL) OR l."statusChangedAt" > now()
        OR l.status <> (SELECT h."toStatus" FROM "LeadStatusChange" h WHERE h."leadId" = l.id ORDER BY h."changedAt" DESC, h.id DESC LIMIT 1)`);
  });

  test("sequence numbers continue after the existing ones", async () => {
    await expectNowhere(`SELECT n.kind FROM "NumberSequence" n
      WHERE n.last <> (SELECT max(regexp_replace(number, '^.*-', '')::int) FROM (SELECT 'case' AS kind, "sequenceId" AS number FROM "Case" UNION ALL SELECT 'lead', "sequenceId" FROM "Lead"
        UNION ALL SELECT 'invoice', "invoiceNumber" FROM "Invoice" UNION ALL SELECT 'retrieval_request', "requestNumber" FROM "RetrievalRequest") b
        WHERE b.kind = n.kind AND b.number ~ ('(^|-)' || n.year || '-'))`);
  });

  test("retrieval requests are in every status, reached only by allowed transitions", async () => {
    const steps = (await findIn(
      headquartersId,
      `
      SELECT r.id, r.status, array_agg(s.status ORDER BY s.at) AS path FROM "RetrievalRequest" r
      JOIN "RetrievalRequestStep" s ON s."requestId" = r.id GROUP BY r."organizationId", r.id`,
    )) as { status: string; path: string[] }[];
    for (const { status, path } of steps) {
      expect([path[0], path.at(-1)]).toEqual(["draft", status]);
      path.slice(1).forEach((to, index) => expect(retrievalSteps[path[index] ?? ""]).toContain(to));
    }
    expect(new Set(steps.map(({ status }) => status))).toEqual(
      new Set([...Object.keys(retrievalSteps), ...Object.values(retrievalSteps).flat()]),
    );
    await expectNowhere(`SELECT id, status FROM "RetrievalRequest" WHERE "statusChangedAt" > now()
      OR ("submittedAt" IS NULL AND status IN ('submitted', 'acknowledged', 'in_progress', 'received', 'completed'))
      OR (status = 'completed') AND ("completedAt" IS NULL OR "receivedAt" IS NULL OR "pagesReceived" IS NULL)
      OR "receivedAt" < "submittedAt" OR "acknowledgedAt" < "submittedAt" AND "followUpCount" = 0`);
  });

  test("expenses add up, of the headquarters’ 400 some wait for approval or payment; damages are of cases from the negotiation on", async () => {
    await expectNowhere(`SELECT x.id FROM "Expense" x JOIN "Case" c ON c.id = x."caseId"
      WHERE x."paidCents" <> (SELECT coalesce(sum((p->>'amountCents')::bigint), 0) FROM jsonb_array_elements(x.payments) p)
        OR (x.status IN ('pending_approval', 'rejected') AND x."amountCents" < 50000) OR x."approvedBy"->>'id' = ANY (x."preparedByPersons")
        OR x."incurredOn" > x."createdAt"::date OR x."updatedAt" > now() OR c."resolutionDate" IS NOT NULL`);
    const [counted] = await findIn(
      headquartersId,
      `SELECT count(*)::int AS expenses, count(*) FILTER (WHERE status = 'pending_approval')::int AS waiting, count(*) FILTER (WHERE status = 'approved')::int AS unpaid FROM "Expense"`,
    );
    expect(counted).toEqual({ expenses: 400, waiting: 6, unpaid: 15 });
    const [claimed] = await findIn(
      headquartersId,
      `SELECT bool_or(c."matterStage" = 'negotiation') AS negotiation, bool_or(c."matterStage" = 'discovery') AS discovery, bool_or(c."matterStage" IN ('intake', 'treatment', 'demand_sent')) AS before
      FROM "Damage" d JOIN "Case" c ON c.id = d."caseId"`,
    );
    expect(claimed).toEqual({ negotiation: true, discovery: true, before: false });
  });

  test("invoices add up in every status", async () => {
    await expectNowhere(`SELECT i.id, i.status FROM "Invoice" i JOIN "Case" c ON c.id = i."caseId" WHERE
      "subtotalCents" <> (SELECT sum("amountCents") FROM "InvoiceLineItem" l WHERE l."invoiceId" = i.id)
      OR c."plaintiffId" <> i."clientId" OR i."createdAt" < c."openedOn" OR i."updatedAt" > now()
      OR "paidCents" <> (SELECT coalesce(sum("amountCents" - "refundedCents"), 0) FROM "Payment" p WHERE p."invoiceId" = i.id)
      OR (status = 'paid') <> ("paidCents" = "totalCents" AND "paidAt" IS NOT NULL)
      OR (status = 'partial' AND "paidCents" = 0) OR (status IN ('draft', 'sent', 'overdue', 'to_be_paid') AND "paidCents" > 0)
      OR (status IN ('sent', 'overdue') AND "sentAt" IS NULL) OR (status = 'draft' AND "issuedOn" IS NOT NULL)
      OR (status = 'overdue' AND "dueOn" >= current_date) OR (status = 'sent' AND "dueOn" < current_date)`);
    const [variety] = await findIn(headquartersId, `SELECT count(DISTINCT status)::int AS statuses FROM "Invoice"`);
    expect(variety).toEqual({ statuses: 6 });
  });

  test("folders are below folders of their case, and email addresses and phone numbers are fictitious", async () => {
    await expectNowhere(`SELECT f.id FROM "Folder" f LEFT JOIN "Folder" p ON p.id = f."parentFolderId"
      WHERE f.depth <> coalesce(p.depth, 0) + 1 OR f."nameKey" <> lower(f.name) OR p."createdAt" > f."createdAt"`);
    await expectNowhere(`SELECT email, phone FROM (SELECT email, phone FROM "Client" UNION ALL SELECT email, phone FROM "Contact") c
      WHERE email !~ '@([a-z-]+[.])?example([.](com|org|net))?$' OR phone !~ '^[(][0-9]{3}[)] 555-01[0-9]{2}$'`);
    await expectNowhere(`SELECT email FROM "Member" WHERE email !~ '[.]example$'`);
  });
});

test("clients of the headquarters write and are called, some wait for an answer, and consents are as the clients said", async () => {
  const [found] = await findIn(
    headquartersId,
    `SELECT (SELECT count(*)::int FROM "Conversation") AS conversations, (SELECT count(*)::int FROM "Message") AS messages, (SELECT count(*)::int FROM "Call") AS calls,
       (SELECT count(*)::int FROM "MessageTemplate") AS templates, (SELECT count(*)::int FROM "Conversation" WHERE "unansweredSince" IS NOT NULL AND "caseId" IS NOT NULL) AS unanswered,
       (SELECT count(*)::int FROM "Conversation" WHERE "caseId" IS NULL) AS unlinked, (SELECT count(*)::int FROM "Conversation" WHERE "optOutSuspectedAt" IS NOT NULL) AS suspected,
       (SELECT min("occurredAt") < now() - interval '120 days' FROM "Message") AS "isOfMonths"`,
  );
  expect(found).toMatchObject({
    conversations: 90,
    calls: 200,
    templates: 8,
    unanswered: 6,
    unlinked: 3,
    suspected: 1,
    isOfMonths: true,
  });
  expect((found as { messages: number }).messages).toBeGreaterThan(300);
  for (const fault of [
    // Counted, and unanswered since the first message after the firm's last.
    `SELECT v.id FROM "Conversation" v JOIN LATERAL (SELECT count(*) AS messages, max("occurredAt") AS last, max("occurredAt") FILTER (WHERE direction = 'outbound') AS "out" FROM "Message" m WHERE m."conversationId" = v.id) m ON true
     WHERE v."messageCount" <> m.messages OR v."lastMessageAt" <> m.last OR v."lastOutboundAt" IS DISTINCT FROM m."out"
       OR v."unansweredSince" <> (SELECT min("occurredAt") FROM "Message" x WHERE x."conversationId" = v.id AND x."occurredAt" > coalesce(m."out", '-infinity'))`,
    // One conversation by text of each case.
    `SELECT "caseId" FROM "Conversation" WHERE channel = 'text' AND "caseId" IS NOT NULL GROUP BY "caseId" HAVING count(*) > 1`,
    // Nobody is texted who has not agreed.
    `SELECT m.id FROM "Message" m JOIN "MessageParty" p ON p."messageId" = m.id AND p."clientId" IS NOT NULL WHERE m.channel = 'text'
       AND NOT EXISTS (SELECT FROM "Consent" s WHERE s."clientId" = p."clientId" AND s.channel = 'text' AND s.status = 'opted_in')`,
    `SELECT c.id FROM "Client" c FULL JOIN "Consent" s ON s."clientId" = c.id WHERE c."textConsent"->>'status' IS DISTINCT FROM s.status`,
    // The date of a case that goes on is not before a message that reached its client.
    `SELECT c.id FROM "Case" c JOIN "Message" m ON m."caseId" = c.id AND m.direction = 'outbound' AND m.status IN ('delivered', 'sent')
     WHERE c."matterStatus" IN ('pending', 'open', 'on_hold') AND c."lastClientContactOn" < (m."occurredAt" AT TIME ZONE 'UTC')::date`,
  ])
    await expectNowhere(fault);
});
