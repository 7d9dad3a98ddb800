import type { PortalInputs, PortalOutputs } from "../client/trpc.ts";
import { parseDollars, writeDollars } from "../ui/forms/dollars.ts";
import { preview as t } from "./lazy-strings.ts";
import type { Line } from "./views.ts";

export type CalculatedShare = PortalOutputs["settlements"]["calculate"]["shares"][number];
type Preview = PortalInputs["settlements"]["calculate"];
export type FeeTrigger = NonNullable<Preview["feeTrigger"]>;

/** What a person tries in a preview, with amounts as text. */
export interface PreviewValues {
  /** Null for the stage that the case had reached. */
  feeTrigger: FeeTrigger | null;
  feeReduction: string;
  /** What is paid or held back of each lien, by its ID. */
  liens: Readonly<Record<string, string>>;
}

/** A lien of a share, as the preview without changes has it. */
export interface PreviewedLien {
  id: string;
  amountCents: number;
  isHeldBack: boolean;
}

export const listLiens = ({ lines }: Pick<CalculatedShare, "lines">): PreviewedLien[] =>
  lines.flatMap(({ source, amountCents, kind }) =>
    source?.entity === "lien" ? [{ id: source.id, amountCents, isHeldBack: kind === "holdback" }] : [],
  );

/** The values of a preview that changes nothing. */
export const readPreviewValues = (liens: readonly PreviewedLien[]): PreviewValues => ({
  feeTrigger: null,
  feeReduction: "",
  liens: Object.fromEntries(liens.map(({ id, amountCents }) => [id, writeDollars(amountCents)])),
});

interface ParsedPreview {
  /** What to send of the share; null if a field is wrong. */
  given: Omit<Preview, "settlementId"> | null;
  /** The message of each wrong field: `feeReduction`, or the ID of a lien. */
  faults: Record<string, string>;
}

/** A lien whose amount is changed is paid; one that is not is paid or held back as before. */
export function parsePreview(
  shareId: string,
  liens: readonly PreviewedLien[],
  { feeTrigger, feeReduction, liens: typed }: PreviewValues,
): ParsedPreview {
  const reductionCents = feeReduction.trim() === "" ? 0 : parseDollars(feeReduction);
  const amounts = liens.map((lien) => ({ ...lien, typedCents: parseDollars(typed[lien.id] ?? "") }));
  const faults: Record<string, string> = {};
  if (reductionCents === null) faults["feeReduction"] = t.enterAmount;
  for (const { id, typedCents } of amounts) if (typedCents === null) faults[id] = t.enterAmount;
  if (reductionCents === null || Object.keys(faults).length > 0) return { given: null, faults };
  const isChanged = amounts.some(({ amountCents, typedCents }) => typedCents !== amountCents);
  const share = {
    shareId,
    ...(reductionCents > 0 && { feeReductionCents: reductionCents, feeReductionReason: t.reason }),
    ...(isChanged && {
      liens: amounts.map(({ id, amountCents, typedCents, isHeldBack }) =>
        isHeldBack && typedCents === amountCents
          ? { lienId: id, holdbackCents: amountCents }
          : { lienId: id, amountCents: typedCents ?? 0 },
      ),
    }),
  };
  return { given: { ...(feeTrigger !== null && { feeTrigger }), shares: [share] }, faults };
}

/** The lines of a preview as those of a statement: nothing of them is paid yet. */
export const asLines = ({ lines }: Pick<CalculatedShare, "lines">): Line[] =>
  lines.map((line) => ({ ...line, lienholder: null, disbursedCents: 0 }));
