import { describe, expect, test } from "vitest";
import { Notice } from "../../areas/notifications/schema.ts";
import { describeNotice } from "./notification-labels.ts";

const expiresAt = "2027-03-14T00:00:00.000Z";
const keyName = "Records <script>";

const notices: Notice[] = [
  { kind: "scope_request.created", parameters: { keyName, scopes: ["medical:write", "clients:pii"], requestedBy: "Margaret Okafor" } },
  { kind: "scope_request.granted", parameters: { keyName, scope: "medical:write", decidedBy: "Ruth Adler", note: "for a year", expiresAt } },
  { kind: "scope_request.denied", parameters: { keyName, scope: "medical:write", decidedBy: "Ruth Adler", note: "too broad" } },
  { kind: "scope_request.lapsed", parameters: { keyName, scope: "medical:write" } },
  { kind: "integration_key.expiring", parameters: { keyName, expiresAt, daysLeft: 7 } },
  { kind: "integration_key.misconfigured", parameters: { attorneyName: "Daniel Pierce", keyCount: 1, keys: [{ keyName, stoppedScopes: ["documents:write", "notes:write"] }] } },
  { kind: "webhook_subscription.paused", parameters: { subscriptionId: "whs_1", subscriptionName: "Nightly", keyName, failingSince: expiresAt } },
  { kind: "webhook_subscription.disabled", parameters: { subscriptionId: "whs_1", subscriptionName: "Nightly", keyName } },
  { kind: "export.completed", parameters: { exportId: "exp_1", fileName: "pipeline.xlsx", scheduleName: "Monday <b>" } },
  { kind: "export.failed", parameters: { exportId: "exp_1", fileName: "cases.csv", scheduleName: null, failure: "too_large" } },
  { kind: "report_schedule.paused", parameters: { scheduleId: "rsc_1", scheduleName: "Monday <b>", reportId: "rpt_1", ownerName: "Ada Counsel", reason: "not_allowed" } },
];

const tell = (notice: Notice) => {
  const { sentence, detail } = describeNotice(notice, () => "Mar 14, 2027");
  const said = sentence.map((part) => (typeof part === "string" ? part : "name" in part ? part.name : part.scope)).join("");
  return `${said} | ${detail ?? ""}`;
};

describe("the words of notices", () => {
  test("there are words for every kind that the server sends", () => {
    expect(notices.map(({ kind }) => kind).toSorted()).toEqual(Notice.options.map((option) => option.shape.kind.value).toSorted());
  });

  test("say who did what to which record", () => {
    expect(notices.map(tell)).toEqual([
      "Margaret Okafor requested medical:write, clients:pii for Records <script>. | A platform administrator decides; the key works meanwhile with the scopes that it has.",
      "Ruth Adler granted medical:write to Records <script>. The key ends on Mar 14, 2027. | for a year",
      "Ruth Adler denied medical:write for Records <script>. | too broad",
      "The request of medical:write for Records <script> lapsed. | Nobody decided on it within 14 days. If it is still wanted, request it again.",
      "Records <script> ends on Mar 14, 2027. | Rotate it with a new expiry, or what uses it stops on that day.",
      "Records <script> needs attention: Daniel Pierce can act for it no more. | Until another acting attorney is chosen, it is refused what needs documents:write, notes:write.",
      "The webhook Nightly of Records <script> was paused: every delivery failed since Mar 14, 2027. | Repair the receiver, enable the webhook, and have what it missed delivered again.",
      "The webhook Nightly of Records <script> was disabled: its receiver answered 410. | That says that nothing should be sent there any more. If it was a mistake, enable it and have what it missed delivered again.",
      "The file pipeline.xlsx of the scheduled report Monday <b> is ready. | It is kept for seven days.",
      "The file cases.csv could not be made. | It would be larger than a file of its format may be. Narrow it, or choose another format.",
      "The scheduled report Monday <b> was paused. | It runs in the name of Ada Counsel, who may not export this report any more. Somebody who may can schedule the report anew.",
    ]);
  });

  test("about webhooks lead to the webhook", () => {
    const stopped = notices.filter(({ kind }) => kind.startsWith("webhook_")).map((notice) => describeNotice(notice, String).action.place);
    expect(stopped).toEqual(["/webhooks/whs_1", "/webhooks/whs_1"]);
  });

  test("about exports and schedules lead to the exports and the reports", () => {
    const places = notices.filter(({ kind }) => kind.startsWith("export.") || kind.startsWith("report_")).map((notice) => describeNotice(notice, String).action.place);
    expect(places).toEqual(["/exports", "/exports", "/reports/rpt_1"]);
  });

  test.each(["report_gone", "report_changed"] as const)("say why a schedule was paused: %s", (reason) => {
    const notice: Notice = { kind: "report_schedule.paused", parameters: { scheduleId: "rsc_1", scheduleName: "Monday", reportId: "rpt_1", ownerName: "Ada Counsel", reason } };
    expect(tell(notice)).toContain(reason === "report_gone" ? "Its report is gone" : "does not fit it any more");
    expect(describeNotice(notice, String).action.place).toBe(reason === "report_gone" ? "/reports" : "/reports/rpt_1");
  });

  test("of several keys at once name them, and lead to the list", () => {
    const keys = [{ keyName, stoppedScopes: ["documents:write"] }, { keyName: "Intake", stoppedScopes: ["notes:write"] }];
    const notice: Notice = { kind: "integration_key.misconfigured", parameters: { attorneyName: "Daniel Pierce", keyCount: 3, keys } };
    expect(tell(notice)).toBe(
      "3 keys need attention: Daniel Pierce can act for them no more. | Until another acting attorney is chosen, they are refused what needs these scopes: Records <script> (documents:write); Intake (notes:write); and 1 more.",
    );
    expect(describeNotice(notice, String).action.query).toBe("?status=needs_attention");
  });
});
