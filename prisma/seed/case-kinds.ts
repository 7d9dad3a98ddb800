import type { Random } from "./random.ts";

/** What a case is about, in words and money. Amounts are whole dollars here, cents in the rows. */
export interface CaseKind {
  caseType: string;
  subCaseTypes: readonly string[];
  defendants: readonly string[];
  description: string;
  injuries: readonly string[];
  settlementDollars: readonly [minimum: number, maximum: number];
  isCommercial: boolean;
  hasVehicles: boolean;
  weight: number;
}

const kind = (
  caseType: string,
  weight: number,
  settlementDollars: readonly [number, number],
  described: Pick<CaseKind, "subCaseTypes" | "defendants" | "description" | "injuries"> &
    Partial<Pick<CaseKind, "isCommercial" | "hasVehicles">>,
): CaseKind => ({ caseType, weight, settlementDollars, isCommercial: false, hasVehicles: false, ...described });

export const truckAccident = kind("truck_accident", 4, [180_000, 1_400_000], {
  subCaseTypes: ["rear_end", "jackknife", "underride"],
  defendants: ["Keystone Freight Lines", "Tri-County Hauling", "Redwing Logistics"],
  description: "A tractor-trailer failed to slow for stopped traffic and struck the client's car from behind.",
  injuries: [
    "Herniated discs at L4-L5 and L5-S1; microdiscectomy recommended.",
    "Fractured pelvis and left femur, open reduction.",
  ],
  isCommercial: true,
  hasVehicles: true,
});

const caseKinds: readonly CaseKind[] = [
  kind("motor_vehicle_accident", 12, [15_000, 160_000], {
    subCaseTypes: ["rear_end", "t_bone", "head_on", "hit_and_run", "uninsured_motorist", "underinsured_motorist"],
    defendants: ["Delaney", "Whitmore", "Sorensen", "Ibrahim", "Pruitt", "Castellano"],
    description: "The other driver ran a red light and hit the client's car in the intersection.",
    injuries: [
      "Cervical strain with radiating pain into the right arm.",
      "Torn rotator cuff, arthroscopic repair.",
      "Concussion with persistent headaches.",
    ],
    hasVehicles: true,
  }),
  truckAccident,
  kind("rideshare_accident", 3, [30_000, 320_000], {
    subCaseTypes: ["passenger", "other_driver"],
    defendants: ["Zephyr Rides", "QuickHail"],
    description: "The client rode in the back seat when the rideshare driver turned across oncoming traffic.",
    injuries: ["Fractured clavicle and three ribs.", "Lumbar sprain; physical therapy twice a week."],
    isCommercial: true,
    hasVehicles: true,
  }),
  kind("motorcycle_accident", 2, [60_000, 600_000], {
    subCaseTypes: ["left_turn", "lane_change"],
    defendants: ["Harkness", "Bellamy", "Novotny"],
    description: "A car turned left in front of the client's motorcycle.",
    injuries: ["Open tibia fracture with intramedullary rod.", "Road rash over both arms and a torn meniscus."],
    hasVehicles: true,
  }),
  kind("pedestrian_accident", 3, [40_000, 450_000], {
    subCaseTypes: ["crosswalk", "parking_lot"],
    defendants: ["Ellsworth", "Marino", "Metro Courier Services"],
    description: "The client was struck in a marked crosswalk while the signal showed walk.",
    injuries: [
      "Tibial plateau fracture, plate and screws.",
      "Mild traumatic brain injury; neuropsychological testing ordered.",
    ],
  }),
  kind("premises_liability", 7, [12_000, 190_000], {
    subCaseTypes: ["wet_floor", "ice_and_snow", "stairs", "poor_lighting"],
    defendants: ["Harvest Lane Markets", "Cedar Point Apartments", "Galleria Retail Group"],
    description: "The client slipped on a floor that had been mopped without a warning sign.",
    injuries: ["Bimalleolar ankle fracture.", "Wrist fracture and aggravated low back pain."],
    isCommercial: true,
  }),
  kind("dog_bite", 2, [10_000, 90_000], {
    subCaseTypes: ["off_leash", "landlord_liability"],
    defendants: ["Yarborough", "Pelletier"],
    description: "An unleashed dog left its yard and bit the client on the sidewalk.",
    injuries: ["Puncture wounds to the forearm with nerve damage."],
  }),
  kind("medical_malpractice", 2, [250_000, 2_200_000], {
    subCaseTypes: ["delayed_diagnosis", "surgical_error"],
    defendants: ["Riverbend Regional Medical Center", "Northgate Surgical Associates"],
    description: "An abnormal scan was not followed up for eight months.",
    injuries: ["Progression from stage I to stage III before treatment began."],
    isCommercial: true,
  }),
  kind("nursing_home_abuse", 1, [90_000, 700_000], {
    subCaseTypes: ["pressure_ulcer", "fall"],
    defendants: ["Golden Meadow Senior Living"],
    description: "A resident with a known fall risk was left unattended at night.",
    injuries: ["Hip fracture followed by a stage IV pressure ulcer."],
    isCommercial: true,
  }),
  kind("product_liability", 1, [120_000, 1_600_000], {
    subCaseTypes: ["design_defect", "failure_to_warn"],
    defendants: ["Halvorsen Power Tools", "BrightHearth Appliances"],
    description: "The blade guard of a table saw came off in normal use.",
    injuries: ["Partial amputation of two fingers of the dominant hand."],
    isCommercial: true,
  }),
  kind("wrongful_death", 1, [400_000, 3_000_000], {
    subCaseTypes: ["motor_vehicle", "workplace"],
    defendants: ["Ironbridge Contractors", "Summerlin Transport"],
    description: "The family lost the client's spouse in a collision with a vehicle that crossed the median.",
    injuries: ["Fatal injuries at the scene."],
    isCommercial: true,
  }),
  kind("construction_accident", 2, [110_000, 1_200_000], {
    subCaseTypes: ["scaffold", "falling_object"],
    defendants: ["Ironbridge Contractors", "Skyline Erectors"],
    description: "A scaffold plank gave way on the third level.",
    injuries: ["Burst fracture of L1 with fusion.", "Calcaneus fractures of both feet."],
    isCommercial: true,
  }),
  kind("workers_compensation", 2, [20_000, 180_000], {
    subCaseTypes: ["lifting", "machinery"],
    defendants: ["Portside Distribution", "Allied Packaging"],
    description: "The client was hurt while moving a pallet with a faulty jack.",
    injuries: ["Bilateral inguinal hernia repaired in two operations."],
    isCommercial: true,
  }),
];

const weighted = caseKinds.flatMap((entry) => Array.from({ length: entry.weight }, () => entry));

/** A kind of case, car accidents most often. */
export function pickCaseKind(random: Random): CaseKind {
  return random.pick(weighted);
}

/** The kind by its `caseType`. Throws for a type that the demo does not use. */
export function findCaseKind(caseType: string): CaseKind {
  const found = caseKinds.find((entry) => entry.caseType === caseType);
  if (found === undefined) throw new Error(`no kind of case is called ${caseType}`);
  return found;
}
