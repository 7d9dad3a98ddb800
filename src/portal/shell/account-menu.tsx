import { Building2, CalendarPlus, LogOut, UserRound } from "lucide-react";
import { callIdentity } from "../client/identity/call-identity.ts";
import { readError } from "../client/portal-error.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "../ui/overlays/dropdown-menu.tsx";
import { PlainLink } from "../ui/link.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { useAccount, useOptionalOrganization } from "./account-context.tsx";
import { accountMenu as t } from "./strings.ts";
import { themes, useTheme, type Theme } from "./theme.ts";

export function AccountMenu() {
  const { user } = useAccount();
  const [theme, setTheme] = useTheme();
  const signOut = useSignOut();
  const trigger = (
    <Button variant="ghost" size="icon" className="rounded-full">
      <span className="sr-only">{t.accountOf(user.name)}</span>
      <span
        aria-hidden
        className="grid size-8 place-items-center rounded-full bg-accent-soft text-xs font-bold text-accent"
      >
        {writeInitials(user.name)}
      </span>
    </Button>
  );
  return (
    <Menu trigger={trigger} className="w-64">
      <div className="px-2.5 py-2 text-sm">
        <p className="truncate font-semibold">{user.name}</p>
        <p className="truncate text-muted">{user.email}</p>
      </div>
      <MenuSeparator />
      <OwnScreens />
      <MenuSeparator />
      <MenuLabel>{t.theme}</MenuLabel>
      <MenuChoice value={theme} onValueChange={(value) => setTheme(value as Theme)} choices={themes} />
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden className="size-4 text-muted" />
        {t.signOut}
      </MenuItem>
    </Menu>
  );
}

function OwnScreens() {
  const { memberships, invitations } = useAccount();
  const organization = useOptionalOrganization();
  return (
    <>
      <MenuItem asChild>
        <PlainLink href="/account">
          <UserRound aria-hidden className="size-4 text-muted" />
          {t.accountAndSecurity}
        </PlainLink>
      </MenuItem>
      {organization !== null && (
        <MenuItem asChild>
          <PlainLink href={organization.href("/calendar-feeds")}>
            <CalendarPlus aria-hidden className="size-4 text-muted" />
            {t.calendarFeeds}
          </PlainLink>
        </MenuItem>
      )}
      {memberships.length + invitations.length > 1 && (
        <MenuItem asChild>
          <PlainLink href="/organizations">
            <Building2 aria-hidden className="size-4 text-muted" />
            {t.yourOrganizations}
          </PlainLink>
        </MenuItem>
      )}
    </>
  );
}

function useSignOut(): () => Promise<void> {
  const showToast = useToast();
  return async () => {
    try {
      await callIdentity("sign-out");
      // Drafts of forms.
      window.sessionStorage.clear();
      // A page load, so that nothing stays in memory.
      window.location.assign("/sign-in");
    } catch (error) {
      showToast(t.stillSignedIn(readError(error).message), "danger");
    }
  };
}

function writeInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase() ?? "")
    .join("");
}
