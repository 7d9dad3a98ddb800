import { expect, test } from "vitest";
import { pickLocale } from "./pick-locale.ts";

test("the person's choice, then the browser's languages by quality, then English", () => {
  expect(pickLocale("es", "en-US")).toBe("es");
  expect(pickLocale(undefined, "es-MX,es;q=0.9,en;q=0.8")).toBe("es");
  expect(pickLocale(undefined, "en;q=0.5, es;q=0.7")).toBe("es");
  expect(pickLocale(undefined, "fr-CA,en;q=0.8,es;q=0.5")).toBe("en");
  expect(pickLocale("xx", "es;q=0,de")).toBe("en");
  expect(pickLocale(undefined, null)).toBe("en");
});
