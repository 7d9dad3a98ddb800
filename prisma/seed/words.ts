import type { Random } from "./random.ts";

export const firstNames = [
  "Aaliyah",
  "Aaron",
  "Alejandro",
  "Amara",
  "Andre",
  "Angela",
  "Anthony",
  "Beatrice",
  "Benjamin",
  "Brianna",
  "Carlos",
  "Carmen",
  "Cheryl",
  "Curtis",
  "Daniela",
  "Darnell",
  "Deborah",
  "Derek",
  "Dolores",
  "Edwin",
  "Elena",
  "Emmanuel",
  "Esther",
  "Felix",
  "Francesca",
  "Gabriel",
  "Gloria",
  "Hassan",
  "Helen",
  "Hector",
  "Imani",
  "Isaac",
  "Jacqueline",
  "Jamal",
  "Janelle",
  "Joaquin",
  "Joyce",
  "Kareem",
  "Katherine",
  "Keisha",
  "Kevin",
  "Latoya",
  "Leonardo",
  "Lorraine",
  "Luis",
  "Malik",
  "Marisol",
  "Marcus",
  "Mei",
  "Miriam",
  "Nadia",
  "Nathaniel",
  "Olivia",
  "Oscar",
  "Patricia",
  "Priya",
  "Rafael",
  "Rosa",
  "Samuel",
  "Shanice",
  "Stephen",
  "Tamika",
  "Theresa",
  "Tomas",
  "Valerie",
  "Victor",
  "Wendy",
  "Yusuf",
] as const;

export const lastNames = [
  "Abernathy",
  "Acosta",
  "Alvarez",
  "Baptiste",
  "Barnes",
  "Bianchi",
  "Bishop",
  "Brennan",
  "Cabrera",
  "Calloway",
  "Castillo",
  "Chen",
  "Coleman",
  "Cordova",
  "Dawson",
  "DeLuca",
  "Diallo",
  "Dominguez",
  "Donnelly",
  "Eastman",
  "Espinoza",
  "Farrell",
  "Fitzgerald",
  "Fontaine",
  "Gallagher",
  "Garza",
  "Goldberg",
  "Grayson",
  "Guerrero",
  "Haddad",
  "Hargrove",
  "Hoffman",
  "Holloway",
  "Ibarra",
  "Jeffries",
  "Kaminski",
  "Keller",
  "Kowalski",
  "Lambert",
  "Leclair",
  "Lindgren",
  "Maddox",
  "Marchetti",
  "McAllister",
  "Mendez",
  "Montgomery",
  "Navarro",
  "Nguyen",
  "Novak",
  "Okonkwo",
  "Ortega",
  "Osborne",
  "Palmer",
  "Patel",
  "Pereira",
  "Quintero",
  "Ramsey",
  "Reyes",
  "Rinaldi",
  "Robles",
  "Sandoval",
  "Schaefer",
  "Shapiro",
  "Sullivan",
  "Tanaka",
  "Thornton",
  "Townsend",
  "Vasquez",
  "Vaughn",
  "Walker",
  "Whitfield",
  "Yates",
  "Zielinski",
] as const;

export interface Place {
  city: string;
  state: string;
  /** The first three digits of its ZIP codes. */
  zipArea: string;
  areaCode: string;
}

const places: Record<string, readonly (readonly [city: string, zipArea: string, areaCode: string])[]> = {
  PA: [
    ["Philadelphia", "191", "215"],
    ["Allentown", "181", "610"],
    ["Lancaster", "176", "717"],
    ["Pittsburgh", "152", "412"],
  ],
  NJ: [
    ["Camden", "081", "856"],
    ["Trenton", "086", "609"],
    ["Newark", "071", "973"],
  ],
  DE: [
    ["Wilmington", "198", "302"],
    ["Dover", "199", "302"],
  ],
  NY: [
    ["Brooklyn", "112", "718"],
    ["Yonkers", "107", "914"],
  ],
  MD: [
    ["Baltimore", "212", "410"],
    ["Frederick", "217", "301"],
  ],
  TX: [
    ["Houston", "770", "713"],
    ["San Antonio", "782", "210"],
    ["Fort Worth", "761", "817"],
  ],
  LA: [["Lake Charles", "706", "337"]],
  AZ: [
    ["Phoenix", "850", "602"],
    ["Tucson", "857", "520"],
    ["Mesa", "852", "480"],
  ],
  NM: [["Albuquerque", "871", "505"]],
  IL: [
    ["Chicago", "606", "312"],
    ["Joliet", "604", "815"],
    ["Peoria", "616", "309"],
  ],
  IN: [["Gary", "464", "219"]],
  WI: [["Kenosha", "531", "262"]],
};

/** A place in this state. Throws for a state that the demo does not know. */
export function pickPlace(random: Random, state: string): Place {
  const [city, zipArea, areaCode] = random.pick(places[state] ?? []);
  return { city, state, zipArea, areaCode };
}

export function pickZipCode(random: Random, place: Place): string {
  return place.zipArea + random.digits(2) + (random.chance(0.15) ? `-${random.digits(4)}` : "");
}

/** A number from the range 555-0100 to 555-0199, which is kept for fiction: it rings nobody's telephone. */
export function pickPhone(random: Random, place: Place): string {
  return `(${place.areaCode}) 555-01${random.digits(2)}`;
}

/** An address in a domain that is kept for examples: mail to it reaches nobody. */
export function writeEmail(random: Random, firstName: string, lastName: string): string {
  const local = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, "");
  const number = random.chance(0.4) ? String(random.integer(2, 99)) : "";
  return `${local}${number}@${random.pick(["example.com", "example.org", "example.net"])}`;
}

export const streets = [
  "Market Street",
  "Chestnut Street",
  "Broad Street",
  "Maple Avenue",
  "Washington Boulevard",
  "Hospital Drive",
  "College Avenue",
  "Commerce Street",
  "Lakeview Parkway",
  "Union Square",
] as const;

export const carriers = [
  "Evergreen Mutual Insurance",
  "Blue Harbor Casualty",
  "Pinnacle Auto Insurance",
  "Summit National Indemnity",
  "Liberty Oak Insurance",
  "Great Plains Casualty",
] as const;
