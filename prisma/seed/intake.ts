import type { Row } from "../../src/platform/database/tables.ts";
import { buildAnswer } from "./builders/intake.ts";
import { findCaseKind } from "./case-kinds.ts";
import { mapAnswer, type addForm } from "./intake-form.ts";
import { endOf, relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { createRandom, dayMilliseconds, toInstant, type Random } from "./random.ts";
import { carriers, streets } from "./words.ts";
import { describeActor } from "./history.ts";

/** An accessor that the story's case is sure to have an answer for. */
export const storyAccessor = "incident.policeReport.number";

const cars = [
  ["Toyota", "Camry"],
  ["Honda", "Civic"],
  ["Ford", "F-150"],
  ["Chevrolet", "Malibu"],
  ["Nissan", "Rogue"],
  ["Hyundai", "Elantra"],
  ["Subaru", "Outback"],
  ["Jeep", "Cherokee"],
] as const;

type Form = ReturnType<typeof addForm>;

/** Creates the answers of each intake; some were corrected or withdrawn since. */
export function buildAnswers(firm: Firm, cases: readonly FirmCase[], form: Form): void {
  for (const firmCase of cases) {
    const { hasVehicles } = findCaseKind(firmCase.row.caseType);
    const values = {
      ...answerIncident(firm.random, firmCase),
      ...(hasVehicles && answerVehicles(firm.random)),
      ...answerPerson(firm.random),
    };
    let at = Date.parse(firmCase.row.createdAt);
    for (const [accessor, value] of Object.entries(values)) {
      const isStoryAnswer = firmCase.isStory && accessor === storyAccessor;
      if (!isStoryAnswer && firm.random.chance(0.2)) continue;
      at = Math.min(at + firm.random.integer(4, 90) * 1_000, firm.now);
      const answer = addAnswer(firm, form, { caseId: firmCase.row.id, accessor, value, createdAt: toInstant(at) });
      firm.history.recordCreation("intake_answer.upserted", answer, relateToCase(firmCase), firm.plainActor);
      if (!isStoryAnswer) reviseAnswer(firm, firmCase, answer);
    }
  }
}

function answerIncident(random: Random, { row, client }: FirmCase): Record<string, string> {
  return {
    "incident.date": row.dateOfIncident ?? "",
    "incident.location": `${random.pick(streets)} at ${random.pick(streets)}, ${client.city ?? "downtown"}`,
    "incident.weather": random.pick(["clear", "rain", "snow", "fog", "overcast"]),
    "incident.policeReport.filed": "yes",
    [storyAccessor]: `${row.createdAt.slice(2, 4)}-${random.digits(6)}`,
    "incident.policeReport.department": `${client.city ?? "County"} Police Department`,
    "incident.witnesses[0].relationship": random.pick(["coworker", "bystander", "passenger", "neighbor"]),
  };
}

function answerVehicles(random: Random): Record<string, string> {
  const [[make, model], [otherMake, otherModel]] = [random.pick(cars), random.pick(cars)];
  return {
    "vehicles[0].make": make,
    "vehicles[0].model": model,
    "vehicles[0].year": String(random.integer(2006, 2026)),
    "vehicles[0].drivable": random.pick(["yes", "no"]),
    "vehicles[1].make": otherMake,
    "vehicles[1].model": otherModel,
    "insurance.atFault.carrier": random.pick(carriers),
    "insurance.atFault.claimNumber": `CLM-${random.digits(8)}`,
  };
}

function answerPerson(random: Random): Record<string, string> {
  return {
    "injury.bodyParts": random
      .pickSome(["neck", "lower back", "right shoulder", "left knee", "head", "wrist"], 2)
      .join(", "),
    "injury.hospitalized": random.pick(["yes", "no"]),
    "treatment.isTreating": random.pick(["yes", "yes", "no"]),
    "employment.employer": random.pick([
      "School district",
      "Self-employed",
      "Regional warehouse",
      "City transit",
      "Retired",
    ]),
    "employment.missedDays": String(random.integer(0, 60)),
    "insurance.health.carrier": random.pick([...carriers, "Medicare", "None"]),
    "preferences.language": random.pick(["English", "English", "English", "Spanish", "Portuguese"]),
  };
}

/** What callers stated about the incident. */
export function buildLeadAnswers(firm: Firm, form: Form): void {
  // Another source of choices: those of the firm after the leads stay the same.
  const random = createRandom(firm.definition.seed);
  for (const lead of firm.rows.Lead) {
    if (lead.deletedAt !== null) continue;
    const values = {
      "incident.policeReport.filed": random.pick(["yes", "no"]),
      "injury.bodyParts": random.pick(["neck", "lower back, head"]),
    };
    let at = Date.parse(lead.createdAt);
    for (const [accessor, value] of Object.entries(values)) {
      at = Math.min(at + random.integer(20, 60) * 1_000, firm.now);
      const given = { leadId: lead.id, accessor, value, source: "phone_ai", confidence: 0.9, createdAt: toInstant(at) };
      const answer = addAnswer(firm, form, given);
      firm.history.recordCreation("intake_answer.upserted", answer, [{ entity: "lead", id: lead.id }], firm.plainActor);
    }
  }
}

type Answer = Omit<Parameters<typeof buildAnswer>[0], "organizationId"> & { createdAt: string };

function addAnswer({ add, organizationId, plainActor }: Firm, form: Form, given: Answer): Row<"IntakeAnswer"> {
  const answeredBy = describeActor(plainActor);
  const mapped = mapAnswer(form, given.accessor, given.value);
  const answer = { organizationId, source: "api", ...mapped, ...given, answeredBy, answeredAt: given.createdAt };
  return add({ IntakeAnswer: buildAnswer(answer) }).IntakeAnswer;
}

function reviseAnswer(firm: Firm, firmCase: FirmCase, answer: Row<"IntakeAnswer">): void {
  const { random } = firm;
  const isRetracted = random.chance(0.02);
  const isCorrected = answer.accessor === "employment.missedDays" && random.chance(0.4);
  if (!isRetracted && !isCorrected) return;
  const answeredAt = Date.parse(answer.createdAt);
  const latest = Math.min(answeredAt + 150 * dayMilliseconds, endOf(firm, firmCase));
  const change = { at: random.instant(answeredAt, latest), relatedIds: relateToCase(firmCase), actor: firm.plainActor };
  const at = toInstant(change.at);
  if (isRetracted) firm.history.recordChange("intake_answer.deleted", answer, { deletedAt: at }, change);
  else
    firm.history.recordChange(
      "intake_answer.upserted",
      answer,
      { value: String(random.integer(5, 90)), answeredAt: at },
      change,
    );
}
