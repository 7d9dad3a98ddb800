import { caseReports } from "./domain.standard-cases.ts";
import { intakeReports } from "./domain.standard-intake.ts";
import { medicalReports } from "./domain.standard-medical.ts";
import { moneyReports } from "./domain.standard-money.ts";
import type { StandardReport } from "./domain.standard-report.ts";

/** All of them, in the order in which they are shown. */
export const standardReports: readonly StandardReport[] = [...caseReports, ...intakeReports, ...medicalReports, ...moneyReports];
