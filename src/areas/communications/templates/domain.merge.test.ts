import { expect, test } from "vitest";
import { fillMergeFields, findMergeFault, listMergeSources } from "./domain.merge.ts";

test("sources are listed once, in order, of subject and body", () => {
  expect(listMergeSources("Re {{case.title}}", "Hi {{client.firstName|there}}, {{ case.title }}")).toEqual([
    "case.title",
    "client.firstName",
  ]);
  expect(listMergeSources(null, "None")).toEqual([]);
});

test.each(["{{client.ssn}}", "{{}}", "{{client.firstName", "client.firstName}}", "{{a|b|c}}"])(
  "%s is rejected",
  (text) => expect(findMergeFault(text)).not.toBeNull(),
);

test.each(["{{today}}", "{{custom.policy|none}}", "{{input.when|}}", "{ one } brace"])("%s is accepted", (text) =>
  expect(findMergeFault(text)).toBeNull(),
);

test("values and fallbacks stand in the text; what has neither is named once", () => {
  const values = new Map([
    ["client.firstName", "Ana {{today}} $1"],
    ["firm.phone", null],
  ]);
  expect(fillMergeFields("Hi {{client.firstName}}, call {{firm.phone|us}}. {{input.x}} {{input.x}}", values)).toEqual({
    text: "Hi Ana {{today}} $1, call us.  ",
    missing: ["input.x"],
  });
});
