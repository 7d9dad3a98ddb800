import { Bell } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { AttentionCount } from "../attention/attention-line.tsx";
import { PaletteButton } from "../palette/palette-button.tsx";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { buttonLook } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { CountBadge } from "../ui/feedback/count-badge.tsx";
import { PlainLink } from "../ui/link.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { useOptionalOrganization, type OrganizationView } from "./account-context.tsx";
import { NavigationSheet } from "./navigation-sheet.tsx";
import { OrganizationSwitcher } from "./organization-switcher.tsx";
import { topBar as t } from "./strings.ts";

/** The placeholder has the same size and no personal data. */
export function TopBar({ placeholder = false }: { placeholder?: boolean }) {
  return (
    <header className="top-0 z-30 border-b border-line bg-ground sm:sticky">
      <a href="#content" className="skip">
        {t.skipToContent}
      </a>
      <div className="mx-auto flex h-14 max-w-[100rem] items-center gap-2 px-3 sm:gap-4 sm:px-6">
        {placeholder ? <span className="size-9 lg:hidden" /> : <NavigationSheet />}
        {/* The home page has its own styles: a page load. A phone needs the room for the organization; its menu names Caseport. */}
        <a
          href="/"
          className="rounded px-1 font-serif text-xl leading-none font-semibold tracking-tight text-text no-underline max-sm:hidden"
        >
          Caseport
        </a>
        <span aria-hidden className="h-5 w-px bg-line max-sm:hidden" />
        <div className="min-w-0 flex-1">
          {placeholder ? <Skeleton className="h-5 w-40" /> : <OrganizationSwitcher />}
        </div>
        {placeholder ? <Skeleton className="size-9 rounded-full" /> : <PersonalEntries />}
      </div>
    </header>
  );
}

function PersonalEntries() {
  const organization = useOptionalOrganization();
  return (
    <>
      {organization !== null && <PaletteButton />}
      {organization !== null && <AttentionCount />}
      {organization !== null && <Notifications organization={organization} />}
      <AccountMenu />
    </>
  );
}

function Notifications({ organization }: { organization: OrganizationView }) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.notifications.list.queryOptions({ limit: 1 }, { refetchInterval: 60_000, trpc: inBackground }),
  );
  const unread = data?.unreadCount ?? 0;
  const count = unread > 9 ? "9+" : String(unread);
  // With the text of the badge: speech control finds a link by what it shows.
  const label = unread === 0 ? t.notifications : t.notificationsUnread(count);
  return (
    <PlainLink
      href={organization.href("/notifications")}
      aria-label={label}
      className={cn(buttonLook({ variant: "ghost", size: "icon" }), "relative")}
    >
      <Bell aria-hidden className="size-5" />
      {unread > 0 && <CountBadge className="bg-danger text-on-danger">{count}</CountBadge>}
    </PlainLink>
  );
}
