import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, faultOf, type Api } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import type { Deadline } from "../deadlines/schema.ts";
import { ownTemplate } from "./examples.ts";
import type { DraftDeadline, DraftStep } from "./schema.drafts.ts";
import type { ChainTemplate, DeadlineChain, Move } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

type Due = Pick<Deadline, "title" | "dueOn" | "dueTime">;
interface Preview {
  deadlines: DraftDeadline[];
  steps: DraftStep[];
}
interface Whole {
  deadlineChain: DeadlineChain;
  deadlines: Deadline[];
  warnings: string[];
}

const item = (key: string, offset: number, unit: string, more: object = {}) => ({
  key,
  type: "custom",
  title: key,
  offset,
  unit,
  rollRule: "none",
  citation: "§ 1",
  ...more,
});
const put = (templateKey: string, items: object[], triggers: object[] = []) => {
  const { name, jurisdiction, trigger, asOf } = ownTemplate;
  return api.change("PUT", `/deadline-chain-templates/${templateKey}`, {
    name,
    jurisdiction,
    trigger,
    triggers,
    items,
    asOf,
  });
};
const save = async (templateKey: string, items: object[], triggers: object[] = []) =>
  expect((await put(templateKey, items, triggers)).status).toBe(200);
const preview = async (body: object) =>
  readBody<Preview>(await api.change("POST", "/deadline-chains/preview", { triggerOn: "2027-03-01", ...body }));
const describeDue = (deadlines: Due[]) =>
  deadlines.map(({ title, dueOn, dueTime }) => `${title} ${dueOn} ${dueTime ?? "end of day"}`);
const dueOf = async (body: object) => describeDue((await preview(body)).deadlines);

describe("of several counts the time decides on one day", () => {
  test.each([
    ["earliest", item("due", 48, "hours", { alternatives: [{ offset: 47, unit: "hours" }] }), "2027-03-03 09:00"],
    [
      "latest",
      item("due", 47, "hours", { choose: "latest", alternatives: [{ offset: 48, unit: "hours" }] }),
      "2027-03-03 10:00",
    ],
    [
      "earliest before the end of the day",
      item("due", 2, "calendar_days", { alternatives: [{ offset: 50, unit: "hours" }] }),
      "2027-03-03 12:00",
    ],
    [
      "latest at the end of the day",
      item("due", 50, "hours", { choose: "latest", alternatives: [{ offset: 2, unit: "calendar_days" }] }),
      "2027-03-03 end of day",
    ],
    [
      "latest at the time of the days",
      item("due", 2, "calendar_days", {
        dueTime: "16:00",
        choose: "latest",
        alternatives: [{ offset: 50, unit: "hours" }],
      }),
      "2027-03-03 16:00",
    ],
  ])("%s", async (_what, only, due) => {
    await save("cht_choice", [only]);
    expect(await dueOf({ templateKey: "cht_choice", triggerTime: "10:00" })).toEqual([`due ${due}`]);
  });

  test("the time of the days stays theirs when another date is chosen, and when somebody changes it", async () => {
    const alternatives = [{ offset: 50, unit: "hours" }];
    await save("cht_moved", [item("due", 2, "calendar_days", { choose: "latest", dueTime: "16:00", alternatives })]);
    const { caseId } = await createCase(tenant);
    const chain = readBody<Whole>(
      await api.change("POST", `/cases/${caseId}/deadline-chains`, {
        templateKey: "cht_moved",
        triggerOn: "2027-03-01",
        triggerTime: "15:00",
      }),
    );
    expect(describeDue(chain.deadlines)).toEqual(["due 2027-03-03 17:00"]);
    const deadlineId = chain.deadlines[0]?.id ?? "";
    const change = async (dueTime: string | null) =>
      readBody<{ deadline: Deadline }>(
        await api.change("PATCH", `/deadlines/${deadlineId}`, { dueTime, reason: "A local rule." }),
      ).deadline;
    expect(describeDue([await change("18:00")])).toEqual(["due 2027-03-03 18:00"]);
    expect(describeDue([await change("12:00")])).toEqual(["due 2027-03-03 17:00"]);
    expect(describeDue([await change(null)])).toEqual(["due 2027-03-03 end of day"]);
  });
});

describe("hours run from the time of what they are counted from", () => {
  const hearing = item("a", 3, "calendar_days", { dueTime: "16:00" });
  const reply = item("b", 24, "hours", { from: "item:a", direction: "before" });

  test("of another deadline, which needs no time of the trigger", async () => {
    await save("cht_from_item", [hearing, reply, item("c", 20, "hours", { from: "item:a" })]);
    const due = ["a 2027-03-04 16:00", "b 2027-03-03 16:00", "c 2027-03-05 12:00"];
    expect(await dueOf({ templateKey: "cht_from_item", triggerTime: "09:00" })).toEqual(due);
    expect(await dueOf({ templateKey: "cht_from_item" })).toEqual(due);
  });

  test("of a deadline without a time: from the beginning of its day, with a warning", async () => {
    const untimed = { ...hearing, dueTime: null };
    await save("cht_untimed", [untimed, reply, item("c", 20, "hours", { from: "item:a" })]);
    const { deadlines } = await preview({ templateKey: "cht_untimed", triggerTime: "17:00" });
    expect(describeDue(deadlines)).toEqual(["a 2027-03-04 end of day", "b 2027-03-03 00:00", "c 2027-03-04 20:00"]);
    expect(deadlines.map(({ warnings }) => warnings.includes("start_time_unknown"))).toEqual([false, true, true]);
  });

  test("of another deadline, whose new time they follow: earlier at once, later once a second person has seen it", async () => {
    await save("cht_follows", [hearing, reply, item("c", 2, "hours", { from: "item:b", direction: "before" })]);
    const { caseId } = await createCase(tenant);
    const { deadlineChain, deadlines } = readBody<Whole>(
      await api.change("POST", `/cases/${caseId}/deadline-chains`, {
        templateKey: "cht_follows",
        triggerOn: "2027-03-01",
      }),
    );
    const change = (body: object) =>
      api.change("PATCH", `/deadlines/${deadlines[0]?.id ?? ""}`, { reason: "The order says so.", ...body });
    const read = async () => readBody<Whole>(await api.get(`/deadline-chains/${deadlineChain.id}`)).deadlines;
    expect((await change({ dueTime: "09:00" })).status).toBe(200);
    expect(describeDue(await read())).toEqual(["a 2027-03-04 09:00", "b 2027-03-03 09:00", "c 2027-03-03 07:00"]);
    expect((await change({ dueTime: "11:00" })).status).toBe(200);
    const waiting = await read();
    expect(describeDue(waiting)).toEqual(["a 2027-03-04 11:00", "b 2027-03-03 09:00", "c 2027-03-03 07:00"]);
    expect(waiting.map(({ recalculation }) => recalculation?.proposedTime ?? null)).toEqual([null, "11:00", "09:00"]);
    expect((await change({ dueTime: null })).status).toBe(200);
    expect(describeDue(await read())).toEqual(["a 2027-03-04 end of day", "b 2027-03-03 00:00", "c 2027-03-02 22:00"]);
  });

  test("of a step, which keeps its time, and of a chain that is recalculated", async () => {
    await save("cht_step", [
      item("a", 30, "hours", { isStep: true }),
      item("b", 10, "hours", { from: "item:a" }),
      item("c", 6, "hours", { from: "item:b" }),
      item("d", 1, "calendar_days", { from: "item:a" }),
    ]);
    const given = { templateKey: "cht_step", triggerTime: "10:00" };
    const due = ["b 2027-03-03 02:00", "c 2027-03-03 08:00", "d 2027-03-03 end of day"];
    expect(await dueOf(given)).toEqual(due);
    expect((await preview(given)).deadlines[0]?.calculation?.steps.map(({ text }) => text)).toContain("Step: a, 16:00");
    const { caseId } = await createCase(tenant);
    const { deadlineChain, deadlines } = readBody<Whole>(
      await api.change("POST", `/cases/${caseId}/deadline-chains`, { ...given, triggerOn: "2027-03-01" }),
    );
    expect(describeDue(deadlines)).toEqual(due);
    const move = (more: object) =>
      api.change("POST", `/deadline-chains/${deadlineChain.id}/recalculate`, {
        triggerOn: "2027-03-02",
        reason: "Put off.",
        ...more,
      });
    const { changes } = readBody<{ changes: Move[] }>(await move({ commit: false }));
    expect(changes.map(({ itemKey, toOn }) => `${itemKey} ${toOn}`)).toEqual([
      "b 2027-03-04",
      "c 2027-03-04",
      "d 2027-03-04",
    ]);
    const expected = changes.map(({ deadlineId, toOn }) => ({ deadlineId, dueOn: toOn }));
    expect((await move({ commit: true, expected })).status).toBe(200);
    expect(describeDue(readBody<Whole>(await api.get(`/deadline-chains/${deadlineChain.id}`)).deadlines)).toEqual([
      "b 2027-03-04 02:00",
      "c 2027-03-04 08:00",
      "d 2027-03-04 end of day",
    ]);
  });
});

describe("a template whose counts cannot be counted is rejected where the fault is", () => {
  const before = { direction: "before", nextWeekday: 1 };
  const days = item("a", 5, "calendar_days");
  test.each<[object, string]>([
    [item("a", 5, "calendar_days", before), "items.1.nextWeekday"],
    [{ ...days, alternatives: [{ offset: 5, unit: "weeks", ...before }] }, "items.1.alternatives.0.nextWeekday"],
    [item("a", 5, "hours", { dueTime: "08:00" }), "items.1.dueTime"],
    [item("a", 5, "hours", { startRule: "next_open_day" }), "items.1.startRule"],
    [
      { ...days, alternatives: [{ offset: 5, unit: "hours", startRule: "next_open_day" }] },
      "items.1.alternatives.0.startRule",
    ],
    [item("a", 5, "hours", { from: "trigger:served" }), "items.1.unit"],
    [{ ...days, alternatives: [{ offset: 5, unit: "hours", from: "trigger:served" }] }, "items.1.alternatives.0.unit"],
  ])("%o", async (faulty, path) => {
    const triggers = [{ key: "served", label: "Served" }];
    expect(faultOf(await put("cht_faulty", [item("first", 1, "weeks"), faulty], triggers))).toEqual([400, path]);
  });

  test("one that was stored before is read and applied, and its dates are never later than meant", async () => {
    const triggers = [{ key: "served", label: "Served" }];
    await save(
      "cht_stored",
      [item("a", 5, "calendar_days", { direction: "before" }), item("b", 48, "hours")],
      triggers,
    );
    const { items } = readBody<{ chainTemplate: ChainTemplate }>(
      await api.get("/deadline-chain-templates/cht_stored"),
    ).chainTemplate;
    const stored = JSON.stringify([
      { ...items[0], nextWeekday: 1 },
      { ...items[1], from: "trigger:served", dueTime: "08:00", startRule: "next_open_day" },
    ]);
    await tenant.inside((transaction) =>
      transaction.updateTable("DeadlineChainTemplate").set({ items: stored }).where("key", "=", "cht_stored").execute(),
    );
    const { deadlines } = await preview({ templateKey: "cht_stored", triggerDates: { served: "2027-03-02" } });
    expect(describeDue(deadlines)).toEqual(["a 2027-02-24 end of day", "b 2027-03-04 00:00"]);
    expect(deadlines[1]?.warnings).toContain("start_time_unknown");
  });
});

test("a preview names each warning once", async () => {
  const { deadlines } = await preview({ templateKey: "tx.discovery_served", serviceMethod: "mail" });
  const warnings = deadlines.flatMap((deadline) => deadline.warnings);
  expect(warnings.filter((warning) => warning === "unverified_rule")).toHaveLength(1);
});
