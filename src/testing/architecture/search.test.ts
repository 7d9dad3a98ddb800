import { expect, test } from "vitest";
import { declarations, declarationsByName, searchParts } from "../../composition/router.ts";

const settings = "What the firm sets up, not what happens in a case: its list is short.";
const people = "Of a firm's members there are few, and GET /members has q.";
const numbers = "Has neither a name nor a number of its own: it is found by its case.";
const elevated = "Under an elevated scope, whose reads are recorded in the audit log: a search records none.";
const operations = "Of the integration itself, not a record of the firm.";

/** Lists whose records GET /search does not find, and why. */
const withoutPart: Readonly<Record<string, string>> = {
  "/attorneys": people,
  "/bulk": operations,
  "/calls": numbers,
  "/conflict-checks": "A check holds names that may be nobody's: who searches must not find what others searched for.",
  "/conversations": numbers,
  "/custom-field-definitions": settings,
  "/deadline-chain-templates": settings,
  "/deadlines": "Its title is that of a rule, alike in all cases: it is found by its case.",
  "/esign-requests": "Its title is that of its template, alike in all cases: it is found by its case.",
  "/esign-templates": settings,
  "/events": operations,
  "/expenses": numbers,
  "/exports": operations,
  "/holiday-calendars": settings,
  "/imports": operations,
  "/intake-forms": settings,
  "/liens": numbers,
  "/medical-facilities": elevated,
  "/members": people,
  "/message-templates": settings,
  "/messages": "Its content needs communications:content beside communications:read.",
  "/metadata": operations,
  "/offices": settings,
  "/partner-firms": settings,
  "/referrals":
    "The names in it are those of its lead or case; what the other firm calls it is no word of SearchTerm's.",
  "/reports": operations,
  "/retrieval-requests": elevated,
  "/service-accounts": operations,
  "/settlements": numbers,
  "/tags": settings,
  "/task-templates": settings,
  "/teams": settings,
  "/webhook-subscriptions": operations,
};

const reads = declarations.filter(({ kind, meta }) => kind === "query" && meta.method === "GET");
const paths = reads.map(({ meta }) => meta.path);
/** Lists of the organization's records, each of which has a GET of its own. */
const lists = paths.filter((list) =>
  paths.some((path) => path.startsWith(`${list}/{`) && path.indexOf("}") === path.length - 1),
);
const partOf = (list: string) => searchParts.find(({ path }) => path === `${list}/{id}`);

test("every list has a part in the search, or a reason why not", () => {
  expect(lists.length).toBeGreaterThan(30);
  expect(lists.filter((list) => partOf(list) === undefined).toSorted()).toEqual(Object.keys(withoutPart).toSorted());
});

test("a part leads to its list and to its GET, which require its scope", () => {
  for (const { path, scope, type } of searchParts) {
    const list = path.replace("/{id}", "");
    expect(lists, type).toContain(list);
    const both = reads.filter(({ meta }) => meta.path === list || meta.path.replace(/\{\w+\}$/, "{id}") === path);
    expect(
      both.map(({ meta }) => meta.scope),
      type,
    ).toEqual([scope, scope]);
  }
});

test("a key with the scope of any part can search", () => {
  const { meta } = declarationsByName.get("search.list") ?? {};
  expect(new Set([meta?.scope, ...(meta?.orScopes ?? [])])).toEqual(new Set(searchParts.map(({ scope }) => scope)));
});
