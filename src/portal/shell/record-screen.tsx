import { capitalize } from "../../contract/values/capitalize.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Permission } from "../../contract/permissions.ts";
import { readError } from "../client/portal-error.ts";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useOrganization } from "./account-context.tsx";
import { NoPermission } from "./no-permission.tsx";
import { recordScreen as t } from "./strings.ts";

export type Trail = { label: string; href: string }[];

interface RecordScreenProps<Data> {
  /** What a record is called in a sentence: "webhook". */
  noun: string;
  /** Instead of the noun, and of the placeholder of a title while the record loads. */
  title?: string;
  permission: Permission;
  /** The missing permission: "manage webhooks". */
  what: string;
  /** The list of such records. */
  trail: Trail;
  /** Disabled without the permission. */
  query: UseQueryResult<Data, unknown>;
  skeleton: ReactNode;
  /** Why there may be no record with this ID. */
  unknownHint: string;
  children: (data: Data) => ReactNode;
}

/** A screen of one record: the record, or why it is not shown. */
export function RecordScreen<Data>({
  noun,
  title,
  permission,
  what,
  trail,
  query,
  skeleton,
  unknownHint,
  children,
}: RecordScreenProps<Data>) {
  const { can } = useOrganization();
  const { data, error, isFetching, refetch } = query;
  const name = capitalize(noun);
  const show = (heading: ReactNode, content: ReactNode) => (
    <>
      <PageHeader title={heading} trail={trail} />
      {content}
    </>
  );
  if (!can(permission)) return show(title ?? name, <NoPermission permission={permission} what={what} />);
  if (data !== undefined) return children(data);
  if (error === null) return show(title ?? <Skeleton className="inline-block h-8 w-72 max-w-full" />, skeleton);
  if (readError(error).code === "NOT_FOUND")
    return show(t.notFound(name), <Unknown noun={noun} list={trail[0]?.href} hint={unknownHint} />);
  return show(
    title ?? name,
    <ErrorState title={t.couldNotLoad(noun)} error={error} busy={isFetching} onRetry={() => void refetch()} />,
  );
}

function Unknown({ noun, list = "", hint }: { noun: string; list: string | undefined; hint: string }) {
  const { organizationName } = useOrganization();
  return (
    <div className="max-w-prose">
      <p className="text-muted">{t.hasNone(organizationName, noun, hint)}</p>
      <LinkButton className="mt-5" href={list}>
        {t.all(noun)}
      </LinkButton>
    </div>
  );
}
