import type { CourtDayExample, ExampleCount } from "./fixtures.types.ts";

/**
 * Counting written once more from the texts of the rules, day by day, without the product's calendars, engine or
 * service rules: to find where they and the product disagree. As the law is from 2024 to 2030. Each list names its law.
 */

type Jurisdiction = CourtDayExample["jurisdiction"];

const iso = (date: Date) => date.toISOString().slice(0, 10);
const at = (on: string) => new Date(`${on}T12:00:00Z`);
const step = (on: string, days: number) => {
  const date = at(on);
  date.setUTCDate(date.getUTCDate() + days);
  return iso(date);
};
/** 0 is Sunday. */
const weekday = (on: string) => at(on).getUTCDay();

/** Walks the month; the last one for -1. */
function nth(year: number, month: number, wanted: number, n: number): string {
  const days: string[] = [];
  let on = iso(new Date(Date.UTC(year, month - 1, 1, 12)));
  while (at(on).getUTCMonth() === month - 1) {
    if (weekday(on) === wanted) days.push(on);
    on = step(on, 1);
  }
  return days.at(n === -1 ? -1 : n - 1) ?? "";
}
const fixed = (month: number, day: number) => (year: number) => iso(new Date(Date.UTC(year, month - 1, day, 12)));

const goodFridays: Readonly<Record<number, string>> = {
  2017: "2017-04-14",
  2023: "2023-04-07",
  2024: "2024-03-29",
  2025: "2025-04-18",
  2026: "2026-04-03",
  2027: "2027-03-26",
  2028: "2028-04-14",
  2029: "2029-03-30",
  2030: "2030-04-19",
  2031: "2031-04-11",
};

/** Days that are published year by year: on others there is none. */
const published =
  (...dates: readonly string[]): Day =>
  (year) =>
    dates.find((on) => on.startsWith(`${year}-`)) ?? "";
/** The first day of Rosh Hashanah and Yom Kippur, where they are no Saturday. */
const roshHashanah = published("2024-10-03", "2025-09-23", "2028-09-21", "2029-09-10", "2031-09-18");
const yomKippur = published(
  "2023-09-25",
  "2024-10-12",
  "2025-10-02",
  "2026-09-21",
  "2027-10-11",
  "2029-09-19",
  "2030-10-07",
);

const newYear = fixed(1, 1);
const king = (year: number) => nth(year, 1, 1, 3);
const lincoln = fixed(2, 12);
const presidents = (year: number) => nth(year, 2, 1, 3);
const goodFriday = (year: number) => goodFridays[year] ?? "";
const memorial = (year: number) => nth(year, 5, 1, -1);
const juneteenth = fixed(6, 19);
const fourth = fixed(7, 4);
const labor = (year: number) => nth(year, 9, 1, 1);
const columbus = (year: number) => nth(year, 10, 1, 2);
const election = (year: number) => step(nth(year, 11, 1, 1), 1);
const evenElection = (year: number) => (year % 2 === 0 ? election(year) : "");
const pulaski = (year: number) => nth(year, 3, 1, 1);
const veterans = fixed(11, 11);
const thanksgiving = (year: number) => nth(year, 11, 4, 4);
const dayAfter = (year: number) => step(thanksgiving(year), 1);
const christmas = fixed(12, 25);

type Day = (year: number) => string;
const dated: readonly Day[] = [newYear, juneteenth, fourth, veterans, christmas];
const mondays: readonly Day[] = [king, presidents, memorial, labor, columbus, thanksgiving];
const notColumbus = mondays.filter((day) => day !== columbus);

/** A Saturday’s holiday on Friday, a Sunday’s on Monday. */
const toFriday =
  (day: Day): Day =>
  (year) =>
    weekday(day(year)) === 6 ? step(day(year), -1) : "";
const toMonday =
  (day: Day): Day =>
  (year) =>
    weekday(day(year)) === 0 ? step(day(year), 1) : "";
const both = (days: readonly Day[]) => days.flatMap((day) => [toFriday(day), toMonday(day)]);

interface Closings {
  certain: readonly Day[];
  /** Closed in some courts or years: open where that makes the date earlier, else closed. */
  doubtful: readonly Day[];
}

/** MCR 8.110(D)(2)(b): an eve on Friday is kept on Thursday, one on Saturday or Sunday on Friday. */
const eve =
  (month: number, day: number): Day =>
  (year) => {
    const on = fixed(month, day)(year);
    return step(on, { 5: -1, 6: -1, 0: -2 }[weekday(on)] ?? 0);
  };

export const closings: Readonly<Record<Jurisdiction, Closings>> = {
  // 5 U.S.C. § 6103(a), (b); Executive Order 11582.
  US: { certain: [...dated, ...mondays, ...both(dated)], doubtful: [] },
  // Gov’t Code 662.003(a), (b)(1) to (6), 662.021. What a county closes besides (Dorchester v. Hunt) is its own.
  TX: {
    certain: [
      newYear,
      fourth,
      veterans,
      christmas,
      ...notColumbus,
      fixed(1, 19),
      fixed(3, 2),
      fixed(4, 21),
      juneteenth,
      fixed(8, 27),
      dayAfter,
    ],
    doubtful: [],
  },
  // CCP 135 (“may designate”), Cal. Rules of Court 1.11 (“must observe”), CCP 12b (an office closed all day); Gov. Code 6700.
  CA: {
    certain: [
      ...dated,
      ...notColumbus,
      lincoln,
      fixed(3, 31),
      (year) => nth(year, 9, 5, 4),
      dayAfter,
      ...both([...dated, lincoln, fixed(3, 31)]),
    ],
    doubtful: [],
  },
  // Gen. Constr. Law § 24: a Sunday’s holiday on Monday, a Saturday’s not.
  NY: { certain: [...dated, ...mondays, lincoln, election, ...[...dated, lincoln].map(toMonday)], doubtful: [] },
  // Orders of the Supreme Court; N.J.S.A. 36:1-1: Juneteenth is the third Friday in June, a Sunday’s holiday on Monday.
  NJ: {
    certain: [
      ...[newYear, fourth, veterans, christmas].flatMap((day) => [day, toMonday(day)]),
      ...mondays,
      goodFriday,
      (year) => nth(year, 6, 5, 3),
      election,
    ],
    doubtful: [newYear, fourth, veterans, christmas].map(toFriday),
  },
  // Fla. Stat. § 110.117(1), (2); what some clerks observe and chief judges designate, Rule 2.514(a)(6)(B).
  FL: {
    certain: [
      newYear,
      fourth,
      veterans,
      christmas,
      king,
      memorial,
      labor,
      thanksgiving,
      dayAfter,
      ...both([newYear, fourth, veterans, christmas]),
    ],
    doubtful: [goodFriday, roshHashanah, yomKippur],
  },
  // 44 P.S. § 11 and 5 U.S.C. § 6103, by 1 Pa.C.S. § 1908; Friday after Thanksgiving: Commonwealth v. Muldrow.
  PA: {
    certain: [...dated, ...mondays, goodFriday, election, ...dated.map(toMonday)],
    doubtful: [fixed(6, 14), dayAfter, ...dated.map(toFriday)],
  },
  // 5 ILCS 70/1.11; 205 ILCS 630/17, an act on bank holidays: Richter v. Chicago & Erie, 273 Ill. 625 (1916), on days that
  // it names and on which courts sit. Pulaski Day and elections differ by circuit.
  IL: {
    certain: [...dated, ...mondays, lincoln],
    doubtful: [pulaski, goodFriday, evenElection, dayAfter, ...both([...dated, lincoln])],
  },
  // R.C. 1.14, 5.30: a Sunday’s holiday on Monday.
  OH: { certain: [...dated, ...mondays, ...dated.map(toMonday)], doubtful: [dayAfter, ...dated.map(toFriday)] },
  // O.C.G.A. § 1-4-1: the federal ones; others by proclamation of the Governor, who keeps Presidents’ Day at Christmas.
  GA: {
    certain: [
      ...dated,
      ...mondays.filter((day) => day !== presidents),
      published("2024-03-29", "2025-04-18"),
      published("2024-12-24", "2025-12-26"),
    ],
    doubtful: [presidents, (year) => (year < 2026 ? "" : goodFriday(year)), dayAfter, ...both(dated)],
  },
  // RCW 1.16.050.
  WA: { certain: [...dated, ...notColumbus, dayAfter, ...both(dated)], doubtful: [] },
  // MCR 8.110(D)(2); MCL 435.101 has two days more.
  MI: {
    certain: [...dated, ...notColumbus, dayAfter, eve(12, 24), eve(12, 31), ...both(dated)],
    doubtful: [lincoln, columbus],
  },
  // RSMo 9.010: a Sunday’s holiday on Monday.
  MO: {
    certain: [...dated, ...mondays, lincoln, fixed(5, 8), ...[...dated, lincoln, fixed(5, 8)].map(toMonday)],
    doubtful: [...dated, lincoln, fixed(5, 8)].map(toFriday),
  },
};

const known = new Map<string, ReadonlySet<string>>();
/** The days of a year, and those of its neighbors that fall into it. */
function listDays(jurisdiction: Jurisdiction, kind: keyof Closings, year: number): ReadonlySet<string> {
  const key = `${jurisdiction} ${kind} ${year}`;
  const days =
    known.get(key) ??
    new Set([year - 1, year, year + 1].flatMap((each) => closings[jurisdiction][kind].map((day) => day(each))));
  known.set(key, days);
  return days;
}

export type Status = "weekend" | "holiday" | "doubtful" | "open";
function findStatus(jurisdiction: Jurisdiction, on: string): Status {
  const year = at(on).getUTCFullYear();
  if (weekday(on) === 0 || weekday(on) === 6) return "weekend";
  if (listDays(jurisdiction, "certain", year).has(on)) return "holiday";
  return listDays(jurisdiction, "doubtful", year).has(on) ? "doubtful" : "open";
}

const statuses = new Map<string, Status>();
/** What a day is in the courts of a jurisdiction. */
export function statusOf(jurisdiction: Jurisdiction, on: string): Status {
  const key = `${jurisdiction} ${on}`;
  const status = statuses.get(key) ?? findStatus(jurisdiction, on);
  statuses.set(key, status);
  return status;
}

type Way = 1 | -1;
/** Doubt is read against the one who counts: open on the way forward, closed on the way back. */
const isClosed = (jurisdiction: Jurisdiction, on: string, way: Way) => {
  const status = statusOf(jurisdiction, on);
  return status === "weekend" || status === "holiday" || (status === "doubtful" && way === -1);
};

type Added = readonly [days: number, unit: "calendar" | "court"];
type Methods = Readonly<Partial<Record<NonNullable<ExampleCount["serviceMethod"]>, Added>>>;
interface Service {
  /** Days are added before the period (service is complete later), to it, or after it has moved to an open day. */
  order: "before" | "within" | "after";
  forward: Methods;
  backward?: Methods;
  /** Whether a day before a hearing that is closed moves back once more. */
  movesBackAgain?: boolean;
}
const threeByMail: Methods = {
  mail: [3, "calendar"],
  mail_out_of_state: [3, "calendar"],
  mail_abroad: [3, "calendar"],
};
const completeInIllinois: Methods = {
  mail: [4, "calendar"],
  mail_out_of_state: [4, "calendar"],
  mail_abroad: [4, "calendar"],
  overnight: [3, "court"],
};
const mailOfCalifornia = {
  mail: [5, "calendar"],
  mail_out_of_state: [10, "calendar"],
  mail_abroad: [20, "calendar"],
} as const;

export const services: Readonly<Record<Jurisdiction, Service>> = {
  // Fed. R. Civ. P. 6(d), 5(b)(2)(C), (D), (F).
  US: {
    order: "after",
    forward: { ...threeByMail, left_with_clerk: [3, "calendar"], other_consented: [3, "calendar"] },
  },
  // Tex. R. Civ. P. 21a(c).
  TX: { order: "within", forward: threeByMail },
  // CCP 1013(a), (c), (e), 1010.6(a)(3)(B); before a hearing 1005(b), 12c(b).
  CA: {
    order: "within",
    forward: { ...mailOfCalifornia, overnight: [2, "court"], fax: [2, "court"], electronic: [2, "court"] },
    backward: { ...mailOfCalifornia, overnight: [2, "calendar"], fax: [2, "calendar"], electronic: [2, "court"] },
  },
  // CPLR 2103(b)(2), (6).
  NY: {
    order: "within",
    forward: { mail: [5, "calendar"], mail_out_of_state: [6, "calendar"], overnight: [1, "court"] },
  },
  // R. 1:3-3.
  NJ: {
    order: "within",
    forward: { mail: [5, "calendar"], mail_out_of_state: [5, "calendar"], mail_abroad: [5, "calendar"] },
  },
  // Fla. R. Gen. Prac. & Jud. Admin. 2.514(b) as of 2019.
  FL: {
    order: "after",
    forward: { mail: [5, "calendar"], mail_out_of_state: [5, "calendar"], mail_abroad: [5, "calendar"] },
  },
  // Pa.R.C.P. has none.
  PA: { order: "within", forward: {} },
  // Ill. S. Ct. R. 12(c): complete four days after mailing, three court days after delivery to a carrier.
  IL: { order: "before", forward: completeInIllinois, backward: completeInIllinois, movesBackAgain: true },
  // Civ.R. 6(D): mail or commercial carrier service.
  OH: { order: "within", forward: { ...threeByMail, overnight: [3, "calendar"] } },
  // O.C.G.A. § 9-11-6(e). Whether e-mail of an e-filing provider counts is open (Speckhals, S24C0848): not added.
  GA: { order: "within", forward: threeByMail },
  // CR 6(e); notice of a hearing is complete on the third day after mailing, CR 5(b)(2)(A).
  WA: { order: "within", forward: threeByMail, backward: threeByMail, movesBackAgain: true },
  // MCR 2.107(C)(3).
  MI: { order: "within", forward: {} },
  // Rule 44.01(e).
  MO: { order: "within", forward: threeByMail },
};

function walk(jurisdiction: Jurisdiction, from: string, [days, unit]: Added, way: Way): string {
  let on = from;
  for (let left = days; left > 0;) {
    on = step(on, way);
    if (unit === "calendar" || !isClosed(jurisdiction, on, way)) left -= 1;
  }
  return on;
}

function move(jurisdiction: Jurisdiction, from: string, way: Way): string {
  let on = from;
  while (isClosed(jurisdiction, on, way)) on = step(on, way);
  return on;
}

/** The day of the same number, or the last of a shorter month. */
function walkMonths(from: string, months: number): string {
  const date = at(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const month = date.getUTCMonth();
  date.setUTCDate(day);
  while (date.getUTCMonth() !== month) date.setUTCDate(date.getUTCDate() - 1);
  return iso(date);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * Hours that pass on a clock on the wall.
 *
 * @returns the date and the time of day
 */
function walkHours(on: string, time: string, hours: number, timeZone: string): [on: string, time: string] {
  const show = (instant: number) => clockOf(timeZone).format(instant).split(" ");
  const wanted = Date.parse(`${on}T${time}Z`);
  let start = wanted;
  // By how much the clock is wrong, twice: the first correction can cross a change of the clock.
  for (let times = 0; times < 2; times += 1) start += wanted - Date.parse(`${show(start).join("T")}Z`);
  const [endOn = "", endTime = ""] = show(start + hours * 3_600_000);
  return [endOn, endTime];
}

const addedBy = ({ forward, backward = {} }: Service, { serviceMethod = null, direction }: ExampleCount): Added =>
  (serviceMethod === null ? undefined : (direction === "after" ? forward : backward)[serviceMethod]) ?? [0, "calendar"];

/** From the day that is not counted to the last of the period. */
function walkPeriod(jurisdiction: Jurisdiction, from: string, { offset, unit, direction }: ExampleCount): string {
  const way: Way = direction === "after" ? 1 : -1;
  if (unit === "months") return walkMonths(from, way * offset);
  if (unit === "years") return walkMonths(from, way * offset * 12);
  if (unit === "weeks") return walk(jurisdiction, from, [offset * 7, "calendar"], way);
  return walk(jurisdiction, from, [offset, unit === "court_days" ? "court" : "calendar"], way);
}

/** The first day that is counted is open: counted is from the day beside it. */
const openStart = (jurisdiction: Jurisdiction, from: string, way: Way) =>
  step(move(jurisdiction, step(from, way), way), -way);

function walkToWeekday(from: string, wanted: number): string {
  let on = step(from, 1);
  while (weekday(on) !== wanted % 7) on = step(on, 1);
  return on;
}

function countAfter(jurisdiction: Jurisdiction, count: ExampleCount): string {
  const { order } = services[jurisdiction];
  const added = addedBy(services[jurisdiction], count);
  let on = order === "before" ? walk(jurisdiction, count.startOn, added, 1) : count.startOn;
  if (count.startRule === "next_open_day") on = openStart(jurisdiction, on, 1);
  on = walkPeriod(jurisdiction, on, count);
  if (order === "within") on = walk(jurisdiction, on, added, 1);
  if (typeof count.nextWeekday === "number") on = walkToWeekday(on, count.nextWeekday);
  on = move(jurisdiction, on, 1);
  return order === "after" && added[0] > 0 ? move(jurisdiction, walk(jurisdiction, on, added, 1), 1) : on;
}

function countBefore(jurisdiction: Jurisdiction, count: ExampleCount): string {
  const from = count.startRule === "next_open_day" ? openStart(jurisdiction, count.startOn, -1) : count.startOn;
  const last = move(jurisdiction, walkPeriod(jurisdiction, from, count), -1);
  const earlier = walk(jurisdiction, last, addedBy(services[jurisdiction], count), -1);
  return services[jurisdiction].movesBackAgain === true ? move(jurisdiction, earlier, -1) : earlier;
}

/** The date that the rules' texts give; for hours with the time of day. */
export function countByTexts(jurisdiction: Jurisdiction, count: ExampleCount, timeZone: string): string {
  if (count.unit === "hours") {
    const [on, time] = walkHours(count.startOn, count.startTime ?? "", count.offset, timeZone);
    return `${move(jurisdiction, on, 1)} ${time}`;
  }
  return count.direction === "after" ? countAfter(jurisdiction, count) : countBefore(jurisdiction, count);
}
