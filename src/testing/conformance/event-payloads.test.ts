import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createExpense } from "../../areas/billing/expenses/fixtures.ts";
import { expireOverdueRequests } from "../../areas/scope-requests/domain.expiry.ts";
import { createTag } from "../../areas/cases/tags/fixtures.ts";
import { createRequestingKey, inDays, letExpire, signInAdministrator } from "../../areas/scope-requests/fixtures.ts";
import { completeOpenUploads } from "../../areas/documents/uploads/domain.ts";
import { createConversation } from "../../areas/communications/conversations/fixtures.ts";
import { createDocument, declaredFile, pdfBytes } from "../../areas/documents/fixtures.records.ts";
import { copyDocument } from "../../areas/referrals/documents/domain.copying.ts";
import { createEngagedPair, createStoredDocument } from "../../areas/referrals/documents/fixtures.ts";
import { makePdf, postForm, writeForm } from "../servers/file-storage.ts";
import { completeAttempt, expireExport, failAttempt } from "../../areas/exports/work/domain.endings.ts";
import { insertExport } from "../../areas/exports/fixtures.ts";
import { insertImport } from "../../areas/imports/fixtures.ts";
import { openImports } from "../../areas/imports/work/fixtures.ts";
import { fillSandbox } from "../../areas/sandbox/domain.filling.ts";
import { sendExpiryNotices } from "../../areas/keys/domain.notices.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { create, newSchedule } from "../../areas/reports/fixtures.saved.ts";
import { createChain } from "../../areas/deadline-chains/fixtures.ts";
import { markMissedDeadlines, warnOfDeadlines } from "../../areas/deadlines/warnings/domain.jobs.ts";
import { createDeadline } from "../../areas/deadlines/fixtures.ts";
import { createCourtAction } from "../../areas/cases/court-actions/fixtures.ts";
import { markOverdueTasks } from "../../areas/tasks/domain.jobs.ts";
import { sendCalendarReminders } from "../../areas/calendar/reminders/domain.jobs.ts";
import { addAttendee, createDueReminder, createEvent } from "../../areas/calendar/fixtures.ts";
import { createCaseDocument } from "../../areas/medical/fixtures.records.ts";
import { createPartners } from "../../areas/referrals/network/fixtures.ts";
import { createPartnerFirm } from "../../areas/referrals/partner-firms/fixtures.ts";
import { expireReferrals, remindOfReferrals } from "../../areas/referrals/referrals/domain.jobs.ts";
import { createReferral, due, engaged, sent } from "../../areas/referrals/referrals/fixtures.ts";
import { readToday } from "../../platform/database/organization-day.ts";
import { createLien } from "../../areas/settlements/liens/fixtures.ts";
import { warnOfLienDates } from "../../areas/settlements/liens/domain.jobs.ts";
import { expireNegotiations } from "../../areas/settlements/negotiations/domain.jobs.ts";
import { createNegotiation } from "../../areas/settlements/negotiations/fixtures.ts";
import { markOverduePayers } from "../../areas/settlements/settlements/domain.jobs.ts";
import { arrangeSettlement } from "../../areas/settlements/statements/fixtures.arranged.ts";
import { createAgreeable } from "../../areas/settlements/settlements/fixtures.ts";
import { createTask } from "../../areas/tasks/fixtures.ts";
import { createManagedTenant, createMember, type SignedInMember } from "../../areas/team/fixtures.ts";
import { stopSubscription } from "../../areas/webhooks/domain.health.ts";
import { createSubscription } from "../../areas/webhooks/fixtures.ts";
import { apiRouter } from "../../composition/router.ts";
import { eventTypeNames, type EventType } from "../../contract/events/event-types.ts";
import { createId } from "../../platform/database/ids.ts";
import { createSentRequest as createSentEsignRequest } from "../../areas/esign/fixtures.ts";
import { createBounceHandler } from "../../areas/esign/work/domain.bounces.ts";
import { expireEsignRequests } from "../../areas/esign/work/domain.clock.ts";
import { createPreparingRequest, openWorkTools, prepare, seal, signAll } from "../../areas/esign/work/fixtures.ts";
import { makePdf as makeSignablePdf } from "../../platform/pdf/fixtures.ts";
import { shippedTexts } from "../../areas/esign/consent-texts/domain.shipped.ts";
import { digestPasscode } from "../../areas/esign/signing/domain.codes.ts";
import {
  beginAndAgree,
  createSentRequest,
  newSubmissionId,
  openBrowser,
  typedSignature,
} from "../../areas/esign/signing/fixtures.ts";
import { createTrustAccount } from "../../areas/trust/accounts/fixtures.ts";
import { decide as decideDisbursement, signInApprover } from "../../areas/trust/disbursements/fixtures.approvers.ts";
import { createPayable } from "../../areas/trust/disbursements/fixtures.ts";
import { createDeposit } from "../../areas/trust/transactions/fixtures.ts";
import { verifyTrustBooks } from "../../areas/trust/verification/domain.ts";
import { falsifyLedger } from "../../areas/trust/verification/fixtures.ts";
import { openBulk } from "../../bulk/fixtures.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { runSystemAction } from "../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import { openApi, readBody, type Api } from "../harness/requests/api.ts";
import { readId } from "../harness/requests/example-request.ts";
import { changeRow, createCase, createKey, createTenant, openTenant, type TestTenant } from "../harness/tenant.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { expectEventsRecorded, readEvents } from "../harness/traces.ts";

let server: TestServer;
/** Conformance holds the events of an operation against their types; the rest is done here. */
const seen = new Set<string>(readDeclarations(apiRouter).flatMap(({ meta }) => meta.emits ?? []));

beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close(1000));

describe("events of the portal and the installation match their types", () => {
  let tenant: TestTenant;
  let manager: SignedInMember;
  let api: Api;
  beforeAll(async () => {
    ({ tenant, manager } = await createManagedTenant(server));
    api = openApi(server, tenant.secret);
  });

  /** Does something, and compares the events with their types. */
  async function expectRecorded(types: readonly EventType[], act: () => Promise<unknown>): Promise<void> {
    const before = await readEvents(tenant);
    await act();
    const events = (await readEvents(tenant)).slice(before.length);
    expect(events.map(({ eventType }) => eventType)).toEqual(types);
    expectEventsRecorded(events);
    for (const { eventType } of events) seen.add(eventType);
  }
  /** @throws when it was rejected */
  const change = async (procedure: string, input: object, of: Pick<SignedInMember, "portal"> = manager) =>
    (await of.portal.mutate(procedure, input)).data;

  test("of the team", async () => {
    const memberId = await createMember(tenant, { isAttorney: true, role: "attorney" });
    await createKey({ ...tenant, attorneyId: memberId }, { scopes: ["documents:write"] });
    const person = { firstName: "Ina", lastName: "Vogt", email: "ina.vogt@firm.example", role: "paralegal" };
    await expectRecorded(["member.invited"], () => change("members.create", person));
    await expectRecorded(["member.updated"], () =>
      change("members.update", { memberId, expectedRevision: 1, permissions: ["integrations:manage"] }),
    );
    await expectRecorded(["member.deactivated", "integration_key.misconfigured"], () =>
      change("members.transition", { toStatus: "deactivated", memberId, expectedRevision: 2 }),
    );
    const colleague = await createMember(tenant);
    await expectRecorded(["member.suspended"], () =>
      change("members.transition", { toStatus: "suspended", reason: "On leave", memberId: colleague }),
    );
    await expectRecorded(["member.reactivated"], () =>
      change("members.transition", { toStatus: "active", memberId, expectedRevision: 3 }),
    );
  });

  test("of elevated scopes and the organization", async () => {
    const administrator = await signInAdministrator(server);
    const { organizationId } = tenant;
    let requestId = "";
    const requestScope = async () => {
      ({ requestId } = await createRequestingKey(manager.portal, tenant));
    };
    const requested = ["integration_key.created", "scope_request.created"] as const;
    const decide = (decision: object) =>
      change("administration.decideScopeRequest", { organizationId, requestId, ...decision }, administrator);
    await expectRecorded(requested, requestScope);
    await expectRecorded(["scope_request.granted", "integration_key.updated"], () =>
      decide({ decision: "grant", note: "as agreed", latestExpiryAt: inDays(90) }),
    );
    await expectRecorded(requested, requestScope);
    await expectRecorded(["scope_request.denied"], () => decide({ decision: "deny", note: "not yet" }));
    await expectRecorded(requested, requestScope);
    await expectRecorded(["scope_request.withdrawn"], () => change("keys.withdrawScopeRequest", { requestId }));
    await expectRecorded(requested, requestScope);
    await letExpire(tenant, requestId);
    await expectRecorded(["scope_request.expired", "scope_request.lapsed"], () =>
      expireOverdueRequests(server.services.database),
    );
    const limits = { organizationId, read: 1_200, write: null, sensitive: 10, note: "Closing of the year" };
    await expectRecorded(["organization.updated"], () => change("administration.setRateLimits", limits, administrator));
    const owner = { firstName: "Nora", lastName: "Vale", email: "nora@payloads.example" };
    const office = { name: "Office of payloads", owner, parentOrganizationId: organizationId, note: "A new office" };
    let childId = "";
    await expectRecorded(["organization.child_added"], async () => {
      ({ organizationId: childId } = (
        await administrator.portal.mutate<{ organizationId: string }>("administration.createOrganization", office)
      ).data);
    });
    const detach = { organizationId: childId, parentOrganizationId: null, note: "It stands alone" };
    await expectRecorded(["organization.child_removed"], () =>
      change("administration.updateOrganization", detach, administrator),
    );
    const events = await readEvents({
      ...tenant,
      inside: (work) => server.services.database.withTenantTransaction(childId, work),
    });
    expect(events.map(({ eventType }) => eventType)).toEqual([
      "organization.created",
      "member.invited",
      "organization.updated",
    ]);
    expectEventsRecorded(events);
    seen.add("organization.created");
  });

  test("of a similar lead and a declined one", async () => {
    const body = { firstName: "Rosa", phone: "512-555-0143" };
    await expectRecorded(["lead.created"], () => api.change("POST", "/leads", body));
    await expectRecorded(["lead.created", "lead.duplicate_flagged"], () => api.change("POST", "/leads", body));
    const leadId = await createLead(tenant);
    await expectRecorded(["lead.status_changed", "lead.declined"], () =>
      api.change("POST", `/leads/${leadId}/transitions`, { toStatus: "declined", reason: "other" }),
    );
  });

  test("of tasks that end, follow one another and are overdue", async () => {
    const { taskId, caseId } = await createTask(tenant, { dueOn: "2026-01-05" });
    const { taskId: next } = await createTask(tenant, { caseId });
    await api.change("PATCH", `/tasks/${next}`, { dependsOnTaskIds: [taskId] });
    await expectRecorded(["task.overdue"], () => markOverdueTasks(server.services.database));
    const moves = [
      ["in_progress", "task.status_changed"],
      ["completed", "task.completed", "task.ready"],
      ["pending", "task.reopened"],
      ["cancelled", "task.cancelled", "task.ready"],
    ] as const;
    for (const [toStatus, ...types] of moves)
      await expectRecorded(types, () =>
        api.change("POST", `/tasks/${taskId}/transitions`, { toStatus, reason: "As agreed" }),
      );
  });

  test("of a court action whose status changes, alone and with others", async () => {
    const { caseId, courtActionId } = await createCourtAction(tenant);
    const path = `/cases/${caseId}/court-actions/${courtActionId}`;
    await expectRecorded(["court_action.status_changed"], () => api.change("PATCH", path, { status: "stayed" }));
    await expectRecorded(["court_action.updated", "court_action.status_changed"], () =>
      api.change("PATCH", path, { status: "dismissed", disposition: "With prejudice" }),
    );
  });

  test("of a deadline that is near and passes undone, and of a chain that moves", async () => {
    await createDeadline(tenant, { dueOn: "2026-03-01", dueAt: "2026-03-02T05:00:00Z" });
    await expectRecorded(["deadline.approaching"], () =>
      warnOfDeadlines(server.services.database, "2026-02-24T14:00:00.000Z"),
    );
    await expectRecorded(["deadline.missed"], () => markMissedDeadlines(server.services.database));
    const { chainId, deadlineId } = await createChain(tenant);
    await expectRecorded(["deadline.recalculated", "deadline_chain.recalculated"], () =>
      api.change("POST", `/deadline-chains/${chainId}/recalculate`, {
        triggerOn: "2026-03-03",
        reason: "x",
        commit: true,
        expected: [{ deadlineId, dueOn: "2026-04-02" }],
      }),
    );
  });

  test("of deadlines that are corrected, verified, recalculated, let go and reopened", async () => {
    await expectRecorded(["deadline_policy.updated"], () =>
      change("deadlinePolicy.update", { limitationVerification: "other_persons" }),
    );
    const actingAttorneyId = await createMember(tenant, { isAttorney: true, role: "attorney" });
    const other = openApi(server, (await createKey(tenant, { actingAttorneyId })).secret);
    const { caseId } = await createCase(tenant, { dateOfIncident: "2025-01-02" });
    const add = async (body: object) =>
      (
        (
          await api.change("POST", `/cases/${caseId}/deadlines`, {
            type: "statute_of_limitations",
            allowDuplicate: true,
            ...body,
          })
        ).body["deadline"] as { id: string }
      ).id;
    const counted = { trigger: { source: "incident" }, offset: 100, unit: "years" };
    const [id, later, earlier] = [
      await add(counted),
      await add({ dueOn: "2125-01-03", reason: "x" }),
      await add({ dueOn: "2124-01-03", reason: "x" }),
    ];
    const act = (name: string, body: object, by = api) => by.change("POST", `/deadlines/${id}/${name}`, body);
    const decide = (subject: string, decision: string, more = {}) =>
      act("verify", { subject, decision, basis: "file_review", note: "x", ...more }, other);
    const [waive, end] = [
      { toStatus: "waived", basis: "other", reason: "x" },
      { toStatus: "cancelled", reason: "x" },
    ];
    await expectRecorded(["deadline.updated"], () => api.change("PATCH", `/deadlines/${id}`, { notes: "x" }));
    await expectRecorded(["deadline.disputed"], () => decide("date", "dispute"));
    await expectRecorded(["deadline.corrected"], () =>
      api.change("PATCH", `/deadlines/${id}`, { dueTime: "17:00", reason: "x" }),
    );
    await expectRecorded(["deadline.verified"], () => decide("date", "confirm", { dueOn: "2125-01-02" }));
    await expectRecorded(["case.updated", "deadline.recalculated"], () =>
      api.change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2025-01-01" }),
    );
    await expectRecorded(["case.updated", "deadline.recalculation_proposed"], () =>
      api.change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2025-01-03" }),
    );
    const { calendarEvent } = (
      await api.change("POST", "/calendar-events", {
        type: "trial",
        title: "Trial",
        caseId,
        allDay: true,
        startOn: "2099-02-05",
        endOn: "2099-02-05",
      })
    ).body as { calendarEvent: { id: string } };
    await add({
      type: "custom",
      trigger: { source: "trial", recordId: calendarEvent.id },
      offset: 7,
      unit: "calendar_days",
      direction: "before",
    });
    await expectRecorded(["calendar_event.cancelled", "deadline.trigger_called_off"], () =>
      api.change("POST", `/calendar-events/${calendarEvent.id}/transitions`, { toStatus: "cancelled", reason: "x" }),
    );
    await expectRecorded(["deadline.transition_requested"], () => act("transitions", waive));
    await expectRecorded(["deadline.transition_rejected"], () => decide("transition", "reject"));
    await expectRecorded(["deadline.satisfied"], () =>
      act("transitions", { toStatus: "satisfied", on: "2026-01-02", docketNumber: "26-cv-1" }),
    );
    // The incident moved to a later day meanwhile: what was proposed then is proposed again.
    const reopen = () =>
      expectRecorded(["deadline.reopened", "deadline.recalculation_proposed"], () =>
        act("transitions", { toStatus: "open", reason: "x" }),
      );
    await reopen();
    await expectRecorded(["deadline.superseded"], () =>
      act("transitions", { toStatus: "superseded", supersededById: earlier }),
    );
    await reopen();
    for (const [request, eventType] of [
      [waive, "deadline.waived"],
      [end, "deadline.cancelled"],
      [{ toStatus: "superseded", supersededById: later }, "deadline.superseded"],
    ] as const) {
      await expectRecorded(["deadline.transition_requested", eventType], async () => {
        await act("transitions", request);
        await decide("transition", "confirm");
      });
      await reopen();
    }
  });

  test("of partner firms and referrals, in every status, with the fee and what the clock does", async () => {
    const { partnerFirmId } = await createPartnerFirm(tenant);
    const patch = (body: object) => api.change("PATCH", `/partner-firms/${partnerFirmId}`, body);
    await expectRecorded(["partner_firm.updated"], () => patch({ notes: "x" }));
    await expectRecorded(["partner_firm.blocked"], () => patch({ status: "blocked" }));
    const on = async (values: Parameters<typeof createReferral>[1]) => {
      const { referralId } = await createReferral(tenant, values);
      return (method: "POST" | "PUT", below: string, body: object) =>
        api.change(method, `/referrals/${referralId}/${below}`, body);
    };
    const terms = { type: "percentage_of_fee", rate: { basisPoints: 2_500 }, basis: "joint_responsibility" };
    const first = await on(sent);
    await expectRecorded(["referral.status_changed"], () => first("POST", "transitions", { status: "under_review" }));
    await expectRecorded(["referral.terms_proposed"], () => first("PUT", "fee-terms", { terms }));
    await expectRecorded(["referral.terms_accepted"], () => first("PUT", "fee-terms", { acceptRevision: 2 }));
    await expectRecorded(["case.updated", "referral.declined"], () =>
      first("POST", "transitions", { status: "declined", reason: "capacity" }),
    );
    const second = await on(sent);
    await expectRecorded(["case.updated", "referral.withdrawn"], () =>
      second("POST", "transitions", { status: "withdrawn", reason: "x" }),
    );
    const accepted = { ...engaged, status: "accepted", engagedOn: null, feeStatus: "none", nextUpdateDueOn: null };
    const third = await on(accepted);
    await expectRecorded(["referral.engaged"], () =>
      third("POST", "transitions", { status: "engaged", engagedOn: "2026-03-20" }),
    );
    await expectRecorded(["case.updated", "referral.returned"], () =>
      third("POST", "transitions", { status: "returned", reason: "conflict" }),
    );
    const fourth = await on(due);
    const pay = async (amountCents: number) => {
      const reply = await fourth("POST", "payouts", { amountCents, paidOn: "2026-03-14", method: "check" });
      return (reply.body["payout"] as { id: string }).id;
    };
    await expectRecorded(["referral.fee_disputed", "referral.updated"], async () => {
      await fourth("POST", "fee/transitions", { status: "disputed", reason: "x" });
      await fourth("POST", "fee/transitions", { status: "resolved" });
    });
    await expectRecorded(["referral.closed"], () =>
      fourth("POST", "transitions", { status: "closed", outcome: "won_settled" }),
    );
    let payoutId = "";
    await expectRecorded(["referral.payout_recorded", "referral.fee_paid"], async () => {
      payoutId = await pay(1_333_333);
    });
    await expectRecorded(["referral.payout_confirmed", "referral.payout_voided"], async () => {
      await fourth("POST", `payouts/${payoutId}/transitions`, { state: "confirmed" });
      await fourth("POST", `payouts/${payoutId}/transitions`, { state: "voided", reason: "x" });
    });
    await createReferral(tenant, { ...sent, expiresAt: "2026-03-21T15:00:00Z" });
    await expectRecorded(["case.updated", "referral.expired"], () => expireReferrals(server.services.database));
    await createReferral(tenant, { ...engaged, nextUpdateDueOn: "2026-03-30" });
    await expectRecorded(["referral.update_overdue"], () => remindOfReferrals(server.services.database));
    const today = await tenant.inside((transaction) =>
      readToday({ organizationId: tenant.organizationId, transaction }),
    );
    await createReferral(tenant, { ...sent, responseDueOn: today });
    await expectRecorded(["referral.response_due"], () => remindOfReferrals(server.services.database));
  });

  test("of documents that a firm of the installation shares", async () => {
    const other = await createTenant(server.services.database);
    const { sent: own, received: theirs } = await createEngagedPair(tenant, other);
    const tools = openWorkTools(server);
    const { organizationId } = tenant;
    const share = async (documentId: string) => {
      const path = `/referrals/${theirs.referralId}/documents`;
      const reply = await openApi(server, other.secret).change("POST", path, { documentIds: [documentId] });
      expect(reply.status, reply.text).toBe(200);
      const { id } = await tenant.inside((transaction) =>
        transaction
          .selectFrom("ReferralDocument")
          .select("id")
          .where("referralId", "=", own.referralId)
          .where("state", "=", "pending")
          .executeTakeFirstOrThrow(),
      );
      return { organizationId, referralDocumentId: id };
    };
    const stored = await createStoredDocument(server, other, { caseId: theirs.caseId, bytes: pdfBytes });
    const copy = await share(stored);
    await expectRecorded(["document.created", "referral.documents_received"], () => copyDocument(tools, copy));
    // Its bytes are nowhere.
    const lost = await share((await createDocument(other, { caseId: theirs.caseId })).documentId);
    for (let attempt = 1; attempt < 10; attempt += 1) await expect(copyDocument(tools, lost)).rejects.toThrow();
    await expectRecorded(["referral.documents_failed"], () => copyDocument(tools, lost));
  });

  test("of a firm of the installation that is approved, and refers a matter", async () => {
    const other = await createTenant(server.services.database);
    const { handlingId, originatingId } = await createPartners(other, tenant);
    await expectRecorded(["partner_firm.approved"], () =>
      change("partnerFirms.approve", { partnerFirmId: originatingId, expectedRevision: 1, approvedForSending: true }),
    );
    const { referralId } = await createReferral(other, { partnerFirmId: handlingId, channel: "network" });
    const sending = openApi(server, other.secret);
    await expectRecorded(["referral.received"], () => sending.change("POST", `/referrals/${referralId}/send`, {}));
  });

  test("of liens that are asserted, negotiated and final", async () => {
    const { lienId, caseId } = await createLien(tenant);
    const letterDocumentId = await createCaseDocument(tenant, caseId);
    const act = (body: object) => api.change("POST", `/liens/${lienId}/transitions`, body);
    await expectRecorded(["lien.updated"], () => act({ status: "asserted", assertedCents: 1_248_000 }));
    await expectRecorded(["lien.updated"], () => act({ status: "negotiating" }));
    const final = { amountCents: 779_365, on: "2026-03-12", method: "procurement_42cfr411", letterDocumentId };
    await expectRecorded(["lien.finalized"], () => act({ status: "final", final }));
    await expectRecorded(["lien.updated"], () => act({ status: "negotiating" }));
    await expectRecorded(["lien.updated"], () => act({ status: "waived", reason: "x" }));
  });

  test("of settlement statements that are issued, approved, superseded, declined and voided", async () => {
    const costs = [60_000];
    const { settlementId, shareIds, documentId } = await arrangeSettlement(tenant, { costs });
    let statementId = "";
    const draft = async () => {
      const reply = await api.change("POST", `/settlements/${settlementId}/statements`, { shareId: shareIds[0] });
      statementId = readId(reply.body, "settlementStatement");
    };
    const act = (body: object) => api.change("POST", `/settlement-statements/${statementId}/transitions`, body);
    const approval = { method: "wet_signature", on: "2026-03-20", documentId };
    await expectRecorded(["settlement_statement.created", "settlement.updated"], draft);
    await expectRecorded(["expense.reimbursed", "settlement_statement.issued"], () => act({ status: "issued" }));
    await expectRecorded(["document.updated", "settlement_statement.approved"], () =>
      act({ status: "approved", approval }),
    );
    await draft();
    await expectRecorded(["expense.updated", "settlement_statement.issued"], () => act({ status: "issued" }));
    await expectRecorded(["settlement_statement.superseded", "settlement_statement.approved"], () =>
      act({ status: "approved", approval }),
    );
    await draft();
    await act({ status: "issued" });
    await expectRecorded(["expense.updated", "settlement_statement.declined"], () => act({ status: "declined" }));
    await draft();
    await expectRecorded(["settlement_statement.voided"], () => act({ status: "voided", reason: "x" }));
  });

  test("of settlements that are agreed on, and fall through", async () => {
    const { settlementId } = await createAgreeable(tenant);
    const act = (body: object) => api.change("POST", `/settlements/${settlementId}/transitions`, body);
    await expectRecorded(["document.updated", "case.updated", "settlement.agreed"], () =>
      act({ status: "agreed", agreedOn: "2026-03-13" }),
    );
    await expectRecorded(["case.updated", "settlement.status_changed"], () =>
      act({ status: "fell_through", reason: "x" }),
    );
  });

  test("of expenses that are approved, paid, written off, rejected and void, and of the billing policy", async () => {
    await expectRecorded(["billing_policy.updated"], () =>
      change("billingPolicy.update", { expenseApproval: "members_and_keys" }),
    );
    const actingAttorneyId = await createMember(tenant, { isAttorney: true, role: "attorney" });
    const other = openApi(server, (await createKey(tenant, { actingAttorneyId })).secret);
    const { expenseId } = await createExpense(tenant);
    const act = (body: object, by = api) => by.change("POST", `/expenses/${expenseId}/transitions`, body);
    await expectRecorded(["expense.submitted"], () => act({ status: "pending_approval" }));
    await expectRecorded(["expense.rejected"], () => act({ status: "rejected", reason: "x" }, other));
    await expectRecorded(["expense.submitted"], () => act({ status: "pending_approval" }));
    await expectRecorded(["expense.approved"], () => act({ status: "approved" }, other));
    await expectRecorded(["expense.paid"], () => act({ status: "paid", payment: { method: "check" } }));
    await expectRecorded(["expense.updated"], () => act({ status: "approved", undoPayment: true, reason: "x" }));
    await expectRecorded(["expense.paid"], () => act({ status: "paid", payment: { method: "check" } }));
    await expectRecorded(["expense.written_off"], () => act({ writeOff: { amountCents: 1, reason: "x" } }));
    const { expenseId: unwanted } = await createExpense(tenant);
    await expectRecorded(["expense.voided"], () =>
      api.change("POST", `/expenses/${unwanted}/transitions`, { status: "void", reason: "x" }),
    );
  });

  test("of bulk jobs that end in each way", async () => {
    const bulk = openBulk(server, tenant);
    const { caseId } = await createCase(tenant);
    const post = (path: string, idempotencyKey: string) => ({
      method: "POST",
      path,
      idempotencyKey,
      body: { type: "general", body: "Called the adjuster" },
    });
    const [right, wrong] = [post(`/cases/${caseId}/notes`, "right"), post("/cases/unknown/notes", "wrong")];
    for (const [items, type, noted] of [
      [[right], "bulk_job.completed", ["note.created"]],
      [[{ ...right, idempotencyKey: "again" }, wrong], "bulk_job.completed_with_errors", ["note.created"]],
      [[wrong], "bulk_job.failed", []],
    ] as const) {
      let id = "";
      await expectRecorded(["bulk_job.created"], async () => ({ id } = await bulk.create(items)));
      await expectRecorded([...noted, type], () => bulk.run(id));
    }
  });

  test("of a case's tags", async () => {
    const { caseId } = await createCase(tenant);
    await createTag(tenant, "Alpha");
    const give = (tags: string[]) => openApi(server, tenant.secret).change("PUT", `/cases/${caseId}/tags`, { tags });
    await expectRecorded(["case.updated", "case.tag_added"], () => give(["Alpha"]));
    await expectRecorded(["case.updated", "case.tag_removed"], () => give([]));
  });

  test("of an expiring key", async () => {
    await createKey(tenant, { scopes: ["cases:read"], actingAttorneyId: null, expiresAt: inDays(6) });
    await expectRecorded(["integration_key.expiring"], () => sendExpiryNotices(server.services.database));
  });

  test("of a report visible to keys, and its schedule", async () => {
    let reportId = "";
    const schedule = { scheduleId: "", expectedRevision: 1 };
    const act = (name: string, expectedRevision: number) =>
      change(`reports.schedules.${name}`, { ...schedule, expectedRevision });
    await expectRecorded(["report.created"], async () => {
      const { report } = (await create(manager, { visibility: "organization", apiVisible: true })).data;
      reportId = report.id;
    });
    await expectRecorded(["report.updated"], () =>
      change("reports.update", { reportId, expectedRevision: 1, description: "By stage." }),
    );
    await expectRecorded(["report_schedule.created"], async () => {
      const made = await change("reports.schedules.create", newSchedule(reportId, [manager.memberId]));
      schedule.scheduleId = (made["schedule"] as { id: string }).id;
    });
    await expectRecorded(["report_schedule.updated"], () => act("pause", 1));
    await expectRecorded(["report_schedule.updated"], () => act("resume", 2));
    await expectRecorded(["report.deleted", "report_schedule.updated"], () =>
      change("reports.delete", { reportId, expectedRevision: 2 }),
    );
    await expectRecorded(["report_schedule.deleted"], () => act("delete", 4));
  });

  test("of a rule of a jurisdiction", async () => {
    await changeRow(tenant, "Member", manager.memberId, { isAttorney: true });
    const setVerification = (verification: string, expectedRevision: number) =>
      change("jurisdictionRules.setVerification", { key: "minority.pa", expectedRevision, verification });
    await expectRecorded(["jurisdiction_rule.verified"], () => setVerification("verified", 0));
    await expectRecorded(["jurisdiction_rule.updated"], () => setVerification("disabled", 1));
  });

  test("of a webhook that fails for too long, and one that is gone", async () => {
    const { database } = server.services;
    const action = {
      name: "webhookDeliveries.send",
      canRecordEvent: ["webhook_subscription.paused", "webhook_subscription.disabled"],
    } as const;
    const actor = {
      database,
      principal: systemPrincipal(tenant.organizationId),
      requestId: "req",
      clientIp: null,
      action,
    };
    const failing = await createSubscription(tenant, { consecutiveFailures: 12, failingSince: inDays(-6) });
    const gone = await createSubscription(tenant);
    await expectRecorded(["webhook_subscription.paused"], () =>
      runSystemAction(actor, (context) => stopSubscription(context, failing, "failures")),
    );
    await expectRecorded(["webhook_subscription.disabled"], () =>
      runSystemAction(actor, (context) => stopSubscription(context, gone, "gone")),
    );
  });
});

/** Holds all events of an organization against their types. */
async function expectAll(tenant: TestTenant, types: readonly string[]): Promise<void> {
  const events = await readEvents(tenant);
  expect(events.map(({ eventType }) => eventType)).toEqual(types);
  expectEventsRecorded(events);
  for (const { eventType } of events) seen.add(eventType);
}

test("events of a case that changes stage and status match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const { caseId } = await createCase(tenant);
  await openApi(server, tenant.secret).change("POST", `/cases/${caseId}/transitions`, {
    toStage: "treatment",
    toStatus: "on_hold",
  });
  await expectAll(tenant, ["case.stage_changed", "case.status_changed"]);
});

test("events of an upload in one request, and of one that never arrives, match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const { caseId } = await createCase(tenant);
  await postForm(server, tenant.secret, `/cases/${caseId}/documents`, { form: writeForm({}, { bytes: makePdf(100) }) });
  const reply = await openApi(server, tenant.secret).change("POST", `/cases/${caseId}/documents`, declaredFile());
  const { id } = reply.body["upload"] as { id: string };
  await changeRow(tenant, "DocumentUpload", id, { expiresAt: inDays(-1) });
  await completeOpenUploads(server.services.files.tools);
  await expectAll(tenant, ["document.created", "document.upload_started", "document.upload_failed"]);
});

test("events of a completed, a failed and an expired export match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const { organizationId, inside } = tenant;
  const { database } = server.services;
  const objectId = createId("storedObject");
  await inside((transaction) =>
    transaction.insertInto("StoredObject").values({ organizationId, id: objectId }).execute(),
  );
  const file = { objectId, sizeBytes: 12, sha256: "0".repeat(64), rowCount: 3 };
  const begin = async () => {
    const id = await insertExport(tenant, { status: "running", attempts: 1 });
    return {
      row: await inside((transaction) =>
        transaction.selectFrom("Export").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
      ),
      attempt: { exportId: id, number: 1 },
    };
  };
  const [made, failing] = [await begin(), await begin()];
  expect(await completeAttempt(database, made.row, made.attempt, { ...file, accesses: [] })).toBe(true);
  await failAttempt(database, failing.row, failing.attempt, "too_large");
  await changeRow(tenant, "Export", made.row.id, { expiresAt: inDays(-1) });
  await expireExport(database, organizationId, made.row.id);
  await expectAll(tenant, ["export.completed", "export.failed", "export.expired"]);
});

test("events of an import that is read, checked, run and undone, and of one that fails, match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const imports = openImports(server, tenant);
  const { id } = await imports.send("Client ID,First Name,Last Name\nC-1,Elena,Marsh");
  for (const action of ["check", "start", "undo"] as const) await imports.run(id, action);
  const failing = await insertImport(tenant, { status: "reading", attempts: 100 });
  await imports.work(failing);
  await expectAmong(tenant, [
    "import.created",
    "import.read",
    "import.started",
    "import.checked",
    "import.completed",
    "import.undone",
    "import.failed",
    "client.created",
    "client.deleted",
  ]);
});

test("the event of a sandbox that is filled matches its type", async () => {
  const firm = await createTenant(server.services.database);
  const made = await openApi(server, firm.secret).change("POST", "/sandbox", { contents: "examples" });
  const organizationId = readId(made.body, "sandbox");
  const { database } = server.services;
  const { attorneyId, secret, keyId } = firm;
  const sandbox = openTenant(database, { organizationId, attorneyId, secret, keyId });
  const prepareExamples = () => Promise.resolve(() => Promise.resolve());
  await fillSandbox({ database, prepareExamples }, { organizationId, requestId: "req_none" });
  await expectAll(sandbox, ["sandbox.ready"]);
});

test("events of the calendar match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const { eventId } = await createEvent(tenant, { type: "deposition" });
  await addAttendee(tenant, eventId, { memberId: tenant.attorneyId });
  const send = (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    openApi(server, tenant.secret).change(method, `/calendar-events/${eventId}${path}`, body);
  await send("POST", "/responses", { memberId: tenant.attorneyId, response: "accepted" });
  for (const changed of [{ tags: ["prepared"] }, { startAt: "2026-04-21T14:00:00Z" }]) await send("PATCH", "", changed);
  for (const move of [
    { toStatus: "held", outcome: "Done" },
    { toStatus: "scheduled", reason: "Wrong one" },
    { toStatus: "cancelled", reason: "Settled" },
  ])
    await send("POST", "/transitions", move);
  await send("DELETE", "?reason=Duplicate");
  await createDueReminder(tenant);
  await sendCalendarReminders(server.services.database);
  await expectAll(
    tenant,
    ["responded", "updated", "rescheduled", "outcome_recorded", "updated", "cancelled", "deleted", "reminder_due"].map(
      (verb) => `calendar_event.${verb}`,
    ),
  );
});

test("events of calendar feeds match their types", async () => {
  const { tenant, manager } = await createManagedTenant(server);
  const feedId = (await manager.portal.mutate<{ feed: { id: string } }>("calendarFeeds.create", { name: "Phone" })).data
    .feed.id;
  for (const procedure of ["rotate", "revoke"]) await manager.portal.mutate(`calendarFeeds.${procedure}`, { feedId });
  await expectAll(tenant, ["calendar_feed.created", "calendar_feed.rotated", "calendar_feed.revoked"]);
});

test("events of consent texts match their types", async () => {
  const { tenant, manager } = await createManagedTenant(server);
  await changeRow(tenant, "Member", manager.memberId, { isAttorney: true });
  const [shipped] = shippedTexts;
  const version = { language: "en", title: "Signing electronically", body: shipped?.body, expectedVersion: 1 };
  const { consentText } = (
    await manager.portal.mutate<{ consentText: { id: string } }>("esignConsentTexts.createVersion", version)
  ).data;
  await manager.portal.mutate("esignConsentTexts.verify", { consentTextId: consentText.id });
  await expectAll(tenant, ["esign_consent_text.created", "esign_consent_text.verified"]);
});

test("events of the signing page match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const values = { submissionId: newSubmissionId(), signature: typedSignature, values: {} };
  const open = async () => ({ browser: openBrowser(server), sent: await createSentRequest(server, tenant) });
  const [signing, declining, failing] = [await open(), await open(), await open()];
  await beginAndAgree(signing.browser, signing.sent.recipients[0]?.token ?? "");
  await signing.browser.post("sign", values);
  await declining.browser.post("begin", { token: declining.sent.recipients[0]?.token });
  await declining.browser.post("decline", { reason: "Not now" });
  const [{ id, token } = { id: "", token: "" }] = failing.sent.recipients;
  const passcodeDigest = digestPasscode(server.services, id, "blue heron");
  await changeRow(tenant, "EsignRecipient", id, { authentication: "passcode", passcodeDigest });
  for (let count = 0; count < 5; count += 1) await failing.browser.post("begin", { token, code: "grey heron" });
  await expectAll(
    tenant,
    ["viewed", "updated", "signed", "viewed", "declined", "recipient_locked"].map((verb) => `esign_request.${verb}`),
  );
});

test("events of the trust books match their types", async () => {
  const { tenant, manager: owner } = await createManagedTenant(server);
  await changeRow(tenant, "Member", owner.memberId, { role: "owner" });
  const account = { bankName: "First Bank", accountNumberLast4: "4471", type: "iolta", jurisdiction: "TX" };
  const { trustAccount } = (
    await owner.portal.mutate<{ trustAccount: { id: string } }>("trustAccounts.add", { ...account, name: "IOLTA" })
  ).data;
  await owner.portal.mutate("trustAccounts.close", { trustAccountId: trustAccount.id, expectedRevision: 1 });
  await owner.portal.mutate("trustPolicy.edit", { approval: "second_person" });
  const api = openApi(server, tenant.secret);
  const [returned, reversed] = [await createDeposit(tenant), await createDeposit(tenant)];
  for (const [{ transactionId }, move] of [
    [returned, { status: "cleared", basis: "bank_confirmed" }],
    [returned, { status: "returned", reason: "Not sufficient funds" }],
    [reversed, { status: "reversed", reason: "Recorded twice" }],
  ] as const)
    expect((await api.change("POST", `/trust-transactions/${transactionId}/transitions`, move)).status).toBe(200);
  await falsifyLedger(server, reversed.ledgerId);
  await verifyTrustBooks(server.services.database, server.services.logger);
  await expectAll(tenant, [
    "trust_account.created",
    "trust_account.updated",
    "trust_policy.updated",
    "trust_transaction.cleared",
    "trust_transaction.recorded",
    "trust_transaction.returned",
    "trust_transaction.recorded",
    "trust_transaction.reversed",
    "trust_account.discrepancy_found",
  ]);
});

test("events of disbursements and reconciliations match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const approver = await signInApprover(server, tenant, { role: "owner" });
  const payable = await createPayable(tenant);
  const path = `/settlement-statements/${payable.statementId}/disbursements`;
  const { trustDisbursements } = readBody<{ trustDisbursements: { id: string }[] }>(
    await api.change("POST", path, { method: "wire" }),
  );
  const [fee = "", cost = "", lien = "", client = ""] = trustDisbursements.map(({ id }) => id);
  const move = async (id: string, body: object) =>
    expect((await api.change("POST", `/trust-disbursements/${id}/transitions`, body)).status).toBe(200);
  await decideDisbursement(approver, fee, { decision: "reject", note: "x" });
  await decideDisbursement(approver, lien);
  await move(lien, { status: "issued", on: "2026-03-30" });
  await move(lien, { status: "voided", on: "2026-03-31", reason: "x" });
  await move(cost, { status: "cancelled", reason: "x" });
  await decideDisbursement(approver, client);
  await move(client, { status: "issued", on: "2026-03-30" });
  await move(client, { status: "cleared", on: "2026-04-02" });
  const { accountId: trustAccountId } = await createTrustAccount(tenant);
  const month = { periodStartOn: "2026-03-01", periodEndOn: "2026-03-31", openingCents: 0, closingCents: 0, lines: [] };
  readBody(await api.change("POST", `/trust-accounts/${trustAccountId}/bank-statements`, month));
  const closing = { trustAccountId, asOfOn: "2026-03-31" };
  await approver.portal.mutate("trustReconciliations.close", closing);
  await approver.portal.mutate("trustReconciliations.reopen", { ...closing, reason: "x" });
  await expectAll(tenant, [
    "trust_disbursement.requested",
    "trust_disbursement.requested",
    "trust_disbursement.requested",
    "trust_disbursement.requested",
    "trust_disbursement.rejected",
    "settlement.updated",
    "trust_disbursement.approved",
    "settlement.status_changed",
    "lien.paid",
    "trust_transaction.recorded",
    "trust_disbursement.issued",
    "settlement.status_changed",
    "lien.updated",
    "trust_transaction.recorded",
    "trust_disbursement.voided",
    "trust_disbursement.cancelled",
    "trust_disbursement.approved",
    "settlement.status_changed",
    "trust_transaction.recorded",
    "trust_disbursement.issued",
    "trust_disbursement.cleared",
    "bank_statement.imported",
    "trust_account.updated",
    "trust_reconciliation.closed",
    "trust_account.updated",
    "trust_reconciliation.reopened",
  ]);
});

test("events of the jobs of signature requests match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const tools = openWorkTools(server);
  const { database } = server.services;
  const signed = await createPreparingRequest(server, tenant, {
    bytes: await makeSignablePdf([{ text: "Agreement" }]),
  });
  await prepare(tools, tenant, signed.requestId);
  await signAll(tenant, signed.requestId);
  await seal(tools, tenant, signed.requestId);
  const failing = await createPreparingRequest(server, tenant, { bytes: new TextEncoder().encode("no PDF") });
  await prepare(tools, tenant, failing.requestId);
  const out = await createSentEsignRequest(tenant);
  const { organizationId } = tenant;
  await createBounceHandler(database)({ organizationId, id: out.recipientId, to: "rosa@example.com" });
  await changeRow(tenant, "EsignRequest", out.esignRequestId, { expiresAt: inDays(-1) });
  await expireEsignRequests(database);
  await expectAll(tenant, [
    "document.created",
    "document.locked",
    "esign_request.sent",
    "document.version_added",
    "document.created",
    "document.unlocked",
    "case.updated",
    "esign_request.completed",
    "esign_request.preparation_failed",
    "esign_request.delivery_failed",
    "esign_request.expired",
  ]);
});

test("events of what settlements owe by the clock match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const { database } = server.services;
  const api = openApi(server, tenant.secret);
  const { settlementId } = await createAgreeable(tenant, { payer: { expectedOn: "2026-03-20" } });
  await api.change("POST", `/settlements/${settlementId}/transitions`, { status: "agreed", agreedOn: "2026-03-13" });
  await createNegotiation(tenant, { expiresAt: "2026-06-10T22:00:00.000Z" });
  await createLien(tenant, { payByOn: "2026-06-10" });
  const events = (await readEvents(tenant)).length;
  await expireNegotiations(database, "2026-06-08T12:00:00Z");
  await expireNegotiations(database, "2026-06-11T12:00:00Z");
  await markOverduePayers(database, "2026-06-08T12:00:00Z");
  await warnOfLienDates(database, "2026-06-08T12:00:00Z");
  const recorded = (await readEvents(tenant)).slice(events);
  expect(recorded.map(({ eventType }) => eventType)).toEqual([
    "negotiation.expiring",
    "negotiation.expired",
    "settlement.payment_overdue",
    "lien.deadline_approaching",
  ]);
  expectEventsRecorded(recorded);
  for (const { eventType } of recorded) seen.add(eventType);
});

test("events of consents match their type", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { clientId } = await createCase(tenant);
  const events = (await readEvents(tenant)).length;
  await api.change("PUT", "/consents", { clientId, channel: "text", status: "opted_in", source: "call" });
  await api.change("PUT", "/consents", { clientId, channel: "call", status: "opted_out", source: "call" });
  const recorded = (await readEvents(tenant)).slice(events);
  expect(recorded.map(({ eventType }) => eventType)).toEqual(["client.updated", "consent.updated", "consent.updated"]);
  expectEventsRecorded(recorded);
  for (const { eventType } of recorded) seen.add(eventType);
});

test("events of conversations and messages match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { caseId } = await createCase(tenant);
  const [client, firm] = [{ address: "+15125550143" }, { address: "+15125550100" }];
  const inbound = { channel: "text", direction: "inbound", caseId, from: client, to: [firm], bodyText: "x" };
  const log = async (body: object) =>
    readBody<{ message: { id: string; conversationId: string } }>(await api.change("POST", "/messages/log", body))
      .message;
  const { id, conversationId } = await log(inbound);
  await log({ ...inbound, direction: "outbound", from: firm, to: [client] });
  readBody(await api.change("PATCH", `/conversations/${conversationId}`, { status: "closed" }));
  await log(inbound);
  readBody(await api.change("POST", `/messages/${id}/transitions`, { status: "voided", reason: "x" }));
  const sentAt = "2026-03-14T15:09:26.535Z";
  const scheduled = { direction: "outbound", status: "scheduled", sendAt: sentAt } as const;
  const { messageId: waiting } = await createConversation(tenant, {}, scheduled);
  readBody(await api.change("POST", `/messages/${waiting}/transitions`, { status: "cancelled" }));
  // To the number that says STOP: one that waits is blocked, and a confirmation is created.
  await createConversation(tenant, {}, scheduled);
  await log({ ...inbound, from: firm, to: [client], bodyText: "STOP" });
  const queued = { direction: "outbound", status: "queued", queuedAt: sentAt, attemptAt: sentAt } as const;
  for (const status of ["sent", "delivered", "read", "undelivered", "bounced", "failed"] as const) {
    const values = status === "sent" ? queued : ({ direction: "outbound", status: "sent", sentAt } as const);
    const { messageId } = await createConversation(tenant, {}, values);
    readBody(await api.change("POST", "/message-delivery-reports", { reports: [{ messageId, status }] }));
  }
  await expectAmong(tenant, [
    "conversation.created",
    "conversation.updated",
    "conversation.closed",
    "conversation.reopened",
    "message.received",
    "message.logged",
    "message.opted_out",
    "message.blocked",
    "message.created",
    "message.voided",
    "message.cancelled",
    "message.sent",
    "message.delivered",
    "message.read",
    "message.undelivered",
    "message.bounced",
    "message.failed",
  ]);
});

test("events of calls match their types", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { caseId, clientId } = await createCase(tenant);
  const [startedAt, answeredAt, endedAt] = ["14:00:00", "14:00:09", "14:06:21"].map((time) => `2026-03-12T${time}Z`);
  const ringing = { direction: "inbound", status: "ringing", startedAt, caseId, party: { clientId } };
  const record = async (body: object) =>
    readBody<{ call: { id: string } }>(await api.change("POST", "/calls", body)).call.id;
  await record({ ...ringing, status: "missed" });
  const callId = await record(ringing);
  for (const changes of [{ status: "in_progress", answeredAt }, { status: "completed", endedAt }, { isVoid: true }])
    readBody(await api.change("PATCH", `/calls/${callId}`, changes));
  await expectAmong(tenant, ["call.created", "call.missed", "call.updated", "call.completed", "call.voided"]);
});

/** Compares the events so far with their types; other records may have changed, too: the date of last contact. */
async function expectAmong(tenant: TestTenant, types: readonly string[]): Promise<void> {
  const events = await readEvents(tenant);
  const others = new Set(["case.updated"]);
  const recorded = events.map(({ eventType }) => eventType).filter((type) => !others.has(type));
  expect(new Set(recorded)).toEqual(new Set(types));
  expectEventsRecorded(events);
  for (const { eventType } of events) seen.add(eventType);
}

test("every type was checked", () => {
  expect(eventTypeNames.filter((type) => !seen.has(type))).toEqual([]);
});
