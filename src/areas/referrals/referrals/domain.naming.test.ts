import { expect, test } from "vitest";
import { namesClient } from "./domain.naming.ts";

const client = { lastNames: ["Núñez-Ortega"], emails: ["rosa@example.com"], phones: ["+1 (512) 555-0143"] };

test.each([
  "Ms. Nunez was rear-ended",
  "the ORTEGA matter",
  "write to Rosa@Example.com",
  "call 555-0143",
  "call 512.555.0143 after six",
  "number 15125550143",
  "Nunez's car",
  "Nu\u200Bn\u0303ez, rear-ended",
  "the NunezOrtega file",
])("%s names the client", (text) => {
  expect(namesClient(text, client)).toBe(true);
});

test.each([
  "Nunezville is where it happened",
  "settled for 555-01",
  "claim 43-5550-1",
  "a driver in his forties, rear-ended at a light",
])("%s does not", (text) => {
  expect(namesClient(text, client)).toBe(false);
});

test.each([
  ["O'Brien", "Mr. OBrien fell"],
  ["OBrien", "Mr. O’Brien fell"],
  ["McDonald", "the Mc Donald matter"],
  ["De La Cruz", "Mr. Delacruz fell"],
  ["Łukaszewicz", "Ms. Lukaszewicz fell"],
  ["Strauß", "Mr. Strauss fell"],
])("%s is named by %s", (lastName, text) => {
  expect(namesClient(text, { ...client, lastNames: [lastName] })).toBe(true);
});

test("a short name, or a word such as van, names nobody", () => {
  expect(namesClient("hit by a van", { ...client, lastNames: ["van den Berg"] })).toBe(false);
  expect(namesClient("Mr. Berg", { ...client, lastNames: ["van den Berg"] })).toBe(true);
  expect(namesClient("so it goes", { ...client, lastNames: ["So"] })).toBe(false);
});
