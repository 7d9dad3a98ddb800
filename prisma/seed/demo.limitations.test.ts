import { beforeAll, expect, test } from "vitest";
import { openSeededHarness, type SeededHarness } from "../../src/testing/harness/seeded.ts";
import { headquartersId } from "./firms.ts";

let harness: SeededHarness;
beforeAll(async () => {
  harness = await openSeededHarness();
});

test("each case shows the earliest statute of limitations that is open or missed", async () => {
  await harness.expectNowhere(`SELECT c.id FROM "Case" c LEFT JOIN LATERAL (
      SELECT d."effectiveOn", CASE d.status WHEN 'missed' THEN 'missed' ELSE d."verificationStatus" END AS status FROM "Deadline" d
      WHERE d."caseId" = c.id AND d.type = 'statute_of_limitations' AND d."isOpen" ORDER BY d."effectiveOn" LIMIT 1) s ON true
    WHERE c."statuteOfLimitationsOn" IS DISTINCT FROM s."effectiveOn" OR c."statuteOfLimitationsStatus" <> coalesce(s.status, 'none')`);
  await harness.expectNowhere(
    `SELECT d.id FROM "Deadline" d JOIN "Case" c ON c.id = d."caseId" WHERE d.status = 'open' AND (d."dueAt" <= now() OR c."matterStatus" NOT IN ('pending', 'open', 'on_hold'))`,
  );
});

test("each deadline has its history, an assignee where its case has a lead, and a date by its rule", async () => {
  await harness.expectNowhere(`SELECT d.id FROM "Deadline" d LEFT JOIN LATERAL (SELECT h.after FROM "DeadlineChange" h WHERE h."deadlineId" = d.id ORDER BY h.number DESC LIMIT 1) l ON true
    WHERE l.after ->> 'status' IS DISTINCT FROM d.status OR l.after ->> 'verificationStatus' <> d."verificationStatus" OR (l.after ->> 'effectiveOn')::date <> d."effectiveOn"
       OR (SELECT count(*) FROM "DeadlineChange" h WHERE h."deadlineId" = d.id) <> d.revision OR d.calculation ->> 'rolledOn' <> d."dueOn"::text OR d."ruleKey" <> d.calculation ->> 'ruleKey'
       OR d.rule ->> 'citation' <> d.citation`);
  await harness.expectNowhere(
    `SELECT d.id FROM "Deadline" d JOIN "Case" c ON c.id = d."caseId" LEFT JOIN "DeadlineAssignee" a ON a."deadlineId" = d.id WHERE a."memberId" IS DISTINCT FROM c."attorneyId"`,
  );
  await harness.expectNowhere(`SELECT id FROM "Deadline" WHERE verification -> 'by' ->> 'id' = ANY ("setByPersons")`);
});

test("the firm has what it must see: verified, unverified, disputed, missed, tolled, minors, a discovery, waivers that wait, notices, and cases without a date", async () => {
  const [found] = await harness.findIn(
    headquartersId,
    `SELECT
    count(*) FILTER (WHERE status = 'open' AND type = 'statute_of_limitations')::int AS open, count(*) FILTER (WHERE status = 'open' AND "verificationStatus" = 'verified')::int AS verified,
    count(*) FILTER (WHERE status = 'open' AND type = 'statute_of_limitations' AND "verificationStatus" = 'unverified')::int AS unverified, count(*) FILTER (WHERE "verificationStatus" = 'disputed')::int AS disputed,
    count(*) FILTER (WHERE status = 'missed')::int AS missed, count(*) FILTER (WHERE status = 'satisfied_late')::int AS late, count(*) FILTER (WHERE "isTolled")::int AS stayed,
    count(*) FILTER (WHERE "pendingTransition" IS NOT NULL)::int AS waivers, count(*) FILTER (WHERE type = 'notice_of_claim')::int AS notices, count(*) FILTER (WHERE "accrualBasis" = 'discovery' AND "effectiveOn" < "dueOn")::int AS discoveries,
    count(*) FILTER (WHERE calculation -> 'minority' <> 'null')::int AS minors,
    count(*) FILTER (WHERE status = 'open' AND type = 'statute_of_limitations' AND "effectiveOn" <= current_date + 14)::int AS soon,
    count(*) FILTER (WHERE status = 'open' AND type = 'statute_of_limitations' AND "effectiveOn" <= current_date + 180)::int AS ahead,
    (SELECT count(*)::int FROM "TollingSegment") AS segments, (SELECT count(*)::int FROM "Case" WHERE "statuteOfLimitationsOn" IS NULL AND "matterStatus" IN ('pending', 'open', 'on_hold')) AS undated,
    (SELECT array_agg(DISTINCT jurisdiction ORDER BY jurisdiction) FROM "JurisdictionRule" WHERE verification = 'verified') AS states FROM "Deadline"`,
  );
  expect(found).toMatchObject({
    disputed: 3,
    missed: 1,
    late: 1,
    stayed: 1,
    segments: 2,
    waivers: 2,
    notices: 5,
    discoveries: 1,
    states: ["NJ", "PA"],
  });
  const least = { open: 80, verified: 50, unverified: 12, minors: 2, soon: 4, ahead: 30, undated: 50 };
  for (const [name, count] of Object.entries(least))
    expect([name, Number((found as Record<string, number>)[name])]).toEqual([
      name,
      expect.toSatisfy((value: number) => value >= count),
    ]);
});

test("the story's statute of limitations runs out two years after the incident", async () => {
  const { deadlineId, unverifiedDeadlineId, caseId } = harness.summary.ids;
  const rows = await harness.findIn(
    headquartersId,
    `SELECT "caseId", "dueOn"::text, "actByOn"::text, "verificationStatus", "ruleKey" FROM "Deadline" WHERE id = '${deadlineId}'`,
  );
  expect(rows).toEqual([
    {
      caseId,
      dueOn: "2027-11-20",
      actByOn: "2027-11-19",
      verificationStatus: "verified",
      ruleKey: "limitation.pa.personal_injury",
    },
  ]);
  expect(
    await harness.findIn(
      headquartersId,
      `SELECT status, "verificationStatus" FROM "Deadline" WHERE id = '${unverifiedDeadlineId}'`,
    ),
  ).toEqual([{ status: "open", verificationStatus: "unverified" }]);
});

test("no warning of a deadline is due: those until today were sent", async () => {
  await harness.expectNowhere(`SELECT id, "warnAt" FROM "Deadline" WHERE status = 'open' AND "warnAt" <= now()`);
  const [counted] = await harness.findIn(headquartersId, `SELECT count(*)::int AS sent FROM "SentDeadlineWarning"`);
  expect((counted as { sent: number }).sent).toBeGreaterThan(20);
});

test("chains of federal rules stand on cases in litigation; one of their deadlines waits for a later date, and so do those of the trial that was continued", async () => {
  const [found] = await harness.findIn(
    headquartersId,
    `SELECT (SELECT array_agg("templateKey" ORDER BY "templateKey") FROM "DeadlineChain") AS chains,
    (SELECT array_agg("itemKey" ORDER BY "itemKey") FROM "Deadline" WHERE "chainId" IS NOT NULL AND source = 'chain') AS items, (SELECT count(*)::int FROM "Deadline" WHERE recalculation IS NOT NULL) AS waiting`,
  );
  expect(found).toEqual({
    chains: ["frcp.complaint_filed", "frcp.discovery_served", "frcp.trial_set"],
    waiting: 4,
    items: [
      "discovery_response",
      "expert_disclosure",
      "offer_of_judgment",
      "pretrial_disclosures",
      "service_of_process",
    ],
  });
  const [chain] = await harness.findIn(
    headquartersId,
    `SELECT status FROM "DeadlineChain" WHERE id = '${harness.summary.ids.deadlineChainId}'`,
  );
  expect(chain).toEqual({ status: "active" });
});
