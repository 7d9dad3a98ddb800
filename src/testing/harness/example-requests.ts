import { billingScenarios } from "../../areas/billing/fixtures.ts";
import { caseScenarios } from "../../areas/cases/fixtures.ts";
import { clientScenarios } from "../../areas/clients/fixtures.ts";
import { contactScenarios } from "../../areas/contacts/fixtures.ts";
import { documentScenarios } from "../../areas/documents/fixtures.ts";
import { eventScenarios } from "../../areas/events/fixtures.ts";
import { exportScenarios } from "../../areas/exports/fixtures.ts";
import { intakeScenarios } from "../../areas/intake/answers/fixtures.ts";
import { leadScenarios } from "../../areas/leads/fixtures.ts";
import { medicalScenarios } from "../../areas/medical/fixtures.scenarios.ts";
import { platformScenarios } from "../../areas/platform/fixtures.ts";
import { reportScenarios } from "../../areas/reports/fixtures.ts";
import { serviceAccountScenarios } from "../../areas/service-accounts/fixtures.ts";
import { webhookScenarios } from "../../areas/webhooks/fixtures.ts";
import type { ApiRouter } from "../../router.ts";
import type { Scenario } from "./example-request.ts";

type Areas = ApiRouter["_def"]["record"];

/** `<area>.<procedure>` of every operation in the catalog. */
export type OperationName = { [Area in keyof Areas]: `${Area}.${Extract<keyof Areas[Area], string>}` }[keyof Areas];

/** A succeeding request for every operation: one without an arrangement does not compile. */
export const scenarios = {
  ...platformScenarios,
  ...caseScenarios,
  ...leadScenarios,
  ...clientScenarios,
  ...contactScenarios,
  ...documentScenarios,
  ...intakeScenarios,
  ...billingScenarios,
  ...medicalScenarios,
  ...reportScenarios,
  ...eventScenarios,
  ...exportScenarios,
  ...serviceAccountScenarios,
  ...webhookScenarios,
} satisfies Record<OperationName, Scenario>;
