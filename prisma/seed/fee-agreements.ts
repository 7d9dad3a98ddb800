import { buildFeeAgreement } from "./builders/settlements.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor } from "./history.ts";

/** A fee agreement for each open case that has its signed retainer agreement. */
export function buildFeeAgreements(firm: Firm, cases: readonly FirmCase[]): void {
  const { organizationId, plainActor, history, rows, add } = firm;
  const retainers = new Map(
    rows.Document.filter(({ category, deletedAt }) => category === "retainer_agreement" && deletedAt === null).map(
      (document) => [document.caseId, document],
    ),
  );
  for (const firmCase of cases) {
    const { id: caseId, caseState, matterStatus, deletedAt } = firmCase.row;
    const document = retainers.get(caseId);
    if (document === undefined || matterStatus !== "open" || deletedAt !== null) continue;
    const { FeeAgreement: agreement } = add({
      FeeAgreement: buildFeeAgreement({
        organizationId,
        caseId,
        documentId: document.id,
        jurisdiction: caseState,
        signedOn: document.createdAt.slice(0, 10),
        createdBy: describeActor(plainActor),
        createdAt: document.createdAt,
      }),
    });
    history.recordCreation("fee_agreement.updated", agreement, relateToCase(firmCase), plainActor);
  }
}
