import { expect, test } from "vitest";
import { chooseCourtCalendar } from "./domain.courts.ts";

const calendar = (id: string, counties: string[] = [], isDefault = false) => ({ id, counties, isDefault });

// The oldest first.
test.each([
  ["none", [], "Travis", undefined],
  ["the only one", [calendar("a")], "Travis", "a"],
  ["the oldest while none is the default", [calendar("a"), calendar("b")], null, "a"],
  ["the default, not the oldest", [calendar("a"), calendar("b", [], true)], "Travis", "b"],
  ["that of the county before the default", [calendar("a", [], true), calendar("b", ["Travis"])], "Travis", "b"],
  [
    "of several of the county the default",
    [calendar("a", ["Travis"]), calendar("b", ["Travis", "Hays"], true)],
    "Travis",
    "b",
  ],
  ["never that of another county", [calendar("a", ["Hays"], true)], "Travis", undefined],
  ["none of a county while the case has none", [calendar("a", ["Hays"]), calendar("b")], null, "b"],
  ["a county however it is written", [calendar("a"), calendar("b", ["Travis County"])], " travis ", "b"],
  ["a county with the word, too", [calendar("a"), calendar("b", ["orleans"])], "Orleans Parish", "b"],
])("the calendar of a court is %s", (_, calendars, county, id) => {
  expect(chooseCourtCalendar(calendars, county)).toBe(id);
});
