import * as z from "zod";
import { namedEnum } from "../../contract/enumeration.ts";
import { pageInput } from "../../contract/page.ts";
import { scopeCatalog, type Scope } from "../../contract/scopes.ts";
import { commaSeparated } from "../../contract/values/comma-separated.ts";
import { Id, Instant, text } from "../../contract/values/values.ts";
import { basePath } from "../../contract/base-path.ts";

const maxQuery = 100;
const minQuery = 2;

const scopes = [...scopeCatalog.keys()] as [Scope, ...Scope[]];

/** @param types those of the parts */
export function describeSearch(types: readonly string[]) {
  const SearchType = namedEnum("SearchType", types as [string, ...string[]]);
  const SearchQuery = z.strictObject({
    q: text(minQuery, maxQuery).meta({
      description:
        "Words, the last of which may be a beginning; or a number, an `externalId`, an ID, an e-mail address or a phone number. At most eight words, of which a record has all. Accents and case do not matter, and a name with an apostrophe is found without it as well.",
      example: "O’Brien",
    }),
    types: commaSeparated(SearchType, {
      noun: "type",
      maxLength: types.join(",").length,
      description: `Types of records, separated by commas: ${types.map((type) => `\`${type}\``).join(", ")}. By default all that the key reads.`,
      example: types.slice(0, 2).join(","),
    }),
    ...pageInput({ maximum: 100, default: 25 }),
  });
  const SearchResult = z
    .object({
      type: SearchType,
      id: Id,
      title: z.string().nullable().meta({ description: "Its name; without one its number. null without either." }),
      subtitle: z.string().nullable().meta({ description: "What tells it from others of its name." }),
      number: z.string().nullable().meta({ description: "The human number of cases, leads and invoices." }),
      matchedField: z.string().meta({ description: "The field in which the words were found first." }),
      url: z.string().meta({
        description: "The path of the record, which its GET accepts with the same key.",
        example: `${basePath}/clients/cli_01JZ8Q3V7N2M4R6T8W0Y1A3C5E`,
      }),
      updatedAt: Instant,
    })
    .meta({ id: "SearchResult" });
  const OmittedSearchType = z
    .object({
      type: SearchType,
      scope: namedEnum("ScopeName", scopes).meta({ description: "The scope that the key lacks." }),
    })
    .meta({ id: "OmittedSearchType" });
  return { SearchQuery, SearchResult, OmittedSearchType };
}

export type SearchQuery = z.infer<ReturnType<typeof describeSearch>["SearchQuery"]>;
export type SearchResult = z.infer<ReturnType<typeof describeSearch>["SearchResult"]>;
