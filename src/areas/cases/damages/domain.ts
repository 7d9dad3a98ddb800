import { invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { valuesOf } from "../../../contract/enumeration.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { caseInPath, getLiveCase } from "../domain.ts";
import { reserveRoomForRecord } from "../domain.limits.ts";
import { damageEnumerations } from "./enumerations.ts";
import {
  Damage,
  type DamageCategory,
  type DamageChanges,
  type DamageKind,
  type DamagesSummary,
  type NewDamage,
} from "./schema.ts";
import { listDamageSums, lockClaimantForKeyShare, lockDocumentOfCaseForShare } from "./store.ts";

/** Special damages can be counted, general ones cannot. */
const damageKinds = {
  medical_future: "special",
  lost_wages_past: "special",
  lost_earning_capacity: "special",
  property: "special",
  out_of_pocket: "special",
  household_services: "special",
  funeral: "special",
  pain_suffering: "general",
  loss_of_consortium: "general",
  disfigurement: "general",
  punitive: "punitive",
  other: "special",
} as const satisfies Record<DamageCategory, DamageKind>;

/** The damages of a case, of its client and of other claimants. */
export const damages = defineResource({
  table: "Damage",
  noun: "Damage",
  idKind: "damage",
  schema: Damage,
  describe: (row: Row<"Damage">) => Damage.parse({ ...row, kind: damageKinds[row.category as DamageCategory] }),
  describeInEvent: (damage) => redactMembers(damage, ["notes"]),
  events: { created: "damage.created", updated: "damage.updated", deleted: "damage.deleted" },
  relate: (_damage, ofCase) => ofCase,
  parent: caseInPath,
  prepareInsert: prepareNew,
  prepareUpdate: prepareChanges,
  unique: { Damage_external_id: "externalId: used by another damage" },
  cursorName: (caseId) => `damages of ${caseId}`,
});

async function prepareNew(context: Context, values: NewDamage & { caseId: string }) {
  validateDays(values);
  await reserveRoomForRecord(context, "Damage", values.caseId);
  await lockNamedForShare(context, values.caseId, values);
  return { ...values, createdBy: describeActor(context.principal) };
}

async function prepareChanges(context: Context, changes: DamageChanges, before: Row<"Damage">) {
  const { startOn = before.startOn, endOn = before.endOn } = changes;
  validateDays({ startOn, endOn });
  await lockNamedForShare(context, before.caseId, changes);
  return changes;
}

/** @throws VALIDATION_FAILED */
function validateDays({ startOn, endOn }: Pick<DamageChanges, "startOn" | "endOn">): void {
  if (typeof startOn === "string" && typeof endOn === "string" && endOn < startOn)
    throw invalidInput({ path: "endOn", message: "must not be before startOn" });
}

/**
 * Locks what a damage names: party and document of its case.
 *
 * @throws NOT_FOUND
 */
async function lockNamedForShare(
  context: Context,
  caseId: string,
  { claimantPartyId, documentId }: Pick<DamageChanges, "claimantPartyId" | "documentId">,
): Promise<void> {
  if (typeof claimantPartyId === "string" && !(await lockClaimantForKeyShare(context, caseId, claimantPartyId)))
    throw notFound("Party");
  if (typeof documentId === "string" && !(await lockDocumentOfCaseForShare(context, caseId, documentId)))
    throw notFound("Document");
}

/**
 * What the damages of a case add up to. Medical bills count for callers with `medical:read` alone.
 *
 * @throws NOT_FOUND
 */
export async function getDamagesSummary(context: Context, caseId: string): Promise<DamagesSummary> {
  await getLiveCase(context, caseId);
  const medicalIncluded = context.principal.scopes.has("medical:read");
  const sums = await listDamageSums(context, caseId, medicalIncluded);
  const medicalBilledCents = medicalIncluded
    ? (sums.find(({ category }) => category === null)?.amountCents ?? 0)
    : null;
  const categories = valuesOf(damageEnumerations.damageCategory).flatMap((category) => {
    const found = sums.find((sum) => sum.category === category);
    return found === undefined ? [] : [{ category, kind: damageKinds[category], amountCents: found.amountCents }];
  });
  const sumOf = (kind: DamageKind) =>
    categories.filter((sum) => sum.kind === kind).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const specialCents = sumOf("special") + (medicalBilledCents ?? 0);
  const [generalCents, punitiveCents] = [sumOf("general"), sumOf("punitive")];
  const totalCents = specialCents + generalCents + punitiveCents;
  return { categories, medicalBilledCents, specialCents, generalCents, punitiveCents, totalCents, medicalIncluded };
}
