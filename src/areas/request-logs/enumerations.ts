import { enumeration } from "../../contract/enumeration.ts";

export const requestLogEnumerations = {
  usageGroup: enumeration("What the rows of a usage are.", {
    day: "Days (UTC).",
    operation: "Operations.",
    day_operation: "Operations of each day (UTC).",
  }),
};
