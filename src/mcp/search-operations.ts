import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import type { Declaration, OperationKind } from "../rpc/declarations.ts";

/**
 * Finds operations by what a person wants: "overdue tasks", "unpaid invoices", "add a note to a matter". Words are
 * compared by their stems, words of the field by what the API calls them, and what the question wants to do decides
 * between reading, writing and destroying.
 */

export interface Searchable {
  declaration: Declaration;
  kind: OperationKind;
}

/** Words that ask and say something of the record, too. */
const qualifiers = new Set(["overdue", "upcoming", "unpaid"]);

/** What people call a verb that names of operations end with. */
const verbs: Readonly<Record<string, string>> = {
  create: "create add",
  update: "update change",
  delete: "delete remove",
  set: "set replace",
};

/** Words of questions that say nothing about an operation. */
const fillers = new Set(
  "a all an and any are at be been by can did do does for from give had has have here how i if in into is it its let me my need new next of on or our out please s so that the their them there these they this to us want was we were with you your".split(
    " ",
  ),
);

/** What people say, and what the API calls it. A word keeps its own meaning, too. */
const synonyms: Readonly<Record<string, string>> = {
  matter: "case",
  lawsuit: "case",
  suit: "case",
  plaintiff: "client",
  customer: "client",
  claimant: "client",
  prospect: "lead",
  inquiry: "lead",
  enquiry: "lead",
  defendant: "party",
  opponent: "party",
  insurer: "party insurance",
  adjuster: "contact party",
  coverage: "insurance policy",
  lawyer: "attorney",
  counsel: "attorney",
  staff: "member",
  employee: "member",
  user: "member",
  works: "member",
  colleague: "member",
  vacation: "absence member",
  todo: "task",
  reminder: "task",
  chore: "task",
  job: "task",
  assignee: "task assigned",
  appointment: "calendarEvents calendar event",
  meeting: "calendarEvents calendar event",
  hearing: "calendarEvents calendar event",
  deposition: "calendarEvents calendar event",
  trial: "calendarEvents calendar event",
  agenda: "occurrence calendar happens window",
  schedule: "calendarEvents calendar create",
  reschedule: "update",
  book: "create calendar event",
  free: "availability open slot",
  busy: "availability",
  slot: "availability",
  clash: "double booking conflicts calendar",
  overlap: "double booking calendar",
  sol: "statute limitations deadline",
  statute: "limitations deadline",
  limitation: "deadline",
  limitations: "deadline",
  due: "deadline task",
  holiday: "closed day calendar",
  weekday: "closed day",
  workday: "calculate date",
  bill: "invoice",
  fee: "invoice",
  unpaid: "invoice sent overdue",
  outstanding: "overdue",
  failed: "deliveries",
  owe: "invoice",
  owed: "invoice aging",
  receivable: "invoice aging",
  paid: "payment",
  provider: "facility",
  hospital: "medical facility",
  doctor: "medical facility",
  clinic: "medical facility",
  visit: "treatment",
  chart: "medical record",
  specials: "medical summary cost",
  expense: "medical bill",
  hipaa: "authorization",
  release: "authorization",
  records: "record retrieval request",
  file: "document",
  pdf: "document",
  attachment: "document",
  letter: "document",
  paperwork: "document",
  directory: "folder",
  comment: "note comment",
  memo: "note",
  journal: "note",
  questionnaire: "intake form",
  survey: "intake answer",
  answer: "intake answer",
  label: "tag",
  pipeline: "report",
  conflict: "conflict check interest search",
  duplicate: "duplicates merge match",
  history: "history revision version event",
  change: "update",
  edit: "update",
  modify: "update",
  add: "create",
  make: "create",
  log: "create record",
  draft: "create",
  remove: "delete",
  call: "contact attempt",
  activity: "activity event",
  changed: "event feed",
  happened: "activity",
  happen: "activity",
  recent: "event activity",
  statistic: "report",
  statistics: "report",
  dashboard: "report",
  metric: "report",
  analytics: "report",
  kpi: "report",
  phone: "phone client contact",
  address: "address client contact",
  birthday: "date of birth client",
  email: "email client contact",
  office: "office",
  branch: "office",
  firm: "organization",
  overview: "summary",
  detail: "get",
  details: "get",
};

/** What a question wants to do, by its words: "complete" does, "completed" describes. */
const wants: Readonly<Record<OperationKind, ReadonlySet<string>>> = {
  destroy: wordsOf("delete remove erase drop discard unassign unbind detach void refund revoke merge"),
  write: wordsOf(
    "create add make enter write update change edit set modify correct rename move transition mark complete finish close reopen assign convert apply extend postpone cancel" +
      " reschedule upload attach bind link restore lock unlock pin unpin publish uncheck verify replace",
  ),
  read: wordsOf(
    "list show find get search look see view read which what who when where count many much open overdue unpaid upcoming",
  ),
};

/**
 * Verbs where an article or a preposition follows them in front of a question ("comment on a task"), and nouns
 * elsewhere ("comments of a task").
 */
const leadingVerbs: ReadonlySet<string> = new Set([
  "check",
  "comment",
  "record",
  "log",
  "schedule",
  "book",
  "draft",
  "open",
  "plan",
  "send",
  "pay",
  "note",
]);

/**
 * How much an operation of a kind counts, by what the question wants to do. Without a word for it, people want to know
 * something.
 */
const weights: Readonly<Record<OperationKind, Readonly<Record<OperationKind, number>>>> = {
  read: { read: 1.8, write: 0.7, destroy: 0.2 },
  write: { read: 0.7, write: 1.6, destroy: 0.4 },
  destroy: { read: 0.7, write: 0.8, destroy: 1.8 },
};

const boost = { summary: 6, name: 4, parameters: 2, description: 1 };

/** @returns a search for the operations' names, best first */
export function createOperationSearch(operations: Iterable<Searchable>): (query: string) => string[] {
  const entries = [...operations].map((operation) => ({ ...operation, title: listTitleStems(operation.declaration) }));
  const index = new MiniSearch({
    fields: Object.keys(boost),
    tokenize: splitWords,
    processTerm: (word) => (fillers.has(word) ? null : stemmer(word)),
    searchOptions: { prefix: (term) => term.length > 3, fuzzy: (term) => term.length > 5 && 0.2, boost },
  });
  index.addAll(entries.map(({ declaration }, id) => ({ id, ...describe(declaration) })));
  return (query) => {
    const all = splitWords(query);
    const words = all.filter((word) => !fillers.has(word));
    const wanted = findWanted(words, fillers.has(all[1] ?? ""));
    const searched = words.filter(
      (word) => wanted !== "read" || !wants.read.has(word) || Object.hasOwn(synonyms, word) || qualifiers.has(word),
    );
    const meanings = words.flatMap(listMeanings);
    const named = new Set([...words, ...meanings].flatMap((word) => splitWords(word)).map(stemmer));
    const found = index.search(
      { combineWith: "OR", queries: [{ queries: [searched.join(" ")] }, { queries: meanings, boost: scale(0.6) }] },
      { boostDocument: (id) => weigh(entries[id as number], wanted, named) },
    );
    const rank = ({ id, score }: (typeof found)[number]) =>
      score * shareFound(searched, entries[id as number]?.title ?? new Set()) ** 2;
    return found
      .toSorted((one, other) => rank(other) - rank(one))
      .flatMap(({ id }) => entries[id as number]?.declaration.name ?? []);
  };
}

/**
 * What reads many records comes before what reads one, for which an ID must be known; what has parts that nobody named
 * comes later.
 */
function weigh(entry: Searchable | undefined, wanted: OperationKind, named: ReadonlySet<string>): number {
  if (entry === undefined) return 0;
  const {
    declaration: { name },
    kind,
  } = entry;
  const verb = name.split(".").at(-1) ?? "";
  const parts = splitWords(name.slice(0, -verb.length)).filter((word) => !/[A-Z]/.test(word));
  const unnamed = parts.filter((part) => !named.has(stemmer(part))).length;
  const isNamed = verb === "run" && named.has("report");
  return weights[wanted][kind] * (isNamed ? 0.8 : (verbWeights[verb] ?? 1)) * 0.85 ** unnamed;
}

/** By the verb of an operation's name. */
const verbWeights: Readonly<Record<string, number>> = { get: 0.6, run: 0.1 };

function listMeanings(word: string): string[] {
  return (synonyms[word] ?? synonyms[singularOf(word)])?.split(" ") ?? [];
}

/** The stems of an operation's name and summary. */
function listTitleStems(declaration: Declaration): ReadonlySet<string> {
  const { name, summary } = describe(declaration);
  return new Set(splitWords(`${name} ${summary}`).map(stemmer));
}

/** How many of the question's words are in an operation's name or summary, by themselves or by their meanings. */
function shareFound(words: readonly string[], title: ReadonlySet<string>): number {
  const isFound = (word: string) =>
    [word, ...listMeanings(word).flatMap(splitWords)].some((each) => title.has(stemmer(each)));
  return (words.filter(isFound).length + 1) / (words.length + 1);
}

const scale = (factor: number) =>
  Object.fromEntries(Object.entries(boost).map(([field, weight]) => [field, weight * factor]));

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

function singularOf(word: string): string {
  return word.replace(/(?:ies)$/, "y").replace(/s$/, "");
}

/** The strongest wish decides: whoever asks to delete what is overdue wants to delete. */
function findWanted(words: readonly string[], isVerbInFront: boolean): OperationKind {
  const [first = ""] = words;
  if (wants.destroy.has(first)) return "destroy";
  if (leadingVerbs.has(first) && isVerbInFront) return "write";
  if (wants.read.has(first)) return "read";
  if (words.some((word) => wants.destroy.has(word))) return "destroy";
  return words.some((word) => wants.write.has(word)) ? "write" : "read";
}

function describe({ name, meta, input }: Declaration): Record<keyof typeof boost, string> {
  const description = meta.description?.split("\n\n")[0] ?? "";
  return {
    summary: meta.summary,
    name: [name.replaceAll(".", " "), verbs[name.split(".").at(-1) ?? ""] ?? ""].join(" "),
    parameters: Object.keys(input.shape).join(" "),
    description: [meta.area, description, ...(meta.searchWords ?? [])].join(" "),
  };
}

/** `isOverdue` is found whole and by each of its words. */
function splitWords(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return words.flatMap((word) => {
    const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
    return (parts.length > 1 ? [word, ...parts] : [word]).map((part) => part.toLowerCase());
  });
}
