import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { LienDeduction } from "./domain.calculate.ts";
import type { Part } from "./domain.costs.ts";
import type { PayeeType, StatementChoices } from "../statements/schema.ts";
import type { ClaimedLien } from "./store.inputs.ts";

export interface ChosenLienLine extends LienDeduction {
  payeeType: PayeeType;
  source: { entity: "lien"; id: string };
}

/** Without the lienholder: who that is, says the lien, to whoever may read it. */
const label = "Lien";

const keyOf = (lienId: string) => `lien:${lienId}`;
const isEnded = ({ status }: ClaimedLien) => status === "waived" || status === "withdrawn";

/**
 * The liens that a share pays, or holds back for. By default every lien of the claimant that is not over: one whose
 * letter is there is paid, for another one what is audited is held back.
 *
 * @param chosen null for all
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for one that is over, or that another statement in force pays
 */
export function chooseLiens(
  liens: readonly ClaimedLien[],
  part: Part,
  chosen: NonNullable<StatementChoices["liens"]> | null,
): ChosenLienLine[] {
  const paidElsewhere = new Set(
    part.held
      .filter(({ shareId, kind }) => shareId !== part.shareId && kind === "lien")
      .map(({ sourceId }) => sourceId),
  );
  const isOver = (lien: ClaimedLien) => isEnded(lien) || paidElsewhere.has(lien.id);
  if (chosen === null) return liens.filter((lien) => !isOver(lien)).flatMap(takeAll);
  return chosen.map(({ lienId, amountCents, holdbackCents }) => {
    const lien = liens.find(({ id }) => id === lienId);
    if (lien === undefined) throw notFound("Lien");
    if (isOver(lien))
      throw invalidState(
        isEnded(lien) ? `A lien that is ${lien.status} is not paid` : "Another statement pays the lien",
      );
    return describe(lien, amountCents ?? holdbackCents ?? 0, { isHeldBack: holdbackCents !== undefined });
  });
}

function takeAll(lien: ClaimedLien): ChosenLienLine[] {
  const { finalCents, auditedCents } = lien;
  if (finalCents !== null) return [describe(lien, finalCents, { isHeldBack: false })];
  // A lien without an amount has nothing to hold back: issuing names it.
  return auditedCents === null || auditedCents === 0 ? [] : [describe(lien, auditedCents, { isHeldBack: true })];
}

function describe(lien: ClaimedLien, amountCents: number, { isHeldBack }: { isHeldBack: boolean }): ChosenLienLine {
  const { id, type, auditedCents } = lien;
  return {
    key: keyOf(id),
    label,
    amountCents,
    auditedCents: auditedCents ?? amountCents,
    isHeldBack,
    payeeType: type === "attorney_prior" ? "prior_attorney" : "lienholder",
    source: { entity: "lien", id },
  };
}
