import { useOrganization } from "../shell/account-context.tsx";
import type { ListedReport } from "./report-types.ts";

/** Its owner, and members who manage reports if the organization sees it. */
export function useCanChange({
  isStandard,
  organization,
  ownerMemberId,
  visibility,
}: Pick<ListedReport, "isStandard" | "organization" | "ownerMemberId" | "visibility">): boolean {
  const { can, memberId } = useOrganization();
  if (isStandard || organization !== null) return false;
  return visibility === "private" ? ownerMemberId === memberId : can("reports:manage");
}
