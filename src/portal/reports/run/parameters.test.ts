import { expect, test } from "vitest";
import { validateTyped, readTyped, readWithheld, typeDefaults } from "./parameter-values.ts";
import { nameOrganizations, readChoice, turnSort, writeRun } from "../report-query.ts";
import type { Parameter } from "../report-types.ts";

const base = { list: false, required: false, default: null, options: null } as const;
const choice = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const days: Parameter = { ...base, key: "days", label: "Days", type: "integer", required: true, default: 30 };
const least: Parameter = { ...base, key: "least", label: "At least", type: "money" };
const since: Parameter = { ...base, key: "since", label: "Since", type: "date", required: true };
const statuses: Parameter = {
  ...base,
  key: "statuses",
  label: "Statuses",
  type: "text",
  list: true,
  default: ["open"],
  options: choice(["open", "closed", "on_hold"]),
};
const name: Parameter = { ...base, key: "name", label: "Name", type: "text" };
const treating: Parameter = { ...base, key: "treating", label: "Treating", type: "boolean", default: true };
const all = [days, least, since, statuses, name, treating];

test("typed values become the input of a run", () => {
  const typed = {
    ...typeDefaults(all),
    days: " 1,000 ",
    least: "$1,250.5",
    since: "2026-02-28",
    statuses: ["open", "closed"],
    name: " O’Neil ",
    treating: "false",
  };
  expect(validateTyped(all, typed)).toEqual({
    values: {
      days: 1_000,
      least: 125_050,
      since: "2026-02-28",
      statuses: ["open", "closed"],
      name: "O’Neil",
      treating: false,
    },
    faults: {},
  });
});

test("an emptied field removes its default; without a default it is omitted", () => {
  const { values, faults } = validateTyped([statuses, treating, least, name], {
    statuses: [],
    treating: "",
    least: "",
    name: "",
  });
  expect([values, faults]).toEqual([{ statuses: null, treating: null }, {}]);
});

test("every error is at its field and repeats no typed value", () => {
  const { values, faults } = validateTyped(all, {
    ...typeDefaults(all),
    days: "soon",
    least: "1.234",
    since: "2026-02-30",
    statuses: ["lost"],
    name: "x".repeat(201),
  });
  expect(values).toEqual({ treating: true });
  expect(Object.keys(faults)).toEqual(["days", "least", "since", "statuses", "name"]);
  expect(Object.values(faults).join(" ")).not.toMatch(/soon|1\.234|02-30|lost|xx/);
  expect(validateTyped([days], { days: "" }).faults).toEqual({ days: "Required. Enter a value" });
});

test("a list without options is typed with commas", () => {
  const cities: Parameter = { ...name, list: true };
  expect(validateTyped([cities], { name: "Austin, , El Paso" }).values).toEqual({ name: ["Austin", "El Paso"] });
});

test("the URL has the chosen values and is read back unchanged", () => {
  const typed = { ...typeDefaults(all), days: "90", since: "2026-01-31", statuses: ["open", "on_hold"], treating: "" };
  const written = writeRun(all, typed, { offices: ["org_a1", "org_b2"], sort: { column: "cases", descending: true } });
  expect(written).toBe(
    "run=1&p.days=90&p.since=2026-01-31&p.statuses=open&p.statuses=on_hold&p.treating=&offices=org_a1%2Corg_b2&sort=-cases",
  );
  const address = new URLSearchParams(written);
  expect(readTyped(address, all)).toEqual(typed);
  expect(readChoice(address)).toEqual({
    isRun: true,
    offices: ["org_a1", "org_b2"],
    sort: { column: "cases", descending: true },
  });
});

test("free text is never in the URL, only that it was given", () => {
  const written = writeRun(all, { ...typeDefaults(all), name: "Maria Gutierrez" }, { offices: "own", sort: null });
  expect(written).toBe("run=1&withheld=name");
  const address = new URLSearchParams(`${written}&p.name=Maria`);
  expect(readWithheld(address, all)).toEqual([name]);
  expect(readTyped(address, all)["name"]).toBe("");
});

test("invalid values in the URL are ignored", () => {
  expect(readChoice(new URLSearchParams("offices=<script>,1&sort=a b"))).toEqual({
    isRun: false,
    offices: "own",
    sort: null,
  });
  expect(readChoice(new URLSearchParams("offices=org_1,org_1&sort=-fees"))).toEqual({
    isRun: false,
    offices: ["org_1"],
    sort: { column: "fees", descending: true },
  });
});

test("offices are named one by one, or all at once if possible", () => {
  const reach = Array.from({ length: 101 }, (_, index) => ({ id: `org_${index}` }));
  expect(nameOrganizations("own", reach, "org_7")).toBe("org_7");
  expect(nameOrganizations(["org_1", "org_2"], reach, "org_7")).toBe("org_1,org_2");
  expect(nameOrganizations("all", reach.slice(0, 3), "org_0")).toBe("org_0,org_1,org_2");
  expect(nameOrganizations("all", reach, "org_0")).toBeUndefined();
});

test("a heading reverses the order; the report's own order is omitted", () => {
  const own = { column: "cases", descending: true };
  expect(turnSort(own, "cases", own)).toEqual({ column: "cases", descending: false });
  expect(turnSort({ column: "cases", descending: false }, "cases", own)).toBeNull();
  expect(turnSort(own, "stage", own)).toEqual({ column: "stage", descending: false });
  expect(turnSort({ column: "stage", descending: false }, "stage", null)).toEqual({
    column: "stage",
    descending: true,
  });
});
