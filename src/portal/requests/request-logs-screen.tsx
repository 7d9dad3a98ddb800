"use client";

import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RequestLogs } from "./request-logs.tsx";

export function RequestLogsScreen() {
  const { can, href } = useOrganization();
  const canRead = can("integrations:manage");
  return (
    <>
      <PageHeader
        title="Request logs"
        description="Requests of all API keys, with the check that rejected each."
        actions={canRead ? <LinkButton href={href("/request-debugger")}>Request debugger</LinkButton> : undefined}
      />
      {canRead ? <RequestLogs /> : <NoPermission permission="integrations:manage" what="view request logs" />}
    </>
  );
}
