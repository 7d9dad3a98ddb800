import type { Arrangement } from "../../testing/arranged-request.ts";
import { facilityArrangements } from "./fixtures.arranged-facilities.ts";
import { partArrangements } from "./fixtures.arranged-parts.ts";
import { requestArrangements } from "./fixtures.arranged-requests.ts";

export const medicalArrangements = {
  ...facilityArrangements,
  ...partArrangements,
  ...requestArrangements,
} satisfies Record<string, Arrangement>;
