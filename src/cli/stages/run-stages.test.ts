import { expect, test } from "vitest";
import { runStages } from "./run-stages.ts";

test("a failing stage does not hide the following ones", async () => {
  const begun: string[] = [];
  const stage = (title: string, fault?: string) => ({
    title,
    run: () => {
      begun.push(title);
      return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault));
    },
  });
  const results = await runStages([
    stage("Types", "a type is wrong"),
    stage("Tests"),
    stage("Browser tests", "a page is gone"),
  ]);
  expect(begun).toEqual(["Types", "Tests", "Browser tests"]);
  expect(results.map(({ title, fault }) => [title, fault])).toEqual([
    ["Types", "a type is wrong"],
    ["Tests", null],
    ["Browser tests", "a page is gone"],
  ]);
});
