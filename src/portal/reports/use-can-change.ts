"use client";

import { useOrganization } from "../shell/account-context.tsx";
import type { ListedReport } from "./report-types.ts";

/** A report is its owner's; one that the organization sees is changed by those who manage reports as well. */
export function useCanChange({ isStandard, organization, ownerMemberId, visibility }: Pick<ListedReport, "isStandard" | "organization" | "ownerMemberId" | "visibility">): boolean {
  const { can, memberId } = useOrganization();
  if (isStandard || organization !== null) return false;
  return visibility === "private" ? ownerMemberId === memberId : can("reports:manage");
}
