import { expect, test } from "vitest";
import { putInPlace } from "./example-requests.ts";

const documented = { caseId: "case_1", terms: [{ name: "Elena", version: 3 }], tags: ["Elena", "new"] };

test("the tenant's own values replace the documented ones", () => {
  expect(putInPlace(documented, { case_1: "case_9", Elena: "Rosa", 3: 1 })).toEqual({
    caseId: "case_9",
    terms: [{ name: "Rosa", version: 1 }],
    tags: ["Rosa", "new"],
  });
  expect(putInPlace(documented, {})).toEqual(documented);
});

test("a replacement for a value that is not in the documented body is an error", () => {
  expect(() => putInPlace(documented, { case_1: "case_9", case_2: "case_8" })).toThrow(
    "the documented body does not hold case_2",
  );
});
