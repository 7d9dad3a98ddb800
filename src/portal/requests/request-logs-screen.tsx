"use client";

import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RequestLogs } from "./request-logs.tsx";
import { requestLogsScreen as t } from "./strings.ts";

export function RequestLogsScreen() {
  const { can, href } = useOrganization();
  const canRead = can("integrations:manage");
  return (
    <>
      <PageHeader
        title={t.title}
        description={t.description}
        actions={canRead ? <LinkButton href={href("/request-debugger")}>{t.requestDebugger}</LinkButton> : undefined}
      />
      {canRead ? <RequestLogs /> : <NoPermission permission="integrations:manage" what={t.viewRequestLogs} />}
    </>
  );
}
