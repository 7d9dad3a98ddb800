import * as z from "zod";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import type { SearchPart } from "../../rpc/search.ts";
import { search } from "./domain.ts";
import { searchExamples } from "./examples.ts";
import { describeSearch } from "./schema.ts";

/**
 * The search over the records of areas.
 *
 * @param parts what they declare, in the order of the types
 */
export function createSearch(parts: readonly SearchPart[]) {
  const { SearchQuery, SearchResult, OmittedSearchType } = describeSearch(parts.map(({ type }) => type));
  const [scope = null, ...orScopes] = new Set(parts.map((part) => part.scope));
  const procedures = {
    "search.list": operation({
      area: "Platform",
      scope,
      orScopes,
      route: "GET /search",
      summary: "Search all records",
      description:
        "Returns records of all types that the key reads, each type with the scope of its list; `omitted` names the other types with the scope that the key lacks. " +
        "Naming a type in `types` without its scope fails with 403. Records that have the searched number, `externalId`, ID, e-mail address or phone number come first, " +
        "then those whose name has all words, then the others, each most recently changed first. If more than 1,000 records of a type have the words, those of that type are in order of change alone. " +
        "If very many records have one of the words, a page may have fewer results than `limit`, or none: follow `nextCursor` until it is null. " +
        "A record that changes while you page comes again at the end. Caseport logs the route and never the query; your proxies may log full URLs.\n\n" +
        parts.map((part) => `- \`${part.type}\` (\`${part.scope}\`): ${part.description}`).join("\n"),
      searchWords: ["find", "look up", "name", "phone", "number"],
      // One snapshot, on one connection.
      sharesTransaction: true,
    })
      .input(SearchQuery)
      .output(
        z.object({
          results: z.array(SearchResult),
          omitted: z.array(OmittedSearchType).meta({ description: "Types that were not searched." }),
          nextCursor: z.string().nullable(),
        }),
      )
      .query(({ ctx, input }) => search(ctx, parts, input)),
  };
  return defineArea(procedures, { examples: searchExamples });
}
