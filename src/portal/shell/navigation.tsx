import { BookOpen, Building2, LayoutDashboard, ShieldCheck } from "lucide-react";
import { usePathname } from "next/navigation";
import { Badge } from "../ui/feedback/badge.tsx";
import { cn } from "../ui/class-names.ts";
import { PlainLink } from "../ui/link.tsx";
import { useAccount, useOptionalOrganization } from "./account-context.tsx";
import { isCurrentPlace, listPlaces, type Place } from "./places.ts";
import { navigation as t } from "./strings.ts";

interface Entry extends Place {
  count?: number;
}

interface Group {
  title: string | null;
  entries: readonly Entry[];
}

export function Navigation() {
  const { isPlatformAdministrator, pendingScopeRequests, memberships } = useAccount();
  const organization = useOptionalOrganization();
  const groups: Group[] = [
    ...(organization === null
      ? []
      : [
          { title: null, entries: listPlaces(organization, "main") },
          { title: t.settings, entries: listPlaces(organization, "settings") },
        ]),
    ...(organization === null && memberships.length > 0 ? [personGroup] : []),
    ...(isPlatformAdministrator ? [describeAdministration(pendingScopeRequests)] : []),
  ];
  return (
    <nav aria-label={t.portal} className="grid gap-6 px-3 py-6">
      {groups
        .filter(({ entries }) => entries.length > 0)
        .map(({ title, entries }) => (
          <div key={title}>
            {title !== null && <p className="mb-1.5 px-3 text-xs font-semibold tracking-wide text-muted">{title}</p>}
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
          {t.apiReference}
        </a>
      </div>
    </nav>
  );
}

const entryLook = "flex min-h-9 items-center gap-3 rounded-md px-3 py-1.5 text-sm no-underline -outline-offset-2!";

const personGroup: Group = {
  title: t.account,
  entries: [{ label: t.yourOrganizations, href: "/organizations", icon: Building2 }],
};

function describeAdministration(pending: number): Group {
  return {
    title: t.administration,
    entries: [
      { label: t.installation, href: "/administration", isExact: true, icon: LayoutDashboard },
      { label: t.elevatedScopes, href: "/administration/scope-requests", icon: ShieldCheck, count: pending },
      { label: t.organizations, href: "/administration/organizations", icon: Building2 },
    ],
  };
}

function NavigationLink({ count = 0, ...place }: Entry) {
  const { label, within, href, icon: Icon } = place;
  const isHere = isCurrentPlace(place, usePathname());
  return (
    <li>
      <PlainLink
        href={href}
        aria-current={isHere ? "page" : undefined}
        className={cn(entryLook, isHere ? "bg-accent-soft font-semibold text-accent" : "text-text hover:bg-sunken")}
      >
        <Icon aria-hidden className={cn("size-4.5 shrink-0", !isHere && "text-muted")} />
        <span className="min-w-0 flex-1">
          {within !== undefined && <span className="block text-xs font-normal text-muted">{within}</span>}
          {label}
        </span>
        {count > 0 && (
          <Badge tone="info">
            {t.pending(count, (text) => (
              <span className="sr-only">{text}</span>
            ))}
          </Badge>
        )}
      </PlainLink>
    </li>
  );
}
