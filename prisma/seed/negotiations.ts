import { buildNegotiation } from "./builders/settlements.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor } from "./history.ts";
import { createRandom, dayMilliseconds, toDay, toInstant } from "./random.ts";

/**
 * The last word in open cases that are negotiated: the firm's demand where it was sent, else the other side's offer.
 * The choices are not those of the firm: what follows stays as it was.
 */
export function buildNegotiations(firm: Firm, cases: readonly FirmCase[]): void {
  const { organizationId, plainActor, history, add, now } = firm;
  const random = createRandom(cases.length);
  for (const firmCase of cases) {
    const { id: caseId, matterStage, matterStatus, deletedAt } = firmCase.row;
    const isDemand = matterStage === "demand_sent";
    if (matterStatus !== "open" || deletedAt !== null || !(isDemand || matterStage === "negotiation")) continue;
    const createdAt = now - random.integer(2, 20) * dayMilliseconds;
    const { Negotiation: entry } = add({
      Negotiation: buildNegotiation({
        organizationId,
        caseId,
        type: isDemand ? "demand" : "offer",
        direction: isDemand ? "outgoing" : "incoming",
        amountCents: random.integer(30, 400) * 100_000,
        madeOn: toDay(createdAt),
        // A demand is open for 30 days, as an insurer expects of a demand of its limits.
        expiresAt: toInstant(createdAt + (isDemand ? 30 : 45) * dayMilliseconds),
        createdBy: describeActor(plainActor),
        createdAt: toInstant(createdAt),
      }),
    });
    history.recordCreation("negotiation.created", entry, relateToCase(firmCase), plainActor);
  }
}
