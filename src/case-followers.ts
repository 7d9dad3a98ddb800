import { caseFollowers } from "./areas/cases/domain.followers.ts";
import { partyFollowers } from "./areas/cases/parties/domain.followers.ts";
import { incidentFollower, serviceFollower } from "./areas/deadlines/domain.followers.ts";
import { templateFollower } from "./areas/tasks/triggers/domain.ts";

/** Imported by whatever can create or change a case: the routers. */
caseFollowers["tasks"] = templateFollower;
caseFollowers["deadlines"] = incidentFollower;
partyFollowers["deadlines"] = serviceFollower;
