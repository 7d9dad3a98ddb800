import {
  findSimilarNames,
  prepareNames,
  type NamedEntity,
  type PreparedNames,
  type SearchedName,
  type SimilarName,
  type SimilarNames,
} from "../../platform/database/lists/similar-names.ts";
import type { Context } from "../../rpc/context.ts";
import { readNamedRecords } from "./store.search.ts";

/** A name or an alias of a term. */
export interface NameSearch extends SearchedName {
  /** The term's index. */
  term: number;
  on: "name" | "alias";
}

export interface NameHit extends Omit<SimilarName, "search">, Pick<NameSearch, "term" | "on"> {}

/** Names to search, with their keys; with the dates of birth too, for records that the caller can read. */
export interface TermNames {
  searches: readonly NameSearch[];
  plain: PreparedNames;
  withDates: PreparedNames;
}

export async function prepareTermNames({ transaction }: Context, searches: readonly NameSearch[]): Promise<TermNames> {
  const plain = await prepareNames(transaction, searches, "ignored");
  const hasDates = searches.some(({ dateOfBirth }) => dateOfBirth !== null);
  return { searches, plain, withDates: hasDates ? await prepareNames(transaction, searches, "searched") : plain };
}

/**
 * Live records with similar names.
 *
 * @param reader.seesRecords whether the caller can read them: if so, one word in common is enough beside the same date of birth or last
 *   four digits
 */
export async function findNameHits(
  context: Context,
  entity: NamedEntity,
  { searches, plain, withDates }: TermNames,
  { seesRecords }: { seesRecords: boolean },
): Promise<Omit<SimilarNames, "hits"> & { hits: NameHit[] }> {
  const readNames = (ids: readonly string[]) => readNamedRecords(context, entity, ids);
  const prepared = seesRecords ? withDates : plain;
  const { hits, ...rest } = await findSimilarNames(context, entity, prepared, {
    readNames,
    admitsConfirmed: seesRecords,
  });
  return {
    hits: hits.flatMap(({ search, ...hit }) => {
      const searched = searches[search];
      return searched === undefined ? [] : [{ ...hit, term: searched.term, on: searched.on }];
    }),
    ...rest,
  };
}
