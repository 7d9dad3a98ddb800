import {
  Activity,
  Bell,
  Briefcase,
  Building2,
  CalendarClock,
  ChartColumn,
  FileDown,
  FileSignature,
  Handshake,
  Inbox,
  KeyRound,
  Landmark,
  LayoutDashboard,
  MessagesSquare,
  Plus,
  Rows3,
  ShieldCheck,
  Webhook,
} from "lucide-react";
import type { Permission } from "../../contract/permissions.ts";
import type { Icon } from "../ui/icon.ts";
import { lateIcon } from "./late-icon.tsx";
import { places as t } from "./strings.ts";

/** A screen that the navigation leads to. */
export interface Place {
  label: string;
  /** What it belongs to. */
  within?: string;
  href: string;
  icon: Icon;
  /** Its path begins those of others. */
  isExact?: boolean;
  /** Further paths of the same place: its tools. */
  tools?: readonly string[];
}

/** A place of the menu, with the places that it folds. */
export interface MenuPlace extends Place {
  inside: readonly Place[];
}

interface OwnPlace extends Omit<Place, "href" | "within"> {
  path: string;
  /** The navigation lists no tools: their screens lead to them. */
  group: "main" | "tools" | SettingsGroup;
  /** The place of the menu that folds it, where the menu is too long. */
  under?: keyof typeof folds;
  /** Of a list, any; null: for every member. */
  permission: Permission | readonly Permission[] | null;
  ofHeadquarters?: boolean;
}

/** The menu folds places beyond as many. */
const maxMenuPlaces = 8;

const folds = {
  reports: { label: t.reports, icon: ChartColumn },
  cases: { label: t.cases, icon: Briefcase },
  settlements: { label: t.settlements, icon: Handshake },
} as const;

/** The headings of the settings' own navigation, in its order. */
const settingsGroups = {
  firm: t.firm,
  people: t.people,
  caseWork: t.caseWork,
  integrations: t.integrations,
  security: t.security,
  personal: t.personal,
} as const;

type SettingsGroup = keyof typeof settingsGroups;

/** One heading of the settings, with its screens. */
export interface SettingsSection {
  title: string;
  places: readonly Place[];
}

const ownPlaces: readonly OwnPlace[] = [
  {
    label: t.overview,
    path: "",
    isExact: true,
    icon: LayoutDashboard,
    group: "main",
    permission: "integrations:manage",
  },
  {
    label: t.apiKeys,
    path: "/credentials",
    icon: KeyRound,
    tools: ["/find-key"],
    group: "main",
    permission: "integrations:manage",
  },
  { label: t.webhooks, path: "/webhooks", icon: Webhook, group: "main", permission: "integrations:manage" },
  { label: t.events, path: "/events", icon: Activity, group: "main", permission: "integrations:manage" },
  {
    label: t.requestLogs,
    path: "/request-logs",
    icon: Rows3,
    tools: ["/request-debugger"],
    group: "main",
    permission: "integrations:manage",
  },
  {
    label: t.reports,
    path: "/reports",
    icon: ChartColumn,
    group: "main",
    under: "reports",
    permission: "reports:view",
  },
  { label: t.exports, path: "/exports", icon: FileDown, group: "main", under: "reports", permission: "reports:export" },
  {
    label: t.deadlines,
    path: "/deadlines",
    icon: CalendarClock,
    group: "main",
    under: "cases",
    permission: "deadlines:view",
  },
  {
    label: t.signatures,
    path: "/signatures",
    icon: FileSignature,
    group: "main",
    under: "cases",
    permission: "esign:view",
  },
  {
    label: t.messages,
    path: "/messages",
    icon: MessagesSquare,
    group: "main",
    under: "cases",
    permission: "communications:view",
  },
  { label: t.referrals, path: "/referrals", icon: Inbox, group: "main", under: "cases", permission: "referrals:view" },
  {
    label: t.settlements,
    path: "/settlements",
    icon: Handshake,
    group: "main",
    under: "settlements",
    permission: "settlements:view",
  },
  {
    label: t.liens,
    path: "/liens",
    icon: lateIcon((icons) => icons.HandCoins),
    group: "main",
    under: "settlements",
    permission: "settlements:view",
  },
  { label: t.trust, path: "/trust", icon: Landmark, group: "main", under: "settlements", permission: "trust:view" },
  {
    label: t.expenses,
    path: "/expenses",
    icon: lateIcon((icons) => icons.ReceiptText),
    group: "main",
    under: "settlements",
    permission: "billing:approve",
  },
  { label: t.createKey, path: "/credentials/new", icon: Plus, group: "tools", permission: "integrations:manage" },
  {
    label: t.findKey,
    path: "/find-key",
    icon: lateIcon((icons) => icons.Fingerprint),
    group: "tools",
    permission: null,
  },
  {
    label: t.requestDebugger,
    path: "/request-debugger",
    icon: lateIcon((icons) => icons.CircleHelp),
    group: "tools",
    permission: "integrations:manage",
  },
  { label: t.createWebhook, path: "/webhooks/new", icon: Plus, group: "tools", permission: "integrations:manage" },
  {
    label: t.verifySignature,
    path: "/webhooks/verify",
    icon: ShieldCheck,
    group: "tools",
    permission: "integrations:manage",
  },
  { label: t.createReport, path: "/reports/new", icon: Plus, group: "tools", permission: "reports:view" },
  {
    label: t.apiCredentials,
    path: "/settings/integrations/api-credentials",
    icon: lateIcon((icons) => icons.KeySquare),
    group: "integrations",
    permission: "integrations:manage",
  },
  {
    label: t.sandbox,
    path: "/settings/sandbox",
    icon: lateIcon((icons) => icons.FlaskConical),
    group: "integrations",
    permission: "integrations:manage",
  },
  { label: t.organization, path: "/settings/organization", icon: Building2, group: "firm", permission: null },
  {
    label: t.offices,
    path: "/settings/offices",
    icon: lateIcon((icons) => icons.MapPin),
    group: "firm",
    permission: null,
  },
  {
    label: t.holidayCalendars,
    path: "/settings/holiday-calendars",
    icon: lateIcon((icons) => icons.CalendarDays),
    group: "firm",
    permission: null,
  },
  {
    label: t.childOrganizations,
    path: "/settings/child-organizations",
    icon: Building2,
    group: "firm",
    permission: "integrations:manage",
    ofHeadquarters: true,
  },
  { label: t.members, path: "/team", icon: lateIcon((icons) => icons.Users), group: "people", permission: null },
  {
    label: t.teams,
    path: "/settings/teams",
    icon: lateIcon((icons) => icons.UsersRound),
    group: "people",
    permission: null,
  },
  {
    label: t.taskTemplates,
    path: "/settings/task-templates",
    icon: lateIcon((icons) => icons.ListChecks),
    group: "caseWork",
    permission: "organization:manage",
  },
  {
    label: t.jurisdictionRules,
    path: "/settings/jurisdiction-rules",
    icon: lateIcon((icons) => icons.Scale),
    group: "caseWork",
    permission: ["organization:manage", "deadlines:verify"],
  },
  {
    label: t.chainTemplates,
    path: "/settings/chain-templates",
    icon: lateIcon((icons) => icons.CalendarRange),
    group: "caseWork",
    permission: "organization:manage",
  },
  {
    label: t.deadlinePolicy,
    path: "/settings/deadline-policy",
    icon: CalendarClock,
    group: "caseWork",
    permission: "deadlines:manage",
  },
  {
    label: t.import,
    path: "/settings/imports",
    icon: Rows3,
    group: "caseWork",
    permission: "records:import",
  },
  {
    label: t.billing,
    path: "/settings/billing",
    icon: lateIcon((icons) => icons.CircleDollarSign),
    group: "caseWork",
    permission: "billing:manage",
  },
  {
    label: t.referrals,
    path: "/settings/referrals",
    icon: Inbox,
    group: "caseWork",
    permission: "referrals:manage",
  },
  {
    label: t.eSignature,
    path: "/settings/e-signature",
    icon: lateIcon((icons) => icons.PenLine),
    group: "caseWork",
    permission: "esign:manage",
  },
  {
    label: t.communications,
    path: "/settings/communications",
    icon: MessagesSquare,
    group: "caseWork",
    permission: "communications:manage",
  },
  {
    label: t.auditLog,
    path: "/audit",
    icon: lateIcon((icons) => icons.ScrollText),
    group: "security",
    permission: "audit:read",
  },
  {
    label: t.calendarFeeds,
    path: "/calendar-feeds",
    icon: lateIcon((icons) => icons.CalendarPlus),
    group: "personal",
    permission: null,
  },
  { label: t.notifications, path: "/notifications", icon: Bell, group: "personal", permission: null },
];

interface Reader {
  slug: string;
  permissions: readonly Permission[];
  isHeadquarters: boolean;
}

/** The screens that a member may open. */
export function listPlaces({ slug, permissions, isHeadquarters }: Reader, group: "main" | "tools"): Place[] {
  return listOwn({ slug, permissions, isHeadquarters }, (place) => place.group === group).map(describe(slug));
}

/**
 * The menu: what a member may open, at most eight places. A longer one folds those that belong together, which show
 * while one of them is open.
 */
export function listMenu(reader: Reader): MenuPlace[] {
  const own = listOwn(reader, ({ group }) => group === "main");
  const place = describe(reader.slug);
  if (own.length <= maxMenuPlaces) return own.map((each) => ({ ...place(each), inside: [] }));
  const folded = Map.groupBy(own, ({ under, path }) => under ?? path);
  return [...folded.values()].map((places) => fold(places.map(place), places[0]?.under));
}

function fold(places: readonly Place[], under: keyof typeof folds | undefined): MenuPlace {
  const [first, ...others] = places;
  if (first === undefined) throw new Error("a fold has a place");
  if (under === undefined || others.length === 0) return { ...first, inside: [] };
  // A place that the fold is named after leads it, and is not listed again.
  const isNamed = first.label === folds[under].label;
  return { ...first, ...folds[under], inside: isNamed ? others : places };
}

/** The settings that a member may open, under their headings. */
export function listSettings(reader: Reader): SettingsSection[] {
  const place = describe(reader.slug);
  return Object.entries(settingsGroups)
    .map(([group, title]) => ({ title, places: listOwn(reader, (each) => each.group === group).map(place) }))
    .filter(({ places }) => places.length > 0);
}

/** The page of the settings, and its screens, wherever their paths are. */
export function isInSettings(reader: Reader, path: string): boolean {
  return (
    isWithin(path, `/o/${reader.slug}/settings`) ||
    listSettings(reader).some(({ places }) => places.some((place) => isCurrentPlace(place, path)))
  );
}

function listOwn({ permissions, isHeadquarters }: Reader, isWanted: (place: OwnPlace) => boolean): readonly OwnPlace[] {
  return ownPlaces.filter(
    (place) =>
      isWanted(place) &&
      (place.permission === null || [place.permission].flat().some((each) => permissions.includes(each))) &&
      (place.ofHeadquarters !== true || isHeadquarters),
  );
}

const describe =
  (slug: string) =>
  ({ label, icon, path, group, isExact = false, tools = [] }: OwnPlace): Place => ({
    label,
    icon,
    isExact,
    href: `/o/${slug}${path}`,
    tools: tools.map((tool) => `/o/${slug}${tool}`),
    ...(group in settingsGroups && { within: t.settings }),
  });

/** The first screen that a member may open. */
export function findLanding(reader: Reader): string {
  return listPlaces(reader, "main")[0]?.href ?? `/o/${reader.slug}/settings/organization`;
}

export function isCurrentPlace({ href, tools = [], isExact = false }: Place, path: string): boolean {
  return [href, ...tools].some((each) => (isExact ? path === each : isWithin(path, each)));
}

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
