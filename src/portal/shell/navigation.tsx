"use client";

import { Activity, BookOpen, Building2, ChartColumn, CircleHelp, FileDown, Fingerprint, KeyRound, ScrollText, ShieldCheck, Users, Webhook } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { Badge } from "../ui/feedback/badge.tsx";
import { cn } from "../ui/class-names.ts";
import { PlainLink } from "../ui/link.tsx";
import { useAccount, useOptionalOrganization } from "./account-context.tsx";
import type { OrganizationView } from "./account-context.tsx";

interface Entry {
  label: string;
  href: string;
  icon: LucideIcon;
  count?: number;
}

interface Group {
  title: string;
  entries: readonly Entry[];
}

export function Navigation() {
  const { isPlatformAdministrator, pendingScopeRequests, memberships } = useAccount();
  const organization = useOptionalOrganization();
  const groups = [
    ...(organization === null ? [] : listOrganizationGroups(organization)),
    ...(organization === null && memberships.length > 0 ? [personGroup] : []),
    ...(isPlatformAdministrator ? [describeAdministration(pendingScopeRequests)] : []),
  ];
  return (
    <nav aria-label="Portal" className="grid gap-6 px-3 py-6">
      {groups.map(({ title, entries }) => (
        <div key={title}>
          <p className="mb-1.5 px-3 text-xs font-semibold tracking-wide text-muted">{title}</p>
          <ul className="grid gap-0.5">
            {entries.map((entry) => (
              <NavigationLink key={entry.href} {...entry} />
            ))}
          </ul>
        </div>
      ))}
      <div className="border-t border-line pt-4">
        {/* Another part of the site with its own styles: a page load. */}
        <a href="/docs" className={cn(entryLook, "text-text hover:bg-sunken")}>
          <BookOpen aria-hidden className="size-4.5 text-muted" />
          API reference
        </a>
      </div>
    </nav>
  );
}

const entryLook = "flex min-h-9 items-center gap-3 rounded-md px-3 py-1.5 text-sm no-underline -outline-offset-2!";

const personGroup: Group = { title: "Account", entries: [{ label: "Your organizations", href: "/organizations", icon: Building2 }] };

function listOrganizationGroups({ href }: OrganizationView): Group[] {
  return [
    {
      title: "Data",
      entries: [
        { label: "Reports", href: href("/reports"), icon: ChartColumn },
        { label: "Exports", href: href("/exports"), icon: FileDown },
      ],
    },
    {
      title: "Integrations",
      entries: [
        { label: "API keys", href: href("/credentials"), icon: KeyRound },
        { label: "Webhooks", href: href("/webhooks"), icon: Webhook },
        { label: "Events", href: href("/events"), icon: Activity },
        { label: "Request debugger", href: href("/request-debugger"), icon: CircleHelp },
        { label: "Find a key", href: href("/find-key"), icon: Fingerprint },
      ],
    },
    {
      title: "Organization",
      entries: [
        { label: "Members", href: href("/team"), icon: Users },
        { label: "Audit log", href: href("/audit"), icon: ScrollText },
      ],
    },
  ];
}

function describeAdministration(pending: number): Group {
  return {
    title: "Administration",
    entries: [
      { label: "Elevated scopes", href: "/administration/scope-requests", icon: ShieldCheck, count: pending },
      { label: "Organizations", href: "/administration/organizations", icon: Building2 },
    ],
  };
}

function NavigationLink({ label, href, icon: Icon, count = 0 }: Entry) {
  const path = usePathname();
  const isHere = path === href || path.startsWith(`${href}/`);
  return (
    <li>
      <PlainLink
        href={href}
        aria-current={isHere ? "page" : undefined}
        className={cn(entryLook, isHere ? "bg-accent-soft font-semibold text-accent" : "text-text hover:bg-sunken")}
      >
        <Icon aria-hidden className={cn("size-4.5 shrink-0", !isHere && "text-muted")} />
        <span className="min-w-0 flex-1">{label}</span>
        {count > 0 && (
          <Badge tone="info">
            {count}
            <span className="sr-only"> pending</span>
          </Badge>
        )}
      </PlainLink>
    </li>
  );
}
