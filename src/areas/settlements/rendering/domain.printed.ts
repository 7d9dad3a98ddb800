import { formatCents } from "../../../contract/values/rate-words.ts";
import type { StatementContent, StatementContentRow } from "../../../platform/pdf/types.ts";
import type { PrintedNames } from "./store.ts";
import type { StatementRow } from "../statements/store.ts";

/** What of a line is printed. */
type PrintedLine = Pick<
  StatementRow["lines"][number],
  "kind" | "label" | "payeeName" | "amountCents" | "explanation"
> & { lienholder: { name: string } | null };

/** What of a statement is printed. */
interface PrintedStatement extends Pick<
  StatementRow,
  "version" | "grossCents" | "issuedOn" | "note" | "feeReductionReason"
> {
  case: { sequenceId: string };
  settlement: { sequenceId: string };
  lines: readonly PrintedLine[];
}

const consent =
  "I have read this statement. I understand how each amount was found, and I approve the disbursement of my share of the settlement as it is stated here.";

/** A statement as it is printed for its client: each line with the explanation of its amount (Model Rule 1.5(c)). */
export function describePrinted(row: PrintedStatement, { firm, claimant }: PrintedNames): StatementContent {
  const { settlement, version, lines, grossCents, issuedOn, note, feeReductionReason } = row;
  const title = `Settlement statement ${settlement.sequenceId}, version ${version}`;
  const hasReferral = lines.some(({ kind }) => kind === "referral_fee");
  return {
    title,
    about: [
      { label: "Firm", value: firm },
      { label: "Client", value: claimant },
      { label: "Case", value: row.case.sequenceId },
      { label: "Settlement", value: settlement.sequenceId },
      { label: "Issued on", value: issuedOn ?? "" },
    ],
    rows: [
      { label: "Gross amount of the share", amount: formatCents(grossCents), explanation: "", isTotal: true },
      ...lines.map(describeRow),
    ],
    notes: [
      ...(feeReductionReason === null ? [] : [`Why the firm gives up a part of its fee: ${feeReductionReason}`]),
      ...(note === null ? [] : [note]),
      consent,
    ],
    signatures: [
      { label: claimant, dateLabel: "Date" },
      { label: `For ${firm}`, dateLabel: "Date" },
      // Florida's rule wants the signature of each participating attorney; elsewhere it does no harm.
      ...(hasReferral ? [{ label: "Referring attorney", dateLabel: "Date" }] : []),
    ],
    foot: `${firm} · ${title}`,
  };
}

function describeRow({ kind, label, lienholder, payeeName, amountCents, explanation }: PrintedLine) {
  const whom = lienholder?.name ?? payeeName;
  return {
    label: whom === null || whom === label ? label : `${label}: ${whom}`,
    amount: formatCents(amountCents),
    explanation,
    isTotal: kind === "net_to_client",
  } satisfies StatementContentRow;
}
