import { describe, expect, test } from "vitest";
import { Notice } from "../../areas/notifications/schema.ts";
import { describeNotice } from "./notification-labels.ts";

const expiresAt = "2027-03-14T00:00:00.000Z";
const keyName = "Records <script>";

const aboutTask = {
  taskId: "task_1",
  caseNumber: "2026-000123",
  dueDay: "2026-11-30",
  category: "admin",
  priority: "normal",
  title: null,
};

const aboutDeadline = { deadlineId: "ddl_1", typeName: "Answer due", caseNumber: "2026-000123", isVerified: false };

const notices: Notice[] = [
  {
    kind: "scope_request.created",
    parameters: { keyName, scopes: ["medical:write", "clients:pii"], requestedBy: "Margaret Okafor" },
  },
  {
    kind: "scope_request.granted",
    parameters: { keyName, scope: "medical:write", decidedBy: "Ruth Adler", note: "for a year", expiresAt },
  },
  {
    kind: "scope_request.denied",
    parameters: { keyName, scope: "medical:write", decidedBy: "Ruth Adler", note: "too broad" },
  },
  { kind: "scope_request.lapsed", parameters: { keyName, scope: "medical:write" } },
  { kind: "integration_key.created", parameters: { keyName, createdByName: "Provisioning", expiresAt } },
  {
    kind: "integration_key.expiring",
    parameters: { keyName, expiresAt, daysLeft: 7, lapsingScopes: ["medical:read"] },
  },
  { kind: "integration_key.reported", parameters: { keyName, reportedBy: "Robin Hale" } },
  {
    kind: "integration_key.misconfigured",
    parameters: {
      attorneyName: "Daniel Pierce",
      keyCount: 1,
      keys: [{ keyName, stoppedScopes: ["documents:write", "medical:write"] }],
    },
  },
  {
    kind: "webhook_subscription.paused",
    parameters: { subscriptionId: "whs_1", subscriptionName: "Nightly", keyName, failingSince: expiresAt },
  },
  {
    kind: "webhook_subscription.disabled",
    parameters: { subscriptionId: "whs_1", subscriptionName: "Nightly", keyName },
  },
  {
    kind: "export.completed",
    parameters: { exportId: "exp_1", fileName: "pipeline.xlsx", scheduleName: "Monday <b>" },
  },
  {
    kind: "export.failed",
    parameters: { exportId: "exp_1", fileName: "cases.csv", scheduleName: null, failure: "too_large" },
  },
  {
    kind: "report_schedule.paused",
    parameters: {
      scheduleId: "rsc_1",
      scheduleName: "Monday <b>",
      reportId: "rpt_1",
      ownerName: "Ada Counsel",
      reason: "not_allowed",
    },
  },
  {
    kind: "esign.declined",
    parameters: { esignRequestId: "esr_1", number: "ES-2026-00042", caseNumber: "2026-000123", label: "Client <b>" },
  },
  {
    kind: "esign.delivery_failed",
    parameters: { esignRequestId: "esr_1", number: "ES-2026-00042", caseNumber: null, label: "Client" },
  },
  {
    kind: "esign.seal_failed",
    parameters: { esignRequestId: "esr_1", number: "ES-2026-00042", caseNumber: "2026-000123" },
  },
  {
    kind: "trust.approval_requested",
    parameters: { trustAccountId: "tra_1", accountName: "IOLTA <b>", caseNumber: "2026-000123", count: 3 },
  },
  {
    kind: "trust.deposit_returned",
    parameters: { trustAccountId: "tra_1", accountName: "IOLTA", transactionNumber: 7, caseNumber: null },
  },
  {
    kind: "trust.reconciliation_due",
    parameters: { trustAccountId: "tra_1", accountName: "IOLTA", monthEndOn: "2026-10-31" },
  },
  { kind: "trust.discrepancy_found", parameters: { trustAccountId: "tra_1", accountName: "IOLTA" } },
  {
    kind: "trust.checks_stale",
    parameters: { trustAccountId: "tra_1", accountName: "IOLTA", count: 1, days: 90 },
  },
  {
    kind: "communications.opt_out_suspected",
    parameters: { conversationId: "cnv_1", caseNumber: "2026-000123" },
  },
  { kind: "communications.unlinked", parameters: { conversationId: "cnv_1", caseNumber: null } },
  { kind: "communications.provider_rejected", parameters: { provider: "twilio" } },
  {
    kind: "referral.received",
    parameters: { referralId: "rfl_1", number: "REF-2026-00042", firmName: "Castillo", responseDueOn: "2026-11-05" },
  },
  {
    kind: "referral.attention",
    parameters: { referralId: "rfl_1", number: "REF-2026-00042", firmName: "Castillo", attention: "documents_failed" },
  },
  { kind: "note.mentioned", parameters: { noteId: "note_1", about: "case", number: "2026-000123", keyName } },
  { kind: "task.assigned", parameters: { ...aboutTask, title: "Request <b>" } },
  { kind: "task.reminder", parameters: aboutTask },
  { kind: "task.overdue", parameters: { ...aboutTask, priority: "urgent" } },
  { kind: "task.ready", parameters: { ...aboutTask, caseNumber: null } },
  { kind: "deadline.approaching", parameters: { ...aboutDeadline, daysLeft: 7, effectiveOn: "2026-12-03" } },
  {
    kind: "deadline.approaching",
    parameters: { ...aboutDeadline, daysLeft: 7, effectiveOn: "2026-12-06", actInDays: 5, actByOn: "2026-12-04" },
  },
  {
    kind: "deadline.changed",
    parameters: {
      dateCount: 1,
      caseCount: 1,
      caseNumber: "2026-000123",
      change: "moved",
      deadlines: [
        { ...aboutDeadline, change: "moved", fromOn: "2026-12-03", toOn: "2026-12-06", actByOn: "2026-12-04" },
      ],
    },
  },
  {
    kind: "deadline.changed",
    parameters: {
      dateCount: 7,
      caseCount: 2,
      caseNumber: null,
      change: null,
      deadlines: (["set", "proposed", "waived"] as const).map((change) => ({
        ...aboutDeadline,
        change,
        fromOn: "2026-12-03",
        toOn: "2026-12-08",
        actByOn: null,
      })),
    },
  },
  { kind: "deadline.tolled", parameters: { ...aboutDeadline, isVerified: true } },
  { kind: "deadline.disputed", parameters: aboutDeadline },
  { kind: "deadline.unverified", parameters: { dateCount: 12, pendingCount: 1, earliestOn: "2026-12-03" } },
  { kind: "deadline.missed", parameters: { ...aboutDeadline, dueOn: "2026-11-25" } },
  ...(["invited", "changed", "cancelled", "removed", "reminder"] as const).map((happening) => ({
    kind: `calendar.${happening}` as const,
    parameters: {
      eventId: "cal_1",
      typeName: "Hearing",
      caseNumber: happening === "invited" ? null : "2026-000123",
      when: "Nov 30, 2026, 9:00 AM EST",
    },
  })),
  {
    kind: "organization.moved",
    parameters: { organizationName: "Houston", previousParentName: "Old", parentName: "New", movedBy: "Ruth Adler" },
  },
  {
    kind: "organization.calendar_ending",
    parameters: { calendarId: "hol_1", calendarName: "Firm holidays", verifiedThroughOn: "2027-12-31" },
  },
];

const write = (notice: Notice) => {
  const { sentence, detail } = describeNotice(notice, () => "Mar 14, 2027");
  const text = sentence
    .map((part) => {
      if (typeof part === "string") return part;
      return "name" in part ? part.name : part.scope;
    })
    .join("");
  return `${text} | ${detail ?? ""}`;
};

describe("notification texts", () => {
  test("every type of notification has a text", () => {
    expect([...new Set(notices.map(({ kind }) => kind))].toSorted()).toEqual(
      Notice.options.map((option) => option.shape.kind.value).toSorted(),
    );
  });

  test("names the actor, the action and the record", () => {
    expect(notices.map(write)).toEqual([
      "Margaret Okafor requested medical:write, clients:pii for Records <script>. | A platform administrator decides. Until then the key works with its current scopes.",
      "Ruth Adler granted medical:write to Records <script>. Key expires on Mar 14, 2027. | for a year",
      "Ruth Adler denied medical:write for Records <script>. | too broad",
      "The request for medical:write for Records <script> expired. | No decision was made within 14 days. Request it again if needed.",
      "The key Provisioning created Records <script>. It expires on Mar 14, 2027. | If you did not expect this, revoke Provisioning: the keys that it created are revoked with it.",
      "Records <script> expires on Mar 14, 2027. | Request a renewal of medical:read first. Rotate the key to extend it. Requests with it fail after that date.",
      "Robin Hale reported the secret of Records <script> as leaked. | The key is paused. Rotate it without an overlap, then resume it.",
      "Records <script> needs attention: Daniel Pierce can no longer act for it. | Requests that need documents:write, medical:write fail until you choose another acting attorney.",
      "The webhook Nightly of Records <script> was paused: every delivery failed since Mar 14, 2027. | Fix the endpoint, enable the webhook, then recover missed events.",
      "The webhook Nightly of Records <script> was disabled: its endpoint returned 410. | 410 (Gone) means the endpoint was removed. If that is wrong, enable the webhook, then recover missed events.",
      "The file pipeline.xlsx of the scheduled report Monday <b> is ready. | Available for 7 days.",
      "The file cases.csv could not be created. | The file would exceed the size limit of its format. Use more filters, or choose another format.",
      "The scheduled report Monday <b> was paused. | Its owner, Ada Counsel, no longer has permission to export this report. A member with the permission can create a new schedule.",
      "Client <b> declined signature request ES-2026-00042 of case 2026-000123. | The request ended. The request shows the reason.",
      "No email reached Client of signature request ES-2026-00042. | Correct the email address: the recipient then gets a new link.",
      "The signed files of signature request ES-2026-00042 of case 2026-000123 could not be sealed. | All recipients have signed, and nothing is lost. Caseport tries again; the server’s log has the cause.",
      "3 disbursements are waiting for approval in case 2026-000123, from IOLTA <b>. | Nothing is paid until a second person approves it.",
      "The bank returned a deposit to IOLTA: transaction 7. | What was paid out of it must be covered. Do not issue further checks against it.",
      "IOLTA is not reconciled for the month that ended on Oct 31, 2026. | Import the bank statement, match its lines, and close the reconciliation.",
      "The balances of IOLTA do not follow from its transactions. | Stop disbursements from the account and contact support. The server’s log has the details.",
      "1 check of IOLTA has been outstanding for 90 days or more. | Contact the payee, or void the check and issue another.",
      "A text of case 2026-000123 may ask the firm to stop texting. | No automated text goes to the number until you decide. Record the opt-out, or mark the conversation as no reply needed.",
      "A message came in that belongs to no case or lead, or to more than one. | Link the conversation to a case or a lead. Until then it is in no timeline.",
      "Twilio rejected the credentials of the firm’s account. | Texts wait until the credentials are replaced. A text that is more than 24 hours late is not sent.",
      "Castillo refers a matter to your firm: REF-2026-00042. | Accept or decline it by Nov 5, 2026.",
      "Referral REF-2026-00042 with Castillo needs attention. | A document could not be copied between the two firms. Share it again.",
      "You were mentioned in a note on case 2026-000123 by Records <script>. | ",
      "The task Request <b> of case 2026-000123 was assigned to you. | ",
      "A task of case 2026-000123 is due on Nov 30, 2026. | ",
      "A task of case 2026-000123 is overdue since Nov 30, 2026. | Priority: urgent.",
      "A task no longer waits for another task. | ",
      "Answer due of case 2026-000123 is in 7 days: due Dec 3, 2026. | No one has verified its date.",
      "Answer due of case 2026-000123 is in 5 days: act by Dec 4, 2026; due Dec 6, 2026. | No one has verified its date.",
      "Answer due of case 2026-000123 moved from Dec 3, 2026 to Dec 6, 2026; act by Dec 4, 2026. | No one has verified its date.",
      "7 dates of 2 cases changed. | Answer due (2026-000123) was set: Dec 8, 2026. Answer due (2026-000123) has a later date proposed: Dec 8, 2026. Dec 3, 2026 stays effective until a second person confirms it. Answer due (2026-000123) was waived. It was due on Dec 3, 2026. And 4 more.",
      "Answer due of case 2026-000123 is tolled: time does not run. | A tolling period has no end date. Record it as soon as time runs again.",
      "Answer due of case 2026-000123 has a disputed date. | A second person found another date. Correct the deadline, or have it verified.",
      "12 dates are waiting and 1 request is waiting for a second person. | The earliest is effective on Dec 3, 2026.",
      "Answer due of case 2026-000123 was missed: it was due on Nov 25, 2026. | No one has verified its date.",
      "You were invited: Hearing on Nov 30, 2026, 9:00 AM EST. | ",
      "Hearing of case 2026-000123 was changed: it is on Nov 30, 2026, 9:00 AM EST. | ",
      "Hearing of case 2026-000123 on Nov 30, 2026, 9:00 AM EST will not take place. | ",
      "You were removed from Hearing of case 2026-000123 on Nov 30, 2026, 9:00 AM EST. It still takes place. | ",
      "Hearing of case 2026-000123 is on Nov 30, 2026, 9:00 AM EST. | ",
      "Ruth Adler set the parent organization of Houston to New. | Reports of a headquarters can include the organizations below it. The reason is in the audit log.",
      "The holiday calendar Firm holidays is verified only through Dec 31, 2027. | Dates after that day are calculated without a verified calendar. An attorney can verify it for longer.",
    ]);
    const cleared: Notice = {
      kind: "organization.moved",
      parameters: { organizationName: "Houston", previousParentName: "Old", parentName: null, movedBy: "Ruth Adler" },
    };
    expect(write(cleared)).toContain("Ruth Adler removed Houston from its parent organization Old.");
    expect(describeNotice(cleared, String).action?.place).toBe("/audit");
  });

  test("a notification of a webhook links to the webhook", () => {
    const stopped = notices
      .filter(({ kind }) => kind.startsWith("webhook_"))
      .map((notice) => describeNotice(notice, String).action?.place);
    expect(stopped).toEqual(["/webhooks/whs_1", "/webhooks/whs_1"]);
  });

  test("a notification of an export or a schedule links to exports or reports", () => {
    const places = notices
      .filter(({ kind }) => kind.startsWith("export.") || kind.startsWith("report_"))
      .map((notice) => describeNotice(notice, String).action?.place);
    expect(places).toEqual(["/exports", "/exports", "/reports/rpt_1"]);
  });

  test.each(["report_gone", "report_changed"] as const)("say why a schedule was paused: %s", (reason) => {
    const notice: Notice = {
      kind: "report_schedule.paused",
      parameters: { scheduleId: "rsc_1", scheduleName: "Monday", reportId: "rpt_1", ownerName: "Ada Counsel", reason },
    };
    expect(write(notice)).toContain(reason === "report_gone" ? "Its report was deleted" : "is no longer valid");
    expect(describeNotice(notice, String).action?.place).toBe(reason === "report_gone" ? "/reports" : "/reports/rpt_1");
  });

  test("a notification of a signature request links to it", () => {
    const places = notices
      .filter(({ kind }) => kind.startsWith("esign."))
      .map((notice) => describeNotice(notice, String).action?.place);
    expect(places).toEqual(Array(3).fill("/signatures?request=esr_1"));
  });

  test("a notification of several keys names them and links to the list", () => {
    const keys = [
      { keyName, stoppedScopes: ["documents:write"] },
      { keyName: "Intake", stoppedScopes: ["medical:write"] },
    ];
    const notice: Notice = {
      kind: "integration_key.misconfigured",
      parameters: { attorneyName: "Daniel Pierce", keyCount: 3, keys },
    };
    expect(write(notice)).toBe(
      "3 keys need attention: Daniel Pierce can no longer act for them. | Requests that need these scopes fail until you choose another acting attorney: Records <script> (documents:write); Intake (medical:write); and 1 more.",
    );
    expect(describeNotice(notice, String).action?.query).toBe("?status=needs_attention");
  });
});
