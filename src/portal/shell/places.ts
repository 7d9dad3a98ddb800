import {
  Activity,
  Bell,
  Building2,
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  CalendarRange,
  ChartColumn,
  CircleDollarSign,
  CircleHelp,
  FileDown,
  FileSignature,
  Fingerprint,
  HandCoins,
  Handshake,
  Inbox,
  KeyRound,
  KeySquare,
  Landmark,
  LayoutDashboard,
  ListChecks,
  MapPin,
  PenLine,
  Plus,
  ReceiptText,
  Rows3,
  Scale,
  ScrollText,
  ShieldCheck,
  Users,
  UsersRound,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { Permission } from "../../contract/permissions.ts";
import { places as t } from "./strings.ts";

/** A screen that the navigation leads to. */
export interface Place {
  label: string;
  /** The settings that it belongs to. */
  within?: string;
  href: string;
  icon: LucideIcon;
  /** Its path begins those of others. */
  isExact?: boolean;
  /** Further paths of the same place: its tools. */
  tools?: readonly string[];
}

interface OwnPlace extends Omit<Place, "href"> {
  path: string;
  /** The navigation lists no tools: their screens lead to them. */
  group: "main" | "tools" | "settings";
  /** Null: for every member. */
  permission: Permission | null;
  ofHeadquarters?: boolean;
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
  { label: t.reports, path: "/reports", icon: ChartColumn, group: "main", permission: "reports:view" },
  { label: t.exports, path: "/exports", icon: FileDown, group: "main", permission: "reports:export" },
  { label: t.deadlines, path: "/deadlines", icon: CalendarClock, group: "main", permission: "deadlines:view" },
  { label: t.expenses, path: "/expenses", icon: ReceiptText, group: "main", permission: "billing:approve" },
  { label: t.signatures, path: "/signatures", icon: FileSignature, group: "main", permission: "esign:view" },
  { label: t.settlements, path: "/settlements", icon: Handshake, group: "main", permission: "settlements:view" },
  { label: t.liens, path: "/liens", icon: HandCoins, group: "main", permission: "settlements:view" },
  { label: t.trust, path: "/trust", icon: Landmark, group: "main", permission: "trust:view" },
  { label: t.referrals, path: "/referrals", icon: Inbox, group: "main", permission: "referrals:view" },
  { label: t.createKey, path: "/credentials/new", icon: Plus, group: "tools", permission: "integrations:manage" },
  { label: t.findKey, path: "/find-key", icon: Fingerprint, group: "tools", permission: null },
  {
    label: t.requestDebugger,
    path: "/request-debugger",
    icon: CircleHelp,
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
    within: t.integrations,
    path: "/settings/integrations/api-credentials",
    icon: KeySquare,
    group: "settings",
    permission: "integrations:manage",
  },
  { label: t.organization, path: "/settings/organization", icon: Building2, group: "settings", permission: null },
  { label: t.offices, path: "/settings/offices", icon: MapPin, group: "settings", permission: null },
  {
    label: t.holidayCalendars,
    path: "/settings/holiday-calendars",
    icon: CalendarDays,
    group: "settings",
    permission: null,
  },
  {
    label: t.childOrganizations,
    path: "/settings/child-organizations",
    icon: Building2,
    group: "settings",
    permission: "integrations:manage",
    ofHeadquarters: true,
  },
  { label: t.members, path: "/team", icon: Users, group: "settings", permission: null },
  { label: t.teams, path: "/settings/teams", icon: UsersRound, group: "settings", permission: null },
  {
    label: t.taskTemplates,
    path: "/settings/task-templates",
    icon: ListChecks,
    group: "settings",
    permission: "organization:manage",
  },
  {
    label: t.jurisdictionRules,
    path: "/settings/jurisdiction-rules",
    icon: Scale,
    group: "settings",
    permission: "organization:manage",
  },
  {
    label: t.chainTemplates,
    path: "/settings/chain-templates",
    icon: CalendarRange,
    group: "settings",
    permission: "organization:manage",
  },
  {
    label: t.deadlinePolicy,
    path: "/settings/deadline-policy",
    icon: CalendarClock,
    group: "settings",
    permission: "deadlines:manage",
  },
  {
    label: t.billing,
    path: "/settings/billing",
    icon: CircleDollarSign,
    group: "settings",
    permission: "billing:manage",
  },
  {
    label: t.eSignature,
    path: "/settings/e-signature",
    icon: PenLine,
    group: "settings",
    permission: "esign:manage",
  },
  { label: t.auditLog, path: "/audit", icon: ScrollText, group: "settings", permission: "audit:read" },
  { label: t.calendarFeeds, path: "/calendar-feeds", icon: CalendarPlus, group: "settings", permission: null },
  { label: t.notifications, path: "/notifications", icon: Bell, group: "settings", permission: null },
];

interface Reader {
  slug: string;
  permissions: readonly Permission[];
  isHeadquarters: boolean;
}

/** The screens that a member may open. */
export function listPlaces({ slug, permissions, isHeadquarters }: Reader, group: OwnPlace["group"]): Place[] {
  const canOpen = ({ permission, ofHeadquarters = false }: OwnPlace) =>
    (permission === null || permissions.includes(permission)) && (!ofHeadquarters || isHeadquarters);
  return ownPlaces
    .filter((place) => place.group === group && canOpen(place))
    .map(({ path, tools = [], ...place }) => ({
      ...place,
      href: `/o/${slug}${path}`,
      tools: tools.map((tool) => `/o/${slug}${tool}`),
    }));
}

/** The first screen that a member may open. */
export function findLanding(reader: Reader): string {
  return [...listPlaces(reader, "main"), ...listPlaces(reader, "settings")][0]?.href ?? `/o/${reader.slug}`;
}

export function isCurrentPlace({ href, tools = [], isExact = false }: Place, path: string): boolean {
  return [href, ...tools].some((each) => path === each || (!isExact && path.startsWith(`${each}/`)));
}
