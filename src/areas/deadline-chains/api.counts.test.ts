import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, faultOf, type Api } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { withoutAge } from "../deadlines/calculation/fixtures.ts";
import { createParty } from "../cases/parties/fixtures.ts";
import { createCalendar } from "../organization/holiday-calendars/fixtures.ts";
import type { Deadline } from "../deadlines/schema.ts";
import { ownTemplate } from "./examples.ts";
import { createChain } from "./fixtures.ts";
import type { DraftDeadline, DraftStep } from "./schema.drafts.ts";
import type { AffectedChain, ChainTemplate, DeadlineChain, Move, SkippedItem } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

interface Preview {
  deadlines: DraftDeadline[];
  steps: DraftStep[];
  skipped: SkippedItem[];
}
interface Whole {
  deadlineChain: DeadlineChain;
  deadlines: Deadline[];
  warnings: string[];
  skipped: SkippedItem[];
}
const preview = async (body: object) => readBody<Preview>(await api.change("POST", "/deadline-chains/preview", body));
const dueOf = async (body: object) =>
  (await preview(body)).deadlines.map(({ itemKey, dueOn, dueTime }) =>
    [itemKey, dueOn, ...(dueTime === null ? [] : [dueTime])].join(" "),
  );
const apply = async (caseId: string, body: object) =>
  readBody<Whole>(await api.change("POST", `/cases/${caseId}/deadline-chains`, body));
const read = async (chainId: string) => readBody<Whole>(await api.get(`/deadline-chains/${chainId}`));
const recalculate = async (chainId: string, body: object) =>
  readBody<{ changes: Move[] }>(
    await api.change("POST", `/deadline-chains/${chainId}/recalculate`, {
      reason: "Known by now.",
      commit: false,
      ...body,
    }),
  ).changes;
const commit = async (chainId: string, body: object) => {
  const changes = await recalculate(chainId, body);
  const expected = changes
    .filter(({ action }) => action === "move")
    .map(({ deadlineId, toOn }) => ({ deadlineId, dueOn: toOn }));
  await recalculate(chainId, { ...body, commit: true, expected });
  return changes;
};
const put = (key: string, body: object) => api.change("PUT", `/deadline-chain-templates/${key}`, body);
const writable = ({ name, jurisdiction, trigger, triggers, items, asOf }: ChainTemplate) => ({
  name,
  jurisdiction,
  trigger,
  triggers,
  items,
  asOf,
});

describe("the earlier or later of several dates", () => {
  const answered = { templateKey: "frcp.answer_served", triggerOn: "2027-03-15", includeKeys: ["amend_pleading"] };

  test("takes the earlier of two triggers, names the one that is not known, and adds days for service to both", async () => {
    const [alone] = (await preview(answered)).deadlines;
    expect([alone?.dueOn, withoutAge(alone?.warnings)]).toEqual([
      "2027-04-05",
      ["unverified_rule", "trigger_date_unknown", "unverified_calendar"],
    ]);
    expect(alone?.calculation?.steps.map(({ text }) => text)).toContain(
      "No date is known for “Motion under Rule 12(b), (e) or (f) served”: it does not count",
    );
    const both = { ...answered, triggerDates: { rule_12_motion_served: "2027-03-01" } };
    const [earlier] = (await preview(both)).deadlines;
    expect([earlier?.dueOn, withoutAge(earlier?.warnings)]).toEqual([
      "2027-03-22",
      ["unverified_rule", "unverified_calendar"],
    ]);
    expect(earlier?.calculation?.candidates).toEqual([
      { label: "21 days after “Answer served”", on: "2027-04-05" },
      { label: "21 days after “Motion under Rule 12(b), (e) or (f) served”", on: "2027-03-22" },
    ]);
    expect(await dueOf({ ...both, serviceMethod: "mail" })).toEqual(["amend_pleading 2027-03-25"]);
    expect(await dueOf({ ...answered, includeKeys: ["jury_demand"], serviceMethod: "mail" })).toEqual([
      "jury_demand 2027-03-29",
    ]);
    expect(
      await dueOf({ templateKey: "frcp.expert_disclosed", triggerOn: "2027-03-01", serviceMethod: "mail" }),
    ).toEqual(["expert_rebuttal 2027-03-31"]);
    expect(
      faultOf(
        await api.change("POST", "/deadline-chains/preview", { ...answered, triggerDates: { none: "2027-03-01" } }),
      ),
    ).toEqual([400, "triggerDates.none"]);
  });

  test("is stored with the deadline: another trigger date moves it, and so does the service", async () => {
    const { caseId } = await createCase(tenant);
    const { deadlineChain, deadlines, warnings } = await apply(caseId, { ...answered, serviceMethod: "electronic" });
    expect([deadlineChain.triggers, deadlines[0]?.dueOn, warnings.includes("trigger_date_unknown")]).toEqual([
      [{ key: "rule_12_motion_served", label: "Motion under Rule 12(b), (e) or (f) served", on: null }],
      "2027-04-05",
      true,
    ]);
    const known = { triggerOn: "2027-03-15", triggerDates: { rule_12_motion_served: "2027-03-01" } };
    expect(await commit(deadlineChain.id, known)).toMatchObject([
      { action: "move", fromOn: "2027-04-05", toOn: "2027-03-22" },
    ]);
    expect(await read(deadlineChain.id)).toMatchObject({
      deadlineChain: { triggers: [{ on: "2027-03-01" }] },
      deadlines: [{ dueOn: "2027-03-22", trigger: { on: "2027-03-15" } }],
    });
    expect(await recalculate(deadlineChain.id, known)).toEqual([]);
    expect(await commit(deadlineChain.id, { triggerOn: "2027-03-15", serviceMethod: "mail" })).toMatchObject([
      { toOn: "2027-03-25" },
    ]);
    expect(
      faultOf(
        await api.change("POST", `/deadline-chains/${deadlineChain.id}/recalculate`, {
          triggerOn: "2027-03-15",
          reason: "x",
          commit: false,
          triggerDates: { none: null },
        }),
      ),
    ).toEqual([400, "triggerDates.none"]);
    // A service that is corrected by hand counts for both; another period replaces them.
    const [id = ""] = deadlineChain.deadlineIds;
    const patch = async (body: object) =>
      readBody<{ deadline: Deadline }>(await api.change("PATCH", `/deadlines/${id}`, { reason: "Checked.", ...body }))
        .deadline.dueOn;
    expect([await patch({ serviceMethod: "electronic" }), await patch({ offset: 10 })]).toEqual([
      "2027-03-22",
      "2027-03-25",
    ]);
    expect(await recalculate(deadlineChain.id, { triggerOn: "2027-03-16" })).toMatchObject([{ toOn: "2027-03-26" }]);
  });

  test("follows its record, whichever of its dates was taken", async () => {
    const items = [
      {
        key: "answer_due",
        type: "answer_due",
        title: "Answer",
        offset: 30,
        unit: "calendar_days",
        citation: "§ 1",
        alternatives: [{ offset: 60, unit: "calendar_days", from: "trigger:published" }],
        choose: "latest",
      },
    ];
    await put("cht_published", {
      ...writable(ownTemplate),
      trigger: { source: "service", label: "Served" },
      triggers: [{ key: "published", label: "Published" }],
      items,
    });
    const { caseId, partyId } = await createParty(tenant, { servedOn: "2026-01-14" });
    const { deadlineChain, deadlines } = await apply(caseId, {
      templateKey: "cht_published",
      triggerOn: "2026-01-14",
      trigger: { source: "service", recordId: partyId },
      triggerDates: { published: "2025-12-01" },
    });
    expect(deadlines.map(({ dueOn }) => dueOn)).toEqual(["2026-02-13"]);
    await api.change("PATCH", `/cases/${caseId}/parties/${partyId}`, { servedOn: "2025-12-10" });
    expect((await read(deadlineChain.id)).deadlines.map(({ dueOn, trigger }) => [dueOn, trigger?.on])).toEqual([
      ["2026-01-30", "2025-12-10"],
    ]);
  });
});

describe("facts", () => {
  test("choose among periods; one that is not known makes the date earlier, with a warning", async () => {
    const served = { templateKey: "frcp.defendant_served", triggerOn: "2026-11-02", includeKeys: ["answer_due"] };
    const dates = await Promise.all(
      [{}, { defendant_is_united_states: false }, { defendant_is_united_states: true }].map(
        async (facts) => (await preview({ ...served, facts })).deadlines,
      ),
    );
    expect(dates.map(([draft]) => [draft?.dueOn, draft?.warnings.includes("fact_unknown")])).toEqual([
      ["2026-11-23", true],
      ["2026-11-23", false],
      ["2027-01-04", false],
    ]);
    expect(dates[2]?.[0]?.calculation?.citation).toBe("Fed. R. Civ. P. 12(a)(2)–(3)");
    const waived = (facts: object) => dueOf({ templateKey: "frcp.waiver_sent", triggerOn: "2026-11-02", facts });
    expect(await Promise.all([waived({}), waived({ defendant_served_abroad: true })])).toEqual([
      ["answer_due 2027-01-04"],
      ["answer_due 2027-02-01"],
    ]);
  });

  test("leave an item out, also one that is counted from it, and say so", async () => {
    const base = { unit: "calendar_days", citation: "§ 1" };
    const items = [
      {
        ...base,
        key: "notice",
        type: "custom",
        title: "Notice to the state",
        offset: 10,
        onlyIf: ["defendant_is_state_agency"],
      },
      { ...base, key: "after", type: "custom", title: "After that", offset: 5, from: "item:notice" },
      { ...base, key: "other", type: "custom", title: "Other", offset: 20 },
    ];
    await put("cht_facts", { ...writable(ownTemplate), items });
    const given = { templateKey: "cht_facts", triggerOn: "2027-03-01" };
    const left = await preview({ ...given, facts: { defendant_is_state_agency: false } });
    expect([left.deadlines.map(({ itemKey }) => itemKey), left.skipped]).toEqual([
      ["other"],
      [
        {
          itemKey: "notice",
          title: "Notice to the state",
          reason: "does_not_apply",
          missing: [],
          facts: ["defendant_is_state_agency"],
        },
        { itemKey: "after", title: "After that", reason: "does_not_apply", missing: [], facts: [] },
      ],
    ]);
    const open = await preview(given);
    expect(open.deadlines.map(({ itemKey, warnings }) => [itemKey, warnings.includes("fact_unknown")])).toEqual([
      ["notice", true],
      ["after", false],
      ["other", false],
    ]);
    const { caseId } = await createCase(tenant);
    const { deadlineChain, skipped } = await apply(caseId, given);
    expect([deadlineChain.facts, skipped]).toEqual([{}, []]);
    expect(
      await recalculate(deadlineChain.id, { triggerOn: "2027-03-01", facts: { defendant_is_state_agency: false } }),
    ).toMatchObject([
      { itemKey: "notice", action: "keep_undated" },
      { itemKey: "after", action: "keep_undated" },
    ]);
    const all = await api.change("POST", `/cases/${caseId}/deadline-chains`, {
      ...given,
      includeKeys: ["notice"],
      facts: { defendant_is_state_agency: false },
    });
    expect(faultOf(all)).toEqual([400, "facts"]);
  });
});

describe("steps", () => {
  const judgment = {
    templateKey: "mo.judgment_entered",
    triggerOn: "2027-01-04",
    facts: { post_trial_motion_filed: true },
  };

  test("are dates and no deadlines: a Missouri judgment is final, and ten days run from then", async () => {
    const none = await preview({ ...judgment, facts: { post_trial_motion_filed: false } });
    expect([
      none.steps.map(({ itemKey, on }) => [itemKey, on]),
      none.deadlines.map(({ itemKey, dueOn }) => [itemKey, dueOn]),
      none.skipped.map(({ itemKey }) => itemKey),
    ]).toEqual([[["judgment_final", "2027-02-03"]], [["notice_of_appeal", "2027-02-16"]], ["motion_disposed"]]);
    const filed = { ...judgment, triggerDates: { motion_filed: "2027-01-29" } };
    expect(await dueOf(filed)).toEqual(["notice_of_appeal 2027-05-10"]);
    expect(
      await dueOf({ ...filed, triggerDates: { motion_filed: "2027-01-29", motion_decided: "2027-03-01" } }),
    ).toEqual(["notice_of_appeal 2027-03-11"]);
    const unknown = await preview({ ...judgment, facts: {} });
    expect(
      unknown.deadlines.map(({ dueOn, warnings }) => [
        dueOn,
        warnings.includes("fact_unknown") || warnings.includes("trigger_date_unknown"),
      ]),
    ).toEqual([["2027-02-16", true]]);
  });

  test("are stored with what follows from them, and move with the trigger", async () => {
    const { caseId } = await createCase(tenant);
    const { deadlineChain, deadlines } = await apply(caseId, {
      ...judgment,
      triggerDates: { motion_filed: "2027-01-29" },
    });
    expect(deadlines.map(({ dueOn, trigger }) => [dueOn, trigger?.on])).toEqual([["2027-05-10", "2027-01-04"]]);
    expect(
      await commit(deadlineChain.id, { triggerOn: "2027-01-04", triggerDates: { motion_decided: "2027-03-01" } }),
    ).toMatchObject([{ toOn: "2027-03-11" }]);
    expect((await read(deadlineChain.id)).deadlines[0]?.calculation?.steps.map(({ text }) => text)).toContain(
      "Step: Judgment final",
    );
  });
});

test("a Texas answer is due on the Monday next after twenty days at 10:00, and its days for service are those of Texas", async () => {
  expect(await dueOf({ templateKey: "tx.defendant_served", triggerOn: "2026-10-01" })).toEqual([
    "answer_due 2026-10-26 10:00",
  ]);
  expect(await dueOf({ templateKey: "tx.discovery_served", triggerOn: "2027-01-14", serviceMethod: "mail" })).toEqual([
    "discovery_response 2027-02-16",
  ]);
  const { caseId } = await createCase(tenant, { caseState: "TX" });
  const { deadlines } = await apply(caseId, { templateKey: "tx.defendant_served", triggerOn: "2026-10-01" });
  expect(deadlines).toMatchObject([{ dueOn: "2026-10-26", dueTime: "10:00", dueAt: "2026-10-26T15:00:00.000Z" }]);
});

test("a California notice of appeal is due on the earliest of three days, and hours need a time", async () => {
  const judgment = { templateKey: "ca.judgment_entered", triggerOn: "2027-01-11", includeKeys: ["notice_of_appeal"] };
  expect(await dueOf(judgment)).toEqual(["notice_of_appeal 2027-07-12"]);
  expect(await dueOf({ ...judgment, triggerDates: { party_served: "2027-01-11" } })).toEqual([
    "notice_of_appeal 2027-03-12",
  ]);
  const item = { key: "opposition", type: "custom", title: "Opposition", offset: 48, unit: "hours", citation: "§ 1" };
  await put("cht_hours", { ...writable(ownTemplate), items: [item] });
  expect(
    faultOf(
      await api.change("POST", "/deadline-chains/preview", { templateKey: "cht_hours", triggerOn: "2027-03-01" }),
    ),
  ).toEqual([400, "triggerTime"]);
  expect(await dueOf({ templateKey: "cht_hours", triggerOn: "2027-03-01", triggerTime: "14:30" })).toEqual([
    "opposition 2027-03-03 14:30",
  ]);
});

describe("a changed template", () => {
  const affected = async (key: string) =>
    readBody<{ affectedChains: AffectedChain[] }>(await api.get(`/deadline-chain-templates/${key}/affected-chains`))
      .affectedChains;

  test("lists the chains that it would change, and moves nothing", async () => {
    const [first, second] = ownTemplate.items;
    await put("cht_changed", { ...writable(ownTemplate), items: [{ ...first, offset: 60 }, second] });
    const { caseId } = await createCase(tenant);
    const { deadlineChain, deadlines } = await apply(caseId, { templateKey: "cht_changed", triggerOn: "2027-03-01" });
    expect(await affected("cht_changed")).toEqual([]);
    await put("cht_changed", { ...writable(ownTemplate), items: [{ ...first, offset: 46 }] });
    const [chain] = await affected("cht_changed");
    expect(chain).toMatchObject({ chainId: deadlineChain.id, caseId, appliedRevision: 1, triggerOn: "2027-03-01" });
    expect(chain?.changes).toEqual([
      {
        deadlineId: deadlines[0]?.id,
        itemKey: "expert_disclosure",
        title: "Disclosure of our experts",
        dueOn: "2027-04-30",
        wouldBeOn: "2027-04-16",
        effect: "earlier",
        days: -14,
      },
      {
        deadlineId: deadlines[1]?.id,
        itemKey: "expert_rebuttal",
        title: "Rebuttal of their experts",
        dueOn: deadlines[1]?.dueOn,
        wouldBeOn: null,
        effect: "left_out",
        days: null,
      },
    ]);
    expect((await read(deadlineChain.id)).deadlines.map(({ dueOn }) => dueOn)).toEqual(
      deadlines.map(({ dueOn }) => dueOn),
    );
    await changeRow(tenant, "Deadline", deadlines[0]?.id ?? "", { isOverridden: true });
    expect((await affected("cht_changed"))[0]?.changes.map(({ itemKey }) => itemKey)).toEqual(["expert_rebuttal"]);
    await api.change("POST", `/deadline-chains/${deadlineChain.id}/cancel`, { reason: "Applied anew." });
    expect(await affected("cht_changed")).toEqual([]);
    expect(faultOf(await api.get("/deadline-chain-templates/cht_none/affected-chains"))).toEqual([404, "NOT_FOUND"]);
  });

  test("counts in the calendar of the case, as the recalculation does", async () => {
    const [item] = ownTemplate.items;
    await put("cht_place", {
      ...writable(ownTemplate),
      jurisdiction: "US",
      items: [{ ...item, offset: 30, unit: "calendar_days" }],
    });
    const { caseId } = await createCase(tenant, { jurisdictionCounty: "Travis" });
    const { caseId: elsewhere } = await createCase(tenant, {});
    const { deadlineChain, deadlines } = await apply(caseId, { templateKey: "cht_place", triggerOn: "2027-03-01" });
    await apply(elsewhere, { templateKey: "cht_place", triggerOn: "2027-03-01" });
    expect([deadlines[0]?.dueOn, deadlineChain.holidayCalendarId]).toEqual(["2027-03-31", null]);
    expect(await affected("cht_place")).toEqual([]);
    const holiday = { on: "2027-03-31", name: "Holiday", type: "closed", note: null };
    const calendarId = await createCalendar(tenant, {
      kind: "court",
      jurisdiction: "US",
      counties: ["Travis"],
      exceptions: [holiday],
    });
    expect((await affected("cht_place")).map((chain) => [chain.caseId, chain.changes[0]?.wouldBeOn])).toEqual([
      [caseId, "2027-04-01"],
    ]);
    await changeRow(tenant, "HolidayCalendar", calendarId, { deletedAt: "2026-01-01T00:00:00Z" });
    expect(await affected("cht_place")).toEqual([]);
  });

  test("also where a chain has stored no more than keys, and by pages", async () => {
    await put("cht_old", {
      ...writable(ownTemplate),
      items: [{ ...ownTemplate.items[0], key: "discovery_response", offset: 28 }],
    });
    for (let number = 0; number < 3; number += 1) await createChain(tenant, { templateKey: "cht_old" });
    const found: string[] = [];
    let after: string | null = null;
    do {
      const page: { affectedChains: AffectedChain[]; nextCursor: string | null } = readBody(
        await api.get(
          `/deadline-chain-templates/cht_old/affected-chains?limit=2${after === null ? "" : `&after=${encodeURIComponent(after)}`}`,
        ),
      );
      found.push(...page.affectedChains.map(({ changes }) => `${changes[0]?.dueOn} ${changes[0]?.wouldBeOn}`));
      after = page.nextCursor;
    } while (after !== null);
    expect(found).toEqual(Array.from({ length: 3 }, () => "2026-04-03 2026-04-01"));
  });
});

test("a preview has each warning once, also where the template and its service rule are both unverified", async () => {
  const body = { templateKey: "tx.discovery_served", triggerOn: "2027-03-01", serviceMethod: "mail" };
  const { deadlines } = readBody<{ deadlines: DraftDeadline[] }>(
    await api.change("POST", "/deadline-chains/preview", body),
  );
  expect(deadlines.length).toBeGreaterThan(0);
  for (const { warnings } of deadlines) {
    expect(warnings).toContain("unverified_rule");
    expect(warnings).toEqual([...new Set(warnings)]);
  }
});

test("sixty items with alternatives are previewed in bounded time", async () => {
  const alternative = { offset: 3_660, unit: "court_days" };
  const items = Array.from({ length: 60 }, (_, index) => ({
    key: `k${index}`,
    type: "custom",
    title: `Item ${index}`,
    offset: 3_660,
    unit: "court_days",
    citation: "§ 1",
    alternatives: [alternative],
  }));
  expect((await put("cht_large", { ...writable(ownTemplate), items })).status).toBe(200);
  const started = performance.now();
  expect((await preview({ templateKey: "cht_large", triggerOn: "2027-03-01" })).deadlines).toHaveLength(60);
  expect(performance.now() - started).toBeLessThan(20_000);
});
