import { expect, test } from "vitest";
import { mergeSources } from "../../../contract/merge-fields.ts";
import { mergeSource } from "../lazy-strings.ts";

test("every source that a field can have is offered, and no other", () => {
  expect(Object.keys(mergeSource.sources).toSorted()).toEqual(Object.keys(mergeSources).toSorted());
});
