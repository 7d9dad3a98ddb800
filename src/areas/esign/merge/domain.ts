import { parseMergeSource, type NamedMergeSource } from "../../../contract/merge-fields.ts";
import { dayOf } from "../../../platform/local-time.ts";
import type { Context } from "../../../rpc/context.ts";
import { formatDay } from "../domain.days.ts";
import { formatAddressBlock, formatCode, formatCustomValue, formatName, formatPercent } from "./domain.format.ts";
import { findMergeRecords, listNames, type MergeRecords } from "./store.ts";

/** Of which records values are taken. */
export interface MergeScope {
  /** The case, or the lead if it has none yet. */
  caseId: string | null;
  leadId: string | null;
  /** The member for whom, or by whom, it is written. */
  authorMemberId: string | null;
  /** What the caller gives, by key. */
  input: Readonly<Record<string, string>>;
}

const formatDayOrNull = (on: string | null | undefined): string | null =>
  (on ?? null) === null ? null : formatDay(on ?? "");

const readers: Readonly<Record<NamedMergeSource, (records: MergeRecords) => string | null>> = {
  "firm.name": ({ firm }) => firm.name,
  "firm.phone": ({ firm }) => firm.phone,
  "firm.addressBlock": ({ firm }) => formatAddressBlock(firm.address),
  today: ({ firm, now }) => formatDay(dayOf(now, firm.timezone)),
  "author.fullName": ({ author }) => formatName(author?.firstName, author?.lastName),
  "case.sequenceId": ({ matter }) => matter?.sequenceId ?? null,
  "case.title": ({ matter }) => matter?.title ?? null,
  "case.caseType": ({ matter }) => ((matter?.caseType ?? null) === null ? null : formatCode(matter?.caseType ?? "")),
  "case.dateOfIncident": ({ matter }) => formatDayOrNull(matter?.dateOfIncident),
  "case.attorneyFeePercentage": ({ matter }) =>
    typeof matter?.attorneyFeePercentage === "number" ? formatPercent(matter.attorneyFeePercentage) : null,
  "leadAttorney.fullName": ({ attorney }) => formatName(attorney?.firstName, attorney?.lastName),
  "client.fullName": ({ client }) =>
    formatName(client?.firstName, client?.middleName, client?.lastName, client?.suffix),
  "client.firstName": ({ client }) => client?.firstName ?? null,
  "client.lastName": ({ client }) => client?.lastName ?? null,
  "client.email": ({ client }) => client?.email ?? null,
  "client.phone": ({ client }) => client?.phone ?? null,
  "client.dateOfBirth": ({ client }) => formatDayOrNull(client?.dateOfBirth),
  "client.addressBlock": ({ client }) => formatAddressBlock(client?.address ?? null),
};

/**
 * The values of merge sources, as documents and messages have them. Several sources that are equal are resolved once.
 *
 * @returns null for a source that has no value, or that `MergeSource` rejects
 */
export async function resolveMergeSources(
  context: Context,
  scope: MergeScope,
  sources: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const parsed = [...new Set(sources)].map((source) => ({ source, parsed: parseMergeSource(source) }));
  const customKeys = parsed.flatMap(({ parsed: each }) => (each?.kind === "custom" ? [each.key] : []));
  const isOfRecords = parsed.some(({ parsed: each }) => each !== null && each.kind !== "input");
  const records = isOfRecords ? await findMergeRecords(context, scope, customKeys) : undefined;
  const names =
    records === undefined ? new Map<string, string>() : await listNames(context, listReferences(records, customKeys));
  const resolve = (source: string): string | null => {
    const each = parseMergeSource(source);
    if (each === null) return null;
    if (each.kind === "input") return (Object.hasOwn(scope.input, each.key) && scope.input[each.key]) || null;
    if (records === undefined) return null;
    if (each.kind === "named") return readers[each.name](records) || null;
    const type = records.customTypes.get(each.key);
    const value = records.customFields[each.key];
    return type === undefined ? null : formatCustomValue(value, type, { timezone: records.firm.timezone, names });
  };
  return new Map(parsed.map(({ source }) => [source, resolve(source)]));
}

/** The IDs of contacts and members to which custom fields refer. */
function listReferences({ customTypes, customFields }: MergeRecords, keys: readonly string[]): string[] {
  return keys
    .filter((key) => ["contact", "member"].includes(customTypes.get(key)?.type ?? ""))
    .flatMap((key) => (typeof customFields[key] === "string" ? [customFields[key]] : []));
}
