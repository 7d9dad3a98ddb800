import { timezoneDependent as calendarEvents } from "../areas/calendar/timezone/domain.ts";
import { clientFollower, leadFollower } from "../areas/communications/consents/domain.followers.ts";
import { esignTexts } from "../areas/communications/sending/domain.esign-texts.ts";
import { courtCalendarFollower } from "../areas/cases/domain.court-calendars.ts";
import { chainFollower } from "../areas/deadline-chains/domain.followers.ts";
import { caseFollower, dayFollower, serviceFollower } from "../areas/deadlines/recalculation/domain.followers.ts";
import { eventFollower } from "../areas/deadlines/recalculation/domain.events.ts";
import { birthFollower } from "../areas/deadlines/recalculation/domain.minority.ts";
import { reviewFollower } from "../areas/deadlines/recalculation/domain.review.ts";
import { timezoneDependent as deadlines } from "../areas/deadlines/recalculation/domain.timezone.ts";
import { esignExpiries, esignReminders } from "../areas/esign/timezone/domain.ts";
import { recordSignedConsent } from "../areas/referrals/referrals/domain.signed.ts";
import {
  followDisbursement,
  listReferralFees,
  stateFeeOfStatements,
} from "../areas/referrals/fees/domain.statements.ts";
import { phaseFollower } from "../areas/referrals/updates/domain.phases.ts";
import { timezoneDependent as reportSchedules } from "../areas/reports/schedules/domain.rules.ts";
import { statementSignature } from "../areas/settlements/statements/domain.signature.ts";
import { timezoneDependent as taskReminders } from "../areas/tasks/reminders/domain.ts";
import { templateFollower } from "../areas/tasks/triggers/domain.ts";
import { fanOut } from "../areas/webhooks/deliveries/store.fan-out.ts";
import type { TransactionHooks } from "../platform/database/transaction-hooks.ts";

/** The hooks of every process that writes: a process gives them to each database that it opens. */
export const hooks: TransactionHooks = {
  fanOut,
  timezoneDependents: { reportSchedules, taskReminders, calendarEvents, deadlines, esignExpiries, esignReminders },
  caseFollowers: { tasks: templateFollower, deadlines: caseFollower, referrals: phaseFollower },
  partyFollowers: { deadlines: serviceFollower },
  dayFollowers: { deadlines: dayFollower },
  clientFollowers: { deadlines: birthFollower, communications: clientFollower },
  leadFollowers: { communications: leadFollower },
  holidayCalendarFollowers: { cases: courtCalendarFollower, deadlines: reviewFollower },
  esignTexts,
  esignEffects: { settlement_statement: statementSignature, referral: { sign: recordSignedConsent } },
  referralFees: listReferralFees,
  referralFeeStated: stateFeeOfStatements,
  referralPayout: followDisbursement,
  eventFollowers: { deadlines: eventFollower, deadlineChains: chainFollower },
};
