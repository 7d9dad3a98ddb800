import { KeyRound } from "lucide-react";
import { summarizeScopes } from "../credentials/scopes/scope-grid.ts";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { nameStatus, StatusBadge } from "../ui/feedback/status-badge.tsx";
import { formatNumber } from "../ui/format.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { countAll, formatShare } from "../usage/usage-figures.ts";
import { officeKeys as t } from "./strings.ts";

type Page = PortalOutputs["keys"]["listOfficeKeys"];
type OfficeKey = Page["keys"][number];

export function OfficeKeys({ organizationId, isVisible }: { organizationId: string; isVisible: boolean }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { organizationId, limit: 100 };
  const list = usePages<Page>(trpc.keys.listOfficeKeys.queryKey(input), (place) =>
    client.keys.listOfficeKeys.query({ ...input, ...place }),
  );
  const empty = (
    <EmptyState icon={KeyRound} title={isVisible ? t.noApiKeys : t.notVisible}>
      {isVisible ? t.officeHasNoApi : t.officeDoesNotShow}
    </EmptyState>
  );
  return (
    <PagedList
      list={list}
      items={(page) => page.keys}
      nouns={t.nouns}
      what={t.officesApiKeys}
      placeholder={5}
      empty={empty}
    >
      {(keys) => (
        <DataTable
          name="office-keys"
          caption={t.apiKeysOfOffice}
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            {
              label: t.name,
              render: ({ name }) => <span className="font-semibold">{name}</span>,
              text: ({ name }) => name,
              className: "max-sm:basis-1/2 wrap-anywhere",
            },
            {
              label: t.status,
              render: ({ status }) => <StatusBadge status={status} />,
              text: ({ status }) => nameStatus(status),
              onPhone: "beside",
            },
            { label: t.keyId, render: ({ id }) => <ShortId id={id} />, text: ({ id }) => id, isOptional: true },
            {
              label: t.scopes,
              render: ({ scopes }) => <span title={scopes.join(", ")}>{summarizeScopes(scopes.length, 0, 0)}</span>,
              text: ({ scopes }) => scopes.join(" "),
            },
            {
              label: t.expires,
              render: ({ expiresAt }) => <RelativeTime instant={expiresAt} />,
              text: ({ expiresAt }) => expiresAt,
            },
            {
              label: t.lastUsed,
              render: ({ lastUsedAt }) => <RelativeTime instant={lastUsedAt} />,
              text: ({ lastUsedAt }) => lastUsedAt,
            },
            { label: t.requests24H, isNumber: true, render: (key) => formatNumber(countAll(key)), text: countAll },
            { label: t.errors, isNumber: true, render: formatErrors, text: formatErrors },
          ]}
        />
      )}
    </PagedList>
  );
}

function formatErrors(key: OfficeKey): string {
  return formatShare(countAll(key) - key.succeeded, countAll(key));
}
