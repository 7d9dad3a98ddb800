"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useAccount } from "../shell/account-context.tsx";
import { Field } from "../ui/forms/field.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { AdministratorsOnly } from "./administrators-only.tsx";
import { RequestQueue } from "./request-queue.tsx";

const title = "Elevated scopes";
const decidedStatuses = ["granted", "denied", "lapsed", "withdrawn"] as const;
type DecidedStatus = (typeof decidedStatuses)[number];

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
  const show = (next: DecidedStatus | null) => router.replace(next === null ? path : `${path}?status=${next}`, { scroll: false });
  return (
    <>
      <PageHeader
        title={title}
        description="Platform administrators grant scopes for medical records, identifiers and trust money, for at most one year. Nobody can approve their own request."
      />
      <Tabs
        label="Requests for elevated scopes"
        value={status === undefined ? "pending" : "decided"}
        onValueChange={(tab) => show(tab === "pending" ? null : "granted")}
        tabs={[
          { value: "pending", label: <>Pending{formatCount(pendingScopeRequests ?? 0)}</> },
          { value: "decided", label: "Decided" },
        ]}
      >
        <TabPanel value="pending">
          <RequestQueue status="pending" />
        </TabPanel>
        <TabPanel value="decided">
          <Field label="Status" className="mb-4 max-w-64">
            {({ id }) => (
              <Select id={id} value={status ?? "granted"} onChange={({ target }) => show(decidedStatuses.find((each) => each === target.value) ?? null)}>
                <Options of={decidedStatuses.map((each) => [each, nameStatus(each)])} />
              </Select>
            )}
          </Field>
          <RequestQueue status={status ?? "granted"} />
        </TabPanel>
      </Tabs>
    </>
  );
}

function formatCount(pending: number): string {
  return pending === 0 ? "" : ` (${pending})`;
}
