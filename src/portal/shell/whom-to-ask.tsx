"use client";

import { useQuery } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import type { Permission } from "../../contract/permissions.ts";
import { useTRPC } from "../client/trpc.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { TextLink } from "../ui/link.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { useOrganization } from "./account-context.tsx";

interface WhomToAskProps {
  permission: Permission;
  /** What the person may not do: "look after integration keys". */
  what: string;
}

/** In place of a screen that the person may not use: who can give the permission. */
export function WhomToAsk({ permission, what }: WhomToAskProps) {
  const { organizationName } = useOrganization();
  return (
    <EmptyState icon={LockKeyhole} title={`You may not ${what}`}>
      <p>
        It needs a permission that you do not have in {organizationName}.{" "}
        {permission === "integrations:manage" ? "These members have it, and can do it for you or ask for yours:" : "An owner or administrator can give it to you."}
      </p>
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
      {data.whomToAsk.map(({ name, email }) => (
        <li key={email}>
          <span className="font-medium">{name}</span> · <TextLink href={`mailto:${email}`}>{email}</TextLink>
        </li>
      ))}
    </ul>
  );
}
