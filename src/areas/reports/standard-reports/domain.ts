import { caseReports } from "./domain.cases.ts";
import { intakeReports } from "./domain.intake.ts";
import { medicalReports } from "./domain.medical.ts";
import { moneyReports } from "./domain.money.ts";
import { peopleReports } from "./domain.people.ts";
import { taskReports } from "./domain.tasks.ts";
import type { StandardReport } from "./domain.definition.ts";

/** In display order. */
export const standardReports: readonly StandardReport[] = [...caseReports, ...intakeReports, ...medicalReports, ...moneyReports, ...peopleReports, ...taskReports];
