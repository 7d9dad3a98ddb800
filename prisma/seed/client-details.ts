import { placeOfSsn } from "../../src/areas/clients/ssn/domain.ts";
import type { InstallationKeys } from "../../src/platform/crypto/installation-keys.ts";
import type { Values } from "./builders/records.ts";
import type { Firm } from "./firm.ts";
import { createRandom, toInstant, type Random } from "./random.ts";
import { firstNames, pickPhone, streets, type Place } from "./words.ts";

const occupations = [
  "Nurse",
  "Warehouse associate",
  "Schoolteacher",
  "Electrician",
  "Line cook",
  "Bus driver",
  "Accountant",
  "Retired",
  "Home health aide",
  "Student",
] as const;
const insurers = [
  "Blue Cross Blue Shield",
  "Aetna",
  "UnitedHealthcare",
  "Cigna",
  "Kaiser Permanente",
  "Humana",
] as const;
const relationships = ["spouse", "mother", "brother", "daughter", "friend"] as const;
const injuries = ["Sprained ankle, 2015; healed.", "Lower back pain since 2012.", "Broken wrist as a child."] as const;

/** Most clients give this much; the others leave it open. */
const usually = 0.7;

/** What a person states at the intake, beyond the name. */
export function describePerson(
  random: Random,
  { place, lastName, createdAt }: { place: Place; lastName: string; createdAt: number },
): Partial<Values<"Client">> {
  const perhaps = <Value>(value: Value, probability = usually): Value | null =>
    random.chance(probability) ? value : null;
  const isMarried = random.chance(0.45);
  const spanish = random.chance(0.18);
  const emergency = {
    name: `${random.pick(firstNames)} ${lastName}`,
    phone: pickPhone(random, place),
    relationship: isMarried ? "spouse" : random.pick(relationships),
  };
  return {
    middleName: perhaps(random.pick(firstNames), 0.3),
    suffix: perhaps("Jr.", 0.02),
    gender: perhaps(random.pick(["female", "male"])),
    maritalStatus: perhaps(isMarried ? "married" : random.pick(["single", "divorced", "widowed"])),
    phoneType: perhaps("mobile", 0.9),
    preferredContactMethod: perhaps(random.pick(["call", "text", "text", "email"])),
    preferredLanguage: spanish ? "es" : perhaps("en", 0.9),
    interpreterNeeded: spanish && random.chance(0.5),
    line1: perhaps(`${random.integer(100, 9_900)} ${random.pick(streets)}`, 0.9),
    line2: perhaps(`Apt ${random.integer(1, 40)}`, 0.25),
    country: "US",
    occupation: perhaps(random.pick(occupations)),
    isIncapacitated: false,
    emergencyContact: perhaps(emergency),
    driverLicense: perhaps({ state: place.state, last4: random.digits(4) }, 0.5),
    ...describeBenefits(random),
    priorClaims: perhaps("Workers' compensation claim, settled.", 0.08),
    priorInjuries: perhaps(random.pick(injuries), 0.2),
    childSupportObligation: perhaps(random.chance(0.06), 0.5),
    textConsent: perhaps(
      { status: random.chance(0.85) ? "opted_in" : "opted_out", at: toInstant(createdAt), source: "intake_form" },
      0.6,
    ),
    doNotContact: random.chance(0.01),
    portalStatus: random.pick(["not_invited", "not_invited", "invited", "active"]),
  };
}

/** What makes liens, or changes who may receive money. */
function describeBenefits(random: Random) {
  const medicareBeneficiary = random.pick(["no", "no", "no", "unknown", "yes"]);
  return {
    medicareBeneficiary,
    medicareIdMasked: medicareBeneficiary === "yes" ? `*******${random.digits(4)}` : null,
    medicaidBeneficiary: random.pick(["no", "no", "unknown", "yes"]),
    healthInsurer: random.chance(0.6) ? random.pick(insurers) : null,
    militaryStatus: random.chance(0.5) ? random.pick(["none", "none", "none", "veteran"]) : null,
    bankruptcyFiled: random.chance(0.5) ? random.chance(0.04) : null,
  };
}

/**
 * Of six in ten of those whose last digits are known the firm has the whole number, encrypted; every sixth client has a
 * tag.
 */
export function completeClients(firm: Firm, installationKeys: InstallationKeys): void {
  const { organizationId, rows, add, definition } = firm;
  const random = createRandom(definition.seed + 7_919);
  for (const [index, { id: clientId, ssnFourDigits, createdAt }] of rows.Client.entries()) {
    // In no firm nobody.
    if (random.chance(0.16) || index === 0)
      add({
        ClientTag: {
          organizationId,
          clientId,
          tag: random.pick(["newsletter", "referral source", "former client"]),
        },
      });
    const hasNumber = random.chance(0.6);
    const digits = `${String(random.integer(1, 665)).padStart(3, "0")}${String(random.integer(1, 99)).padStart(2, "0")}${ssnFourDigits ?? ""}`;
    if (!hasNumber || ssnFourDigits === null || ssnFourDigits === "0000") continue;
    const encrypted = installationKeys.pii.encrypt(placeOfSsn(organizationId, clientId), digits);
    add({ ClientSsn: { organizationId, clientId, ...encrypted, createdAt } });
  }
}
