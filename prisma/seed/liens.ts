import type { Row } from "../../src/platform/database/tables.ts";
import { buildLien } from "./builders/settlements.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor } from "./history.ts";
import { createRandom, dayMilliseconds, toDay, toInstant } from "./random.ts";

const types = ["medicare", "private_health", "medical_provider", "erisa_self_funded", "medicaid"] as const;

/**
 * Gives every third case that is open and has medical bills a lien, most of them asserted. The choices are not those of
 * the firm: what follows stays as it was.
 */
export function buildLiens(firm: Firm, cases: readonly FirmCase[]): void {
  const billed = new Set(firm.rows.MedicalBill.map(({ caseId }) => caseId));
  const of = cases.filter(
    ({ row }) => row.openedOn !== null && row.matterStatus === "open" && row.deletedAt === null && billed.has(row.id),
  );
  const lienholders = firm.rows.Contact.filter(({ type, deletedAt }) => type === "company" && deletedAt === null);
  const random = createRandom(of.length);
  for (const [place, firmCase] of of.entries()) {
    const lienholder = lienholders[place % lienholders.length];
    if (place % 3 !== 0 || lienholder === undefined) continue;
    const type = types[(place / 3) % types.length] ?? "other";
    addLien(firm, firmCase, { type, lienholder, assertedCents: random.integer(900, 24_000) * 100 });
  }
}

interface Choices {
  type: string;
  lienholder: Row<"Contact">;
  assertedCents: number;
}

function addLien(firm: Firm, firmCase: FirmCase, { type, lienholder, assertedCents }: Choices): void {
  const { organizationId, plainActor, history, now } = firm;
  const createdAt = Math.min(
    Date.parse(`${firmCase.row.openedOn ?? ""}T15:00:00Z`) + 30 * dayMilliseconds,
    now - dayMilliseconds,
  );
  const relatedIds = relateToCase(firmCase);
  const { Lien: lien } = firm.add({
    Lien: buildLien({
      organizationId,
      caseId: firmCase.row.id,
      type,
      lienholderContactId: lienholder.id,
      noticeReceivedOn: toDay(createdAt),
      createdBy: describeActor(plainActor),
      createdAt: toInstant(createdAt),
    }),
  });
  history.recordCreation("lien.created", lien, relatedIds, plainActor);
  const at = createdAt + (now - createdAt) / 2;
  history.recordChange(
    "lien.updated",
    lien,
    { assertedCents, status: "asserted" },
    { at, relatedIds, actor: plainActor },
  );
}
