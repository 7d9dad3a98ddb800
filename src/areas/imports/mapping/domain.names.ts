/** What an organization is called: no last name ends so. `Co` without its dot is one. */
const organizationEndings =
  /(?:^|[\s,])(?:inc|incorporated|l\.?l\.?c|l\.?l\.?p|p\.?l\.?l\.?c|p\.c|pc|corp|corporation|ltd|limited|company|insurance|hospital|clinic|associates)\.?$|\bco\.$/iu;
const organizationBeginnings =
  /^(?:the )?(?:law (?:offices?|firm) of|(?:county|city|state|university|department|bank) of)\s/iu;

/** Whether a name is that of a company, a firm, a hospital or a public body. */
export const isOrganizationName = (name: string): boolean =>
  organizationEndings.test(name) || organizationBeginnings.test(name);

/** `John & Mary Smith`, `Smith, John / Mary` and `Smith et al.`. */
const severalPeople = /[&+/;]|\s(?:and|AND)\s|\bet (?:al|ux|vir)\b/u;
/** What stands beside the name of a party in the captions of cases. Minor and Aka are last names, too. */
const partyRemarks = [
  /^(?:the )?estate of\s|,\s*(?:an? )?(?:minor|deceased|decedent|incompetent)\b/iu,
  /\b(?:dec'?d|deceased|individually|on behalf of|next friend|guardian of|by and through|[adf]\/[bk]\/a)\b/iu,
  /\s(?:aka|AKA)\s/u,
];
/** A nickname in quotation marks or parentheses: `John "Jack" Smith`. */
const besideName = /["“(](?<text>[^"“”()]*)["”)]/u;
const oneWord = /^\p{L}[\p{L}.'’-]*$/u;
const remarkWords =
  /^(?:minor|deceased|decedent|dec'?d|estate|guardian|parent|spouse|wife|husband|poa|client|plaintiff)$/iu;

/**
 * Why a text is not the name of one person, which `splitFullName` reads: half of it would become a middle name.
 *
 * @returns null for a name of one person
 */
export function describeNameFault(name: string): string | null {
  const beside = besideName.exec(name)?.groups?.["text"];
  const isRemark = beside !== undefined && (!oneWord.test(beside) || remarkWords.test(beside));
  if (isRemark || partyRemarks.some((remark) => remark.test(name)))
    return "has a remark beside the name: write the first and the last name into columns of their own";
  if (isOrganizationName(name)) return "is the name of an organization, not of a person";
  if (severalPeople.test(name)) return "names more than one person: write each into a row of their own";
  return null;
}

/** Whether a name begins with a title, or has a comma, as only names of people do beside those of organizations. */
export const isPersonName = (name: string): boolean =>
  !isOrganizationName(name) && (name.includes(",") || titles.test(splitWords(name)[0] ?? ""));

function takeNickname(name: string): { rest: string; nickname: string | null } {
  const nickname = besideName.exec(name)?.groups?.["text"];
  return nickname === undefined || !oneWord.test(nickname)
    ? { rest: name, nickname: null }
    : { rest: name.replace(besideName, " "), nickname };
}

/** Hon is a given name without its dot. */
const titles = /^(?:(?:mr|mrs|ms|miss|mx|dr)\.?|(?:hon|rev|prof)\.)$/iu;

/** Words without a title before them, if as many are there. */
const withoutTitle = (words: string[], atLeast: number): string[] =>
  words.length >= atLeast && titles.test(words[0] ?? "") ? words.slice(1) : words;

const suffixes = /^(?:jr|sr|ii|iii|iv|v|esq|md)\.?$/iu;
/** V behind a given name is the initial of a middle one: `Marsh, Elena V`. */
const generations = /^(?:jr|sr|ii|iii|iv)\.?$/iu;
/** Behind the comma, and behind a whole name alone: Do, Pa and Rn are names, too, and `Marsh, Do` is one. */
const degrees =
  /^(?:M\.?D|D\.?O|D\.?C|D\.?D\.?S|D\.?M\.?D|D\.?P\.?M|D\.?P\.?T|P\.?T|P\.?A(?:-C)?|N\.?P|R\.?N|P[Hh]\.? ?D|P[Ss][Yy]\.?D|J\.?D|C\.?P\.?A|LCSW|F\.?A\.?C\.?S|E[Ss][Qq])\.?$/u;

const splitWords = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== "");

/** Takes the last word away where it is one of `endings` and stands behind others. */
function takeEnding(words: string[], endings: RegExp, atLeast = 2): string[] {
  const last = words.at(-1) ?? "";
  if (words.length < atLeast || !endings.test(last)) return [];
  words.pop();
  return [last];
}

/** What belongs to the last name behind it, as in de la Cruz or St. John; the first word is a first name: Van Nguyen. */
const particles = /^(?:de|del|della|di|da|dos|das|du|la|las|los|van|von|der|den|ter|ste?\.?)$/iu;
/** Behind Van, which in front of these is a Vietnamese middle name: Hung Van Tran. */
const vietnameseNames =
  /^(?:bui|cao|dang|dao|dinh|do|doan|duong|ho|hoang|huynh|lam|le|luong|ly|mai|ngo|nguyen|pham|phan|tran|trinh|truong|vo|vu)$/u;

/** Takes the last word away, and the particles in front of it. */
function takeLastName(words: string[]): string {
  const name = [words.pop() ?? ""];
  const letters = name[0]?.normalize("NFD").toLowerCase().replaceAll(/\p{M}/gu, "").replaceAll("đ", "d") ?? "";
  const isParticle = (word: string) =>
    particles.test(word) && !(vietnameseNames.test(letters) && (word === "Van" || word === "VAN"));
  while (words.length > 1 && isParticle(words.at(-1) ?? "")) name.unshift(words.pop() ?? "");
  return name.join(" ");
}

/**
 * `Marsh, Elena R.`, `Elena R. Marsh`, `Marsh Jr., Elena`, `Ms. Elena "Ellie" Marsh` or `Elena R. Marsh, M.D., Esq.` as
 * the parts of a name; one word is a last name. Of two last names without a comma or a particle, the first is taken for
 * a middle name. `describeNameFault` says which texts are not the name of one person.
 */
export function splitFullName(name: string): Record<string, string> {
  const { rest, nickname } = takeNickname(name);
  const [before = "", ...behind] = rest.split(",").map((part) => part.trim());
  const words = withoutTitle(splitWords(before), 2);
  const isEnd = (part: string) => suffixes.test(part) || (words.length > 1 && degrees.test(part));
  const isTitle = (part: string) => part === "" || titles.test(part);
  const given = withoutTitle(behind.filter((part) => !isTitle(part) && !isEnd(part)).flatMap(splitWords), 2);
  const ends = behind.filter((part) => !isTitle(part) && isEnd(part));
  const isTurned = given.length > 0;
  const endings = isTurned
    ? [...takeEnding(words, generations), ...takeEnding(given, generations), ...ends]
    : [...takeEnding(words, suffixes, 3), ...ends];
  const lastName = isTurned ? words.join(" ") : takeLastName(words);
  const [firstName, ...middle] = isTurned ? given : words;
  return {
    lastName,
    ...(firstName !== undefined && { firstName }),
    ...(middle.length > 0 && { middleName: middle.join(" ") }),
    ...(endings.length > 0 && { suffix: endings.join(", ") }),
    ...(nickname !== null && { preferredName: nickname }),
  };
}
