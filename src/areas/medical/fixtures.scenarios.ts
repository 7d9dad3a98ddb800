import type { Arrangement } from "../../testing/harness/example-request.ts";
import { facilityArrangements } from "./facilities/fixtures.ts";
import { partArrangements } from "./parts/fixtures.ts";
import { requestArrangements } from "./requests/fixtures.ts";

export const medicalArrangements = {
  ...facilityArrangements,
  ...partArrangements,
  ...requestArrangements,
} satisfies Record<string, Arrangement>;
