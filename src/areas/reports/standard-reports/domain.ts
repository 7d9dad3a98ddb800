import { caseReports } from "./domain.cases.ts";
import { intakeReports } from "./domain.intake.ts";
import { medicalReports } from "./domain.medical.ts";
import { moneyReports } from "./domain.money.ts";
import type { StandardReport } from "./domain.definition.ts";

/** All of them, in the order in which they are shown. */
export const standardReports: readonly StandardReport[] = [...caseReports, ...intakeReports, ...medicalReports, ...moneyReports];
