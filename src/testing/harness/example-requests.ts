import { billingArrangements } from "../../areas/billing/fixtures.ts";
import { caseArrangements } from "../../areas/cases/fixtures.ts";
import { clientArrangements } from "../../areas/clients/fixtures.ts";
import { contactArrangements } from "../../areas/contacts/fixtures.ts";
import { documentArrangements } from "../../areas/documents/fixtures.ts";
import { eventArrangements } from "../../areas/events/fixtures.ts";
import { exportArrangements } from "../../areas/exports/fixtures.ts";
import { intakeArrangements } from "../../areas/intake/answers/fixtures.ts";
import { leadArrangements } from "../../areas/leads/fixtures.ts";
import { medicalArrangements } from "../../areas/medical/fixtures.scenarios.ts";
import { platformArrangements } from "../../areas/platform/fixtures.ts";
import { reportArrangements } from "../../areas/reports/fixtures.ts";
import { serviceAccountArrangements } from "../../areas/service-accounts/fixtures.ts";
import { webhookArrangements } from "../../areas/webhooks/fixtures.ts";
import type { Catalogue } from "../../router.ts";
import type { Arrangement } from "./example-request.ts";

type Areas = Catalogue["_def"]["record"];

/** `<area>.<procedure>` of every operation in the catalogue. */
export type OperationName = { [Area in keyof Areas]: `${Area}.${Extract<keyof Areas[Area], string>}` }[keyof Areas];

/** A succeeding request for every operation: one without an arrangement does not compile. */
export const arrangements = {
  ...platformArrangements,
  ...caseArrangements,
  ...leadArrangements,
  ...clientArrangements,
  ...contactArrangements,
  ...documentArrangements,
  ...intakeArrangements,
  ...billingArrangements,
  ...medicalArrangements,
  ...reportArrangements,
  ...eventArrangements,
  ...exportArrangements,
  ...serviceAccountArrangements,
  ...webhookArrangements,
} satisfies Record<OperationName, Arrangement>;
