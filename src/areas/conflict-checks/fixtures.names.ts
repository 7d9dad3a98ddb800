/** A generated name of a person or company. */
export interface GeneratedName {
  firstName: string;
  lastName: string;
  isCompany: boolean;
}

export interface NameVariant {
  kind: string;
  /** The place of the name that it is a variant of. */
  of: number;
  text: string;
}

const givenNames = (
  "Robert James William Catherine Elizabeth Margaret Christopher Michael Daniel Anthony Patricia Jennifer Deborah Stephen Philip Geoffrey Theodore Benjamin Samuel " +
  "Alexander Victoria Rebecca Kimberly Jacqueline Gregory Timothy Nicholas Matthew Andrew Edward Charles Richard Thomas Kenneth Ronald Donald Barbara Susan Dorothy " +
  "Sandra Pamela Cynthia Angela Melissa Francisco Guadalupe Guillermo Eduardo Roberto Alejandro Enrique Jesús José María Sofía Zoë Chloé André Jürgen Björn Łucja " +
  "Walter Harold Albert Frederick Leonard Raymond Vincent Martin Douglas Gerald Eugene Curtis Marcus Nathaniel Zachary Joshua Olivia Abigail Madeline Natalie"
).split(" ");
const beginnings = (
  "Hart Wood Brad Stan Graf Klein Mont Pem Thorn West Ash Black Clif Dray Ell Fair Gold Holl Iver Kings Lang Mar Nor Oak Pres Quin Rock Shel Tren Under Van " +
  "Whit Yar Zim Bran Cal Dun Ever Fitz Green Hamp Jeff Kirk Lock Mc Mac O' Pat Rad Sand"
).split(" ");
const middles = ["er", "en", "in", "is", "ing", "ar", "am", "ol", "un", "el", ""];
const endings = [
  "ford",
  "well",
  "ton",
  "ley",
  "man",
  "son",
  "wick",
  "stein",
  "berg",
  "ski",
  "hurst",
  "field",
  "mann",
  "ez",
  "ard",
  "dorf",
  "ville",
  "müller",
  "quist",
  "ova",
];
const trades = [
  "Trucking",
  "Freight",
  "Logistics",
  "Roofing",
  "Imaging",
  "Insurance",
  "Orthopedics",
  "Holdings",
  "Construction",
  "Pharmacy",
];

/** A generator of numbers below a bound: mulberry32, seeded. */
function createDice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

function pick<Item>(items: readonly Item[], roll: (bound: number) => number): Item {
  const item = items[roll(items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

/** Names that differ from each other, one company to nine persons. A tenth of the persons share 20 surnames. */
export function generateNames(count: number): GeneratedName[] {
  const roll = createDice(20_261_129);
  const surname = () => pick(beginnings, roll) + pick(middles, roll) + pick(endings, roll);
  const common = Array.from({ length: 20 }, surname);
  const names = new Map<string, GeneratedName>();
  while (names.size < count) {
    const isCompany = roll(10) === 0;
    const lastName = roll(10) === 0 ? pick(common, roll) : surname();
    const name = isCompany
      ? {
          firstName: "",
          lastName: `${lastName} & ${pick(["Sons", "Partners", "Daughters"], roll)} ${pick(trades, roll)}, ${pick(["Inc.", "LLC", "L.P."], roll)}`,
          isCompany,
        }
      : {
          firstName: pick(givenNames, roll),
          lastName: roll(12) === 0 ? `${lastName}-${surname()}` : lastName,
          isCompany,
        };
    names.set(`${name.firstName} ${name.lastName}`, name);
  }
  return [...names.values()];
}

const letters = Array.from("abcdefghijklmnopqrstuvwxyz");

function mistype(word: string, roll: (bound: number) => number): string {
  const at = 1 + roll(Math.max(1, word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  return pick(
    [
      before + after,
      before + letter + letter + after,
      before + pick(letters, roll) + after,
      before + after.charAt(0) + letter + after.slice(1),
    ],
    roll,
  );
}

function respell(word: string): string {
  const spellings = [
    ["ph", "f"],
    ["ck", "k"],
    ["ski", "sky"],
    ["mann", "man"],
    ["stein", "stine"],
    ["berg", "burg"],
    ["ez", "es"],
    ["C", "K"],
    ["Geoff", "Jeff"],
    ["ley", "lee"],
    ["son", "sen"],
  ] as const;
  const [from, to] = spellings.find(([written]) => word.includes(written)) ?? ["e", "i"];
  return word.replace(from, to);
}

const nicknames: Readonly<Record<string, string>> = {
  Robert: "Bob",
  James: "Jim",
  William: "Bill",
  Catherine: "Kathy",
  Elizabeth: "Beth",
  Margaret: "Peggy",
  Christopher: "Chris",
  Michael: "Mike",
  Daniel: "Danny",
  Anthony: "Tony",
  Patricia: "Trish",
  Jennifer: "Jenny",
  Deborah: "Debbie",
  Stephen: "Steve",
  Theodore: "Ted",
  Benjamin: "Ben",
  Samuel: "Sam",
  Victoria: "Vicky",
  Francisco: "Paco",
  Guadalupe: "Lupe",
  Guillermo: "Memo",
  Roberto: "Beto",
  Alejandro: "Alex",
  Richard: "Dick",
  Charles: "Chuck",
  Edward: "Ned",
  Nathaniel: "Nate",
};

type Change = (name: GeneratedName, roll: (bound: number) => number) => string;

const personChanges: Readonly<Record<string, Change>> = {
  "a middle initial": ({ firstName, lastName }, roll) =>
    `${firstName} ${pick(letters, roll).toUpperCase()}. ${lastName}`,
  "a middle name": ({ firstName, lastName }, roll) => `${firstName} ${pick(givenNames, roll)} ${lastName}`,
  "a suffix": ({ firstName, lastName }, roll) =>
    `${firstName} ${lastName} ${pick(["Jr.", "Sr.", "III", "Esq.", "M.D."], roll)}`,
  "a title, the surname first": ({ firstName, lastName }) => `${lastName}, Dr. ${firstName}`,
  "an initial": ({ firstName, lastName }) => `${firstName.charAt(0)}. ${lastName}`,
  "a nickname": ({ firstName, lastName }) => `${nicknames[firstName] ?? firstName.slice(0, 3)} ${lastName}`,
  "a typing error in the surname": ({ firstName, lastName }, roll) => `${firstName} ${mistype(lastName, roll)}`,
  "a typing error in the first name": ({ firstName, lastName }, roll) => `${mistype(firstName, roll)} ${lastName}`,
  "another spelling": ({ firstName, lastName }) => `${firstName} ${respell(lastName)}`,
  "no accents and apostrophes": ({ firstName, lastName }) =>
    `${firstName} ${lastName}`
      .normalize("NFD")
      .replace(/[\u0300-\u036f']/g, "")
      .replace("Ł", "L"),
  "umlauts as two letters": ({ firstName, lastName }) =>
    `${firstName} ${lastName}`.replace("ü", "ue").replace("ö", "oe"),
  "a second surname": ({ firstName, lastName }) =>
    lastName.includes("-") ? `${firstName} ${lastName.split("-")[0] ?? ""}` : `${firstName} ${lastName}-Delgado`,
};
const companyChanges: Readonly<Record<string, Change>> = {
  and: ({ lastName }) => lastName.replace("&", "and"),
  "another company form": ({ lastName }) => `The ${lastName.replace(/, .*$/, "")} Company`,
  "no company form, a typing error": ({ lastName }, roll) =>
    lastName.replace(/, .*$/, "").replace(/^\S+/, (word) => mistype(word, roll)),
};

/** Variants of some of the names, each kind equally often, and never the name itself. */
export function generateVariants(names: readonly GeneratedName[], count: number): NameVariant[] {
  const roll = createDice(7_654_321);
  const known = new Set(names.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()));
  const variants: NameVariant[] = [];
  for (let turn = 0; variants.length < count; turn += 1) {
    const of = roll(names.length);
    const name = names[of];
    if (name === undefined) continue;
    const changes = Object.entries(name.isCompany ? companyChanges : personChanges);
    const [kind, change] = changes[turn % changes.length] ?? [];
    const text = change?.(name, roll).trim() ?? "";
    if (kind !== undefined && text !== "" && !known.has(text)) variants.push({ kind, of, text });
  }
  return variants;
}
