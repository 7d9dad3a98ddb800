import { afterAll, beforeAll, describe } from "vitest";
import { openListHarness, testListPlans, type ListHarness } from "../../testing/database/explain-list.ts";
import type { LienFilter } from "./liens/schema.ts";
import { selectLienPage } from "./liens/store.ts";
import type { NegotiationFilter } from "./negotiations/schema.ts";
import { selectNegotiationPage } from "./negotiations/store.ts";
import type { SettlementFilter } from "./settlements/schema.ts";
import { selectSettlementPage } from "./settlements/store.ts";

let harness: ListHarness;
beforeAll(async () => {
  harness = await openListHarness(["Negotiation", "Settlement", "Lien"]);
}, 600_000);
afterAll(() => harness.close());

describe("settlements", () => {
  testListPlans<SettlementFilter>(() => harness, { table: "Settlement", select: selectSettlementPage }, [
    { caseId: "nobody" },
    { status: "voided" },
    { agreedFrom: "2090-01-01" },
    { agreedTo: "2000-01-01" },
    { paymentDueBefore: "2000-01-01" },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ]);
});

describe("negotiations", () => {
  testListPlans<NegotiationFilter>(() => harness, { table: "Negotiation", select: selectNegotiationPage }, [
    { caseId: "nobody" },
    { type: "tender" },
    { status: "withdrawn" },
    { expiresBefore: "2000-01-01T00:00:00Z" },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ]);
});

describe("liens", () => {
  testListPlans<LienFilter>(() => harness, { table: "Lien", select: selectLienPage }, [
    { caseId: "nobody" },
    { type: "tax" },
    { status: "waived" },
    { open: true },
    { finalDemandExpiresBefore: "2000-01-01" },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ]);
});
