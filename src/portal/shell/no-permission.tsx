import { useQuery } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import type { Permission } from "../../contract/permissions.ts";
import { useTRPC } from "../client/trpc.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { TextLink } from "../ui/link.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { useOrganization } from "./account-context.tsx";
import { noPermission as t } from "./strings.ts";

interface NoPermissionProps {
  permission: Permission;
  /** The missing permission: "manage API keys". */
  what: string;
}

export function NoPermission({ permission, what }: NoPermissionProps) {
  const { organizationName } = useOrganization();
  return (
    <EmptyState icon={LockKeyhole} title={t.title(what)}>
      <p>{t.missing(organizationName, permission === "integrations:manage" ? t.membersWith : t.canBeGranted)}</p>
      {permission === "integrations:manage" && <Holders />}
    </EmptyState>
  );
}

function Holders() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.overview.queryOptions({}));
  if (data === undefined) return <Skeleton className="mx-auto mt-4 w-64" />;
  return (
    <ul className="mt-4 grid gap-1.5 text-text">
      {data.managers.map(({ name, email }) => (
        <li key={email}>
          <span className="font-medium">{name}</span> · <TextLink href={`mailto:${email}`}>{email}</TextLink>
        </li>
      ))}
    </ul>
  );
}
