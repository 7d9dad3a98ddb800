/** The four firms of the demo. Everything else about them is made from these lines. */

interface PersonDefinition {
  /** Of a member who is there already. */
  id?: string;
  firstName: string;
  lastName: string;
  role: string;
  isAttorney?: boolean;
  isDeactivated?: boolean;
  permissions?: string[];
}

/** An office of a firm, and its city. */
interface Place {
  name: string;
  line1: string;
  state: string;
  zipCode: string;
}

export interface FirmDefinition {
  /** Fixed for the headquarters, so that the application role can query it; otherwise made again. */
  organizationId?: string;
  name: string;
  legalName: string;
  slug: string;
  isHeadquarters: boolean;
  /** Whether its headquarters sees its keys. */
  showsKeys?: boolean;
  timezone: string;
  emailDomain: string;
  phone: string;
  /** Its offices; the first is the primary one. */
  offices: readonly [Place, ...Place[]];
  /** The states of its cases: the first is that of the office and has most of them. */
  states: readonly [string, ...string[]];
  /** Of the pseudo-random choices: each firm has its own, so that a change to one leaves the others as they are. */
  seed: number;
  /** Every how many-th case of the full distribution it has: 1 is about 220 cases, 11 about 20. */
  thinning: number;
  /** Active attorneys first: the first is the acting attorney of the firm's keys. */
  people: readonly PersonDefinition[];
}

/** Two firms of the demo that refer matters to each other, and what pairs their referrals: random IDs. */
export interface NetworkPair {
  originating: { organizationId: string; name: string };
  handling: { organizationId: string; name: string };
  pairIds: readonly string[];
}

/**
 * The headquarters' id is fixed. Row-level security shows the application one organization at a time, by its id:
 * whether the demo is there can only be read with an id that is known beforehand.
 */
export const headquartersId = "org_01k9hartwe11p1erce00000001";

export const manageIntegrations = "integrations:manage";

const attorney = (firstName: string, lastName: string, role = "attorney"): PersonDefinition => ({
  firstName,
  lastName,
  role,
  isAttorney: true,
});

export const headquarters: FirmDefinition = {
  organizationId: headquartersId,
  name: "Hartwell & Pierce",
  legalName: "Hartwell & Pierce, LLP",
  slug: "hartwell-pierce",
  isHeadquarters: true,
  timezone: "America/New_York",
  emailDomain: "hartwellpierce.example",
  phone: "+1 215 555 0140",
  offices: [
    { name: "Philadelphia", line1: "1500 Market Street", state: "PA", zipCode: "19102" },
    { name: "Cherry Hill", line1: "40 Haddonfield Road", state: "NJ", zipCode: "08002" },
  ],
  states: ["PA", "NJ", "DE", "NY", "MD"],
  seed: 20_261,
  thinning: 1,
  people: [
    attorney("Eleanor", "Hartwell", "owner"),
    attorney("Julian", "Pierce", "owner"),
    attorney("Naomi", "Castellanos"),
    attorney("Desmond", "Achebe"),
    attorney("Caroline", "Whitlock"),
    attorney("Rajiv", "Menon", "of_counsel"),
    { ...attorney("Leonard", "Voss"), isDeactivated: true },
    { firstName: "Margaret", lastName: "Okafor", role: "admin", permissions: [manageIntegrations] },
    { firstName: "Tobias", lastName: "Lindqvist", role: "paralegal" },
    { firstName: "Simone", lastName: "Barreto", role: "paralegal" },
    { firstName: "Harold", lastName: "Nakamura", role: "paralegal" },
    { firstName: "Ines", lastName: "Fuentes", role: "case_manager" },
    { firstName: "Gwen", lastName: "Talbot", role: "intake_specialist" },
    { firstName: "Philip", lastName: "Adeyemi", role: "records_clerk" },
    { firstName: "Yvonne", lastName: "Marsh", role: "billing" },
  ],
};

export const children: readonly FirmDefinition[] = [
  {
    name: "Hartwell & Pierce Texas",
    legalName: "Hartwell & Pierce Texas, PLLC",
    slug: "hartwell-pierce-texas",
    showsKeys: true,
    isHeadquarters: false,
    timezone: "America/Chicago",
    emailDomain: "texas.hartwellpierce.example",
    phone: "+1 713 555 0161",
    offices: [{ name: "Houston", line1: "1200 Smith Street", state: "TX", zipCode: "77002" }],
    states: ["TX", "LA"],
    seed: 20_262,
    thinning: 11,
    people: [
      attorney("Ramona", "Teague"),
      attorney("Calvin", "Ochoa"),
      { firstName: "Dana", lastName: "Prewitt", role: "admin", permissions: [manageIntegrations] },
      { firstName: "Luz", lastName: "Arriaga", role: "paralegal" },
    ],
  },
  {
    name: "Hartwell & Pierce Arizona",
    legalName: "Hartwell & Pierce Arizona, PLLC",
    slug: "hartwell-pierce-arizona",
    isHeadquarters: false,
    timezone: "America/Phoenix",
    emailDomain: "arizona.hartwellpierce.example",
    phone: "+1 602 555 0172",
    offices: [{ name: "Phoenix", line1: "2 North Central Avenue", state: "AZ", zipCode: "85004" }],
    states: ["AZ", "NM"],
    seed: 20_263,
    thinning: 11,
    people: [
      attorney("Stella", "Begaye"),
      attorney("Warren", "Kessler"),
      { firstName: "Monique", lastName: "Sayers", role: "admin", permissions: [manageIntegrations] },
      { firstName: "Andres", lastName: "Villalobos", role: "paralegal" },
    ],
  },
];

/** No relation of the Hartwell & Pierce offices: what a key of theirs must never see. */
export const unrelatedFirm: FirmDefinition = {
  name: "Brandt Osei Trial Lawyers",
  legalName: "Brandt Osei Trial Lawyers, P.C.",
  slug: "brandt-osei",
  isHeadquarters: false,
  timezone: "America/Chicago",
  emailDomain: "brandtosei.example",
  phone: "+1 312 555 0183",
  offices: [{ name: "Chicago", line1: "190 South LaSalle Street", state: "IL", zipCode: "60603" }],
  states: ["IL", "IN", "WI"],
  seed: 20_264,
  thinning: 11,
  people: [
    attorney("Ingrid", "Brandt", "owner"),
    attorney("Kwame", "Osei", "owner"),
    { firstName: "Claudia", lastName: "Renner", role: "admin", permissions: [manageIntegrations] },
    { firstName: "Peter", lastName: "Swoboda", role: "paralegal" },
  ],
};

/** Where the demo's webhooks go: a name that never resolves, and both are stopped, so nothing is sent by itself. */
export const demoHost = "hooks.records-vendor.example";
