"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen } from "../shell/record-screen.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { importScreen as t } from "./strings.ts";
import { pollingInterval } from "./views.ts";

const ImportView = later(
  () => import("./import-view.tsx").then((file) => file.ImportView),
  () => <SkeletonTab />,
);

/** One import: its columns, its progress and what became of it. */
export function ImportScreen({ importId }: { importId: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  const query = useQuery(
    trpc.imports.get.queryOptions(
      { importId },
      {
        enabled: can("records:import"),
        refetchInterval: ({ state: { data } }) => (data === undefined ? false : pollingInterval([data.import])),
      },
    ),
  );
  return (
    <RecordScreen
      noun={t.noun}
      permission="records:import"
      what={t.importRecords}
      trail={[{ label: t.list, href: href("/settings/imports") }]}
      query={query}
      skeleton={<SkeletonTab />}
      unknownHint={t.unknownHint}
    >
      {(data) => <ImportView shown={data.import} />}
    </RecordScreen>
  );
}
