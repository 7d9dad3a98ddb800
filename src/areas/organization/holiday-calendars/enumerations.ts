import { enumeration, namedEnum } from "../../../contract/enumeration.ts";

export const calendarEnumerations = {
  holidayCalendarKind: enumeration("What a holiday calendar says.", {
    business: "The firm’s own business days.",
    court: "The days on which a court is open.",
  }),
  holidayExceptionType: enumeration("What an exception makes of its day.", {
    closed: "Closed once.",
    open: "Open despite a rule or the weekend.",
    inaccessible:
      "Open, but the clerk’s office is inaccessible: a period whose last day it is continues to the next open day on which the office is accessible (Fed. R. Civ. P. 6(a)(3)).",
  }),
  verificationStatus: enumeration("Whether someone checked a holiday calendar.", {
    unverified: "No one checked it yet.",
    verified: "An attorney checked it.",
  }),
  businessDayUnit: enumeration("What an offset counts.", {
    calendar_days: "Days.",
    business_days: "Days on which the calendar is open.",
    weeks: "Weeks.",
    months: "Months; at most to the last day of the month.",
    years: "Years; at most to the last day of the month.",
  }),
  businessDayRoll: enumeration("What happens to a date on a closed day.", {
    none: "It stays.",
    next_business_day: "It moves forward to an open day.",
    previous_business_day: "It moves back to an open day.",
  }),
  closedDayReason: enumeration("Why a day is closed.", {
    weekend: "Not in the work week.",
    holiday: "A holiday.",
    observed: "A holiday is observed on it.",
    doubtful: "A holiday that not every source has.",
    exception: "An exception of the calendar.",
    inaccessible: "The clerk’s office is inaccessible on what would be the last day.",
  }),
} as const;

/** In which direction days are counted. */
export const CountDirection = namedEnum("CountDirection", ["after", "before"]);
