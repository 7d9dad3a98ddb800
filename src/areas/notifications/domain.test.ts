import { describe, expect, test } from "vitest";
import { deadlineNews, type DeadlineNews } from "../../contract/closed-sets/deadline-news.ts";
import { describeMail, describeRequestMail } from "./domain.mails.ts";
import { Notice, type KeyNotice, type ReportNotice } from "./schema.ts";

const organization = { name: "Hartwell & Pierce", slug: "hartwell-pierce" };
const keyName = "Records sync";
const expiresAt = "2027-03-14T15:09:00.000Z";

const notices: Record<KeyNotice["kind"], KeyNotice> = {
  "scope_request.created": {
    kind: "scope_request.created",
    keyId: "key_1",
    parameters: { keyName, scopes: ["medical:read", "clients:pii"], requestedBy: "Margaret Okafor" },
  },
  "scope_request.granted": {
    kind: "scope_request.granted",
    keyId: "key_1",
    parameters: { keyName, scope: "medical:read", decidedBy: "Ruth Adler", note: "canary", expiresAt },
  },
  "scope_request.denied": {
    kind: "scope_request.denied",
    keyId: "key_1",
    parameters: { keyName, scope: "medical:read", decidedBy: "Ruth Adler", note: "canary" },
  },
  "scope_request.lapsed": {
    kind: "scope_request.lapsed",
    keyId: "key_1",
    parameters: { keyName, scope: "medical:read" },
  },
  "integration_key.created": {
    kind: "integration_key.created",
    keyId: "key_1",
    parameters: { keyName, createdByName: "Provisioning", expiresAt },
  },
  "integration_key.expiring": {
    kind: "integration_key.expiring",
    keyId: "key_1",
    parameters: { keyName, expiresAt, daysLeft: 7, lapsingScopes: [] },
  },
  "integration_key.reported": {
    kind: "integration_key.reported",
    keyId: "key_1",
    parameters: { keyName, reportedBy: "Robin Hale" },
  },
  "integration_key.misconfigured": {
    kind: "integration_key.misconfigured",
    keyId: "key_1",
    parameters: {
      attorneyName: "Daniel Pierce",
      keyCount: 1,
      keys: [{ keyName, stoppedScopes: ["documents:write", "medical:write"] }],
    },
  },
  "webhook_subscription.paused": {
    kind: "webhook_subscription.paused",
    keyId: "key_1",
    parameters: {
      subscriptionId: "whs_1",
      subscriptionName: "Nightly sync",
      keyName,
      failingSince: "2027-03-09T15:09:00.000Z",
    },
  },
  "webhook_subscription.disabled": {
    kind: "webhook_subscription.disabled",
    keyId: "key_1",
    parameters: { subscriptionId: "whs_1", subscriptionName: "Nightly sync", keyName },
  },
};

const reportNotices: Record<ReportNotice["kind"], ReportNotice> = {
  "export.completed": {
    kind: "export.completed",
    parameters: { exportId: "exp_1", fileName: "pipeline.xlsx", scheduleName: "Monday" },
  },
  "export.failed": {
    kind: "export.failed",
    parameters: { exportId: "exp_1", fileName: "cases.csv", scheduleName: null, failure: "not_allowed" },
  },
  "report_schedule.paused": {
    kind: "report_schedule.paused",
    parameters: {
      scheduleId: "rsc_1",
      scheduleName: "Monday",
      reportId: "rpt_1",
      ownerName: "Ada Counsel",
      reason: "report_gone",
    },
  },
};

describe("notification emails", () => {
  test.each(Object.values(notices))(
    "$kind names the key and the organization, links to the record, and has no note but that of a denial",
    (notice) => {
      const mail = describeMail(notice, organization);
      expect(mail.path).toBe(
        `/o/hartwell-pierce/${notice.kind.startsWith("webhook_") ? "webhooks/whs_1" : "credentials/key_1"}`,
      );
      expect(mail.subject).toMatch(/ \(Hartwell & Pierce\)$/);
      expect(mail.text).toContain('"Records sync"');
      expect(mail.text).toContain("Organization: Hartwell & Pierce");
      expect(mail.text.includes("Reason: canary")).toBe(notice.kind === "scope_request.denied");
      expect(JSON.stringify(mail).replace("Reason: canary", "")).not.toContain("canary");
      expect(JSON.stringify(mail)).not.toMatch(/undefined|null|\[object/);
    },
  );

  test("show times in UTC", () => {
    expect(describeMail(notices["integration_key.expiring"], organization)).toMatchObject({
      subject: "API key expires in 7 days: Records sync (Hartwell & Pierce)",
      text: expect.stringContaining("On March 14, 2027, 3:09 PM UTC the API key"),
    });
  });

  test("about a stopped webhook state the reason and what to do", () => {
    expect(describeMail(notices["webhook_subscription.paused"], organization)).toMatchObject({
      subject: "Webhook paused: Nightly sync (Hartwell & Pierce)",
      text: expect.stringContaining("every delivery failed since March 9, 2027, 3:09 PM UTC."),
    });
    expect(describeMail(notices["webhook_subscription.disabled"], organization).text).toContain(
      "its endpoint returned 410",
    );
  });

  test("say that a key expires within a day", () => {
    const notice: KeyNotice = {
      kind: "integration_key.expiring",
      keyId: "key_1",
      parameters: { keyName, expiresAt, daysLeft: 1, lapsingScopes: ["medical:read"] },
    };
    expect(describeMail(notice, organization).subject).toBe(
      "API key expires within a day: Records sync (Hartwell & Pierce)",
    );
    expect(describeMail(notice, organization).text).toContain(
      "Its grants of elevated scopes end, too: medical:read. Request a renewal first.",
    );
  });

  test("about several keys name some, count the rest, and link to the list", () => {
    const keys = [
      { keyName, stoppedScopes: ["documents:write"] },
      { keyName: "Intake", stoppedScopes: ["medical:write"] },
    ];
    const notice: KeyNotice = {
      kind: "integration_key.misconfigured",
      keyId: null,
      parameters: { attorneyName: "Daniel Pierce", keyCount: 41, keys },
    };
    const mail = describeMail(notice, organization);
    expect(mail).toMatchObject({
      subject: "41 API keys need attention (Hartwell & Pierce)",
      path: "/o/hartwell-pierce/credentials?status=needs_attention",
    });
    expect(mail.text).toContain('- "Records sync": documents:write\n- "Intake": medical:write\n- and 39 more');
  });

  test("about a moved organization name the organizations and link to the audit log", () => {
    const move = (previousParentName: string | null, parentName: string | null) =>
      describeMail(
        {
          kind: "organization.moved",
          parameters: { organizationName: "Houston", previousParentName, parentName, movedBy: "Ruth Adler" },
        },
        organization,
      );
    expect(move("Old", "New")).toEqual({
      subject: "Parent organization changed: Houston (Hartwell & Pierce)",
      text: "Ruth Adler set the parent organization of Houston to New. It was Old before.\n\nReports of a headquarters can include the organizations below it. See the reason in the audit log.\n\nOrganization: Hartwell & Pierce",
      path: "/o/hartwell-pierce/audit",
    });
    expect(move(null, "New").text).toContain("set the parent organization of Houston to New.\n");
    expect(move("Old", null).text).toContain("removed Houston from its parent organization Old.\n");
  });

  test("about a calendar whose verification ends name it and link to it", () => {
    const parameters = { calendarId: "hol_1", calendarName: "Firm holidays", verifiedThroughOn: "2027-12-31" };
    expect(describeMail({ kind: "organization.calendar_ending", parameters }, organization)).toEqual({
      subject: "Holiday calendar to verify: Firm holidays (Hartwell & Pierce)",
      text: 'The holiday calendar "Firm holidays" is verified only through Dec 31, 2027.\n\nDates after that day are calculated without a verified calendar. An attorney can verify it for longer.\n\nOrganization: Hartwell & Pierce',
      path: "/o/hartwell-pierce/settings/holiday-calendars?calendar=hol_1",
    });
  });

  test("about exports and schedules name them and link to them", () => {
    expect(Object.values(reportNotices).map((notice) => describeMail(notice, organization))).toEqual([
      {
        subject: "Export ready: pipeline.xlsx (Hartwell & Pierce)",
        text: 'The file "pipeline.xlsx" of the scheduled report "Monday" is ready.\n\nMembers with permission for its data can download it for 7 days.\n\nOrganization: Hartwell & Pierce',
        path: "/o/hartwell-pierce/exports",
      },
      {
        subject: "Export failed: cases.csv (Hartwell & Pierce)",
        text: 'The file "cases.csv" could not be created.\n\nThe requester no longer has permission to view its data. A member with the permission can create it.\n\nOrganization: Hartwell & Pierce',
        path: "/o/hartwell-pierce/exports",
      },
      {
        subject: "Scheduled report paused: Monday (Hartwell & Pierce)",
        text: 'The scheduled report "Monday" was paused.\n\nIts report was deleted, or its owner, Ada Counsel, can no longer view it.\n\nOrganization: Hartwell & Pierce',
        path: "/o/hartwell-pierce/reports",
      },
    ]);
  });

  test("about a schedule whose report still exists link to the report", () => {
    const parameters = {
      scheduleId: "rsc_1",
      scheduleName: "Monday",
      reportId: "rpt_1",
      ownerName: "Ada Counsel",
      reason: "report_changed",
    } as const;
    expect(describeMail({ kind: "report_schedule.paused", parameters }, organization).path).toBe(
      "/o/hartwell-pierce/reports/rpt_1",
    );
  });

  test("about a mention say where and by which key, and nothing of the note", () => {
    const mailOf = (about: "case" | "client", number: string | null) =>
      describeMail({ kind: "note.mentioned", parameters: { noteId: "note_1", about, number, keyName } }, organization);
    expect(mailOf("case", "2026-000123")).toEqual({
      subject: "You were mentioned in a note on case 2026-000123 (Hartwell & Pierce)",
      text: `You were mentioned in a note on case 2026-000123 by ${keyName}.\n\nOrganization: Hartwell & Pierce`,
      path: "/o/hartwell-pierce/notifications",
    });
    expect(mailOf("client", null).subject).toBe("You were mentioned in a note on a client (Hartwell & Pierce)");
  });

  test("about a signature request have its number and the recipient's label", () => {
    const about = { esignRequestId: "esr_1", number: "ES-2026-00042", caseNumber: "2026-000123" };
    const mailOf = (kind: "esign.declined" | "esign.delivery_failed") =>
      describeMail({ kind, parameters: { ...about, label: "Client" } }, organization);
    expect(mailOf("esign.declined")).toEqual({
      subject: "Declined: signature request ES-2026-00042 (case 2026-000123) (Hartwell & Pierce)",
      text: 'The recipient "Client" declined signature request ES-2026-00042 (case 2026-000123).\n\nThe request ended. See the reason in the portal.\n\nOrganization: Hartwell & Pierce',
      path: "/o/hartwell-pierce/signatures?request=esr_1",
    });
    expect(mailOf("esign.delivery_failed").text).toContain('No email reached the recipient "Client" of signature');
    const ofLead = { ...about, caseNumber: null };
    expect(describeMail({ kind: "esign.seal_failed", parameters: ofLead }, organization).subject).toBe(
      "Not sealed: signature request ES-2026-00042 (Hartwell & Pierce)",
    );
  });

  test("about trust have the account's name, numbers and days: neither amounts nor payees", () => {
    const about = { trustAccountId: "tra_1", accountName: "IOLTA Austin" };
    const requested = { ...about, caseNumber: "2026-000123", count: 1 };
    expect(describeMail({ kind: "trust.approval_requested", parameters: requested }, organization)).toEqual({
      subject: "Approval requested: a disbursement (case 2026-000123) (Hartwell & Pierce)",
      text: 'An integration requested a disbursement from the trust account "IOLTA Austin" for case 2026-000123.\n\nApprove or reject in the portal. Nothing is paid until a second person approves it.\n\nOrganization: Hartwell & Pierce',
      path: "/o/hartwell-pierce/trust/approvals",
    });
    const others = [
      describeMail(
        { kind: "trust.deposit_returned", parameters: { ...about, transactionNumber: 7, caseNumber: null } },
        organization,
      ),
      describeMail(
        { kind: "trust.reconciliation_due", parameters: { ...about, monthEndOn: "2026-10-31" } },
        organization,
      ),
      describeMail({ kind: "trust.discrepancy_found", parameters: about }, organization),
      describeMail({ kind: "trust.checks_stale", parameters: { ...about, count: 2, days: 90 } }, organization),
    ];
    expect(others.map(({ text, path }) => [text.split("\n")[0], path])).toEqual([
      ['The bank returned a deposit to the trust account "IOLTA Austin": transaction 7.', "/o/hartwell-pierce/trust"],
      [
        'The month that ended on Oct 31, 2026 is not reconciled for the trust account "IOLTA Austin".',
        "/o/hartwell-pierce/trust/reconciliations",
      ],
      [
        'The balances of the trust account "IOLTA Austin" do not follow from its transactions.',
        "/o/hartwell-pierce/trust/reconciliations",
      ],
      [
        '2 checks of the trust account "IOLTA Austin" have been outstanding for 90 days or more.',
        "/o/hartwell-pierce/trust",
      ],
    ]);
  });

  test("about communications have a case number or a provider: neither names nor numbers nor what was said", () => {
    const about = { conversationId: "cnv_1", caseNumber: "2026-000123" };
    const mails = [
      describeMail({ kind: "communications.opt_out_suspected", parameters: about }, organization),
      describeMail({ kind: "communications.unlinked", parameters: { ...about, caseNumber: null } }, organization),
      describeMail({ kind: "communications.provider_rejected", parameters: { provider: "twilio" } }, organization),
    ];
    expect(mails.map(({ subject, text, path }) => [subject, text.split("\n")[0], path])).toEqual([
      [
        "Possible opt-out (case 2026-000123) (Hartwell & Pierce)",
        "A text may ask the firm to stop texting, in words other than STOP (case 2026-000123).",
        "/o/hartwell-pierce/messages?conversation=cnv_1",
      ],
      [
        "A message is waiting to be linked to a case (Hartwell & Pierce)",
        "A message came in that belongs to no case or lead, or to more than one.",
        "/o/hartwell-pierce/messages?conversation=cnv_1",
      ],
      [
        "Texts are waiting: Twilio rejected the credentials (Hartwell & Pierce)",
        "Twilio rejected the credentials of the firm's account. Texts wait until they are replaced; a text that is more than 24 hours late is not sent.",
        "/o/hartwell-pierce/settings/communications",
      ],
    ]);
  });

  test("about a deadline have its type, the days, whether it is verified and the case number, and of several their count", () => {
    const about = {
      deadlineId: "ddl_1",
      typeName: "Statute of limitations",
      caseNumber: "2026-000123",
      isVerified: false,
    };
    const near = (daysLeft: number, isVerified = false) =>
      describeMail(
        { kind: "deadline.approaching", parameters: { ...about, isVerified, daysLeft, effectiveOn: "2026-11-27" } },
        organization,
      );
    expect(near(7)).toEqual({
      subject: "Statute of limitations in 7 days, not verified (case 2026-000123) (Hartwell & Pierce)",
      text: "Statute of limitations in 7 days, not verified (case 2026-000123).\n\nThe effective date is Nov 27, 2026. No second person has verified it.\n\nOrganization: Hartwell & Pierce",
      path: "/o/hartwell-pierce/deadlines?deadline=ddl_1",
    });
    expect(
      [near(1, true), near(0), near(-1), near(-2)].map(({ subject }) => subject.replace(/ \(Hartwell.*/, "")),
    ).toEqual([
      "Statute of limitations in 1 day (case 2026-000123)",
      "Statute of limitations today, not verified (case 2026-000123)",
      "Statute of limitations 1 day ago, not verified (case 2026-000123)",
      "Statute of limitations 2 days ago, not verified (case 2026-000123)",
    ]);
    expect(
      describeMail({ kind: "deadline.tolled", parameters: { ...about, isVerified: true } }, organization).subject,
    ).toBe("Tolled: Statute of limitations (case 2026-000123) (Hartwell & Pierce)");
    expect(describeMail({ kind: "deadline.disputed", parameters: about }, organization).subject).toBe(
      "Date disputed: Statute of limitations (case 2026-000123) (Hartwell & Pierce)",
    );
    const waiting = (dateCount: number, pendingCount: number) =>
      describeMail(
        { kind: "deadline.unverified", parameters: { dateCount, pendingCount, earliestOn: "2026-11-27" } },
        organization,
      );
    expect(
      [waiting(12, 0), waiting(1, 1), waiting(0, 2)].map(({ subject }) => subject.replace(/ \(Hartwell.*/, "")),
    ).toEqual([
      "Deadlines: 12 dates to verify",
      "Deadlines: 1 date to verify, 1 request to decide on",
      "Deadlines: 2 requests to decide on",
    ]);
    expect(waiting(1, 0).path).toBe("/o/hartwell-pierce/deadlines");
  });

  test("about changed deadlines have the days of one, and of several their count and a line for each", () => {
    const about = { deadlineId: "ddl_1", typeName: "Answer due", caseNumber: "2026-000123", isVerified: false };
    const changed = (change: DeadlineNews, more: object = {}) => ({
      ...about,
      change,
      fromOn: "2026-12-03",
      toOn: "2026-12-06",
      actByOn: null,
      ...more,
    });
    const mailOf = (deadlines: ReturnType<typeof changed>[], more: object = {}) =>
      describeMail(
        {
          kind: "deadline.changed",
          parameters: {
            dateCount: deadlines.length,
            caseCount: 1,
            caseNumber: "2026-000123",
            change: null,
            deadlines,
            ...more,
          },
        },
        organization,
      );
    const subjects = deadlineNews.map((change) =>
      mailOf([changed(change)]).subject.replace(/ \(case 2026-000123\) \(Hartwell.*/, ""),
    );
    expect(subjects).toEqual([
      "Answer due: set, Dec 6, 2026, not verified",
      "Answer due: assigned to you, Dec 6, 2026, not verified",
      "Answer due: moved from Dec 3, 2026 to Dec 6, 2026, not verified",
      "Answer due: extended from Dec 3, 2026 to Dec 6, 2026, not verified",
      "Answer due: reopened, Dec 6, 2026, not verified",
      "Answer due: a later date is proposed, Dec 6, 2026; Dec 3, 2026 stays effective until a second person confirms it, not verified",
      "Answer due: a second person decides whether to close it; Dec 6, 2026 stays effective until then, not verified",
      "Answer due: the proposal was rejected or withdrawn; Dec 6, 2026 stays effective, not verified",
      "Answer due: the event it is counted from was called off; Dec 6, 2026 stays, not verified",
      "Answer due: the event it is counted from is on again; Dec 6, 2026 stays, not verified",
      "Answer due: waived; it was due on Dec 3, 2026",
      "Answer due: superseded; it was due on Dec 3, 2026",
      "Answer due: canceled; it was due on Dec 3, 2026",
    ]);
    expect(mailOf([changed("moved", { actByOn: "2026-12-04", isVerified: true })])).toMatchObject({
      subject:
        "Answer due: moved from Dec 3, 2026 to Dec 6, 2026, act by Friday, Dec 4 (case 2026-000123) (Hartwell & Pierce)",
      path: "/o/hartwell-pierce/deadlines?deadline=ddl_1",
    });
    const several = mailOf([changed("moved"), changed("moved")], { dateCount: 60, change: "moved" });
    expect(several).toMatchObject({
      subject: "60 dates of case 2026-000123 moved (Hartwell & Pierce)",
      path: "/o/hartwell-pierce/deadlines",
    });
    expect(several.text).toContain(
      "- Answer due: moved from Dec 3, 2026 to Dec 6, 2026, not verified (case 2026-000123)\n- and 58 more",
    );
    expect(mailOf([changed("moved"), changed("set")], { caseCount: 2, caseNumber: null }).subject).toBe(
      "2 dates of 2 cases changed (Hartwell & Pierce)",
    );
  });

  test("about a deadline with a time of day name it, of a change the time of the date that counts", () => {
    const about = {
      deadlineId: "ddl_1",
      typeName: "Answer due",
      caseNumber: "2026-000123",
      isVerified: true,
      dueTime: "10:00",
      timeZone: "America/Chicago",
    };
    const near = (actByOn: string) => ({ effectiveOn: "2027-02-08", actByOn, actInDays: 3, daysLeft: 3 });
    const textOf = (notice: Parameters<typeof describeMail>[0]) => describeMail(notice, organization).text;
    const due = "Feb 8, 2027, 10:00 AM (America/Chicago)";
    expect(textOf({ kind: "deadline.approaching", parameters: { ...about, ...near("2027-02-08") } })).toContain(
      `The effective date is ${due}.`,
    );
    expect(textOf({ kind: "deadline.approaching", parameters: { ...about, ...near("2027-02-05") } })).toContain(
      "due Monday, Feb 8, 10:00 AM (America/Chicago)",
    );
    expect(textOf({ kind: "deadline.missed", parameters: { ...about, dueOn: "2027-02-08" } })).toContain(
      `It was due on ${due}`,
    );
    const changed = (change: "set" | "moved" | "proposed" | "waived", fromOn: string | null, toOn: string) =>
      textOf({
        kind: "deadline.changed",
        parameters: {
          dateCount: 1,
          caseCount: 1,
          caseNumber: "2026-000123",
          change,
          deadlines: [{ ...about, toTime: "09:00", change, fromOn, toOn, actByOn: null }],
        },
      }).split("\n")[0];
    expect([
      changed("set", null, "2027-02-08"),
      changed("moved", "2027-02-01", "2027-02-08"),
      changed("moved", "2027-02-08", "2027-02-08"),
      changed("proposed", "2027-02-08", "2027-02-15"),
      changed("waived", "2027-02-08", "2027-02-08"),
    ]).toEqual([
      `Answer due: set, ${due} (case 2026-000123).`,
      `Answer due: moved from Feb 1, 2027 to ${due} (case 2026-000123).`,
      `Answer due: changed, ${due} (case 2026-000123).`,
      `Answer due: a later date is proposed, Feb 15, 2027, 9:00 AM (America/Chicago); ${due} stays effective until a second person confirms it (case 2026-000123).`,
      `Answer due: waived; it was due on ${due} (case 2026-000123).`,
    ]);
  });

  test("about a deadline whose last open day is earlier name both days", () => {
    const about = {
      deadlineId: "ddl_1",
      typeName: "Answer due",
      caseNumber: "2026-000123",
      isVerified: true,
      effectiveOn: "2026-12-06",
      actByOn: "2026-12-04",
    };
    const near = (actInDays: number) =>
      describeMail(
        { kind: "deadline.approaching", parameters: { ...about, actInDays, daysLeft: actInDays + 2 } },
        organization,
      );
    expect(near(1)).toMatchObject({
      subject: "Answer due, act by Friday, Dec 4; due Sunday, Dec 6 (case 2026-000123) (Hartwell & Pierce)",
      text: expect.stringContaining(
        "The last open day is in 1 day; the days after it, until the effective date, are closed.",
      ),
    });
    expect([near(0), near(-1)].map(({ text }) => text.split("\n\n")[1])).toEqual([
      "The last open day is today; the days after it, until the effective date, are closed.",
      "The last open day was 1 day ago; the days after it, until the effective date, are closed.",
    ]);
  });

  test("exist for every kind of notification", () => {
    expect(
      [
        ...Object.keys(notices),
        ...Object.keys(reportNotices),
        "organization.moved",
        "organization.calendar_ending",
        "note.mentioned",
        "task.assigned",
        "task.reminder",
        "task.overdue",
        "task.ready",
        "deadline.missed",
        "calendar.invited",
        "calendar.changed",
        "calendar.cancelled",
        "calendar.removed",
        "calendar.reminder",
        "deadline.approaching",
        "deadline.tolled",
        "deadline.changed",
        "deadline.disputed",
        "deadline.unverified",
        "esign.declined",
        "esign.delivery_failed",
        "esign.seal_failed",
        "trust.approval_requested",
        "trust.deposit_returned",
        "trust.reconciliation_due",
        "trust.discrepancy_found",
        "trust.checks_stale",
        "communications.opt_out_suspected",
        "communications.unlinked",
        "communications.provider_rejected",
        "referral.received",
        "referral.attention",
      ].toSorted(),
    ).toEqual(Notice.options.map((option) => option.shape.kind.value).toSorted());
  });

  test("of referrals name the other firm and the number, and neither client nor matter", () => {
    const about = { referralId: "rfl_1", number: "REF-2026-00042", firmName: "Castillo Trial Group" };
    const received = describeMail(
      { kind: "referral.received", parameters: { ...about, responseDueOn: "2026-11-05" } },
      organization,
    );
    expect(received).toMatchObject({
      subject: "Referral received: REF-2026-00042 (Hartwell & Pierce)",
      path: "/o/hartwell-pierce/referrals?referral=rfl_1",
    });
    expect(received.text).toContain("Accept or decline it by Nov 5, 2026.");
    const first = (["lead_not_moved", "case_not_moved", "documents_failed"] as const).map(
      (attention) =>
        describeMail({ kind: "referral.attention", parameters: { ...about, attention } }, organization).text.split(
          "\n",
        )[0],
    );
    expect(first).toEqual([
      'Castillo Trial Group accepted referral REF-2026-00042, and its lead could not be moved to "referred out".',
      'Castillo Trial Group accepted referral REF-2026-00042, and its case could not be moved to "referred out".',
      "A document of referral REF-2026-00042 could not be copied between your firm and Castillo Trial Group.",
    ]);
  });

  test("to those who decide link to the queue", () => {
    const mail = describeRequestMail(
      { keyName, scopes: ["medical:read", "clients:pii"], requestedBy: "Margaret Okafor" },
      organization,
    );
    expect(mail).toMatchObject({
      subject: "Elevated scopes requested by Hartwell & Pierce",
      path: "/administration/scope-requests",
    });
    expect(mail.text).toContain(
      'Margaret Okafor of Hartwell & Pierce requests elevated scopes for the API key "Records sync": medical:read, clients:pii.',
    );
  });
});
