import { Temporal } from "temporal-polyfill";

/** The instant at which a deadline is over, and the time zone in which. */

interface StateZone {
  timeZone: string;
  /** The state has several; this is its easternmost, where midnight comes first. */
  isOneOfSeveral: boolean;
}

const zones: Readonly<Record<string, string>> = {
  "America/Anchorage": "AK*",
  "America/Boise": "ID* OR*",
  "America/Chicago": "AL AR IA IL KS* LA MN MO MS ND* NE* OK SD* TX* WI",
  "America/Denver": "CO MT NM UT WY",
  "America/Detroit": "MI*",
  "America/Indiana/Indianapolis": "IN*",
  "America/Los_Angeles": "CA NV WA",
  "America/New_York": "CT DC DE FL* GA KY* MA MD ME NC NH NJ NY OH PA RI SC TN* VA VT WV",
  "America/Phoenix": "AZ",
  "America/Puerto_Rico": "PR VI",
  "Pacific/Guam": "GU MP",
  "Pacific/Honolulu": "HI",
  "Pacific/Pago_Pago": "AS",
};

const zoneOfState: ReadonlyMap<string, StateZone> = new Map(
  Object.entries(zones).flatMap(([timeZone, states]) =>
    states
      .split(" ")
      .map((state): [string, StateZone] => [state.slice(0, 2), { timeZone, isOneOfSeveral: state.endsWith("*") }]),
  ),
);

/** The time zone of a state's courts; undefined for what is no state. */
export const findStateZone = (state: string): StateZone | undefined => zoneOfState.get(state);

/** The other zones of states that have several. Source: the time-zone data of IANA, 2026c. */
const otherZones: Readonly<Record<string, string>> = {
  AK: "America/Adak",
  FL: "America/Chicago",
  ID: "America/Los_Angeles",
  IN: "America/Chicago",
  KS: "America/Denver",
  KY: "America/Chicago",
  MI: "America/Chicago",
  ND: "America/Denver",
  NE: "America/Denver",
  OR: "America/Los_Angeles",
  SD: "America/Denver",
  TN: "America/Chicago",
  TX: "America/Denver",
};

/** All time zones of a state, the easternmost first; none for what is no state. */
export function listStateZones(state: string): string[] {
  const zone = findStateZone(state);
  if (zone === undefined) return [];
  return [zone.timeZone, ...(zone.isOneOfSeveral ? [otherZones[state] ?? zone.timeZone] : [])];
}

/**
 * The end of a day in a time zone, or a time of it. A time that the clocks pass twice is the first, one that they leave
 * out the time before it: never later than meant.
 */
export function findDueAt(dueOn: string, dueTime: string | null, timeZone: string): string {
  const date = Temporal.PlainDate.from(dueOn);
  const at =
    dueTime === null
      ? date.add({ days: 1 }).toZonedDateTime(timeZone)
      : date.toPlainDateTime(dueTime).toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return at.toInstant().toString({ smallestUnit: "millisecond" });
}
