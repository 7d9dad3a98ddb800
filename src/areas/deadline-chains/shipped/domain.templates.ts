import type { ChainTemplate } from "../schema.ts";
import { easternTemplates } from "./domain.east.ts";
import { federalTemplates } from "./domain.federal.ts";
import { midwesternTemplates } from "./domain.midwest.ts";
import { southernTemplates } from "./domain.south.ts";
import { westernTemplates } from "./domain.west.ts";

/**
 * The shipped templates by key: periods of the federal rules and of twelve states, as of the day on which they were
 * read and without advice on the law. An attorney of the firm compares each with the rule and verifies the template. No
 * row is added without its citation.
 */
export const defaultTemplates: ReadonlyMap<string, ChainTemplate> = new Map(
  [federalTemplates, easternTemplates, southernTemplates, midwesternTemplates, westernTemplates]
    .flat()
    .map((template) => [template.key, template]),
);
