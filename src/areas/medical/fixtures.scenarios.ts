import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { facilityScenarios } from "./facilities/fixtures.ts";
import { partScenarios } from "./parts/fixtures.ts";
import { requestScenarios } from "./requests/fixtures.ts";

export const medicalScenarios = {
  ...facilityScenarios,
  ...partScenarios,
  ...requestScenarios,
} satisfies Record<string, Scenario>;
