import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { clearMatched } from "../disbursements/domain.clearing.ts";
import { lockDisbursementRowsForUpdate } from "../disbursements/store.ts";
import { matchLines } from "./domain.matching.ts";
import type { GivenBankLine } from "./schema.ts";
import { listCandidates, listUnmatchedLines, readNow, writeMatches, type UnmatchedLine } from "./store.ts";

const compare = ({ id, postedOn, amountCents, checkNumber, bankReference }: GivenBankLine & { id: string }) => ({
  id,
  on: postedOn,
  amountCents,
  checkNumber,
  reference: bankReference,
});

async function findMatches(context: Context, accountId: string, lines: readonly UnmatchedLine[]) {
  const amounts = [...new Set(lines.map(({ amountCents }) => amountCents))];
  const candidates = await listCandidates(context, accountId, amounts);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return matchLines(lines, candidates).flatMap((match) => {
    const candidate = byId.get(match.transactionId);
    return candidate === undefined ? [] : [{ ...match, candidate }];
  });
}

/**
 * Locks the disbursements that lines of an account probably match, until commit: they are locked before the account.
 *
 * @param added lines that are about to be added
 * @returns their IDs
 */
export async function lockProbableForUpdate(
  context: Context,
  accountId: string,
  added: readonly (GivenBankLine & { id: string })[] = [],
): Promise<ReadonlySet<string>> {
  const lines = [...added.map(compare), ...(await listUnmatchedLines(context, accountId))];
  const ids = (await findMatches(context, accountId, lines)).flatMap(({ candidate }) => candidate.disbursementId ?? []);
  if (ids.length > 0) await lockDisbursementRowsForUpdate(context, ids);
  return new Set(ids);
}

/**
 * Matches the lines of an account that have no transaction, and clears the disbursements among them. The account is
 * locked.
 *
 * @param lockedIds of disbursements, by {@link lockProbableForUpdate}: others are not matched now, because who holds
 *   one may wait for the account
 * @param amountCents of the only lines that are looked at; by default all are
 * @returns the IDs of the transactions that were matched
 */
export async function matchUnmatched(
  context: Context,
  accountId: string,
  { lockedIds = new Set(), amountCents }: { lockedIds?: ReadonlySet<string>; amountCents?: number },
): Promise<string[]> {
  const lines = await listUnmatchedLines(context, accountId, amountCents);
  const matches = (await findMatches(context, accountId, lines)).filter(
    ({ candidate: { disbursementId } }) => disbursementId === null || lockedIds.has(disbursementId),
  );
  if (matches.length === 0) return [];
  const matchedAt = await readNow(context);
  await writeMatches(context, matches, { matchedAt, matchedBy: describeActor(context.principal) });
  const postedOn = new Map(lines.map(({ id, on }) => [id, on]));
  for (const { candidate, lineId } of matches)
    if (candidate.disbursementId !== null)
      await clearMatched(context, candidate.disbursementId, postedOn.get(lineId) ?? "");
  return matches.map(({ transactionId }) => transactionId);
}
