import { sharedEnumerations } from "../../src/contract/enumerations.ts";
import { valuesOf } from "../../src/contract/enumeration.ts";
import { buildDamage } from "./builders/cases.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor } from "./history.ts";
import { createRandom, dayMilliseconds, toDay, toInstant } from "./random.ts";

const stages = valuesOf(sharedEnumerations.matterStage);
const isNegotiated = (stage: string) => stages.findIndex((each) => each === stage) >= stages.indexOf("negotiation");

const weeklyCents = 98_000;

/**
 * What is claimed in cases from the negotiation on: lost wages, pain, and in every fourth a car. The choices are not
 * those of the firm: what follows stays as it was.
 */
export function buildDamages(firm: Firm, cases: readonly FirmCase[]): void {
  const random = createRandom(cases.length);
  for (const [place, firmCase] of cases.entries()) {
    if (firmCase.row.openedOn === null || !isNegotiated(firmCase.row.matterStage)) continue;
    const weeks = firmCase.isStory ? 10 : random.integer(4, 40);
    const pain = firmCase.isStory ? 6_000_000 : random.integer(20, 400) * 50_000;
    const openedAt = Date.parse(`${firmCase.row.openedOn}T15:00:00Z`);
    addDamage(firm, firmCase, {
      category: "lost_wages_past",
      amountCents: weeks * weeklyCents,
      startOn: toDay(openedAt),
      endOn: toDay(openedAt + weeks * 7 * dayMilliseconds),
      basis: `${weeks * 7} days at $980.00 a week`,
    });
    addDamage(firm, firmCase, { category: "pain_suffering", amountCents: pain, isEstimate: true });
    if (place % 4 === 0)
      addDamage(firm, firmCase, { category: "property", amountCents: random.integer(20, 180) * 10_000 });
  }
}

function addDamage(
  { organizationId, add, history, plainActor, now }: Firm,
  firmCase: FirmCase,
  values: Partial<Parameters<typeof buildDamage>[0]>,
): void {
  const openedAt = Date.parse(`${firmCase.row.openedOn ?? ""}T15:00:00Z`);
  const { Damage: damage } = add({
    Damage: buildDamage({
      organizationId,
      caseId: firmCase.row.id,
      createdBy: describeActor(plainActor),
      createdAt: toInstant(Math.min(openedAt + 60 * dayMilliseconds, now)),
      ...values,
    }),
  });
  history.recordCreation("damage.created", damage, relateToCase(firmCase), plainActor);
}
