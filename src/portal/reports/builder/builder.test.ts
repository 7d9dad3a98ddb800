import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operatorsByType } from "../../../areas/reports/definition/domain.filters.ts";
import { standardReports } from "../../../areas/reports/standard-reports/domain.ts";
import { ReportDefinition, ReportKey } from "../../../contract/reports/definition.ts";
import {
  addColumn,
  emptyDraft,
  headingOf,
  isGrouped,
  makeKey,
  moveColumn,
  removeColumn,
  typeOfColumn,
  type DefinitionDraft,
  type ReportField,
} from "./draft.ts";
import { changeField, changeOperator, setPrompted } from "./filter-changes.ts";
import { addFilter, kindOfValue, operatorsOfType, readDefinition, removeFilter, showValue } from "./filters.ts";
import { reportForm } from "./form-schema.ts";
import { newReport, type ReportValues } from "./form.ts";
import { groupFields, describeBar } from "./picker.tsx";
import { readValue, validateValue, writeDefinition } from "./write-definition.ts";

const field = (name: string, changes: Partial<ReportField> = {}): ReportField => ({
  name,
  label: name,
  group: "Case",
  type: "text",
  options: null,
  aggregates: ["count", "count_distinct"],
  permission: null,
  isAllowed: true,
  ...changes,
});
const stage = field("matterStage", { label: "Stage", options: [{ value: "intake", label: "Intake" }] });
const fee = field("feeCents", { label: "Fee", type: "money", aggregates: ["sum", "average"] });
const opened = field("openedOn", { label: "Opened", type: "date" });
const id = field("id", { label: "Case", aggregates: ["count"] });
const fields = [stage, fee, opened, id];
const given = (draft: Partial<DefinitionDraft>) => writeDefinition({ ...emptyDraft, ...draft }, fields);

describe("columns", () => {
  const grouped = addColumn(addColumn(addColumn(emptyDraft, stage), id, "count"), fee);

  test("get unique keys that are valid in rows", () => {
    expect(grouped.columns.map(({ key }) => key)).toEqual(["matterStage", "count", "feeCents"]);
    expect(addColumn(grouped, stage).columns.at(-1)?.key).toBe("matterStage2");
    expect(addColumn(grouped, fee).columns.at(-1)?.key).toBe("fee2Cents");
    fc.assert(
      fc.property(
        fc.stringMatching(/^(custom\.)?[A-Za-z][A-Za-z0-9_-]{0,79}$/),
        fc.array(fc.string()),
        (name, taken) => {
          const key = makeKey(name, taken);
          expect(ReportKey.safeParse(key).success).toBe(true);
          expect(taken).not.toContain(key);
        },
      ),
    );
  });

  test("move by one position and stop at the ends", () => {
    expect(moveColumn(grouped, 0, 1).columns.map(({ key }) => key)).toEqual(["count", "matterStage", "feeCents"]);
    expect(moveColumn(grouped, 0, -1)).toBe(grouped);
    expect(moveColumn(grouped, 2, 1)).toBe(grouped);
  });

  test("a removed column is also removed from sort and chart", () => {
    const drawn: DefinitionDraft = {
      ...grouped,
      sort: [{ column: "count", descending: true }],
      chart: { type: "bar", category: "matterStage", value: "count", series: "feeCents" },
    };
    expect(removeColumn(drawn, "count")).toMatchObject({ sort: [], chart: null });
    expect(removeColumn(drawn, "feeCents").chart).toEqual({ type: "bar", category: "matterStage", value: "count" });
  });

  test("have the type of what they show", () => {
    expect(grouped.columns.map((column) => typeOfColumn(column, fields))).toEqual(["text", "integer", "money"]);
    expect(isGrouped(grouped)).toBe(true);
    expect(headingOf({ key: "x", field: "gone", label: " ", aggregate: null, bucket: null }, fields)).toBe("gone");
  });
});

describe("filters", () => {
  test("the builder offers exactly the server's operators", () => {
    for (const [type, operators] of Object.entries(operatorsByType))
      expect([type, operatorsOfType[type as keyof typeof operatorsOfType].toSorted()]).toEqual([
        type,
        operators.toSorted(),
      ]);
  });

  test("typed values are converted to the wire format and back", () => {
    expect(readValue("1,250.5", "money")).toBe(125_050);
    expect(showValue(125_050, "money")).toBe("1250.50");
    expect(readValue("30", "days")).toBe(30);
    expect(readValue("true", "boolean")).toBe(true);
    expect(readValue("  ", "text")).toBeUndefined();
    expect(readValue([], "list")).toBeUndefined();
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        expect(readValue(showValue(cents, "money"), "money")).toBe(cents);
      }),
    );
  });

  test("an error says how to fix the value", () => {
    expect(validateValue("", "text", "required")).toBe("Enter a value");
    expect(validateValue("", "text", "optional")).toBeNull();
    expect(validateValue("much", "money", "required")).toContain("dollars");
    expect(validateValue("1.5", "days", "required")).toContain("whole");
    expect(validateValue("-3", "days", "required")).toContain("whole");
    expect(validateValue("", "none", "required")).toBeNull();
  });

  test("another operator keeps a value of the same type; another field resets it", () => {
    const one = {
      ...addFilter(emptyDraft, fee),
      filters: addFilter(emptyDraft, fee).filters.map((filter) => ({ ...filter, value: "10" })),
    };
    expect(changeOperator(one, 0, "at_least", fields).filters[0]).toMatchObject({ operator: "at_least", value: "10" });
    expect(changeOperator(one, 0, "is_empty", fields).filters[0]?.value).toBe("");
    expect(changeField(one, 0, opened).filters[0]).toMatchObject({
      field: "openedOn",
      operator: "in_next_days",
      value: "",
    });
    expect(kindOfValue("in", "text")).toBe("list");
  });

  test("prompting creates a parameter with the value as its default; without it the value is restored", () => {
    const filter = { id: "a", field: "feeCents", operator: "at_least" as const, value: "10", parameter: null };
    const prompted = setPrompted({ ...emptyDraft, filters: [filter] }, 0, true, fields);
    expect(writeDefinition(prompted, fields)).toMatchObject({
      filters: [{ field: "feeCents", operator: "at_least", parameter: "feeCents" }],
      parameters: [{ key: "feeCents", label: "Fee", required: false, default: 1000 }],
    });
    expect(setPrompted(prompted, 0, false, fields)).toEqual({ ...emptyDraft, filters: [filter] });
    expect(removeFilter(prompted, 0).parameters).toEqual([]);
    expect(changeOperator(prompted, 0, "is_empty", fields)).toMatchObject({
      parameters: [],
      filters: [{ parameter: null }],
    });
  });

  test("every standard report passes through the builder unchanged", () => {
    const typesOfValues = new Map<string, "number" | "boolean">([
      ["number", "number"],
      ["boolean", "boolean"],
    ]);
    for (const { definition } of standardReports) {
      const whole = ReportDefinition.parse(definition);
      // Unknown fields would make numbers text; here each field has its value's type.
      const values = whole.filters.map(
        (filter) =>
          [
            filter.field,
            filter.value ?? whole.parameters.find(({ key }) => key === filter.parameter)?.default,
          ] as const,
      );
      const known = values.map(([name, value]) => field(name, { type: typesOfValues.get(typeof value) ?? "text" }));
      expect(ReportDefinition.parse(writeDefinition(readDefinition(whole, known), known))).toEqual(whole);
    }
  });
});

describe("the form", () => {
  const form = reportForm(() => fields);
  const filled: ReportValues = { ...newReport, name: "By stage", definition: addColumn(emptyDraft, stage) };
  const faultsOf = (values: Partial<ReportValues>) =>
    form.safeParse({ ...filled, ...values }).error?.issues.map(({ path }) => path.join(".")) ?? [];

  test("a complete form is valid; a missing value is an error at its field", () => {
    expect(form.parse(filled)).toMatchObject({
      name: "By stage",
      description: null,
      visibility: "private",
      apiVisible: false,
      definition: { columns: [{ key: "matterStage", field: "matterStage" }] },
    });
    expect(faultsOf({ name: " " })).toEqual(["name"]);
    expect(faultsOf({ definition: emptyDraft })).toEqual(["definition.columns"]);
    expect(faultsOf({ definition: addFilter(filled.definition, fee) })).toEqual(["definition.filters.0.value"]);
    expect(faultsOf({ definition: addColumn(filled.definition, field("gone")) })).toEqual([
      "definition.columns.1.field",
    ]);
    expect([faultsOf({ visibility: "team" }), faultsOf({ visibility: "team", sharedWithTeamIds: ["tea_1"] })]).toEqual([
      ["sharedWith"],
      [],
    ]);
    const prompted = setPrompted(addFilter(filled.definition, fee), 0, true, fields);
    expect(
      faultsOf({
        definition: {
          ...prompted,
          parameters: prompted.parameters.map((each) => ({ ...each, label: "", default: "much" })),
        },
      }),
    ).toEqual(["definition.parameters.0.label", "definition.parameters.0.default"]);
  });

  test("keys read only reports visible to the firm, and members are named only if needed", () => {
    expect(
      form.parse({
        ...filled,
        visibility: "private",
        apiVisible: true,
        sharedWith: ["mem_1"],
        sharedWithTeamIds: ["tea_1"],
      }),
    ).toMatchObject({ apiVisible: false, sharedWith: [], sharedWithTeamIds: [] });
    expect(form.parse({ ...filled, visibility: "organization", apiVisible: true })).toMatchObject({ apiVisible: true });
  });

  test("an amount is sent in cents", () => {
    expect(
      given({ filters: [{ id: "a", field: "feeCents", operator: "at_least", value: "12.5", parameter: null }] })
        .filters,
    ).toEqual([{ field: "feeCents", operator: "at_least", value: 1250 }]);
  });
});

describe("the picker", () => {
  test("finds fields by label, group and name, and shows why a field is unavailable", () => {
    expect(groupFields(fields, "OPEN").map(({ members }) => members.map(({ name }) => name))).toEqual([["openedOn"]]);
    expect(groupFields(fields, "nothing such")).toEqual([]);
    expect(describeBar({ permission: "billing:view" })).toContain("Billing data");
    expect(describeBar({ permission: null })).toContain("keys");
  });
});
