import { calendarReports } from "./domain.calendar.ts";
import { caseReports } from "./domain.cases.ts";
import { deadlineReports } from "./domain.deadlines.ts";
import { intakeReports } from "./domain.intake.ts";
import { medicalReports } from "./domain.medical.ts";
import { moneyReports } from "./domain.money.ts";
import { peopleReports } from "./domain.people.ts";
import { signatureReports } from "./domain.signatures.ts";
import { taskReports } from "./domain.tasks.ts";
import type { StandardReport } from "./domain.definition.ts";

/** In display order. */
export const standardReports: readonly StandardReport[] = [
  ...caseReports,
  ...deadlineReports,
  ...calendarReports,
  ...intakeReports,
  ...signatureReports,
  ...medicalReports,
  ...moneyReports,
  ...peopleReports,
  ...taskReports,
];
