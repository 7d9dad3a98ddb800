import { eventFollowers } from "./areas/calendar/domain.followers.ts";
import { courtCalendarFollower } from "./areas/cases/domain.court-calendars.ts";
import { caseFollowers } from "./areas/cases/domain.followers.ts";
import { partyFollowers } from "./areas/cases/parties/domain.followers.ts";
import { clientFollowers } from "./areas/clients/domain.followers.ts";
import { chainFollower } from "./areas/deadline-chains/domain.followers.ts";
import { caseFollower, serviceFollower } from "./areas/deadlines/recalculation/domain.followers.ts";
import { eventFollower } from "./areas/deadlines/recalculation/domain.events.ts";
import { birthFollower } from "./areas/deadlines/recalculation/domain.minority.ts";
import { reviewFollower } from "./areas/deadlines/recalculation/domain.review.ts";
import { calendarFollowers } from "./areas/organization/holiday-calendars/domain.followers.ts";
import { templateFollower } from "./areas/tasks/triggers/domain.ts";

/** Imported by whatever can create or change a case, a client, a calendar event or a holiday calendar: the routers. */
caseFollowers["tasks"] = templateFollower;
caseFollowers["deadlines"] = caseFollower;
partyFollowers["deadlines"] = serviceFollower;
calendarFollowers["cases"] = courtCalendarFollower;
calendarFollowers["deadlines"] = reviewFollower;
clientFollowers["deadlines"] = birthFollower;
eventFollowers["deadlines"] = eventFollower;
eventFollowers["deadline-chains"] = chainFollower;
