import { catalog } from "../../client/catalog.ts";

export const statusLabels = catalog({
  active: "Active", expiring: "Expiring", paused: "Paused", expired: "Expired", revoked: "Revoked", needsAttention: "Needs attention",
  pending: "Pending", granted: "Granted", denied: "Denied", withdrawn: "Withdrawn", invited: "Invited", suspended: "Suspended",
  deactivated: "Deactivated", failing: "Failing", stopped: "Stopped", disabled: "Disabled", succeeded: "Succeeded", failed: "Failed",
  abandoned: "Abandoned", verified: "Verified", unverified: "Unverified", disputed: "Disputed",
});
