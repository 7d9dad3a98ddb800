import { calendarReports } from "./domain.calendar.ts";
import { caseReports } from "./domain.cases.ts";
import { communicationReports } from "./domain.communications.ts";
import { deadlineReports } from "./domain.deadlines.ts";
import { intakeReports } from "./domain.intake.ts";
import { medicalReports } from "./domain.medical.ts";
import { moneyReports } from "./domain.money.ts";
import { peopleReports } from "./domain.people.ts";
import { referralReports } from "./domain.referrals.ts";
import { settlementReports } from "./domain.settlements.ts";
import { signatureReports } from "./domain.signatures.ts";
import { taskReports } from "./domain.tasks.ts";
import { trustReports } from "./domain.trust.ts";
import type { StandardReport } from "./domain.definition.ts";

/** In display order. */
export const standardReports: readonly StandardReport[] = [
  ...caseReports,
  ...deadlineReports,
  ...calendarReports,
  ...intakeReports,
  ...signatureReports,
  ...referralReports,
  ...communicationReports,
  ...medicalReports,
  ...moneyReports,
  ...settlementReports,
  ...trustReports,
  ...peopleReports,
  ...taskReports,
];
