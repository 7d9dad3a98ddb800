"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useAccount } from "../../shell/account-context.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Options, Select } from "../../ui/forms/select.tsx";
import { SkeletonText } from "../../ui/feedback/skeleton.tsx";
import { nameStatus } from "../../ui/feedback/status-badge.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { AdministratorsOnly } from "../administrators-only.tsx";
import { RequestQueue } from "./request-queue.tsx";
import { later } from "../../ui/feedback/later.tsx";
import { scopeRequestsScreen as t } from "./strings.ts";

const TemplateList = later(
  () => import("./template-list.tsx").then((file) => file.TemplateList),
  () => <SkeletonText lines={6} />,
);

const title = t.elevatedScopes;
const decidedStatuses = ["granted", "denied", "lapsed", "withdrawn"] as const;
type DecidedStatus = (typeof decidedStatuses)[number];

type Tab = "pending" | "decided" | "templates";

/** What `?status=` is when a tab is chosen. */
const tabStatuses = { pending: null, decided: "granted", templates: "templates" } as const;

export function ScopeRequestsScreen() {
  return (
    <AdministratorsOnly title={title}>
      <Queues />
    </AdministratorsOnly>
  );
}

function Queues() {
  const { pendingScopeRequests } = useAccount();
  const router = useRouter();
  const path = usePathname();
  const query = useSearchParams();
  const status = decidedStatuses.find((each) => each === query.get("status"));
  const tab = findTab(query.get("status"), status);
  const show = (next: DecidedStatus | "templates" | null) =>
    router.replace(next === null ? path : `${path}?status=${next}`, { scroll: false });
  return (
    <>
      <PageHeader title={title} description={t.description} />
      <Tabs
        label={t.requestsForElevatedScopes}
        value={tab}
        onValueChange={(chosen) => show(tabStatuses[chosen])}
        tabs={[
          { value: "pending", label: t.pending(formatCount(pendingScopeRequests ?? 0)) },
          { value: "decided", label: t.decided },
          { value: "templates", label: t.templates },
        ]}
      >
        <TabPanel value="pending">
          <RequestQueue status="pending" />
        </TabPanel>
        <TabPanel value="decided">
          <Field label={t.status} className="mb-4 max-w-64">
            {({ id }) => (
              <Select
                id={id}
                value={status ?? "granted"}
                onChange={({ target }) => show(decidedStatuses.find((each) => each === target.value) ?? null)}
              >
                <Options of={decidedStatuses.map((each) => [each, nameStatus(each)])} />
              </Select>
            )}
          </Field>
          <RequestQueue status={status ?? "granted"} />
        </TabPanel>
        <TabPanel value="templates">
          <TemplateList />
        </TabPanel>
      </Tabs>
    </>
  );
}

function findTab(queried: string | null, decided: DecidedStatus | undefined): Tab {
  if (queried === "templates") return "templates";
  return decided === undefined ? "pending" : "decided";
}

function formatCount(pending: number): string {
  return pending === 0 ? "" : ` (${pending})`;
}
