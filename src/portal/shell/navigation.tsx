import { ArrowLeft, BookOpen, Building2, LayoutDashboard, Settings, ShieldCheck } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Badge } from "../ui/feedback/badge.tsx";
import { cn } from "../ui/class-names.ts";
import { PlainLink } from "../ui/link.tsx";
import { useAccount, useOptionalOrganization, type OrganizationView } from "./account-context.tsx";
import {
  findLanding,
  isCurrentPlace,
  isInSettings,
  listMenu,
  listSettings,
  type MenuPlace,
  type Place,
} from "./places.ts";
import { navigation as t } from "./strings.ts";

interface Entry extends Place {
  count?: number;
}

interface Group {
  title: string;
  entries: readonly Entry[];
}

/** The menu; in the settings, their own. */
export function Navigation() {
  const organization = useOptionalOrganization();
  const path = usePathname();
  if (organization !== null && isInSettings(organization, path))
    return <SettingsNavigation organization={organization} />;
  return <MainNavigation organization={organization} />;
}

function MainNavigation({ organization }: { organization: OrganizationView | null }) {
  const { isPlatformAdministrator, pendingScopeRequests, memberships } = useAccount();
  const groups: Group[] = [
    ...(organization === null && memberships.length > 0 ? [personGroup] : []),
    ...(isPlatformAdministrator ? [describeAdministration(pendingScopeRequests)] : []),
  ];
  return (
    <nav aria-label={t.portal} className="grid gap-6 px-3 py-6">
      {organization !== null && (
        <ul className="grid gap-0.5">
          {listMenu(organization).map((place) => (
            <MenuEntry key={place.href} place={place} />
          ))}
          <NavigationLink label={t.settings} href={organization.href("/settings")} icon={Settings} />
        </ul>
      )}
      <Groups groups={groups} />
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

/** All its entries fit a window of 900 px; in a lower one it scrolls to the open one, and fades out above the rest. */
function SettingsNavigation({ organization }: { organization: OrganizationView }) {
  return (
    <>
      <nav aria-label={t.settings} className="grid gap-6 px-3 py-6 lg:gap-2.5 lg:py-3">
        <ul className="grid gap-0.5 lg:gap-0">
          {listMenu(organization).length > 0 && (
            <NavigationLink label={t.backToPortal} href={findLanding(organization)} icon={ArrowLeft} isExact isDense />
          )}
          <NavigationLink label={t.settings} href={organization.href("/settings")} icon={Settings} isExact isDense />
        </ul>
        <Groups groups={listSettings(organization).map(({ title, places }) => ({ title, entries: places }))} isDense />
      </nav>
      <div
        aria-hidden
        className="pointer-events-none sticky bottom-0 -mt-3 h-3 bg-linear-to-t from-ground to-transparent max-lg:hidden"
      />
    </>
  );
}

function Groups({ groups, isDense = false }: { groups: readonly Group[]; isDense?: boolean }) {
  return groups.map(({ title, entries }) => (
    <div key={title}>
      <p className={cn("mb-1.5 px-3 text-xs font-semibold tracking-wide text-muted", isDense && "lg:mb-0.5")}>
        {title}
      </p>
      <ul className={cn("grid gap-0.5", isDense && "lg:gap-0")}>
        {entries.map((entry) => (
          <NavigationLink key={entry.href} {...entry} isDense={isDense} />
        ))}
      </ul>
    </div>
  ));
}

/** A place that folds others shows them while one of them is open. */
function MenuEntry({ place }: { place: MenuPlace }) {
  const path = usePathname();
  const isOpen = place.inside.length > 0 && [place, ...place.inside].some((each) => isCurrentPlace(each, path));
  if (!isOpen) return <NavigationLink {...place} />;
  return (
    <NavigationLink {...place} isFold={place.inside.some((each) => isCurrentPlace(each, path))}>
      <ul className="mt-0.5 ml-5 grid gap-0.5 border-l border-line pl-2">
        {place.inside.map((each) => (
          <NavigationLink key={each.href} {...each} />
        ))}
      </ul>
    </NavigationLink>
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

const bringIntoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: "nearest" });

interface NavigationLinkProps extends Entry {
  /** Of a long list. A finger needs the height of the others. */
  isDense?: boolean;
  /** The open place is among those that it folds. */
  isFold?: boolean;
  /** What it folds. */
  children?: ReactNode;
}

function NavigationLink({ count = 0, isDense = false, isFold = false, children, ...place }: NavigationLinkProps) {
  const { label, href, icon: Icon } = place;
  const path = usePathname();
  const isHere = !isFold && isCurrentPlace(place, path);
  return (
    <li>
      <PlainLink
        href={href}
        ref={isDense && isHere ? bringIntoView : undefined}
        aria-current={isHere ? "page" : undefined}
        className={cn(
          entryLook,
          isDense && "scroll-my-8 lg:min-h-7 lg:py-1",
          isHere ? "bg-accent-soft font-semibold text-accent" : "text-text hover:bg-sunken",
          isFold && "font-semibold",
        )}
      >
        <Icon aria-hidden className={cn("size-4.5 shrink-0", !isHere && "text-muted")} />
        <span className="min-w-0 flex-1">{label}</span>
        {count > 0 && (
          <Badge tone="info">
            {t.pending(count, (text) => (
              <span className="sr-only">{text}</span>
            ))}
          </Badge>
        )}
      </PlainLink>
      {children}
    </li>
  );
}
