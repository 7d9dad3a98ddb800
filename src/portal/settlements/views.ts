import type { PortalOutputs } from "../client/trpc.ts";
import { payees } from "./lazy-strings.ts";

export type Settlement = PortalOutputs["settlements"]["get"]["settlement"];
export type ListedSettlement = PortalOutputs["settlements"]["list"]["settlements"][number];
export type Payer = Settlement["payers"][number];
export type Share = Settlement["shares"][number];
export type ListedStatement = NonNullable<Settlement["statements"]>[number];
export type Statement = PortalOutputs["settlementStatements"]["get"]["settlementStatement"];
export type Line = Statement["lines"][number];
export type LineKind = Line["kind"];

/** The order in which a share's statement is chosen to be shown: what the client approved, then what they were given. */
const precedence: readonly ListedStatement["status"][] = [
  "approved",
  "issued",
  "draft",
  "declined",
  "superseded",
  "voided",
];

/** The statement of a share that a person wants to see first; undefined where it has none. */
export function findCurrent<Each extends Pick<ListedStatement, "shareId" | "status" | "version">>(
  statements: readonly Each[],
  shareId: string,
): Each | undefined {
  return statements
    .filter((statement) => statement.shareId === shareId)
    .toSorted(
      (one, other) => precedence.indexOf(one.status) - precedence.indexOf(other.status) || other.version - one.version,
    )[0];
}

/** Who is paid by a line: the lienholder to those who see medical data. Null for what stays in trust. */
export const namePayee = ({ payee, lienholder }: Pick<Line, "payee" | "lienholder">): string | null =>
  lienholder?.name ?? payee?.name ?? (payee === null ? null : payees[payee.type]);
