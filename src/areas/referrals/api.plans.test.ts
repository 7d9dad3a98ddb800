import { afterAll, beforeAll, describe } from "vitest";
import { openListHarness, testListPlans, type ListHarness } from "../../testing/database/explain-list.ts";
import type { ReferralFilter } from "./referrals/schema.ts";
import { selectReferralPage } from "./referrals/store.ts";

let harness: ListHarness;
beforeAll(async () => {
  harness = await openListHarness(["PartnerFirm", "Referral"]);
}, 600_000);
afterAll(() => harness.close());

describe("referrals", () => {
  testListPlans<ReferralFilter>(() => harness, { table: "Referral", select: selectReferralPage }, [
    { direction: "inbound" },
    { status: "withdrawn" },
    { feeStatus: "disputed" },
    { partnerFirmId: "nobody" },
    { leadId: "nobody" },
    { caseId: "nobody" },
    { attention: "case_not_moved" },
    { responseDueBefore: "2000-01-01" },
    { updateOverdue: true },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ]);
});
