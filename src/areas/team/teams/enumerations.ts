import { enumeration } from "../../../contract/enumeration.ts";

export const teamEnumerations = {
  teamRole: enumeration("The role of a member in a team.", { lead: "Leads the team.", member: "Works in the team." }),
  teamAssignmentRule: enumeration("How a member is chosen for what is assigned to a team.", {
    manual: "No one is chosen.",
    round_robin: "The next member in turn who is active and not absent.",
    least_loaded: "The member with the fewest open tasks who is active and not absent.",
  }),
  assignmentWarning: enumeration("What to know of an assignment to a team.", {
    no_candidate: "No member of the team is active and present, so no one was chosen.",
  }),
};
