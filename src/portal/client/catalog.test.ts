import { afterEach, expect, test, vi } from "vitest";
import { renderToStaticMarkup } from "react-dom/server";
import { catalog, rich, type Wrap } from "./catalog.ts";

const english = {
  title: "API keys",
  saved: (name: string) => `${name} saved.`,
  states: { on: "On", off: "Off" },
  nouns: ["key", "keys"] as const,
  help: (link: Wrap) => rich`See ${link("the guide")}.`,
};
const strings = catalog(english, { es: { title: "Claves de API", saved: (name) => `Se guardó ${name}.` } });

const read = (lang: string) => {
  vi.stubGlobal("document", { documentElement: { lang } });
  return [strings.title, strings.saved("A"), strings.states.on, strings.nouns[1]];
};
afterEach(() => vi.unstubAllGlobals());

test("a string is read in the language of the page, and what is not translated in English", () => {
  expect(read("es")).toEqual(["Claves de API", "Se guardó A.", "On", "keys"]);
  expect(read("en")).toEqual(["API keys", "A saved.", "On", "keys"]);
  vi.unstubAllGlobals();
  expect(strings.title).toBe("API keys");
});

test("a translation has only members of the English catalog, with its values", () => {
  // @ts-expect-error -- no such member
  catalog(english, { es: { heading: "Claves" } });
  // @ts-expect-error -- the name is text
  catalog(english, { es: { saved: (name: number) => `${name}` } });
});

test("a sentence places its elements", () => {
  const link: Wrap = (text) => rich`[${text}]`;
  expect(renderToStaticMarkup(strings.help(link))).toBe("See [the guide].");
});
