import { caseFollowers } from "./areas/cases/domain.followers.ts";
import { partyFollowers } from "./areas/cases/parties/domain.followers.ts";
import { clientFollowers } from "./areas/clients/domain.followers.ts";
import { caseFollower, serviceFollower } from "./areas/deadlines/recalculation/domain.ts";
import { birthFollower } from "./areas/deadlines/recalculation/domain.minority.ts";
import { reviewFollower } from "./areas/deadlines/recalculation/domain.review.ts";
import { calendarFollowers } from "./areas/organization/holiday-calendars/domain.followers.ts";
import { templateFollower } from "./areas/tasks/triggers/domain.ts";

/** Imported by whatever can create or change a case, a client or a holiday calendar: the routers. */
caseFollowers["tasks"] = templateFollower;
caseFollowers["deadlines"] = caseFollower;
partyFollowers["deadlines"] = serviceFollower;
calendarFollowers["deadlines"] = reviewFollower;
clientFollowers["deadlines"] = birthFollower;
