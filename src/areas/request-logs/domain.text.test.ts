import { expect, test } from "vitest";
import { findReasons, findRoutes, findTemplate } from "./domain.text.ts";

const templates = ["/cases", "/cases/{caseId}", "/cases/stats", "/cases/{caseId}/parties/{partyId}", "/clients"];

test("a path has the most literal template that was requested, with the API's prefix and a query, too", () => {
  expect(
    ["/cases/case_01", "/cases/stats", "/api/v1/cases/case_01/parties/pty_1?fields=id", "/cases/", "/tasks/1"].map(
      (path) => findTemplate(path, templates),
    ),
  ).toEqual(["/cases/{caseId}", "/cases/stats", "/cases/{caseId}/parties/{partyId}", "/cases/", "/tasks/1"]);
});

test("a text is found in paths, as a path, and in the names and labels of reasons", () => {
  expect(findRoutes("Parties", templates)).toEqual(["/cases/{caseId}/parties/{partyId}"]);
  expect(findRoutes("/cases/case_01", templates)).toEqual(["/cases/{caseId}"]);
  expect(findRoutes("req_01", templates)).toEqual([]);
  expect(findReasons("stale_rev")).toEqual(["stale_revision"]);
  expect(findReasons("req_01")).toEqual([]);
});
